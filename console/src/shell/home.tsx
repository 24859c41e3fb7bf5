import { Navigate } from '@tanstack/react-router';
import { firstPage } from './allowed-pages.ts';
import type { Page } from './pages.ts';
import { useSession } from './session-context.ts';

/** Leads to the first page that the key may see. */
export function Home({ pages }: { readonly pages: readonly Page[] }) {
  return <Navigate to={firstPage(useSession(), pages)} replace />;
}
