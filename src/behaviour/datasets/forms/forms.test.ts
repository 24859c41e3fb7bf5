/** Files as they are published are read without a word on their form. */
import { describe, expect, test } from 'vitest';
import { type DatasetFeatures, noFeatures } from '../../../contract/dataset-features.ts';
import type { RowOrFault } from '../rows/dataset-row.ts';
import { datasetReader } from '../rows/row-reader.ts';

async function read(
  format: 'csv' | 'tsv' | 'jsonl',
  content: string | Buffer,
  features: DatasetFeatures = noFeatures,
) {
  const bytes = Buffer.from(content as string);
  const pieces = async function* () {
    for (let at = 0; at < bytes.length; at += 5) yield bytes.subarray(at, at + 5);
  };
  const reader = datasetReader({ features, timestamps: 'iso' });
  const named = { file: 0, name: '' };
  const rows: RowOrFault[] = [];
  const lines: number[] = [];
  const batches =
    format === 'jsonl' ? reader.jsonl(pieces(), named) : reader.delimited!(pieces(), named, format);
  for await (const batch of batches) {
    rows.push(...batch.rows);
    lines.push(...batch.lines);
  }
  return { rows, lines };
}

const event = (kind: string, personId: string, itemId: string, value: number, time: string) => ({
  ...{ type: 'event', eventId: expect.stringMatching(new RegExp(`^${personId}:${itemId}:`)) },
  ...{ personId, itemId, kind, value, timestampMs: Date.parse(time) },
});
const item = (itemId: string, text: string) => ({
  ...{ type: 'item', itemId, text, createdAtMs: null, attributes: null },
});

describe('MovieLens', () => {
  test.each([
    ['ratings.csv', 'csv', 'userId,movieId,rating,timestamp\n1,17,4.0,944249077\n1,25,0.5,944250228\n'],
    ['ratings.dat', 'csv', '1::17::4::944249077\n1::25::0.5::944250228\n'],
    ['u.data', 'csv', '1\t17\t4\t944249077\n1\t25\t1\t944250228\n'],
  ] as const)('%s', async (_, format, content) => {
    const { rows, lines } = await read(format, content);
    expect(rows[0]).toEqual(event('rating', '1', '17', 4, '1999-12-03T19:24:37Z'));
    expect(lines).toEqual(content.startsWith('userId') ? [2, 3] : [1, 2]);
  });

  test('movies.csv, movies.dat in Latin-1, and u.item', async () => {
    const csv = await read(
      'csv',
      'movieId,title,genres\n1,Toy Story (1995),Adventure|Animation\n2,"Misérables, Les (1995)",(no genres listed)\n',
    );
    expect(csv.rows).toEqual([
      item('1', 'Toy Story (1995)\nAdventure, Animation'),
      item('2', 'Misérables, Les (1995)'),
    ]);
    const dat = Buffer.from(
      '73::Misérables, Les (1995)::Drama|Musical\n74::Bed: of Roses (1996)::Drama\n',
      'latin1',
    );
    expect((await read('csv', dat)).rows).toEqual([
      item('73', 'Misérables, Les (1995)\nDrama, Musical'),
      item('74', 'Bed: of Roses (1996)\nDrama'),
    ]);
    const flags = '0|0|0|1|1|1|0|0|0|0|0|0|0|0|0|0|0|0|0';
    const old = `1|Toy Story (1995)|01-Jan-1995||http://us.imdb.com/M/title-exact?Toy%20Story%20(1995)|${flags}\n`;
    expect((await read('csv', old)).rows).toEqual([
      item('1', "Toy Story (1995)\nAnimation, Children's, Comedy"),
    ]);
  });

  test('users, with the features that are declared', async () => {
    const features: DatasetFeatures = {
      ...noFeatures,
      people: { gender: { type: 'category' }, age: { type: 'number' } },
    };
    expect((await read('csv', '1::F::1::10::48067\n', features)).rows).toEqual([
      { type: 'person', personId: '1', attributes: '{"gender":"F","age":1}' },
    ]);
    expect((await read('csv', '1|24|M|technician|85711\n', features)).rows).toEqual([
      { type: 'person', personId: '1', attributes: '{"gender":"M","age":24}' },
    ]);
  });
});

describe('Amazon reviews', () => {
  test('of 2018 and 2023', async () => {
    const older = {
      ...{ overall: 5, verified: true, reviewTime: '09 4, 2015', reviewerID: 'ALJ66', asin: 'B0042' },
      ...{ reviewerName: 'J', reviewText: 'Good.', summary: 'Ok', unixReviewTime: 1441324800 },
    };
    const newer = {
      ...{ rating: 4, title: 'Fine', text: 'Works', images: [], asin: 'B08V', parent_asin: 'B08P' },
      ...{ user_id: 'AFKZ', timestamp: 1612044451196, helpful_vote: 3, verified_purchase: true },
    };
    const lines = (row: object) => `${JSON.stringify(row)}\n${JSON.stringify(row)}\n`;
    const review = event('review', 'ALJ66', 'B0042', 5, '2015-09-04T00:00:00Z');
    expect((await read('jsonl', lines(older))).rows).toEqual([review, review]);
    expect((await read('jsonl', lines(newer))).rows[0]).toEqual(
      event('review', 'AFKZ', 'B08P', 4, '2021-01-30T22:07:31.196Z'),
    );
  });

  test('products', async () => {
    const older = {
      asin: 'B0042',
      title: 'Mug',
      brand: 'Fern',
      category: ['Home', 'Mugs'],
      description: ['Blue.'],
    };
    const newer = {
      ...{ main_category: 'Home', title: 'Mug', average_rating: 4.8, features: ['Holds 300 ml'] },
      ...{ description: [], store: 'Fern', categories: ['Home', 'Mugs'], parent_asin: 'B08P' },
    };
    expect((await read('jsonl', JSON.stringify(older))).rows).toEqual([
      item('B0042', 'Mug\nFern\nHome, Mugs\nBlue.'),
    ]);
    expect((await read('jsonl', JSON.stringify(newer))).rows).toEqual([
      item('B08P', 'Mug\nFern\nHome, Mugs\nHolds 300 ml'),
    ]);
  });
});

describe('Amazon Personalize', () => {
  test('interactions, items and users', async () => {
    const interactions =
      'USER_ID,ITEM_ID,EVENT_TYPE,EVENT_VALUE,TIMESTAMP\nu1,i1,Watch,0.5,1586731606\nu1,i1,,,1586731609\n';
    expect((await read('csv', interactions)).rows).toEqual([
      event('Watch', 'u1', 'i1', 0.5, '2020-04-12T22:46:46Z'),
      event('interaction', 'u1', 'i1', 1, '2020-04-12T22:46:49Z'),
    ]);
    const features: DatasetFeatures = {
      events: { device: { type: 'category' } },
      items: { genres: { type: 'list' } },
      people: { age: { type: 'number' } },
    };
    const items = 'ITEM_ID,GENRES,CREATION_TIMESTAMP\ni1,Comedy|Drama,1570003267\n';
    expect((await read('csv', items, features)).rows).toMatchObject([
      {
        ...{ type: 'item', itemId: 'i1', createdAtMs: Date.parse('2019-10-02T08:01:07Z') },
        attributes: '{"genres":["Comedy","Drama"]}',
      },
    ]);
    const users = 'USER_ID,AGE,GENDER\nu1,34,Male\n';
    expect((await read('csv', users, features)).rows).toEqual([
      { type: 'person', personId: 'u1', attributes: '{"age":34}' },
    ]);
  });
});
