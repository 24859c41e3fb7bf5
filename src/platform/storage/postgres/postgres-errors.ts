/** The meaning of PostgreSQL's errors for the operator and for callers. */
import { retryLater } from '../../../contract/errors.ts';
import { StoreOutage } from '../store-outage.ts';

/** https://www.postgresql.org/docs/current/errcodes-appendix.html; those of Node begin with E. */
function codeOf(error: unknown): string {
  const code = (error as { code?: unknown } | null)?.code;
  return typeof code === 'string' ? code : '';
}

const NO_CONNECTION_LEFT = '53300';
const connectionErrors = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
]);

function isUnreachable(error: unknown): boolean {
  const code = codeOf(error);
  // Class 08: connection exceptions; 57P01 to 57P03: the server stops or starts.
  if (connectionErrors.has(code) || /^(?:08|57P0[1-3])/.test(code)) return true;
  return (
    code === '' &&
    error instanceof Error &&
    /Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error/.test(
      error.message,
    )
  );
}

/**
 * The error to throw when opening fails: it says what to do, and names host and database, never the password.
 * An unknown error is returned unchanged. A process of a job may open the database during a short outage.
 */
export function explainOpeningError(error: unknown, url: string): unknown {
  const advice = openingAdvice(error);
  if (advice === undefined) return error;
  const message = `The database ${placeOf(url)} ${advice}`;
  const isOutage = isUnreachable(error) || codeOf(error) === NO_CONNECTION_LEFT;
  return isOutage ? new StoreOutage(message, 1000) : new Error(message, { cause: error });
}

function openingAdvice(error: unknown): string | undefined {
  switch (codeOf(error)) {
    case '28P01':
    case '28000':
      return 'refuses the user or the password of DATABASE_URL.';
    case '3D000':
      return 'does not exist. Create it: createdb NAME.';
    case '42501':
      return 'does not let this user create tables. Make the user its owner, or run `counterpart migrate` as a user who may.';
    case NO_CONNECTION_LEFT:
      return 'has no connection left. Lower COUNTERPART_DATABASE_CONNECTIONS, or raise max_connections.';
    default:
      return isUnreachable(error)
        ? 'cannot be reached. Check host and port of DATABASE_URL, and that PostgreSQL runs.'
        : undefined;
  }
}

/** Host, port and database, without user and password. */
function placeOf(url: string): string {
  const parsed = URL.parse(url);
  return parsed === null ? 'of DATABASE_URL' : `${parsed.host}${parsed.pathname}`;
}

/** The error to answer with when a statement failed: 503 when a retry may work, else the error unchanged. */
export function explainStatementError(error: unknown): unknown {
  const code = codeOf(error);
  if (isUnreachable(error) || code === NO_CONNECTION_LEFT)
    return new StoreOutage('The database cannot be reached. Try again.', 1000);
  // A deadlock, a lock or a statement that took too long, an idle transaction that was ended.
  if (['40001', '40P01', '55P03', '57014', '25P03'].includes(code))
    return new StoreOutage('The database is busy; nothing was written. Try again.', 1000);
  if (/^53/.test(code))
    return retryLater(
      'dependency_unavailable',
      'The database has no room left (disk or memory); nothing was written. Free some, then try again.',
      30_000,
    );
  return error;
}
