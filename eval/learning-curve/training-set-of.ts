/** The simulated people and outcomes as a run of the service freezes them. */
import { tenantId } from '../../src/contract/brands.ts';
import type { FieldValues } from '../../src/domains/field.ts';
import { encoderId, type TextEncoder } from '../../src/engines/encoders/text-encoder.ts';
import type { LabelledPairs } from '../../src/matching/learn/labelled-pairs.ts';
import { nothingShown } from '../../src/matching/learn/set/testing/nothing-shown.ts';
import type { TrainingPerson, TrainingSet } from '../../src/matching/learn/training-set.ts';
import { quantizeFinely, quantizeVector } from '../../src/platform/storage/quantized-vector.ts';
import { plainRow } from '../../src/platform/storage/testing/plain-row.ts';
import { type SimulatedPerson, type SimulatedWorld, simulatedDating } from './simulate-people.ts';

const TENANT = tenantId('ten_simulated');
const AT = '2026-01-01T00:00:00.000Z';

export async function trainingPeople(
  { people, definition }: SimulatedWorld,
  encoder: TextEncoder,
): Promise<readonly TrainingPerson[]> {
  const known = new Map<string, Awaited<ReturnType<TextEncoder['encodeProfile']>>>();
  for (const { about } of people) if (!known.has(about)) known.set(about, await encoder.encodeProfile(about));
  return people.map((person) => {
    const { vector, sentences } = known.get(person.about)!;
    return {
      tenantId: TENANT,
      userId: person.userId,
      row: plainRow(TENANT, definition, person.userId, fieldsOf(person), AT),
      profileVector: {
        domain: definition.domain,
        sourceDomain: definition.domain,
        encoderId: encoderId(encoder.identity),
        vector: quantizeFinely(vector),
        sentences: sentences.map(({ start, end, vector: unitVector }) => ({
          text: person.about.slice(start, end),
          vector: quantizeVector(unitVector),
        })),
        from: ['about'],
        at: AT,
      },
    };
  });
}

export function trainingSetOf(
  people: readonly TrainingPerson[],
  outcomes: LabelledPairs,
  encoder: TextEncoder,
  definition = simulatedDating,
): TrainingSet {
  return {
    tier: 'tenant',
    tenants: [TENANT],
    definition,
    encoderId: encoderId(encoder.identity),
    frozenAtMs: outcomes.atMs.reduce((most, at) => Math.max(most, at), Date.parse(AT)),
    people,
    outcomes,
    outcomeLabels: Uint16Array.from(outcomes.labels, (label) => 1 - label),
    labelNames: ['accepted', 'rejected'],
    triplets: {
      seekers: new Uint32Array(),
      positives: new Uint32Array(),
      negatives: new Uint32Array(),
      weights: new Float64Array(),
    },
    shown: nothingShown(outcomes.people),
  };
}

function fieldsOf({ age, goal, smoker, interests, about, gender }: SimulatedPerson): FieldValues {
  const known = { age, goal, smoker, interests: [...interests], about };
  return gender === undefined ? known : { ...known, gender };
}
