/** Schemas that refuse a key of a neighbouring operation with a reason, in place of a hint at its spelling. */
import type { z } from 'zod';

/** Begins the message of unknown keys whose reason is given. */
export const UNKNOWN_HERE = 'unknown here: ';

/** The second argument of `z.strictObject`. */
export function noMeaning(reason: string): { readonly error: z.core.$ZodErrorMap } {
  return { error: ({ code }) => (code === 'unrecognized_keys' ? `${UNKNOWN_HERE}${reason}` : undefined) };
}
