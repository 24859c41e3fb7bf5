/** People of a training set in the form that ranking reads. */
import type { DomainDefinition } from '../../../domains/definition.ts';
import { dequantizeVector } from '../../../platform/storage/quantized-vector.ts';
import { type Person, personOfRow, sentencesOf, unit } from '../../ranking/scoring/person.ts';
import type { WordCounts } from '../../ranking/scoring/word-frequencies.ts';
import type { TrainingPerson, TrainingSet } from '../training-set.ts';

export interface FitPeople {
  readonly definition: DomainDefinition;
  /** Time at which ages are counted, epoch ms. */
  readonly nowMs: number;
  /** [P]; a person without a row has no values. */
  readonly persons: readonly Person[];
  /** Whole texts, unit norm [P]; null: none. */
  readonly vectors: readonly (Float32Array | null)[];
  /** Values of the domain's side field [P]; null: one-sided, or not known. */
  readonly sides: readonly (string | null)[];
  /** The words of the workspace; left out: none are counted. */
  readonly words?: WordCounts | undefined;
}

export function fitPeople({ definition, people, encoderId, frozenAtMs, words }: TrainingSet): FitPeople {
  const persons = people.map((person) => personOf(definition, person, encoderId, frozenAtMs));
  const sideOf = (person: Person) =>
    definition.sides === undefined ? undefined : person.value(definition.sides.field);
  return {
    definition,
    nowMs: frozenAtMs,
    persons,
    vectors: people.map(({ profileVector }) => vectorOf(profileVector, encoderId)),
    sides: persons.map((person) => {
      const side = sideOf(person);
      return typeof side === 'string' ? side : null;
    }),
    words,
  };
}

function personOf(
  definition: DomainDefinition,
  { row, profileVector, reading }: TrainingPerson,
  encoderId: string,
  nowMs: number,
): Person {
  if (row === null) return absent(nowMs);
  return personOfRow(definition, row, sentencesOf(profileVector, encoderId), reading);
}

function absent(nowMs: number): Person {
  return {
    value: () => undefined,
    has: () => false,
    place: () => undefined,
    text: () => undefined,
    sentences: [],
    updatedAtMs: nowMs,
  };
}

function vectorOf(profileVector: TrainingPerson['profileVector'], encoderId: string): Float32Array | null {
  if (profileVector?.encoderId !== encoderId) return null;
  const vector = unit(dequantizeVector(profileVector.vector));
  return vector.some((value) => value !== 0) ? vector : null;
}
