import { expect, it } from 'vitest';
import { tieBreak } from '../../tie-break.ts';
import { UserIdTable } from './user-id-table.ts';

const ids = Array.from({ length: 500 }, (_, n) => `user-${n}`);

it('finds the ids of a snapshot by their hashes, also where one was cleared meanwhile', () => {
  const written = new UserIdTable();
  for (const id of ids) written.add(id);
  written.delete(7);
  const ties = Uint32Array.from(ids, tieBreak);
  ties[7] = 0;
  ties[8] = 0;
  const read = UserIdTable.from(written.parts, written.rows, ties);
  expect(ids.map((id) => read.rowOf(id))).toEqual(ids.map((_, row) => (row === 7 ? -1 : row)));
  expect(read.live).toBe(ids.length - 1);
  expect(read.add('another')).toBe(ids.length);
  expect(read.rowOf('another')).toBe(ids.length);
});
