/**
 * Whether search indexes can answer: the engine is reached, and each shard has a copy. Asked beside the
 * matches, so that it is seen before one of them fails. `/readyz` does not depend on it: other domains are
 * served without the engine.
 */
import type { SearchIndexes } from '../../search-engine/candidate-search.ts';

/**
 * An index that was unhealthy for so long is down. Longer than a copy needs to take over from a lost node.
 */
const WELL_FOR_MS = 20_000;

export interface IndexHealth {
  /** Ends with the slowest answer. An index that is being asked is not asked again. */
  ask(names: readonly string[]): Promise<void>;
  /** True until the first answers could be there. */
  isUp(name: string): boolean;
}

export function watchHealth(engine: Pick<SearchIndexes, 'assertHealthy'>, clock: () => number): IndexHealth {
  const wellAtMs = new Map<string, number>();
  const asking = new Set<string>();

  async function askIndex(name: string): Promise<void> {
    if (!wellAtMs.has(name)) wellAtMs.set(name, clock());
    asking.add(name);
    await engine
      .assertHealthy(name)
      .then(() => wellAtMs.set(name, clock()))
      // A failure is the lack of a success. Matches report what it is.
      .catch(() => undefined);
    asking.delete(name);
  }

  return {
    async ask(names) {
      for (const known of wellAtMs.keys()) if (!names.includes(known)) wellAtMs.delete(known);
      await Promise.all(names.filter((name) => !asking.has(name)).map(askIndex));
    },
    isUp: (name) => clock() - (wellAtMs.get(name) ?? clock()) < WELL_FOR_MS,
  };
}
