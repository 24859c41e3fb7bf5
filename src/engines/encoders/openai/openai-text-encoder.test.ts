import { createServer, type IncomingHttpHeaders, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { norm, normalize } from '../../../platform/numeric/vectors.ts';
import { openTextEncoder } from '../open-text-encoder.ts';
import type { TextEncoder } from '../text-encoder.ts';
import type { OpenAiOptions } from './openai-text-encoder.ts';

/** A loopback server for the /embeddings protocol, with faults injected before its correct answers. */

interface Call {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: { readonly model: string; readonly input: readonly string[]; readonly dimensions?: number };
}
type Fault = (response: ServerResponse, call: Call) => void;

let server: Server | undefined;
let encoder: TextEncoder | undefined;
let calls: Call[] = [];
let faults: Fault[] = [];

afterEach(async () => {
  await encoder?.close();
  server?.closeAllConnections();
  await new Promise((resolve) => (server ? server.close(resolve) : resolve(undefined)));
  [server, encoder, calls, faults] = [undefined, undefined, [], []];
});

/** [length, first letter, 1, 0]: enough to tell texts apart. */
function vectorOf(text: string): number[] {
  return [text.length, text.codePointAt(0) ?? 0, 1, 0];
}

function answer(
  response: ServerResponse,
  data: readonly unknown[],
  headers: Record<string, string> = {},
): void {
  response.writeHead(200, { 'content-type': 'application/json', ...headers }).end(JSON.stringify({ data }));
}

function rightAnswer(response: ServerResponse, { body }: Call): void {
  answer(response, body.input.map((text, index) => ({ index, embedding: vectorOf(text) })).reverse());
}

function status(code: number, message: string, headers: Record<string, string> = {}): Fault {
  return (response) => response.writeHead(code, headers).end(JSON.stringify({ error: { message } }));
}

async function open(options: OpenAiOptions = {}): Promise<TextEncoder> {
  server = createServer((request, response) => {
    let text = '';
    request.on('data', (chunk) => {
      text += chunk;
    });
    request.on('end', () => {
      const call = { path: request.url!, headers: request.headers, body: JSON.parse(text) };
      calls.push(call);
      (faults.shift() ?? rightAnswer)(response, call);
    });
  });
  await new Promise<void>((resolve) => server!.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
  encoder = await openTextEncoder(`openai:${url}`, { openai: { firstWaitMs: 1, ...options } });
  calls = [];
  return encoder;
}

function unit(values: readonly number[]): Float32Array {
  return normalize(Float32Array.from(values));
}

describe('an OpenAI-compatible encoder', () => {
  it('sends model, key and texts, and puts the answers in order by index', async () => {
    const opened = await open({ model: 'm1', apiKey: 'secret', dimensions: 4 });
    expect(opened.identity).toMatchObject({ name: 'm1', version: '1', dimension: 4 });
    const vectors = await opened.encode(['bb', 'a', 'cccc']);
    expect(calls).toHaveLength(1);
    expect(calls[0]!.path).toBe('/v1/embeddings');
    expect(calls[0]!.headers.authorization).toBe('Bearer secret');
    expect(calls[0]!.body).toMatchObject({ model: 'm1', dimensions: 4, encoding_format: 'float' });
    for (const [i, text] of ['bb', 'a', 'cccc'].entries()) {
      for (const [d, value] of unit(vectorOf(text)).entries()) expect(vectors[i]![d]).toBeCloseTo(value, 5);
    }
  });

  it('batches, and never sends blank texts', async () => {
    const opened = await open({ batchSize: 10 });
    const texts = Array.from({ length: 45 }, (_, i) => (i % 9 === 0 ? ' ' : `text ${i}`));
    const vectors = await opened.encode(texts);
    expect(calls.map(({ body }) => body.input.length)).toEqual([10, 10, 10, 10]);
    expect(vectors[0]).toEqual(new Float32Array(4));
    expect(norm(vectors[44]!)).toBeCloseTo(1, 5);
    expect(await opened.encode(['', '\n'])).toEqual([new Float32Array(4), new Float32Array(4)]);
    expect(calls).toHaveLength(4);
  });

  it('sends a long text in parts', async () => {
    const opened = await open({ partUnits: 100 });
    const { vector, sentences } = await opened.encodeProfile('word '.repeat(100));
    expect(
      Math.max(...calls.flatMap(({ body }) => body.input.map((text) => text.length))),
    ).toBeLessThanOrEqual(100);
    expect(norm(vector)).toBeCloseTo(1, 5);
    expect(sentences).toHaveLength(1);
  });

  it('understands base64', async () => {
    const opened = await open();
    faults = [
      (response) =>
        answer(response, [{ embedding: Buffer.from(Float32Array.of(3, 4, 0, 0).buffer).toString('base64') }]),
    ];
    const [vector] = await opened.encode(['x']);
    expect([...vector!].map((value) => Number(value.toFixed(4)))).toEqual([0.6, 0.8, 0, 0]);
  });

  it('is repeated after 429, 5xx, a lost connection and a time-out', async () => {
    const opened = await open({ timeoutMs: 300 });
    faults = [
      status(429, 'slow down', { 'retry-after-ms': '5' }),
      status(429, 'slow down', {
        'x-ratelimit-remaining-requests': '0',
        'x-ratelimit-reset-requests': '3ms',
      }),
      status(503, 'overloaded'),
      (response) => response.destroy(),
      () => {}, // never answers
    ];
    const [vector] = await opened.encode(['x']);
    expect(norm(vector!)).toBeCloseTo(1, 5);
    expect(calls).toHaveLength(6);
  });

  it('gives up after the last try, with what the server said', async () => {
    const opened = await open({ maxTries: 3 });
    faults = [status(500, 'boom'), status(500, 'boom'), status(502, 'bang')];
    await expect(opened.encode(['x'])).rejects.toThrow(/answered 502: bang; gave up after 3 tries/);
    expect(calls).toHaveLength(3);
  });

  it.each([
    ['a refused key', status(401, 'bad key'), /refused the API key \(401\): bad key.*TEXT_ENCODER_API_KEY/],
    [
      'an unknown model',
      status(404, 'no such model'),
      /404: no such model\. Check the address and TEXT_ENCODER_MODEL, which is "text-embedding-3-small"/,
    ],
    ['a bad request', status(400, 'too long'), /answered 400: too long/],
    ['a used-up quota', status(429, 'insufficient_quota'), /quota is used up/],
    ['no JSON', ((response) => response.end('<html>')) satisfies Fault, /did not answer in JSON: <html>/],
    [
      'another shape',
      ((response) => response.end('{"data":{}}')) satisfies Fault,
      /did not answer as an \/embeddings/,
    ],
    [
      'too few vectors',
      ((response) => answer(response, [])) satisfies Fault,
      /gave 0 embeddings for 1 texts/,
    ],
    [
      'another dimension',
      ((response) => answer(response, [{ embedding: [1, 2] }])) satisfies Fault,
      /vector of 2 numbers where it had given 4/,
    ],
    [
      'an index out of range',
      ((response) => answer(response, [{ index: 7, embedding: [1, 2, 3, 4] }])) satisfies Fault,
      /index 7 wrongly/,
    ],
    [
      'numbers beyond float32',
      ((response) => answer(response, [{ embedding: [1e300, 0, 0, 0] }])) satisfies Fault,
      /not finite/,
    ],
  ])('fails at once and clearly on %s', async (_, fault, message) => {
    const opened = await open();
    faults = [fault];
    await expect(opened.encode(['x'])).rejects.toThrow(message);
    expect(calls).toHaveLength(1);
  });

  it('stops waiting when it is closed', async () => {
    const opened = await open();
    faults = [status(429, 'slow down', { 'retry-after': '100' })];
    const waiting = opened.encode(['x']);
    const rejected = expect(waiting).rejects.toThrow(/closed|abort/);
    await opened.close();
    await rejected;
  });

  it('tells a server that is not there, and an address that is none', async () => {
    const unreachable = openTextEncoder('openai:http://127.0.0.1:9/v1', {
      openai: { firstWaitMs: 1, maxTries: 2 },
    });
    await expect(unreachable).rejects.toThrow(/cannot be reached; gave up after 2 tries/);
    await expect(openTextEncoder('openai:ftp://x')).rejects.toThrow(/no http or https address/);
    await expect(openTextEncoder('glove')).rejects.toThrow(/TEXT_ENCODER is "glove"; expected embedded/);
  });
});
