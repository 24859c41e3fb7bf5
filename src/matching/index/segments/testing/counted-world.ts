/**
 * A made-up world that is a function of a number. Change s writes person s mod 211 in a state derived from s,
 * or ends them. So a killed process and the test that reads its files agree on the state at any sequence.
 */

import { changeSequence } from '../../../../contract/brands.ts';
import {
  DIMENSION,
  definitionOf,
  storedProfile,
} from '../../../../platform/storage/testing/random-profiles.ts';
import type { CandidateIndex, IndexChanges } from '../../candidate-index.ts';

const PEOPLE = 211;

export const countedDefinition = definitionOf([
  { name: 'age', kind: 'hard', type: 'integer' },
  { name: 'job', kind: 'hard', type: 'string' },
  { name: 'speaks', kind: 'hard', type: 'enum', multiple: true, values: ['en', 'pt', 'de'] },
  { name: 'home', kind: 'hard', type: 'string', format: 'geo' },
  { name: 'mood', kind: 'derived', type: 'enum', values: ['calm', 'wild'] },
  { name: 'about', kind: 'soft', type: 'string' },
]);

/** The state after the person's last change, a function of `at` alone. */
export function changeAt(s: number): IndexChanges {
  const sequence = changeSequence(s);
  const userId = `person ${s % PEOPLE}`;
  if (s % 7 === 3) return { upserts: [], deletes: [userId], sequence };
  const person = {
    userId,
    values: {
      age: s % 97,
      job: `job ${s % 301}`,
      speaks: ['en', 'pt', 'de'].filter((_, bit) => ((s >>> bit) & 1) === 1),
      ...(s % 5 === 0 ? {} : { mood: s % 2 === 0 ? 'calm' : 'wild' }),
      home: `town ${s % 13}`,
      about: 'something',
    },
    places: { home: { key: `town:${s % 13}`, name: 'town', country: null, lat: s % 90, lon: s % 180 } },
    preferences: [
      { op: 'gte' as const, field: 'age', value: s % 50 },
      { op: 'within_km' as const, field: 'home', km: 1 + (s % 40), origin: null },
    ],
    blocks: s % 4 === 0 ? [`person ${(s + 1) % PEOPLE}`] : [],
    complete: s % 3 !== 0,
    vector: s % 11 === 0 ? null : Float32Array.from({ length: DIMENSION }, (_, d) => Math.sin(s * (d + 1))),
  };
  return { upserts: [storedProfile(countedDefinition, person)], deletes: [], sequence };
}

/** Applies the changes after the index's sequence, up to `to`: the last change of each person. */
export function catchUp(index: CandidateIndex, to: number): void {
  const last = new Map<number, number>();
  for (let s = index.sequence + 1; s <= to; s++) last.set(s % PEOPLE, s);
  for (const s of [...last.values()].sort((a, b) => a - b)) index.apply(changeAt(s));
  index.apply({ upserts: [], deletes: [], sequence: changeSequence(to) });
}
