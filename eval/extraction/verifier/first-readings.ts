/**
 * The rules of a domain at the first reading of its rounds, `FOLDER/round9.yaml` and so on. A verifier will
 * meet such readings in fresh texts, while today's rules mend nearly all mistakes of a round. Requests are
 * read as today. No rule was mended by the texts of `train`, so today's rules read them for the first time.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { DomainDefinition } from '../../../src/domains/definition.ts';
import { parseDefinition } from '../../../src/domains/parse-definition.ts';
import { casesFolder } from '../evaluate.ts';
import { type Case, readCases, rounds } from '../read-cases.ts';

export interface FirstReading {
  /** The name of a round, or of a third of the texts that no rule was mended by (`train1` to `train3`). */
  readonly set: string;
  readonly definition: DomainDefinition;
  readonly cases: readonly Case[];
}

const THIRDS = 3;

/** The rounds come last, in their order. */
export function firstReadings(folder: string, current: DomainDefinition): FirstReading[] {
  const ofRounds = rounds.flatMap((round) => {
    const path = join(folder, `${round}.yaml`);
    const cases = readCases(casesFolder, current.domain, round);
    if (!existsSync(path) || cases === null) return [];
    const then = parseDefinition(readFileSync(path, 'utf8'), `${current.domain}.v${current.version}.yaml`);
    return [{ set: round, definition: withSettingsOf(current, then), cases }];
  });
  return [...trainingSets(current), ...ofRounds];
}

/** In thirds, so that a network that was fitted without one can be asked about it. */
export function trainingSets(definition: DomainDefinition): FirstReading[] {
  const cases = readCases(casesFolder, definition.domain, 'train') ?? [];
  return Array.from({ length: THIRDS }, (_, third) => ({
    set: `train${third + 1}`,
    definition,
    cases: cases.filter((_, n) => n % THIRDS === third),
  }));
}

/** Phrases are of the time; settings that the file did not have yet are of today. */
function withSettingsOf(current: DomainDefinition, then: DomainDefinition): DomainDefinition {
  const [now, before] = [current.extraction?.requests, then.extraction?.requests];
  if (now === undefined || before === undefined) return then;
  const { limits, wishes, conditions, states, without, prefers, own, demands } = now;
  const requests = {
    ...{ own, demands },
    ...before,
    ...{ limits, wishes, conditions, states, without, prefers },
  };
  return { ...then, extraction: { ...then.extraction!, threshold: current.extraction!.threshold, requests } };
}
