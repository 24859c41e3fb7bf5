/**
 * The rules of a domain at the first reading of its rounds, `FOLDER/round9.yaml` and so on: what a verifier will meet in fresh
 * texts. By the rules of today nearly all mistakes of a round are mended. How requests are read is of today.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { DomainDefinition } from '../../../src/domains/definition.ts';
import { parseDefinition } from '../../../src/domains/parse-definition.ts';
import { rounds } from '../read-cases.ts';

export interface FirstReading {
  readonly round: (typeof rounds)[number];
  readonly definition: DomainDefinition;
}

export function firstReadings(folder: string, current: DomainDefinition): FirstReading[] {
  return rounds.flatMap((round) => {
    const path = join(folder, `${round}.yaml`);
    if (!existsSync(path)) return [];
    const then = parseDefinition(readFileSync(path, 'utf8'), `${current.domain}.v${current.version}.yaml`);
    return [{ round, definition: withSettingsOf(current, then) }];
  });
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
