/**
 * Generates a log as JSONL: 20,000 items and 138,000 people (as in ML-20M), with popularity falling by rank.
 */
import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { SeededRandom } from '../../src/platform/numeric/seeded-random.ts';

const ITEMS = 20_000;
const PEOPLE = 138_000;
const FIRST_MS = Date.UTC(2020, 0, 1);
const PIECE_CHARACTERS = 1 << 18;

export async function generateLog(file: string, events: number): Promise<void> {
  await pipeline(Readable.from(pieces(events)), createWriteStream(file));
}

function* pieces(events: number): Generator<string> {
  let text = '';
  for (const line of lines(events)) {
    text += line;
    if (text.length < PIECE_CHARACTERS) continue;
    yield text;
    text = '';
  }
  yield text;
}

function* lines(events: number): Generator<string> {
  for (let item = 0; item < ITEMS; item++)
    yield `{"type":"item","item_id":"item-${item}","text":"Item ${item}, made for the benchmark: a line of text as long as a title and a few words more."}\n`;
  const random = new SeededRandom(1);
  for (let event = 0; event < events; event++) {
    const person = random.below(PEOPLE);
    const item = Math.floor(random.uniform() ** 3 * ITEMS);
    const at = new Date(FIRST_MS + event * 1000 + random.below(1000)).toISOString();
    yield `{"type":"event","event_id":"event-${event}","person_id":"person-${person}","item_id":"item-${item}","kind":"${event % 3 === 0 ? 'purchase' : 'view'}","timestamp":"${at}","value":${1 + random.below(5)}}\n`;
  }
}
