import { ErrorNote } from '../parts/error-note.tsx';
import { text } from '../text/en.ts';

/** A fault of the page itself. What the service answered is shown where it was asked for. */
export function RouteError({ error, reset }: { error: unknown; reset: () => void }) {
  return (
    <>
      <p>{text.error.crash}</p>
      <ErrorNote error={error} onRetry={reset} />
    </>
  );
}
