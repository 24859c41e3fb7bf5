/**
 * Notes in the store the indexes that matches use, so that a server has them after its next start before it
 * is ready. The first use of an index is noted within seconds, later ones a few times an hour.
 */
import type { IndexUse, IndexUseStore } from '../../platform/storage/index-use-store.ts';
import type { IndexRegistry } from './candidate-index.ts';

const LOOK_EVERY_MS = 10_000;
const NOTE_AGAIN_MS = 10 * 60_000;
const KEEP_MS = 7 * 24 * 3_600_000;
/** An index that was asked within this time is in use. */
export const IN_USE_MS = 24 * 3_600_000;
/** Indexes that are opened before a server is ready. */
export const MOST_IN_USE = 1000;

export interface NotedUses {
  /** Notes the uses that are not noted yet. */
  close(): Promise<void>;
}

export function noteUses(
  indexes: Pick<IndexRegistry, 'uses'>,
  store: IndexUseStore,
  {
    clock,
    onFailure,
    lookEveryMs = LOOK_EVERY_MS,
  }: {
    readonly clock: () => number;
    readonly onFailure: (error: unknown) => void;
    readonly lookEveryMs?: number;
  },
): NotedUses {
  const noted = new Map<string, number>();
  let noting = Promise.resolve();
  const keyOf = ({ tenant, domain }: IndexUse) => `${tenant} ${domain}`;
  const note = (againMs: number) => {
    noting = noting.then(async () => {
      const uses = indexes
        .uses()
        .filter((use) => use.usedMs - (noted.get(keyOf(use)) ?? Number.NEGATIVE_INFINITY) >= againMs);
      try {
        await store.note(uses, clock() - KEEP_MS);
        for (const use of uses) noted.set(keyOf(use), use.usedMs);
      } catch (error) {
        onFailure(error);
      }
    });
    return noting;
  };
  const timer = setInterval(() => void note(NOTE_AGAIN_MS), lookEveryMs).unref();
  return {
    close: () => {
      clearInterval(timer);
      return note(1);
    },
  };
}
