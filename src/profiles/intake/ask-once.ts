/**
 * What is asked for each person and is the same for all of one call: domain, extractor, encoders in force. A call is answered
 * by what holds when it comes; for a batch of people, which is one call, once is enough. Following these promises for
 * each took a tenth of the importing thread's time, even where the store is not asked (`storage/once-a-turn.ts`).
 */
import type { ProfileDependencies } from '../profile-dependencies.ts';

/** The same dependencies for the length of one call. */
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

/** Asked once for the same arguments. */
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
