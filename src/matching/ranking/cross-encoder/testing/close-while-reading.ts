/** A separate program: closing a computing thread must not end the process. */
import { setTimeout as passes } from 'node:timers/promises';
import { createCrossEncoderClient } from '../cross-encoder-client.ts';
import { pairTokenizer } from '../pair-tokenizer.ts';
import { randomCrossEncoder } from './random-cross-encoder.ts';

const ROUNDS = 25;
const READS = 30;

const vocabulary = {
  fields: [{ kind: 'values' as const, name: 'pet', values: ['cat', 'dog'] }],
  sentenceDimension: 0,
};
const tokenizer = pairTokenizer(vocabulary);
const owner = tokenizer.person({
  value: () => 'cat',
  has: () => true,
  place: () => undefined,
  text: () => undefined,
  sentences: [],
  updatedAtMs: 0,
});
const batch = tokenizer.batch([[owner, owner]]);
const encoders = [1, 2, 3].map((seed) => randomCrossEncoder(vocabulary, seed));

for (let round = 0; round < ROUNDS; round++) {
  const client = createCrossEncoderClient();
  await client.read(encoders[0]!, [batch]);
  const reads = Array.from({ length: READS }, (_, n) => client.read(encoders[n % 3]!, [batch]));
  const settled = Promise.allSettled(reads);
  await passes(round % 6);
  await client.close();
  await settled;
}
console.log('lives');
