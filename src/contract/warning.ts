/**
 * Warnings about input that was accepted, but not understood, or read with an assumption. Every answer to a
 * call that stores has them in this form.
 */
import { z } from 'zod';

const warningCodes = [
  /** A text names no place that is known: no distance filter finds the person. */
  'place_unknown',
  /** A number without a unit, a currency or a zone was read with the usual one. */
  'unit_assumed',
  'currency_assumed',
  'time_assumed',
  /** The service could not ask somebody else. */
  'memory_unavailable',
  'enrichment_unavailable',
  'enrichment_ignored',
] as const;

export const Warning = z
  .object({
    code: z.enum(warningCodes),
    field: z
      .string()
      .optional()
      .describe('The key that it is about: `location`, `preferences.location`. Absent: the whole call.'),
    value: z
      .union([z.string(), z.number(), z.boolean()])
      .optional()
      .describe('As it was given; a long text is cut.'),
    message: z.string().describe('The value that was given, what follows from it, and what to do.'),
  })
  .meta({ id: 'AnswerWarning' });
export type Warning = z.infer<typeof Warning>;

export const Warnings = z
  .array(Warning)
  .describe(
    'Parts that were taken and not understood, or could not be asked for. The rest of the call succeeded.',
  );
