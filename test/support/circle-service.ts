/**
 * A service with one workspace, and people who walk a circle of items, so that a model learns the next item in
 * a second. For tests of models over HTTP; each file has a service and a model of its own.
 */
import { afterAll, beforeAll, expect } from 'vitest';
import { Job } from '../../src/contract/job.ts';
import type { ModelFields } from '../../src/contract/model.ts';
import { SeededRandom } from '../../src/platform/numeric/seeded-random.ts';
import { temporaryFolder, tenantWithKey } from '../running-service.ts';
import { type ServiceHere, startServiceHere } from '../service/testing/service-here.ts';

export const PEOPLE = 60;
export const ITEMS = 12;
export const settings = {
  width: 16,
  blocks: 1,
  heads: 2,
  history_length: 8,
  epochs: 6,
  time_gaps: 'until_now',
  evaluation: 'brief',
} as const;

interface DatasetFields extends Readonly<Record<string, unknown>> {
  readonly name: string;
}

/** Starts it before the tests of the file, and removes it after them. */
export function circleService() {
  const folder = temporaryFolder();
  let service: ServiceHere;
  let key: string;

  beforeAll(async () => {
    key = await tenantWithKey(folder.path, 'shop');
    service = await startServiceHere(folder.path);
  }, 60_000);
  afterAll(async () => {
    await service?.stop();
    folder.remove();
  });

  async function send(path: string, body?: object, idempotencyKey?: string, method?: 'DELETE' | 'PUT') {
    const answer = await fetch(`${service.url}/v1${path}`, {
      method: method ?? (body === undefined ? 'GET' : 'POST'),
      headers: {
        authorization: `Bearer ${key}`,
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...(idempotencyKey !== undefined && { 'idempotency-key': idempotencyKey }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    return { status: answer.status, text, body: JSON.parse(text) };
  }

  async function ended(jobId: string): Promise<Job> {
    for (;;) {
      const job = Job.parse((await send(`/jobs/${jobId}`)).body);
      if (!['queued', 'running'].includes(job.status)) return job;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }

  async function resultOf(path: string, body: object, idempotencyKey: string) {
    const accepted = await send(path, body, idempotencyKey);
    expect([accepted.status, accepted.body.status, accepted.body.error]).toEqual([202, 'queued', null]);
    const job = await ended(accepted.body.id);
    expect([job.status, job.error]).toEqual(['succeeded', null]);
    return { job, result: job.result! };
  }

  async function importDataset(dataset: DatasetFields): Promise<string> {
    const { result } = await resultOf('/datasets', dataset, `import-${dataset.name}`);
    return (result.dataset as { readonly id: string }).id;
  }

  /** `more`: settings that differ. */
  async function trainModel(datasetId: string, name: string, more: object = {}): Promise<ModelFields> {
    const brief = { ...settings, evaluation: 'none', ...more };
    const asked = { dataset_id: datasetId, name, settings: brief };
    return (await resultOf('/adaptations', asked, `adapt-${name}`)).result.model as ModelFields;
  }

  return { folder: folder.path, send, ended, resultOf, importDataset, trainModel };
}

/** The half of the circle in which a person starts; the order of the draws is that of `circle`. */
export function starts(items: number) {
  const random = new SeededRandom(3);
  return Array.from({ length: PEOPLE }, (_, person) => {
    const isEarly = Math.floor(random.uniform() * items) < items / 2;
    return { person_id: `p${person}`, attributes: { start: isEarly ? 'early' : 'late' } };
  });
}

/** Every person walks the circle of items from a random start, so that the next item can be learned. */
export function circle(items: number, from = 0) {
  const random = new SeededRandom(3);
  const id = (n: number) => `item-${String.fromCharCode(97 + (n % items))}`;
  return {
    features: { items: { size: 'number' }, people: { start: 'category' } },
    people: [...starts(items), { person_id: 'cold', attributes: { start: 'early' } }],
    items: Array.from({ length: items }, (_, n) => ({
      item_id: id(n),
      text: `Thing number ${n}`,
      ...(n % 2 === 0 && { attributes: { size: n } }),
      ...(n === 0 && { created_at: '2024-01-01T00:00:00Z' }),
    })),
    events: Array.from({ length: PEOPLE }, (_, person) => {
      const start = Math.floor(random.uniform() * items);
      return Array.from({ length: 5 }, (_, step) => ({
        event_id: `e-${from}-${person}-${step}`,
        person_id: `p${from + person}`,
        item_id: id(start + step),
        kind: 'view',
        timestamp: new Date(Date.UTC(2024, 0, 1 + step ** 2, 0, person)).toISOString(),
      }));
    }).flat(),
  };
}
