/**
 * Remembers what answers of /match showed: so that feedback can name a match, and so that what was learned can be
 * corrected for what could be chosen at all. The answer does not wait for the disk (a commit costs more than all of
 * light_ml); it waits only while so many records are on their way that the disk has fallen behind.
 */
import type { LearningStore, ShownMatch } from '../../storage/learning-store.ts';

const MAX_ON_THE_WAY = 1000;

export interface ShownMemory {
  /** Resolves at once as long as the store keeps up. Never rejects: a match is worth its answer without it. */
  remember(shown: ShownMatch): Promise<void>;
  /** Resolves when everything is on disk. */
  settled(): Promise<void>;
}

export function createShownMemory(
  learning: Pick<LearningStore, 'recordShown'>,
  onError: (error: unknown) => void,
): ShownMemory {
  const onTheWay = new Set<Promise<void>>();
  const settled = async () => {
    while (onTheWay.size > 0) await Promise.all(onTheWay);
  };
  return {
    async remember(shown) {
      const record = learning
        .recordShown(shown)
        .catch(onError)
        .finally(() => onTheWay.delete(record));
      onTheWay.add(record);
      if (onTheWay.size > MAX_ON_THE_WAY) await Promise.race(onTheWay);
    },
    settled,
  };
}
