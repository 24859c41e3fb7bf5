/** Sends the documentation's requests to a service on a temporary folder, and records the answers. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { composeService } from '../src/composition/compose-service.ts';
import { readSettings } from '../src/config/read-settings.ts';
import { createLogger } from '../src/http/create-logger.ts';
import {
  adaptExample,
  batchExample,
  contextExample,
  embedExample,
  exportExample,
  exportTokenizerExample,
  feedbackBatchExample,
  feedbackExample,
  fitDatasetExample,
  generateExample,
  importExample,
  ingestExample,
  matchExample,
  neighbours,
  predictExample,
  rankGivenExample,
  semanticIdsExample,
  shop,
  shopLater,
  simulateExample,
  streamExample,
  trainExample,
  upsertExample,
} from '../src/http/endpoints/examples.ts';

type Send = (
  method: 'GET' | 'POST' | 'DELETE',
  url: string,
  payload?: object,
) => Promise<Record<string, unknown>>;

/** Sends lines of JSON; the text of the answer. */
type SendLines = (url: string, lines: readonly object[]) => Promise<string>;

/** By operation id. */
async function recordExamples(): Promise<Readonly<Record<string, unknown>>> {
  const folder = mkdtempSync(join(tmpdir(), 'counterpart-examples-'));
  const settings = readSettings({}, ['--data', folder, '--public-url', 'https://match.example.com']);
  const service = await composeService(settings, createLogger('error'));
  try {
    const tenant = await service.accounts.createTenant({
      name: 'examples',
      domains: ['dating'],
      email: 'ops@example.com',
    });
    const { key } = await service.accounts.createKey(tenant.tenantId, {});
    let sent = 0;
    const send: Send = async (method, url, payload) => {
      const headers = {
        authorization: `Bearer ${key}`,
        'x-request-id': 'req_example',
        'idempotency-key': `example-${++sent}`,
      };
      const answer = await service.server.inject({ method, url, headers, ...(payload && { payload }) });
      if (answer.statusCode > 202) throw new Error(`${method} ${url}: ${answer.statusCode} ${answer.body}`);
      return answer.json();
    };
    const sendLines: SendLines = async (url, lines) => {
      const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/x-ndjson' };
      const payload = lines.map((line) => `${JSON.stringify(line)}\n`).join('');
      return (await service.server.inject({ method: 'POST', url, headers, payload })).body;
    };
    const cancelled = await recordCancelling(send);
    service.worker.start();
    return {
      ...(await recordMatching(send, sendLines)),
      ...(await recordDatasets(send)),
      ...(await recordModels(send)),
      ...cancelled,
    };
  } finally {
    await service.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function recordMatching(send: Send, sendLines: SendLines) {
  for (const neighbour of neighbours) await send('POST', '/v1/users', neighbour);
  const user = `/v1/users/${encodeURIComponent(upsertExample.user_id)}`;
  const recorded = {
    upsertUser: await send('POST', '/v1/users', upsertExample),
    appendContext: await send('POST', '/v1/context', contextExample),
    getUser: await send('GET', `${user}?domain=${upsertExample.domain}`),
    getSchema: await send('GET', `/v1/schema?domain=${upsertExample.domain}`),
    match: await send('POST', '/v1/match', matchExample),
  };
  await send('POST', '/v1/match', rankGivenExample);
  const getMatch = await send('GET', `/v1/matches/${recorded.match.match_id}`);
  const learned = await recordLearning(send);
  const earlier = {
    ingest: await send('POST', '/v1/ingest', ingestExample),
    stream: await send('POST', '/v1/stream', streamExample),
    sendFeedbackBatch: await send('POST', '/v1/feedback/batch', feedbackBatchExample),
  };
  const known = {
    exportUser: await send('GET', `${user}/export`),
    upsertUsers: await sendLines('/v1/users/batch', batchExample),
  };
  return { ...recorded, getMatch, ...learned, ...earlier, ...known, deleteUser: await send('DELETE', user) };
}

async function recordLearning(send: Send) {
  const sendFeedback = await send('POST', '/v1/feedback', feedbackExample);
  const train = await send('POST', '/v1/train', trainExample);
  return {
    sendFeedback,
    train,
    getTrainingRun: await send('GET', `/v1/train/runs/${train.run_id}`),
    listTrainingRuns: await send('GET', '/v1/train/runs'),
  };
}

/** Before the worker starts, so that one job is waiting. */
async function recordCancelling(send: Send) {
  const { id } = await send('POST', '/v1/datasets', importExample);
  return { cancelJob: await send('POST', `/v1/jobs/${id}/cancel`) };
}

async function recordDatasets(send: Send) {
  const importDataset = await send('POST', '/v1/datasets', importExample);
  const { resource } = await ended(send, importDataset);
  const dataset = `/v1/datasets/${(resource as { id: string }).id}`;
  const exportDataset = await send('POST', `${dataset}/exports`, exportExample);
  return {
    importDataset,
    exportDataset,
    getJob: await ended(send, exportDataset),
    listJobs: await send('GET', '/v1/jobs?kind=dataset_export'),
    getDataset: await send('GET', dataset),
    listDatasets: await send('GET', '/v1/datasets'),
  };
}

/** Small, with a brief evaluation: only the form of the answers matters. */
const settings = { width: 16, heads: 2, blocks: 1, epochs: 3, evaluation: 'brief' } as const;

async function recordModels(send: Send) {
  const dataset_id = await made(send, await send('POST', '/v1/datasets', shop));
  const adaptModel = await send('POST', '/v1/adaptations', { ...adaptExample, dataset_id, settings });
  const model_id = await made(send, adaptModel);
  const model = `/v1/models/${model_id}`;
  const later = await made(send, await send('POST', '/v1/datasets', shopLater));
  const simulate = await send('POST', '/v1/simulations', { ...simulateExample, model_id, dataset_id: later });
  const simulation = await made(send, simulate);
  return {
    adaptModel,
    getModel: await send('GET', model),
    listModels: await send('GET', '/v1/models'),
    predict: await send('POST', `${model}/predict`, predictExample),
    embed: await send('POST', `${model}/embed`, embedExample),
    simulate,
    getSimulation: await send('GET', `/v1/simulations/${simulation}`),
    ...(await recordTokenizers(send, dataset_id)),
  };
}

async function recordTokenizers(send: Send, dataset_id: string) {
  const fitTokenizer = await send('POST', '/v1/tokenizers', { ...fitDatasetExample, dataset_id });
  const tokenizer_id = await made(send, fitTokenizer);
  const tokenizer = `/v1/tokenizers/${tokenizer_id}`;
  const retriever = await send('POST', '/v1/adaptations', {
    ...adaptExample,
    dataset_id,
    architecture: 'generative-retriever',
    tokenizer_id,
    settings: { ...settings, evaluation: 'none' },
  });
  const model_id = await made(send, retriever);
  return {
    fitTokenizer,
    getTokenizer: await send('GET', tokenizer),
    listTokenizers: await send('GET', '/v1/tokenizers'),
    exportTokenizer: await send('POST', `${tokenizer}/exports`, exportTokenizerExample),
    assignSemanticIds: await send('POST', '/v1/semantic-ids', { ...semanticIdsExample, tokenizer_id }),
    generate: await send('POST', '/v1/generate', { ...generateExample, model_id, limit: 3 }),
  };
}

/** Id of the resource that the job made, after the job. */
async function made(send: Send, job: Record<string, unknown>): Promise<string> {
  const { resource } = await ended(send, job);
  return (resource as { id: string }).id;
}

async function ended(send: Send, { id }: Record<string, unknown>) {
  for (;;) {
    const job = await send('GET', `/v1/jobs/${id}`);
    if (job.status === 'succeeded') return job;
    if (job.status === 'failed') throw new Error(JSON.stringify(job.error));
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

const file = join(import.meta.dirname, '../src/http/endpoints/recorded-answers.generated.json');
writeFileSync(file, `${JSON.stringify(await recordExamples(), null, 2)}\n`);
