/**
 * A service that has done a bit of everything that its metrics count: matches, jobs, questions, refusals,
 * drift, messages, a webhook, a connector.
 */
import { randomUUID } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  type ChatServerUnderTest,
  likesAllEqually,
  startChatServer,
} from '../../../src/engines/llm/testing/chat-server.ts';
import { SCORE_BUCKETS } from '../../../src/platform/storage/statistics-store.ts';
import { type ComposedService, composed } from './composed-service.ts';
import { runHere } from './run-cli.ts';

const DAY_MS = 86_400_000;
const person = { age: 30, gender: 'woman', location: 'Lisbon, Portugal', relationship_goal: 'long_term' };

export interface BusyService {
  readonly service: ComposedService;
  readonly url: string;
  /** Does some of it again. */
  work(): Promise<void>;
  stop(): Promise<void>;
}

export async function startBusyService(): Promise<BusyService> {
  const chat = await startChatServer(likesAllEqually);
  const service = await composed({
    '--llm-url': chat.url,
    '--llm-model': 'judge-1',
    '--llm-price': '1,2',
    '--slow-request-ms': '1',
  });
  const url = `http://127.0.0.1:${await service.port()}`;
  service.worker.start();
  await askForMuch(service, chat);
  await drift(service);
  await tell(service);
  await connect(service);
  while (!(await (await fetch(`${url}/metrics`)).text()).includes('counterpart_job_failures_total{'))
    await sleep(100);
  return {
    service,
    url,
    work: () => askForMuch(service, chat),
    stop: async () => {
      await service.worker.stop();
      await service.stop();
      await chat.close();
    },
  };
}

async function askForMuch(service: ComposedService, chat: ChatServerUnderTest): Promise<void> {
  for (const user_id of ['a', 'b', 'c'])
    await service.send('users', { user_id, domain: 'dating', fields: { ...person, values_text: user_id } });
  const match = (more: object) => service.send('match', { user_id: 'a', domain: 'dating', ...more });
  const stages = { llm_judge: { enabled: true, top_k: 2 } };
  await match({ stages });
  // A refusal is asked again in other forms.
  const refuse = (response: ServerResponse) => void response.writeHead(401).end('{}');
  chat.faults.push(refuse, refuse, refuse);
  // No verdict on this seeker's candidates is kept, so the model is asked, and refuses.
  await match({ stages, user_id: 'b' });
  chat.faults.length = 0;
  await service.send('match', { user_id: 'nobody', domain: 'dating' });
  await service.send('track', { messageId: randomUUID(), userId: 'a', event: 'Seen' });
  const key = (name: string) => `busy-${name}-${randomUUID()}`;
  const items = [{ item_id: 'i1', text: 'One' }];
  await service.send('datasets', { name: 'good', items, events: [] }, key('good'));
  const imports = join(service.folder, 'imports');
  mkdirSync(imports, { recursive: true });
  writeFileSync(join(imports, 'bad.jsonl'), 'no JSON\n');
  const bad = await service.send(
    'datasets',
    { name: 'bad', source_uri: 'file:bad.jsonl', format: 'jsonl' },
    key('bad'),
  );
  if (bad.status !== 202) throw new Error(`the import that is to fail was refused: ${bad.text}`);
}

/** Has a delivery to a webhook. */
async function tell(service: ComposedService): Promise<void> {
  const { body } = await service.send('webhooks', { url: 'https://example.com/hook', events: null });
  await service.send(`webhooks/${body.id}/test`, {});
}

/** Has a connector that has read a folder. */
async function connect({ folder }: ComposedService): Promise<void> {
  const inbox = join(folder, 'inbox');
  mkdirSync(inbox);
  writeFileSync(join(inbox, 'people.csv'), 'id,age\nana,31\n');
  const file = join(folder, 'people.yaml');
  writeFileSync(
    file,
    `
tenant: main
source: {folder: {path: inbox, files: "*.csv"}}
into: people
domain: dating
mapping: {user_id: id, fields: {age: {column: age, as: integer}}}
`,
  );
  const { code, stderr } = await runHere(folder, 'connect', file, '--once');
  if (code !== 0) throw new Error(`the connector failed: ${stderr}`);
}

/** Coverage of a week ago and of today, as the daily record keeps it, and the drift that the watch finds. */
async function drift({ store, accounts, drift: watch }: ComposedService): Promise<void> {
  const { tenantId } = (await accounts.listTenants())[0]!;
  for (const [daysAgo, age] of [
    [8, 0.9],
    [0, 0.5],
  ] as const) {
    const day = new Date(Date.now() - daysAgo * DAY_MS).toISOString().slice(0, 10);
    await store.statistics.putCoverage(tenantId, 'dating', { day, sampled: 300, shares: { age } });
  }
  const { matchDays, outcomeDays } = store.statistics;
  // Matches of two weeks: the counters of the store count today's alone.
  store.statistics.matchDays = async (_tenant, _domain, { to: day }) => [
    { day, matches: 500, empty: 0, shown: 5000, newcomers: 0, scores: new Array(SCORE_BUCKETS).fill(250) },
  ];
  store.statistics.outcomeDays = async (_tenant, _domain, { to: day }) => [
    { day, label: 'accepted', outcomes: 500, current: 500 },
  ];
  await watch.measure();
  Object.assign(store.statistics, { matchDays, outcomeDays });
}
