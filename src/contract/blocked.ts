/** Ids of erased people that are refused until the block is lifted. */
import { z } from 'zod';
import { type ApiError, apiError } from './errors.ts';

export function personBlocked(userId: string, at?: string): ApiError<'erased'> {
  return apiError('erased', blockedMessage(userId, at), { user_id: userId });
}

export function blockedMessage(userId: string, at?: string): string {
  const where = at === undefined ? '' : ` at ${at}`;
  return `«${userId}»${where} was erased, and the id was blocked: nothing is stored for it. DELETE /v1/blocked-users/{user_id} lifts the block.`;
}

export const LiftedBlock = z
  .object({ user_id: z.string(), blocked: z.literal(false), request_id: z.string() })
  .meta({ id: 'LiftedBlock' });
export type LiftedBlock = z.output<typeof LiftedBlock>;
