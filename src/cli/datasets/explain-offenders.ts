/** What an import was refused for, with the first rows at fault: the operator has no job to look it up in. */
import { ApiError } from '../../contract/errors.ts';

const MOST_SHOWN = 20;

/** An ApiError with offenders becomes an Error whose message lists the first of them; anything else stays as it is. */
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
