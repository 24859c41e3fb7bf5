import { ErrorNote } from '../parts/error-note.tsx';
import { text } from '../text/en.ts';

/** A fault of the page itself. An error of the service is shown where the service was asked. */
export function RouteError({ error, reset }: { error: unknown; reset: () => void }) {
  return (
    <>
      <p>{text.error.crash}</p>
      <ErrorNote error={error} onRetry={reset} />
    </>
  );
}
