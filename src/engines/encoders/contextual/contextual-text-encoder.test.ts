import { execFile } from 'node:child_process';
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dot, norm } from '../../../platform/numeric/vectors.ts';
import { openTextEncoder } from '../open-text-encoder.ts';
import { encoderId, type TextEncoder } from '../text-encoder.ts';
import { ContextualTextEncoder } from './contextual-text-encoder.ts';

const models = fileURLToPath(new URL('../../../../models/contextual-text-encoder/', import.meta.url));
const TEXTS = [
  'no kids',
  'not looking for anything serious',
  'Python, SQL',
  'I love hiking and the outdoors, and I bake bread on Sundays. Two cats live with me.',
  'Ищу друзей в Берлине',
  'I like dogs. Nurse in Berlin, night shifts. No kids. Loves the sea and old boats. Chess!',
  'un appartement près de la gare',
];

let encoder: TextEncoder;
beforeAll(async () => {
  encoder = await openTextEncoder('contextual');
});
afterAll(() => encoder.close());

async function encodeOne(text: string): Promise<Float32Array> {
  return (await encoder.encode([text]))[0]!;
}

describe('the contextual encoder', () => {
  it('has an identity of its own, as wide as the static one', async () => {
    const embedded = await openTextEncoder('embedded');
    expect(encoder.identity.dimension).toBe(embedded.identity.dimension);
    expect(encoderId(encoder.identity)).toMatch(/^counterpart-contextual@\w+#[0-9a-f]{8}$/);
    expect(encoderId(encoder.identity)).not.toBe(encoderId(embedded.identity));
    await embedded.close();
  });

  it('puts what means the same nearer than what does not', async () => {
    const [seeker, near, far] = await encoder.encode([
      'I love hiking and the outdoors',
      'Enjoys long walks in the mountains',
      'Senior tax accountant, audits of banks',
    ]);
    expect(dot(seeker!, near!)).toBeGreaterThan(dot(seeker!, far!) + 0.2);
  });

  it('reads a word by its context', async () => {
    const [river, water, money] = await encoder.encode([
      'we sat on the bank and watched the boats go by',
      'a quiet place beside the river',
      'a credit institution with many branches',
    ]);
    expect(dot(river!, water!)).toBeGreaterThan(dot(river!, money!) + 0.1);
  });

  it('gives the same vector, to the bit, alone, in every batch, at once and twice', async () => {
    const alone: Float32Array[] = [];
    for (const text of TEXTS) alone.push(await encodeOne(text));
    expect(await encoder.encode(TEXTS)).toEqual(alone);
    const repeated = await encoder.encode(Array.from({ length: 60 }, (_, n) => TEXTS[n % TEXTS.length]!));
    expect(repeated).toEqual(Array.from({ length: 60 }, (_, n) => alone[n % TEXTS.length]!));
    // Other texts of the same length in the same batch, so that nothing is read once for all.
    const beside = await encoder.encode([
      'Chess! Loves the sea and old boats. Nurse in Berlin, night shifts. I like dogs. No kids.',
      ...TEXTS.map((text) => text.replace(/o/g, 'a')),
      ...TEXTS,
    ]);
    expect(beside.slice(1 + TEXTS.length)).toEqual(alone);
    const atOnce = await Promise.all(TEXTS.map((text) => encoder.encodeProfile(text)));
    expect(atOnce.map(({ vector }) => vector)).toEqual(alone);
  });

  it.each([1, 2])('gives the same vector in another process, with %i threads', async (threads) => {
    const script = `
      import { ContextualTextEncoder } from ${JSON.stringify(new URL('./contextual-text-encoder.ts', import.meta.url).href)};
      const encoder = await ContextualTextEncoder.open({ threads: ${threads} });
      const vectors = await encoder.encode(${JSON.stringify(TEXTS)});
      console.log(JSON.stringify(vectors.map((vector) => Buffer.from(vector.buffer, vector.byteOffset, vector.byteLength).toString('base64'))));
      await encoder.close();`;
    const { stdout } = await promisify(execFile)(process.execPath, ['--eval', script]);
    const here = await encoder.encode(TEXTS);
    const bytes = here.map((vector) => Buffer.from(Float32Array.from(vector).buffer).toString('base64'));
    expect(JSON.parse(stdout)).toEqual(bytes);
  });

  it('gives unit vectors, and the zero vector where it knows no piece', async () => {
    for (const text of ['a', 'Straße nach Köln', '東京で友達を探しています', 'ok \ud800 \u0000 fine', '?!']) {
      expect(norm(await encodeOne(text)), text).toBeCloseTo(1, 5);
    }
    for (const text of ['', ' \n\t', '😀', '\ud800', '[UNK] [SEP]', 'x'.repeat(5000)]) {
      expect(await encodeOne(text), text.slice(0, 20)).toEqual(new Float32Array(256));
    }
    const profile = await encoder.encodeProfile(' \n ');
    expect([profile.vector, profile.sentences]).toEqual([new Float32Array(256), []]);
    expect(await encoder.encode([])).toEqual([]);
  });

  it('does not let a text close the window by a token of its own', async () => {
    expect(dot(await encodeOne('no [SEP] kids'), await encodeOne('no kids'))).toBeCloseTo(1, 5);
  });

  it('gives a profile the vectors of its text and of its sentences', async () => {
    const text = 'I like dogs.  I hate cats.';
    const { vector, sentences } = await encoder.encodeProfile(text);
    const parts = sentences.map(({ start, end }) => text.slice(start, end));
    expect(parts).toEqual(['I like dogs.', 'I hate cats.']);
    expect([vector, ...sentences.map((sentence) => sentence.vector)]).toEqual(
      await encoder.encode([text, ...parts]),
    );
  });

  it('counts each fact of a profile, in whichever order', async () => {
    const facts = ['I like dogs.', 'Nurse in Berlin.', 'No kids.'];
    const [one, other] = await encoder.encode([facts.join(' '), facts.toReversed().join('\n')]);
    expect(dot(one!, other!)).toBeCloseTo(1, 5);
  });

  it('reads a text of 256 KiB, whatever its script', async () => {
    for (const text of ['漢字'.repeat(131_072), 'a '.repeat(131_072), '한국어 '.repeat(65_536)]) {
      const { vector, sentences } = await encoder.encodeProfile(text.slice(0, 262_144));
      expect(norm(vector)).toBeCloseTo(1, 5);
      expect(sentences.length).toBeLessThanOrEqual(8);
    }
  });

  it('counts the end of a text that is longer than its window', async () => {
    const start = 'i love dogs '.repeat(60);
    const [plain, ended, wanted] = await encoder.encode([
      start,
      `${start}${'nurse in berlin '.repeat(30)}`,
      'nurse in berlin',
    ]);
    expect(dot(ended!, wanted!)).toBeGreaterThan(dot(plain!, wanted!) + 0.05);
  });

  it('leaves the event loop free during a long batch', async () => {
    let turns = 0;
    const timer = setInterval(() => turns++, 1);
    await encoder.encode(Array.from({ length: 300 }, (_, i) => `profile ${i} likes hiking and board games`));
    clearInterval(timer);
    expect(turns).toBeGreaterThan(10);
  });

  it('refuses files that are not the ones its card names', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'counterpart-contextual-'));
    await cp(models, folder, { recursive: true, filter: (path) => !path.includes('training') });
    const model = await readFile(join(folder, 'model.onnx'));
    model[1_000_000]! ^= 1;
    await writeFile(join(folder, 'model.onnx'), model);
    await expect(ContextualTextEncoder.open({ folder })).rejects.toThrow(
      /is damaged: its files have the SHA-256/,
    );
    await rm(folder, { recursive: true });
  });

  it('has the licence of what it was made from beside it, and is at most 14 MB', async () => {
    const notice = await readFile(join(models, 'LICENSE'), 'utf8');
    expect(notice).toMatch(/Apache License/);
    expect(notice).toMatch(/WordNet 3\.0 Copyright 2006 by Princeton University/);
    const sizes = await Promise.all(
      ['model.onnx', 'vocabulary.txt'].map((name) => readFile(join(models, name))),
    );
    expect(sizes.reduce((sum, { length }) => sum + length, 0)).toBeLessThan(14e6);
  });
});
