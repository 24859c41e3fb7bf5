import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { InferenceSession } from 'onnxruntime-node';
import { afterAll, beforeAll, expect, vi } from 'vitest';
import { openTaskParts } from '../../../src/composition/open-task-parts.ts';
import { openSchedules } from '../../../src/composition/open-tasks.ts';
import { jobSettings } from '../../../src/platform/config/settings/job-settings.ts';
import type { Settings } from '../../../src/platform/config/settings.ts';
import { sampleJob } from '../../../src/platform/storage/testing/sample-jobs.ts';
import { receiveMail } from '../../../src/platform/testing/receive-mail.ts';
import { until } from '../../../src/platform/testing/until.ts';
import { type ComposedService, composed } from '../testing/composed-service.ts';
import { demonstrate } from './demonstrate.ts';
import { importCircle } from './import-circle.ts';
import { addPeople, figure } from './people.ts';
import { threadsOf } from './threads-of.ts';

let mail: Awaited<ReturnType<typeof receiveMail>>;
let changed: ComposedService;
let plain: ComposedService;

beforeAll(async () => {
  mail = await receiveMail();
  changed = await composed(
    {
      '--smtp-url': mail.url,
      '--mail-from': 'Matching <matching@example.com>',
      '--job-workers': '0',
      '--training-threads': '3',
      '--inference-threads': '2',
    },
    { inferenceMemoryMib: 0.001 },
  );
  plain = await composed();
  await addPeople(changed);
});

afterAll(async () => {
  for (const service of [changed, plain]) await service?.stop();
  await mail?.close();
});

/** How many processes began meanwhile. */
async function processesOf(work: () => Promise<unknown>): Promise<number> {
  let started = 0;
  const count = () => {
    started++;
  };
  subscribe('child_process', count);
  try {
    await work();
  } finally {
    unsubscribe('child_process', count);
  }
  return started;
}

let dataset: Promise<string> | undefined;
async function adapt(name: string) {
  dataset ??= importCircle(changed);
  const settings = { width: 16, blocks: 1, heads: 2, history_length: 8, epochs: 1, evaluation: 'brief' };
  const { body } = await changed.send(
    'adaptations',
    { dataset_id: await dataset, name, settings },
    `adapt-${name}`,
  );
  expect([body.status, body.error]).toEqual(['queued', null]);
  return body as { id: string; resource: { id: string } };
}

const predict = (modelId: string) => changed.send(`models/${modelId}/predict`, { history: ['i1'], limit: 3 });

let models:
  | Promise<{ readonly ids: readonly string[]; readonly threads: readonly (number | undefined)[] }>
  | undefined;
/** Two ready models, and how many threads each of their training's sessions was opened with. */
function twoModels() {
  models ??= (async () => {
    const create = vi.spyOn(InferenceSession, 'create');
    const ids: string[] = [];
    for (const name of ['one', 'two']) {
      const { id, resource } = await adapt(name);
      const job = await changed.ended(id);
      expect([job.status, job.error]).toEqual(['succeeded', null]);
      ids.push(resource.id);
    }
    const threads = create.mock.calls.map(
      (call) =>
        (call as unknown as readonly [unknown, InferenceSession.SessionOptions?])[1]?.intraOpNumThreads,
    );
    create.mockRestore();
    return { ids, threads };
  })();
  return models;
}

/** How many batches of matches of one workspace a server begins at once, of three that wait. */
async function batchesAtOnce(jobsPerWorkspace: number): Promise<number> {
  const service = await composed({ '--job-workers': '0' }, { jobsPerWorkspace });
  const { store } = service;
  const { tenantId: tenant } = (await store.accounts.tenantNamed('main'))!;
  for (const id of ['job_1', 'job_2', 'job_3']) {
    const resource = { type: 'domain', id: 'dating' };
    await store.jobs.create(sampleJob(id, { tenantId: tenant, kind: 'match_batch', resource }));
  }
  const taken: number[] = [];
  const take = store.jobs.take.bind(store.jobs);
  vi.spyOn(store.jobs, 'take').mockImplementation(async (...given) => {
    const found = await take(...given);
    taken.push(found.taken.length);
    return found;
  });
  service.worker.start();
  await until(() => taken.length).toBeGreaterThan(0);
  await service.stop();
  return taken[0]!;
}

let mails: ReturnType<typeof trainAndWait> | undefined;
const runMails = () => {
  mails ??= trainAndWait();
  return mails;
};
async function trainAndWait() {
  const outcome = { seeker_id: 'me', candidate_id: 'a', outcome: 'accepted' };
  const told = await changed.send('feedback', { domain: 'dating', items: [outcome] });
  expect([told.status, told.body.accepted]).toEqual([200, 1]);
  expect((await changed.send('train', { domain: 'dating', force: true })).status).toBe(202);
  await changed.working(async () => mail.received().length > 0);
  return mail.received();
}

demonstrate(jobSettings, {
  jobWorkers: async () => {
    const start = (service: ComposedService) => async () => {
      service.worker.start();
      await service.worker.stop();
    };
    expect(await processesOf(start(plain))).toBe(1);
    expect(await processesOf(start(changed))).toBe(0);
  },
  jobMemoryMib: async () => {
    const { id } = await adapt('large');
    // Less than this process has already.
    const job = await changed.ended(id, { jobMemoryMib: 64 });
    expect([job.status, job.error?.message]).toEqual(['failed', expect.stringContaining('may hold 256 MiB')]);
  },
  jobsPerWorkspace: async () => {
    expect(await batchesAtOnce(1)).toBe(1);
    expect(await batchesAtOnce(2)).toBe(2);
  },
  trainingThreads: async () => expect((await twoModels()).threads).toContain(3),
  inferenceThreads: async () => {
    const { ids } = await twoModels();
    const began = await threadsOf('inference', async () => {
      for (const id of ids) expect((await predict(id)).status).toBe(200);
    });
    expect(began).toBe(2);
  },
  inferenceMemoryMib: async () => {
    const { ids } = await twoModels();
    for (const id of ids) expect((await predict(id)).status).toBe(200);
    expect(await figure(changed, 'counterpart_models_open')).toBe(1);
  },
  experimentMinutes: async () => {
    const everyMs = async (settings: Settings) => {
      const parts = await openTaskParts(settings, { onError: expect.fail, onNotice: () => {} });
      const schedules = openSchedules(parts);
      await parts.close();
      return schedules.find(({ kind }) => kind === 'measure_experiments')!.everyMs;
    };
    expect(await everyMs(plain.settings)).toBe(3_600_000);
    expect(await everyMs({ ...plain.settings, experimentMinutes: 5 })).toBe(300_000);
  },
  smtpUrl: async () => expect(await runMails()).toHaveLength(1),
  mailFrom: async () => {
    const [notice] = await runMails();
    expect(notice!.from).toBe('matching@example.com');
    expect(notice!.headers).toContain('From: Matching <matching@example.com>');
  },
});
