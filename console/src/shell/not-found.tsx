import { Link } from '@tanstack/react-router';
import { PageHead } from '../parts/page-head.tsx';
import { text } from '../text/en.ts';

export function NotFound() {
  return (
    <>
      <PageHead title={text.error.notFoundTitle} lead={text.error.notFound} />
      <Link to="/">{text.error.home}</Link>
    </>
  );
}
