import type { IntakeField } from '../intake-field.ts';

/** The fields of a domain with one of each kind, for tests. */
export const datingFields: readonly IntakeField[] = [
  { name: 'age', kind: 'hard', type: 'integer', required: true, range: [18, 120] },
  {
    name: 'gender',
    kind: 'hard',
    type: 'enum',
    required: true,
    values: ['woman', 'man', 'nonbinary'],
  },
  { name: 'location', kind: 'hard', type: 'string', required: true, format: 'geo' },
  {
    name: 'relationship_goal',
    kind: 'hard',
    type: 'enum',
    required: false,
    values: ['long_term', 'casual', 'marriage'],
  },
  {
    name: 'languages',
    kind: 'hard',
    type: 'enum',
    multiple: true,
    required: false,
    values: ['en', 'pt', 'de'],
  },
  { name: 'smoker', kind: 'hard', type: 'boolean', required: false },
  { name: 'values_text', kind: 'soft', type: 'string', required: false },
  {
    name: 'attachment_style',
    kind: 'derived',
    type: 'enum',
    required: false,
    values: ['secure'],
  },
];
