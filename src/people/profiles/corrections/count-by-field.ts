/** Counts by field what clients say of what a decision takes from their people's texts. */
import type { Decision } from '../../reading/corrections/score-decision.ts';
import { takenOf } from '../../reading/corrections/score-decision.ts';
import type { PersonTexts } from './collect-corrections.ts';

export interface FieldCounts {
  /** "dating.age", "dating.age preference". */
  readonly field: string;
  /** Claims that the fit learns from or is measured on. */
  examples: number;
  /** People of whose texts a right value is taken. */
  confirmed: number;
  /** People of whose texts a wrong value is taken. */
  contradicted: number;
  /** People whose texts state a right value that is not taken. */
  missed: number;
}

export function countByField(people: readonly PersonTexts[], decision: Decision): readonly FieldCounts[] {
  const fields = new Map<string, FieldCounts>();
  for (const { texts } of people) {
    const seen = new Set<string>();
    const once = (field: string, what: 'confirmed' | 'contradicted' | 'missed') => {
      if (!seen.has(`${field} ${what}`)) fields.get(field)![what]++;
      seen.add(`${field} ${what}`);
    };
    for (const { examples } of texts) {
      const taken = takenOf(examples, decision);
      for (const example of examples) {
        const { effect: field, isRight } = example;
        const counts = fields.get(field) ?? { field, examples: 0, confirmed: 0, contradicted: 0, missed: 0 };
        fields.set(field, counts);
        counts.examples++;
        if (taken.has(example)) once(field, isRight ? 'confirmed' : 'contradicted');
        else if (isRight) once(field, 'missed');
      }
    }
  }
  return [...fields.values()].sort((a, b) => b.contradicted - a.contradicted || b.examples - a.examples);
}
