import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect } from 'vitest';
import {
  type ChatServerUnderTest,
  likesAllEqually,
  startChatServer,
  writeCompletion,
} from '../../../src/engines/llm/testing/chat-server.ts';
import {
  type RerankServerUnderTest,
  startRerankServer,
} from '../../../src/matching/rerankers/testing/rerank-server.ts';
import { modelSettings } from '../../../src/platform/config/settings/model-settings.ts';
import { until } from '../../../src/platform/testing/until.ts';
import { type ComposedService, composed } from '../testing/composed-service.ts';
import { type OutsideWorld, startOutsideWorld } from '../testing/outside-world.ts';
import { demonstrate } from './demonstrate.ts';
import { addPeople, degradedBy, figure, match } from './people.ts';

let chat: ChatServerUnderTest;
let rerank: RerankServerUnderTest;
let outside: OutsideWorld;
let changed: ComposedService;
/** Its dependencies are slower than it waits. */
let slow: ComposedService;
let plain: ComposedService;

beforeAll(async () => {
  chat = await startChatServer((data, call) =>
    'candidates' in (data as object) ? likesAllEqually(data, call) : { values: {}, demands: [] },
  );
  rerank = await startRerankServer(() => 1);
  outside = await startOutsideWorld({});
  changed = await composed({
    '--text-encoder': `openai:${outside.url}/v1`,
    '--text-encoder-model': 'vectors-1',
    '--text-encoder-api-key': 'sk-vectors',
    '--image-encoder': 'folder:/nowhere',
    '--llm-url': chat.url,
    '--llm-model': 'judge-1',
    '--llm-api-key': 'sk-judge',
    '--llm-price': '1,2',
    '--llm-daily-usd': '0.02',
    '--llm-concurrency': '2',
    '--extraction': 'llm',
    '--reranker': `cohere:${rerank.url}`,
    '--reranker-model': 'rerank-1',
    '--reranker-api-key': 'sk-rerank',
  });
  slow = await composed({
    '--llm-url': chat.url,
    '--llm-model': 'judge-1',
    '--judge-timeout-ms': '10',
    '--reranker': `cohere:${rerank.url}`,
    '--reranker-timeout-ms': '10',
  });
  plain = await composed();
  for (const service of [changed, slow, plain]) await addPeople(service);
});

afterAll(async () => {
  for (const service of [changed, slow, plain]) await service?.stop();
  for (const server of [chat, rerank, outside]) await server?.close();
});

/** A prompt of its own each time: answers are kept by content. */
let prompts = 0;
const judged = (service: ComposedService) =>
  match(service, { stages: { llm_judge: { enabled: true, prompt: `Somebody ${prompts++}` } } });

const late = (response: Parameters<(typeof chat.faults)[number]>[0]) =>
  void setTimeout(() => writeCompletion(response, { verdicts: [] }), 300);

demonstrate(modelSettings, {
  textEncoder: async () => {
    expect(outside.calls.filter(({ path }) => path === '/v1/embeddings').length).toBeGreaterThan(0);
  },
  textEncoderModel: async () => {
    const call = outside.calls.find(({ path }) => path === '/v1/embeddings');
    expect(JSON.parse(call!.body).model).toBe('vectors-1');
  },
  textEncoderApiKey: async () => {
    const call = outside.calls.find(({ path }) => path === '/v1/embeddings');
    expect(call!.headers.authorization).toBe('Bearer sk-vectors');
  },
  llmUrl: async () => {
    const before = chat.calls.length;
    expect((await judged(changed)).body.models_used.llm_judge).toBeDefined();
    expect(chat.calls.length).toBe(before + 1);
    expect((await judged(plain)).body.degraded).toEqual([{ stage: 'llm_judge', reason: expect.any(String) }]);
  },
  llmModel: async () => {
    expect((await judged(changed)).body.models_used.llm_judge.version).toBe('judge-1');
  },
  llmApiKey: async () => {
    await judged(changed);
    expect(chat.calls.at(-1)!.headers.authorization).toBe('Bearer sk-judge');
  },
  llmPrice: async () => {
    await judged(changed);
    expect(await figure(changed, 'counterpart_llm_spent_usd_total')).toBeGreaterThan(0);
    await judged(slow);
    expect(await figure(slow, 'counterpart_llm_spent_usd_total')).toBe(0);
  },
  llmConcurrency: async () => {
    let [now, most] = [0, 0];
    const gate = Promise.withResolvers<void>();
    const held: (typeof chat.faults)[number] = (response) => {
      most = Math.max(most, ++now);
      void gate.promise.then(() => {
        now--;
        writeCompletion(response, { verdicts: [] });
      });
    };
    chat.faults.push(held, held, held);
    const asked = [judged(changed), judged(changed), judged(changed)];
    await until(() => now).toBe(2);
    await new Promise((resolve) => setTimeout(resolve, 300));
    gate.resolve();
    await Promise.all(asked);
    chat.faults.length = 0;
    expect(most).toBe(2);
  },
  judgeTimeoutMs: async () => {
    chat.faults.push(late);
    expect(await degradedBy(judged(slow), 'llm_judge')).toBe(true);
    chat.faults.length = 0;
  },
  extraction: async () => {
    const before = chat.calls.length;
    const said = { user_id: 'told', domain: 'dating', context: 'I am 33 and I live in Porto.' };
    for (const service of [plain, slow]) expect((await service.send('users', said)).status).toBe(200);
    expect(chat.calls.length).toBe(before);
    expect((await changed.send('users', said)).status).toBe(200);
    expect(chat.calls.length).toBeGreaterThan(before);
  },
  reranker: async () => {
    const before = rerank.calls.length;
    expect((await match(plain)).status).toBe(200);
    expect(rerank.calls.length).toBe(before);
    expect((await match(changed)).body.models_used.cross_encoder.version).toContain('cohere');
    expect(rerank.calls.length).toBe(before + 1);
  },
  rerankerModel: async () => {
    await match(changed);
    expect(rerank.calls.at(-1)!.body.model).toBe('rerank-1');
  },
  rerankerApiKey: async () => {
    await match(changed);
    expect(rerank.calls.at(-1)!.headers.authorization).toBe('Bearer sk-rerank');
  },
  rerankerTimeoutMs: async () => {
    rerank.faults.push((response) => void setTimeout(() => response.end('{}'), 300));
    expect(await degradedBy(match(slow), 'cross_encoder')).toBe(true);
    rerank.faults.length = 0;
  },
  imageEncoder: async () => {
    mkdirSync(join(changed.folder, 'imports'), { recursive: true });
    const rows = Array.from({ length: 4 }, (_, n) => ({ item_id: `i${n}`, image_url: 'file:a.png' }));
    writeFileSync(
      join(changed.folder, 'imports', 'catalog.jsonl'),
      rows.map((row) => JSON.stringify(row)).join('\n'),
    );
    const catalog = { uri: 'file:catalog.jsonl', format: 'jsonl' };
    const { body } = await changed.send(
      'tokenizers',
      { name: 'seen', catalog, modalities: ['image'] },
      'fit-of-images',
    );
    const job = await changed.ended(body.job_id);
    expect(job.error?.message).toContain('image encoder cannot be opened');
  },
  // The last one: once it is spent, no other asks the language model.
  llmDailyUsd: async () => {
    await until(async () => JSON.stringify((await judged(changed)).body.degraded)).toContain('over_budget');
  },
});
