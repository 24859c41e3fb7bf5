/**
 * Explains a refused import with its first faulty rows, because without a job the operator cannot look them
 * up.
 */
import { ApiError } from '../../contract/errors.ts';

const MOST_SHOWN = 20;

/**
 * An ApiError with offenders becomes an Error that lists the first of them. Other errors are returned
 * unchanged.
 */
export function explainOffenders(error: unknown): unknown {
  if (!(error instanceof ApiError)) return error;
  const { issues, duplicates, unresolved, total } = error.details as Readonly<Record<string, unknown>>;
  const offenders = [issues, duplicates, unresolved].find(Array.isArray) as readonly unknown[] | undefined;
  if (offenders === undefined) return error;
  const shown = offenders.slice(0, MOST_SHOWN).map((offender) => `  ${JSON.stringify(offender)}`);
  const more = Number(total) - shown.length;
  return new Error([error.message, ...shown, ...(more > 0 ? [`  … and ${more} more`] : [])].join('\n'), {
    cause: error,
  });
}
