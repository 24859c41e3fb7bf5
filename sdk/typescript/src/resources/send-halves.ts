import { ApiError } from '../errors.ts';
import type { CallOptions } from '../options.ts';
import { isRefusal, type RowResult, withKey } from '../upload.ts';

/**
 * Sends rows of a request that is carried out as a whole. Where the service refuses it, the halves are sent,
 * down to the row.
 */
export async function sendHalves<Row>(
  rows: readonly Row[],
  options: CallOptions,
  send: (rows: readonly Row[], options: CallOptions) => Promise<readonly RowResult<object>[]>,
): Promise<readonly RowResult<object>[]> {
  try {
    return await send(rows, options);
  } catch (error) {
    if (!(error instanceof ApiError && isRefusal(error))) throw error;
    const { code, message, details } = error;
    if (rows.length === 1) return [{ refused: { code, message, details } }];
    const half = rows.length >> 1;
    const first = await sendHalves(rows.slice(0, half), withKey(options, '-a'), send);
    return [...first, ...(await sendHalves(rows.slice(half), withKey(options, '-b'), send))];
  }
}
