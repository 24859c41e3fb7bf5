/** Tokenizers, simulations and the log of jobs, with a tokenizer and a model that were really trained. */
import { expect, it } from 'vitest';
import { describeConsole } from './support/describe-console.ts';
import { faultsOfLook, faultsOfScreens } from './support/faults-of-look.ts';
import { ATTACK } from './support/people.ts';
import type { Service } from './support/service.ts';

const PAUSE_MS = 300;
/** A fit that chooses its settings itself makes codes of four levels. */
const LEVELS = 4;

interface Job {
  readonly id: string;
  readonly status: string;
  readonly error: unknown;
  readonly resource: { readonly id: string };
}

let tokenizerId = '';
let simulationId = '';
let trainingId = '';
let calls = 0;

async function made(service: Service, path: string, body: unknown): Promise<Job> {
  const answer = await service.post(path, body, { 'idempotency-key': `console-work-${++calls}` });
  if (answer.status !== 202) throw new Error(await answer.text());
  let job = (await answer.json()) as Job;
  while (['queued', 'running'].includes(job.status)) {
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    job = await service.get<Job>(`/v1/jobs/${job.id}`);
  }
  if (job.status !== 'succeeded') throw new Error(JSON.stringify(job));
  return job;
}

async function prepare(service: Service): Promise<void> {
  const names = ['cup', 'pot', 'tea', ATTACK.slice(0, 60), 'plate', 'spoon', 'lamp', 'chair', 'rug', 'vase'];
  const items = names.flatMap((name, n) =>
    ['red', 'blue'].map((colour) => ({ item_id: `${colour}-${n}`, text: `A ${colour} ${name}` })),
  );
  const events = Array.from({ length: 40 }, (_, person) =>
    Array.from({ length: 6 }, (_, n) => ({
      event_id: `e${person}-${n}`,
      person_id: `p${person}`,
      item_id: items[(person + n * 3) % items.length]!.item_id,
      kind: 'view',
      timestamp: new Date(1_700_000_000_000 + (person * 10 + n) * 60_000).toISOString(),
    })),
  ).flat();
  const dataset = (await made(service, '/v1/datasets', { name: ATTACK, items, events })).resource.id;
  const fit = await made(service, '/v1/tokenizers', {
    dataset_id: dataset,
    name: ATTACK,
  });
  tokenizerId = fit.resource.id;
  const settings = { epochs: 4 };
  const trained = await made(service, '/v1/adaptations', {
    dataset_id: dataset,
    name: ATTACK,
    architecture: 'sequential-recommender',
    settings,
  });
  trainingId = trained.id;
  const simulated = await made(service, '/v1/simulations', {
    model_id: trained.resource.id,
    histories: [['red-0', 'blue-1'], ['red-2']],
    steps: 3,
    policy: 'model',
  });
  simulationId = simulated.resource.id;
}

describeConsole('tokenizers, simulations and logs', 'worker', prepare, (under) => {
  it('show no fault in both themes at every width', async () => {
    const { page, faults } = await under.signedIn('/jobs');
    const screens = {
      tokenizers: { path: '/tokenizers', shows: 'Ready' },
      tokenizer: { path: `/tokenizers/${tokenizerId}`, shows: 'Level 1 of' },
      'unknown tokenizer': { path: '/tokenizers/nonsense', shows: 'tokenizer_not_found' },
      simulations: { path: '/simulations', shows: 'Offers of the model' },
      simulation: { path: `/simulations/${simulationId}`, shows: 'Most taken items' },
      'unknown simulation': { path: '/simulations/nonsense', shows: 'simulation_not_found' },
    };
    expect(await faultsOfScreens(page, under.service.console, screens)).toEqual({});
    await page.goto(`${under.service.console}/jobs`);
    await page.getByText('Training of a model').first().waitFor();
    await page.getByRole('button', { name: `Log and curves ${trainingId}` }).click();
    await page.getByRole('img', { name: /^loss: / }).waitFor();
    expect(await faultsOfLook(page)).toEqual([]);
    expect(faults).toEqual([]);
    expect(await page.evaluate(() => (window as { __attacked?: number }).__attacked)).toBeUndefined();
    await page.context().close();
  });

  it('walks from the first code to the items with the keyboard, and the address leads back', async () => {
    const { page } = await under.signedIn(`/tokenizers/${tokenizerId}`);
    const first = page.getByRole('rowheader').getByRole('link').first();
    await first.focus();
    const code = await first.textContent();
    await page.keyboard.press('Enter');
    await page.getByText('Level 2 of').waitFor();
    expect(new URL(page.url()).searchParams.get('prefix')?.replaceAll('"', '')).toBe(code);
    for (let level = 2; level <= LEVELS; level++) {
      await page.getByText(`Level ${level} of`).waitFor();
      await page.getByRole('rowheader').getByRole('link').first().click();
    }
    await expect
      .poll(() =>
        page
          .getByRole('listitem')
          .filter({ hasText: /^(red|blue)-\d/ })
          .count(),
      )
      .toBeGreaterThan(0);
    const prefix = new URL(page.url()).searchParams.get('prefix')!;
    const tree = await under.service.get<{ items: number; items_here: { item_id: string }[] }>(
      `/v1/tokenizers/${tokenizerId}/codes?prefix=${prefix}`,
    );
    await page.getByText(`${tree.items} item`).first().waitFor();
    for (const { item_id } of tree.items_here) await page.getByText(item_id, { exact: true }).waitFor();
    await page.reload();
    await page.getByText(tree.items_here[0]!.item_id, { exact: true }).waitFor();
    await page
      .getByRole('navigation', { name: 'Path in the tree' })
      .getByRole('link', { name: 'Top' })
      .click();
    await page.getByText('Level 1 of').waitFor();
    await page.context().close();
  });
});
