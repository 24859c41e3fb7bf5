import type { z } from 'zod';
import { UsageError } from './usage-error.ts';

/** The request as the schema reads it; a `UsageError` names the first fault. */
export function validRequest<Schema extends z.ZodType>(schema: Schema, request: unknown): z.output<Schema> {
  const parsed = schema.safeParse(request);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw new UsageError(`The request is not valid: ${issue!.path.join('.')} ${issue!.message}.`);
}
