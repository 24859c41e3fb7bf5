/** Tokenizers, simulations and the log of jobs, with a tokenizer and a model that were really trained. */
import { type Browser, chromium } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findBrowser } from './support/browser.ts';
import { ATTACK } from './support/people.ts';
import { type Service, startService } from './support/service.ts';
import { openPage, overflow, seriousFaults, signIn } from './support/watched-page.ts';

const executablePath = findBrowser();
const PAUSE_MS = 300;
/** A fit that chooses its settings itself makes codes of four levels. */
const LEVELS = 4;

interface Job {
  readonly id: string;
  readonly status: string;
  readonly error: unknown;
  readonly resource: { readonly id: string };
}

describe.skipIf(executablePath === undefined)('tokenizers, simulations and logs', () => {
  let service: Service;
  let browser: Browser;
  let tokenizerId = '';
  let simulationId = '';
  let trainingId = '';
  let calls = 0;

  const made = async (path: string, body: unknown): Promise<Job> => {
    const answer = await service.post(path, body, { 'idempotency-key': `console-work-${++calls}` });
    if (answer.status !== 202) throw new Error(await answer.text());
    let job = (await answer.json()) as Job;
    while (['queued', 'running'].includes(job.status)) {
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
      const headers = { authorization: `Bearer ${service.key}` };
      job = (await (await fetch(`${service.url}/v1/jobs/${job.id}`, { headers })).json()) as Job;
    }
    if (job.status !== 'succeeded') throw new Error(JSON.stringify(job));
    return job;
  };

  beforeAll(async () => {
    service = await startService();
    const names = [
      'cup',
      'pot',
      'tea',
      ATTACK.slice(0, 60),
      'plate',
      'spoon',
      'lamp',
      'chair',
      'rug',
      'vase',
    ];
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
    const dataset = (await made('/v1/datasets', { name: ATTACK, items, events })).resource.id;
    const fit = await made('/v1/tokenizers', {
      dataset_id: dataset,
      name: ATTACK,
    });
    tokenizerId = fit.resource.id;
    const settings = { epochs: 4 };
    const trained = await made('/v1/adaptations', {
      dataset_id: dataset,
      name: ATTACK,
      architecture: 'sequential-recommender',
      settings,
    });
    trainingId = trained.id;
    const simulated = await made('/v1/simulations', {
      model_id: trained.resource.id,
      histories: [['red-0', 'blue-1'], ['red-2']],
      steps: 3,
      policy: 'model',
    });
    simulationId = simulated.resource.id;
    browser = await chromium.launch({ executablePath: executablePath!, args: ['--no-sandbox'] });
  }, 300_000);
  afterAll(async () => {
    await browser?.close();
    await service?.close();
  });

  it.for([
    { width: 360, theme: 'dark' },
    { width: 1280, theme: 'light' },
  ] as const)('every screen is clean, $width pixels wide in the $theme theme', async ({ width, theme }) => {
    const { page, faults } = await openPage(browser, {
      viewport: { width, height: 900 },
      colorScheme: theme,
    });
    await signIn(page, service.console, service.key);
    const found: Record<string, unknown> = {};
    const look = async (path: string, shows: string) => {
      await page.goto(service.console + path);
      await page.getByText(shows).first().waitFor();
      await page.waitForLoadState('networkidle');
      found[path] = { wide: await overflow(page), serious: await seriousFaults(page) };
    };
    await look('/tokenizers', 'Ready');
    await look(`/tokenizers/${tokenizerId}`, 'Level 1 of');
    await look('/tokenizers/nonsense', 'tokenizer_not_found');
    await look('/simulations', 'Offers of the model');
    await look(`/simulations/${simulationId}`, 'Most taken items');
    await look('/simulations/nonsense', 'simulation_not_found');
    await look('/jobs', 'Training of a model');
    await page.getByRole('button', { name: `Log and curves ${trainingId}` }).click();
    await page.getByRole('img', { name: /^loss: / }).waitFor();
    found.log = { wide: await overflow(page), serious: await seriousFaults(page) };
    expect(found).toEqual(
      Object.fromEntries(Object.keys(found).map((name) => [name, { wide: 0, serious: [] }])),
    );
    expect(faults).toEqual([]);
    expect(await page.evaluate(() => (window as { __attacked?: number }).__attacked)).toBeUndefined();
    await page.context().close();
  });

  it('walks from the first code to the items with the keyboard, and the address leads back', async () => {
    const { page } = await openPage(browser, { viewport: { width: 1280, height: 900 } });
    await signIn(page, service.console, service.key);
    await page.goto(`${service.console}/tokenizers/${tokenizerId}`);
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
    const answer = await fetch(`${service.url}/v1/tokenizers/${tokenizerId}/codes?prefix=${prefix}`, {
      headers: { authorization: `Bearer ${service.key}` },
    });
    const tree = (await answer.json()) as { items: number; items_here: { item_id: string }[] };
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
