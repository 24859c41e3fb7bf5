import { Navigate } from '@tanstack/react-router';
import { firstPage } from './allowed-pages.ts';
import { useSession } from './session-context.ts';

/** Leads to the first page that the key may see. */
export function Home() {
  return <Navigate to={firstPage(useSession())} replace />;
}
