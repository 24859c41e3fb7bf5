/**
 * Jobs: imports, appends, snapshots, exports, tokenizers, adaptations and simulations. An acknowledged job
 * has the same id when its request is sent again with the same key. A job without an answer is made once,
 * however often it is sent. `everyMs` bounds how many jobs wait in the end.
 */
import { leastModel, smallDataset } from '../../../test/support/small-dataset.ts';
import type { Client } from '../client.ts';
import type { Ledger, Read } from '../ledger.ts';
import type { Work } from './work.ts';

/** The dataset and models made before the first kill. */
export interface Made {
  readonly dataset: string;
  readonly models: readonly [string, string];
}

/** Slow enough to be killed in the middle. */
const slowModel = { ...leastModel, epochs: 12, patience: 12 };

const job = (name: string, everyMs: number, path: string, body: (n: number) => object): Work => ({
  name,
  everyMs,
  step: (client, ledger, n) => startJob(client, ledger, `${name}:${n}`, path, body(n)),
});

async function startJob(client: Client, ledger: Ledger, name: string, path: string, body: object) {
  const idempotencyKey = `kill-${name}`;
  const ask = (each: Client) => each.send('POST', path, body, idempotencyKey);
  const { status, body: started } = await ask(client);
  if (status === 0) return ledger.leaveOpen(name, 'one job', sameTwice(ask));
  if (status === 202) ledger.acknowledge(name, String(started.id), askedAgain(ask));
}

type Ask = (client: Client) => ReturnType<Client['send']>;

const askedAgain =
  (ask: Ask): Read =>
  (client) =>
    idOf(ask, client);

async function idOf(ask: Ask, client: Client): Promise<string> {
  const { status, body, text } = await ask(client);
  return status === 202 ? String(body.id) : `${status} ${text.slice(0, 200)}`;
}

/**
 * Where it was never taken, the first repetition takes it. Refused for its state (409, 422): there is no job.
 */
const sameTwice =
  (ask: Ask): Read =>
  async (client) => {
    const first = await idOf(ask, client);
    const second = await idOf(ask, client);
    return first === second || /^(409|422)/.test(second) ? 'one job' : `${first} and then ${second}`;
  };

const appends = (dataset: string): Work => ({
  name: 'appends',
  everyMs: 60,
  step: async (client, ledger, n) => {
    const event = {
      ...{ event_id: `appended-${n}`, person_id: `p${n % 50}`, item_id: `i${n % 30}`, kind: 'view' },
      timestamp: new Date(Date.UTC(2024, 2, 1) + n * 1000).toISOString(),
    };
    const append = (each: Client) => each.send('POST', `/datasets/${dataset}/events`, { events: [event] });
    const { status } = await append(client);
    if (status === 0) ledger.unanswered('appends');
    if (status !== 200) return;
    ledger.acknowledge(`appends:${n}`, 'known', async (each) => {
      const again = await append(each);
      return again.body?.duplicates === 1 ? 'known' : `${again.status} ${again.text.slice(0, 200)}`;
    });
  },
});

export function jobWork(dataset: string, model: string): readonly Work[] {
  return [
    appends(dataset),
    job('imports', 700, '/datasets', (n) => ({ name: `imported-${n}`, ...smallDataset })),
    job('snapshots', 1500, `/datasets/${dataset}/snapshots`, () => ({})),
    job('exports', 1500, `/datasets/${dataset}/exports`, () => ({ format: 'jsonl' })),
    job('adaptations', 8000, '/adaptations', (n) => ({
      ...{ dataset_id: dataset, name: `model-${n}`, settings: slowModel },
    })),
    job('tokenizers', 6000, '/tokenizers', (n) => ({ dataset_id: dataset, name: `tokenizer-${n}` })),
    job('simulations', 2500, '/simulations', (n) => ({
      ...{ model_id: model, histories: [['i1', 'i2']], steps: 3, policy: 'model', seed: n },
    })),
    job('batches', 3000, '/match/batch', () => ({
      domain: 'dating',
      limit: 3,
      user_ids: ['base-1', 'base-2'],
    })),
  ];
}
