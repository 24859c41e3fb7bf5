import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dot, norm } from '../../../platform/numeric/vectors.ts';
import { openTextEncoder } from '../open-text-encoder.ts';
import { encoderId, type TextEncoder } from '../text-encoder.ts';
import { EmbeddedTextEncoder } from './embedded-text-encoder.ts';

let encoder: TextEncoder;
beforeAll(async () => {
  encoder = await openTextEncoder('embedded');
});
afterAll(() => encoder.close());

async function encodeOne(text: string): Promise<Float32Array> {
  return (await encoder.encode([text]))[0]!;
}

describe('the embedded encoder', () => {
  it('tells its identity', () => {
    expect(encoder.identity.dimension).toBe(256);
    expect(encoderId(encoder.identity)).toMatch(/^counterpart-static@\w+#[0-9a-f]{8}$/);
  });

  it('puts what means the same nearer than what does not', async () => {
    const [seeker, near, far] = await encoder.encode([
      'I love hiking and the outdoors',
      'Enjoys long walks in the mountains',
      'Senior tax accountant, audits of banks',
    ]);
    expect(dot(seeker!, near!)).toBeGreaterThan(dot(seeker!, far!) + 0.2);
  });

  it.each([
    ['no kids', 'childfree', 'has two kids'],
    ["I don't smoke", 'non-smoker', 'chain smoker'],
  ])('puts "%s" nearer to "%s" than to "%s"', async (denied, same, opposite) => {
    const [seeker, near, far] = await encoder.encode([denied, same, opposite]);
    expect(dot(seeker!, near!)).toBeGreaterThan(dot(seeker!, far!));
  });

  it('gives unit vectors, and the zero vector where it knows no token', async () => {
    for (const text of ['a', 'Straße nach Köln', 'x'.repeat(5000), 'ok \ud800 \u0000 fine']) {
      expect(norm(await encodeOne(text)), text.slice(0, 20)).toSatisfy(
        (norm: number) => norm === 0 || Math.abs(norm - 1) < 1e-5,
      );
    }
    for (const text of ['', ' \n\t', '😀', '\ud800', '[UNK] [SEP]', 'x'.repeat(5000)]) {
      expect(await encodeOne(text), text.slice(0, 20)).toEqual(new Float32Array(256));
    }
  });

  it('gives the same vector alone, in a batch and twice', async () => {
    const texts = ['no kids', 'not looking for anything serious', 'Python, SQL'];
    const batch = await encoder.encode(texts);
    for (const [i, text] of texts.entries()) expect(await encodeOne(text)).toEqual(batch[i]);
  });

  it('encodes a text that is longer than one piece as one text', async () => {
    const words = Array.from({ length: 30_000 }, (_, i) => (i % 2 ? 'gardening' : 'chess')).join(' ');
    expect(dot(await encodeOne(words), await encodeOne('chess gardening chess gardening'))).toBeGreaterThan(
      0.95,
    );
    const unbroken = '漢字'.repeat(20_000);
    expect(norm(await encodeOne(unbroken))).toBeCloseTo(1, 4);
  });

  it('yields to the event loop during a long batch', async () => {
    let turns = 0;
    const timer = setInterval(() => turns++, 1);
    await encoder.encode(
      Array.from({ length: 5000 }, (_, i) => `profile ${i} likes hiking, cooking and board games`),
    );
    clearInterval(timer);
    expect(turns).toBeGreaterThan(2);
  });
});

describe('in a thread', () => {
  const long = Array.from({ length: 400 }, (_, i) => `I once cooked ${i} eggs by a lake. 東京!`).join(' ');

  it('gives what it gives on the calling thread', async () => {
    const inline = await EmbeddedTextEncoder.open({ inline: true });
    expect(await encoder.encodeProfile(long)).toEqual(await inline.encodeProfile(long));
    const many = Array.from({ length: 300 }, (_, i) => `${long.slice(i, i + 90)}`);
    expect(await encoder.encode(many)).toEqual(await inline.encode(many));
    await inline.close();
  });

  it('closing waits for what is owed, and it can be used again', async () => {
    const other = await EmbeddedTextEncoder.open();
    const owed = other.encodeProfile(long);
    await other.close();
    expect((await owed).sentences).toHaveLength(8);
    expect((await other.encodeProfile(long)).sentences).toHaveLength(8);
    await other.close();
  });
});

describe('a whole profile', () => {
  it('has the vector of its text and up to 8 sentence vectors whose spans are right', async () => {
    const text = '  I am Ann. I love dogs!\nNo kids, please.';
    const { vector, sentences } = await encoder.encodeProfile(text);
    expect(vector).toEqual(await encodeOne(text));
    expect(sentences.map(({ start, end }) => text.slice(start, end))).toEqual([
      'I am Ann.',
      'I love dogs!',
      'No kids, please.',
    ]);
    expect(sentences[1]!.vector).toEqual(await encodeOne('I love dogs!'));
  });

  it('lets the end of a long CV count, in the whole vector and in the last sentence vector', async () => {
    const jobs = Array.from(
      { length: 60 },
      (_, i) => `In ${1960 + i} I worked as an accountant for bank ${i}.`,
    );
    const plain = await encoder.encodeProfile(jobs.join(' '));
    const ended = await encoder.encodeProfile([...jobs, 'Now I breed horses on a farm.'].join(' '));
    const horses = await encodeOne('breeding horses on a farm');
    expect(ended.sentences).toHaveLength(8);
    expect(dot(ended.vector, horses)).toBeGreaterThan(dot(plain.vector, horses) + 0.01);
    expect(dot(ended.sentences[7]!.vector, horses)).toBeGreaterThan(
      dot(plain.sentences[7]!.vector, horses) + 0.1,
    );
  });

  it('of no text has no sentences', async () => {
    expect(await encoder.encodeProfile(' \n ')).toEqual({ vector: new Float32Array(256), sentences: [] });
  });
});
