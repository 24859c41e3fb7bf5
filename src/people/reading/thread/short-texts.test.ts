import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { ShortTexts } from './short-texts.ts';

it('gives the thread two messages, and the caller reads the others', async () => {
  const sent: number[] = [];
  const read = Promise.withResolvers<void>();
  const texts = new ShortTexts<{ readHere: () => Promise<void> }>((message) => {
    sent.push(message.length);
    return read.promise;
  });
  let readHere = 0;
  const readOne = async () => {
    readHere++;
  };
  for (let n = 0; n < 100; n++) texts.add({ readHere: readOne });
  expect(sent).toEqual([32, 32]);
  expect(texts.size).toBe(100);
  while (readHere < 36) await nextTurn();
  expect(texts.size).toBe(64);
  read.resolve();
  await nextTurn();
  expect(texts.size).toBe(0);
  expect(sent).toEqual([32, 32]);
});

it('sends what waits when a message is answered, and a single text at the end of the turn', async () => {
  const sent: number[] = [];
  const answers: PromiseWithResolvers<void>[] = [];
  const texts = new ShortTexts<{ readHere: () => Promise<void> }>((message) => {
    sent.push(message.length);
    const answer = Promise.withResolvers<void>();
    answers.push(answer);
    return answer.promise;
  });
  for (let n = 0; n < 80; n++) texts.add({ readHere: () => Promise.resolve() });
  answers[0]!.resolve();
  await answers[0]!.promise;
  await null;
  expect(sent).toEqual([32, 32, 16]);
  // The thread is done before the turn ends, so that the next text goes to it.
  for (const { resolve } of answers) resolve();
  await answers[2]!.promise;
  texts.add({ readHere: () => Promise.reject(new Error('the thread has time')) });
  expect(sent).toHaveLength(3);
  await nextTurn();
  expect(sent).toEqual([32, 32, 16, 1]);
});
