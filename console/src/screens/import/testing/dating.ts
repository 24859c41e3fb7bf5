import { byStage, modelStages } from 'counterpart-stages';
import type { Schema } from '../../../api/queries.ts';

/** A domain with a field of each kind, for tests. */
export const dating: Schema = {
  domain: 'dating',
  version: 'dating.v1',
  fields: [
    { name: 'age', kind: 'hard', type: 'integer', required: true, priority: 'high', range: [18, 120] },
    {
      name: 'gender',
      kind: 'hard',
      type: 'enum',
      required: true,
      priority: 'high',
      values: ['woman', 'man', 'nonbinary'],
    },
    { name: 'location', kind: 'hard', type: 'string', required: true, priority: 'high', format: 'geo' },
    {
      name: 'relationship_goal',
      kind: 'hard',
      type: 'enum',
      required: false,
      priority: 'high',
      values: ['long_term', 'casual', 'marriage'],
    },
    {
      name: 'languages',
      kind: 'hard',
      type: 'enum',
      multiple: true,
      required: false,
      priority: 'low',
      values: ['en', 'pt', 'de'],
    },
    { name: 'smoker', kind: 'hard', type: 'boolean', required: false, priority: 'low' },
    { name: 'values_text', kind: 'soft', type: 'string', required: false, priority: 'low' },
    {
      name: 'attachment_style',
      kind: 'derived',
      type: 'enum',
      required: false,
      priority: 'low',
      values: ['secure'],
    },
  ],
  labels: [],
  reciprocal: 'product',
  terms: [],
  tiers: { ...byStage(modelStages, () => []), llm_judge: [] },
};
