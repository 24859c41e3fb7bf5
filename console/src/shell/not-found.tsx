import { Link } from '@tanstack/react-router';
import { EmptyState } from '../parts/empty-state.tsx';
import { text } from '../text/en.ts';

export function NotFound() {
  return (
    <EmptyState title={text.error.notFoundTitle} lead={text.error.notFound}>
      <Link to="/">{text.error.home}</Link>
    </EmptyState>
  );
}
