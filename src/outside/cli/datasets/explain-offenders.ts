/**
 * Explains a refused import with its first faulty rows, because without a job the operator cannot look them
 * up.
 */
import { type AnyApiError, ApiError } from '../../../contract/errors.ts';

const MOST_SHOWN = 20;

/**
 * An ApiError with offenders becomes an Error that lists the first of them. Other errors are returned
 * unchanged.
 */
export function explainOffenders(error: unknown): unknown {
  if (!(error instanceof ApiError)) return error;
  const found = offendersOf(error);
  if (found === null) return error;
  const { offenders, total } = found;
  const shown = offenders.slice(0, MOST_SHOWN).map((offender) => `  ${JSON.stringify(offender)}`);
  const more = total - shown.length;
  return new Error([error.message, ...shown, ...(more > 0 ? [`  … and ${more} more`] : [])].join('\n'), {
    cause: error,
  });
}

function offendersOf({ details }: AnyApiError): {
  readonly offenders: readonly unknown[];
  readonly total: number;
} | null {
  if ('issues' in details)
    return { offenders: details.issues, total: details.total ?? details.issues.length };
  if ('duplicates' in details && 'total' in details)
    return { offenders: details.duplicates, total: details.total };
  if ('unresolved' in details) return { offenders: details.unresolved, total: details.total };
  return null;
}
