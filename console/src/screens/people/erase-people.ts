/** Erases many people, one after the other on few lanes. */
import { client } from '../../api/client.ts';

const AT_ONCE = 4;

export interface ErasureOfMany {
  readonly ids: readonly string[];
  /** undefined: in every domain. */
  readonly domain: string | undefined;
  readonly signal: AbortSignal;
  readonly onProgress: (state: ErasedSoFar) => void;
}

export interface ErasedSoFar {
  readonly erased: readonly string[];
  readonly failed: readonly { readonly id: string; readonly error: Error }[];
}

/** Goes on after an id that could not be erased. Stops with the signal, after the erasures under way. */
export async function erasePeople({ ids, domain, signal, onProgress }: ErasureOfMany): Promise<ErasedSoFar> {
  let state: ErasedSoFar = { erased: [], failed: [] };
  const waiting = ids.values();
  const lane = async () => {
    for (const id of waiting) {
      if (signal.aborted) return;
      const error = await client.users
        .delete(id, domain === undefined ? {} : { domain })
        .then(() => null, asError);
      state =
        error === null
          ? { ...state, erased: [...state.erased, id] }
          : { ...state, failed: [...state.failed, { id, error }] };
      onProgress(state);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, lane));
  return state;
}

const asError = (thrown: unknown): Error => (thrown instanceof Error ? thrown : new Error(String(thrown)));
