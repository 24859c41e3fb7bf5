/**
 * Memoises the look-ups that are the same for every person of a batch: domain, extractor, encoders in force.
 * A batch is one call, so one look-up at its start is enough. Without this, awaiting the promises for each
 * person took a tenth of an import's time, although the store is asked once a turn
 * (`storage/once-per-tick.ts`).
 */
import type { ProfileDependencies } from '../profile-dependencies.ts';

/** The dependencies for one call, with memoised look-ups. */
export function askOnce(dependencies: ProfileDependencies): ProfileDependencies {
  const { domainFor, versionFor, extractorFor, rulesFor, memoryAccess, enrichmentAccess, encoders } =
    dependencies;
  return {
    ...dependencies,
    domainFor: once(domainFor),
    versionFor: once(versionFor),
    extractorFor: once(extractorFor),
    rulesFor: once(rulesFor),
    memoryAccess: once(memoryAccess),
    enrichmentAccess: once(enrichmentAccess),
    encoders: { active: once(() => encoders.active()) },
  };
}

interface Asked<Answer> {
  answer?: Promise<Answer>;
  readonly next: Map<unknown, Asked<Answer>>;
}

/** Memoises by argument identity, as a trie over the arguments. */
function once<Args extends readonly unknown[], Answer>(
  ask: (...args: Args) => Promise<Answer>,
): (...args: Args) => Promise<Answer> {
  const root: Asked<Answer> = { next: new Map() };
  return (...args) => {
    let asked = root;
    for (const argument of args) {
      const next = asked.next.get(argument) ?? { next: new Map() };
      asked.next.set(argument, next);
      asked = next;
    }
    asked.answer ??= ask(...args);
    return asked.answer;
  };
}
