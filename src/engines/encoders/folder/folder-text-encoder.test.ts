import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import { dot, norm } from '../../../platform/numeric/vectors.ts';
import { openTextEncoder } from '../open-text-encoder.ts';
import { encoderId, type TextEncoder } from '../text-encoder.ts';

const tiny = fileURLToPath(new URL('./tiny-model', import.meta.url));
const teacher = process.env.COUNTERPART_TEACHER;

const opened: TextEncoder[] = [];
const folders: string[] = [];
afterAll(async () => {
  await Promise.all(opened.map((encoder) => encoder.close()));
  await Promise.all(folders.map((folder) => rm(folder, { recursive: true })));
});

async function open(
  folder: string,
  options: Parameters<typeof openTextEncoder>[1] = {},
): Promise<TextEncoder> {
  const encoder = await openTextEncoder(`folder:${folder}`, {
    ...options,
    folder: { threads: 1, ...options.folder },
  });
  opened.push(encoder);
  return encoder;
}

/** A copy of the tiny model with one file replaced. */
async function variant(file: string, content: unknown): Promise<string> {
  const folder = await temporary();
  await cp(tiny, folder, { recursive: true });
  await writeFile(join(folder, file), JSON.stringify(content));
  return folder;
}

async function temporary(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'counterpart-encoder-'));
  folders.push(folder);
  return folder;
}

describe('a sentence-transformers folder', () => {
  it('gives unit vectors, the same alone and in a batch, also under concurrent requests', async () => {
    const encoder = await open(tiny);
    expect(encoder.identity).toMatchObject({ name: 'tiny-model', version: '1', dimension: 8 });
    const texts = ['I love dogs', 'a nurse in Berlin', 'no kids', 'two cats and hiking and cooking'];
    const batch = await encoder.encode(texts);
    for (const vector of batch) expect(norm(vector)).toBeCloseTo(1, 5);
    const alone = await Promise.all(texts.map((text) => encoder.encode([text])));
    for (const [i, [vector]] of alone.entries()) expect(dot(vector!, batch[i]!)).toBeCloseTo(1, 5);
  });

  it('gives the zero vector to a blank text', async () => {
    const [blank, empty] = await (await open(tiny)).encode([' \n', '']);
    expect(blank).toEqual(new Float32Array(8));
    expect(empty).toEqual(new Float32Array(8));
  });

  it('counts the end of a text that is longer than its window', async () => {
    const encoder = await open(tiny);
    const start = 'i love dogs '.repeat(30);
    const [plain, ended, wanted] = await encoder.encode([
      start,
      `${start}${'nurse in berlin '.repeat(10)}`,
      'nurse in berlin',
    ]);
    expect(dot(ended!, wanted!)).toBeGreaterThan(dot(plain!, wanted!) + 0.05);
  });

  it('pools, prefixes and identifies as its files say', async () => {
    const mean = await open(tiny);
    const cls = await open(await variant('1_Pooling/config.json', { pooling_mode_cls_token: true }));
    const prompts = { prompts: { query: 'query: ' } };
    const prefixed = await open(await variant('config_sentence_transformers.json', prompts));
    const byHand = await open(tiny, { folder: { prefix: 'query: ' } });
    const [a, b, c, d] = await Promise.all(
      [mean, cls, prefixed, byHand].map(async (encoder) => (await encoder.encode(['two cats']))[0]!),
    );
    const [other] = await cls.encode(['a nurse']);
    expect(dot(b!, other!)).toBeCloseTo(1, 5); // [CLS] is the same everywhere in this model
    expect(dot(a!, c!)).toBeLessThan(0.999);
    expect(dot(c!, d!)).toBeCloseTo(1, 5);
    expect(
      new Set([mean, cls, prefixed].map(({ identity }) => encoderId({ ...identity, name: '' }))).size,
    ).toBe(3);
  });

  it('says what is wrong with a folder', async () => {
    await expect(open('/nowhere')).rejects.toThrow(/\/nowhere has no onnx\/model\.onnx/);
    const weighted = await variant('1_Pooling/config.json', { pooling_mode_weightedmean_tokens: true });
    await expect(open(weighted)).rejects.toThrow(/pooling_mode_weightedmean_tokens; mean and CLS/);
    const broken = await variant('onnx/model.onnx', 'not a model');
    await expect(open(broken)).rejects.toThrow(/cannot load the text encoder in/);
  });

  it('rejects requests after it was closed', async () => {
    const encoder = await open(tiny);
    await encoder.close();
    await expect(encoder.encode(['dogs'])).rejects.toThrow('the thread «text encoder» was closed');
  });
});

describe('hf:', () => {
  it('fetches a model once, then needs no hub', async () => {
    const asked: string[] = [];
    const hub = createServer(async (request, response) => {
      const path = request.url!.replace('/owner/tiny/resolve/main/', '');
      asked.push(path);
      const file = await readFile(join(tiny, path)).catch(() => undefined);
      response.writeHead(file ? 200 : 404).end(file);
    }).listen(0, '127.0.0.1');
    await new Promise((resolve) => hub.once('listening', resolve));
    const hubUrl = `http://127.0.0.1:${(hub.address() as AddressInfo).port}`;
    const options = { cacheFolder: await temporary(), hubUrl, folder: { threads: 1 } };
    const first = await openTextEncoder('hf:owner/tiny', options);
    opened.push(first);
    expect(first.identity).toMatchObject({ name: 'owner/tiny', dimension: 8 });
    expect(asked).toContain('onnx/model.onnx');
    await expect(openTextEncoder('hf:owner/missing', options)).rejects.toThrow(/config\.json answered 404/);
    await new Promise((resolve) => hub.close(resolve));
    const counted = asked.length;
    const second = await openTextEncoder('hf:owner/tiny', options);
    opened.push(second);
    expect(second.identity).toEqual(first.identity);
    expect(asked.length).toBe(counted);
    await expect(openTextEncoder('hf:../up', options)).rejects.toThrow(/no model name/);
  });
});

describe.skipIf(!teacher)('the teacher (COUNTERPART_TEACHER)', () => {
  it('tells texts of one meaning from others', async () => {
    const encoder = await open(teacher!);
    expect(encoder.identity.dimension).toBe(384);
    const [a, b, c] = await encoder.encode([
      'A man is playing a guitar',
      'Someone plays an instrument',
      'Tax law',
    ]);
    expect(dot(a!, b!)).toBeGreaterThan(0.5);
    expect(dot(a!, c!)).toBeLessThan(0.2);
  });
});
