import { expect, test } from 'vitest';
import type { Tables } from '../tables.generated.ts';
import { decodeProfile } from './profile-codec.ts';

const stored: Omit<Tables['profiles'], 'extras'> = {
  ...{
    tenant_id: 'ten_a',
    domain: 'dating',
    user_id: 'ana',
    schema_version: 'dating.v1',
    revision: 1,
    complete: 1,
  },
  ...{ fields: '{"age":30}', derived: '{}', places: '{}', preferences: '{}', missing_required: '[]' },
  layers: '{"client":{},"feedback":{},"extracted":{}}',
  ...{ created_at: '', updated_at: '', last_enriched_at: '', terms: null },
};

test('extras are parsed when they are first read, and only then', () => {
  const row = decodeProfile({ ...stored, extras: 'no JSON' });
  expect(row.fields).toEqual({ age: 30 });
  expect(() => row.extras).toThrow(SyntaxError);
  const read = decodeProfile({ ...stored, extras: '{"hobby":"chess"}' });
  expect(read.extras).toEqual({ hobby: 'chess' });
  expect(read.extras).toBe(read.extras);
  expect({ ...read }.extras).toEqual({ hobby: 'chess' });
});
