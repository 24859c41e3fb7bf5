import { expect, it } from 'vitest';
import { FaultyFile, readDatasetFile } from './dataset-file.ts';

const file = (name: string, text: string) => new File([text], name);

it('reads rows of a table by their type or their columns', async () => {
  const text = [
    'type,item_id,text,event_id,person_id,kind,timestamp,value',
    'item,cup,A cup,,,,,',
    'item,pot,,,,,,',
    'event,cup,,e1,ana,buy,2025-01-01T00:00:00Z,2.5',
  ].join('\n');
  expect(await readDatasetFile(file('rows.csv', text))).toEqual({
    file: 'rows.csv',
    people: [],
    items: [
      { item_id: 'cup', text: 'A cup' },
      { item_id: 'pot', text: '' },
    ],
    events: [
      {
        item_id: 'cup',
        event_id: 'e1',
        person_id: 'ana',
        kind: 'buy',
        timestamp: '2025-01-01T00:00:00Z',
        value: 2.5,
      },
    ],
  });
  const items = await readDatasetFile(file('items.tsv', 'item_id\ttext\ncup\t\n'));
  expect(items.items).toEqual([{ item_id: 'cup', text: '' }]);
});

it('reads what an export writes, with its declaration of features', async () => {
  const lines = [
    { type: 'features', items: { price: 'number' }, people: {} },
    { type: 'item', item_id: 'cup', text: 'A cup', attributes: { price: 3 } },
    { type: 'person', person_id: 'ana' },
  ];
  const text = lines.map((line) => JSON.stringify(line)).join('\n');
  expect(await readDatasetFile(file('rows.jsonl', text))).toMatchObject({
    features: { items: { price: 'number' }, people: {} },
    items: [{ item_id: 'cup', attributes: { price: 3 } }],
    people: [{ person_id: 'ana' }],
  });
});

it('takes no attributes of a table, whose features nothing declares', async () => {
  const text = 'item_id,text,attributes.price\ncup,A cup,3\n';
  await expect(readDatasetFile(file('items.csv', text))).rejects.toMatchObject({
    faults: [{ row: 1, why: expect.stringContaining('declared features') }],
  });
});

it('names the rows that are nothing', async () => {
  const read = readDatasetFile(file('wrong.jsonl', '{"item_id":"a","text":""}\n{"type":"x"}\n[1]\n{}\n'));
  await expect(read).rejects.toThrow(FaultyFile);
  await expect(read).rejects.toMatchObject({ count: 3, faults: [{ row: 2 }, { row: 3 }, { row: 4 }] });
});
