import { expect, test } from 'vitest';
import { duplicateIds, faultyRows, unresolvedReferences } from './dataset-faults.ts';
import { FirstFaults } from './first-faults.ts';

function faults<Detail>(count: number, detail: Detail): FirstFaults<Detail> {
  const found = new FirstFaults<Detail>();
  for (let at = 0; at < count; at++) found.add(at, () => detail);
  return found;
}

const twice = (count: number) =>
  duplicateIds([{ type: 'item', id: 'a', at: 'line 2', first_at: 'line 1' }], {
    items: count,
    events: 0,
    people: 0,
  });
const dangling = (count: number) => unresolvedReferences(faults(count, { item_id: 'a', at: 'line 2' }));
const faulty = (count: number) =>
  faultyRows(faults(count, { at: 'line 2', path: 'kind', message: 'is required' }));

test.each([
  [twice, ['already.', '(and 1 more repeats an earlier one)', '(and 2 more repeat an earlier one)']],
  [dangling, ['the items.', '(and 1 more event does so)', '(and 2 more events do so)']],
  [faulty, ['is required.', '(and 1 more fault)', '(and 2 more faults)']],
] as const)('%o counts its others in the right form', (make, [alone, one, many]) => {
  expect(make(1).message).toContain(alone);
  expect(make(2).message).toContain(one);
  expect(make(3).message).toContain(many);
});
