/** Datasets and models in a real browser, with a model that was really trained. */
import { type Browser, chromium, type Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findBrowser } from './support/browser.ts';
import { ATTACK } from './support/people.ts';
import { type Service, startService } from './support/service.ts';
import { ATTACK_ITEM, addShop, read, type Shop } from './support/shop.ts';
import { openPage, overflow, seriousFaults, signIn } from './support/watched-page.ts';

const executablePath = findBrowser();
const address = (state: Record<string, unknown>) =>
  `?${Object.entries(state)
    .map(([name, value]) => {
      const text = typeof value === 'string' ? value : JSON.stringify(value);
      return `${name}=${encodeURIComponent(text)}`;
    })
    .join('&')}`;

describe.skipIf(executablePath === undefined)('datasets and models', () => {
  let service: Service;
  let browser: Browser;
  let shop: Shop;
  beforeAll(async () => {
    service = await startService();
    shop = await addShop(service);
    browser = await chromium.launch({ executablePath: executablePath!, args: ['--no-sandbox'] });
  });
  afterAll(async () => {
    await browser?.close();
    await service?.close();
  });

  async function opened(path: string, options: Parameters<Browser['newContext']>[0] = {}) {
    const watched = await openPage(browser, { viewport: { width: 1280, height: 900 }, ...options });
    await signIn(watched.page, service.console, service.key);
    await watched.page.goto(service.console + path);
    return watched;
  }

  const attacked = (page: Page) => page.evaluate(() => '__attacked' in window);
  const ranked = (page: Page) => page.getByLabel('Ranking', { exact: true }).getByRole('listitem');

  it.for([
    { width: 360, theme: 'light' },
    { width: 360, theme: 'dark' },
    { width: 1280, theme: 'light' },
    { width: 1280, theme: 'dark' },
    { width: 3840, theme: 'light' },
  ] as const)('open in the $theme theme, $width pixels wide', async ({ width, theme }) => {
    const { page, faults } = await opened('/jobs', {
      viewport: { width, height: 900 },
      colorScheme: theme,
    });
    const screens = {
      datasets: ['/datasets', 'items'],
      dataset: [`/datasets/${shop.datasetId}`, 'Long tail'],
      'unknown dataset': ['/datasets/ds_none', 'dataset_not_found'],
      models: ['/models', 'Sequential recommender'],
      model: [`/models/${shop.modelId}${address({ history: ['item-00', ATTACK_ITEM] })}`, 'Model card'],
      'unknown model': ['/models/model_none', 'model_not_found'],
    } as const;
    const found: Record<string, unknown> = {};
    for (const [name, [path, shows]] of Object.entries(screens)) {
      await page.goto(service.console + path);
      await page.getByText(shows).first().waitFor();
      await page.waitForLoadState('networkidle');
      found[name] = {
        wide: await overflow(page),
        serious: await seriousFaults(page),
        attacked: await attacked(page),
      };
    }
    const clean = { wide: 0, serious: [], attacked: false };
    expect(found).toEqual(Object.fromEntries(Object.keys(screens).map((name) => [name, clean])));
    expect(faults).toEqual([]);
    await page.context().close();
  });

  it('show the figures that the service has kept, and read nothing else', async () => {
    const { page } = await opened('/jobs');
    const asked: string[] = [];
    page.on('request', (request) => {
      if (request.url().includes('/console/api/v1/')) asked.push(new URL(request.url()).pathname);
    });
    await page.goto(`${service.console}/datasets`);
    await page.getByRole('link', { name: ATTACK }).click();
    await page.getByText('Long tail').waitFor();
    await page.waitForLoadState('networkidle');
    const base = '/console/api/v1/datasets';
    expect([...new Set(asked)]).toEqual([
      base,
      `${base}/${shop.datasetId}`,
      `${base}/${shop.datasetId}/statistics`,
    ]);
    const statistics = await read(service, `/v1/datasets/${shop.datasetId}/statistics`);
    const table = page.getByRole('table', { name: 'Events over time' });
    const rows = await table.getByRole('row').allInnerTexts();
    expect(rows.slice(1).map((row) => row.split(/\s+/))).toEqual(
      statistics.timeline.bins.map(({ from, events }: { from: string; events: number }) => [
        from,
        String(events),
      ]),
    );
    const tile = page.locator('dl > div', { hasText: 'Repeated events' });
    await tile.getByText(`${statistics.repeats.events} of an item`).waitFor();
    await page.context().close();
  });

  it('read the numbers of a chart where it is pointed at', async () => {
    const { page } = await opened(`/datasets/${shop.datasetId}`);
    const chart = page.getByRole('figure', { name: 'Share of events by share of items' });
    const box = (await chart.locator('svg').boundingBox())!;
    await page.mouse.move(box.x + box.width - 1, box.y + box.height / 2);
    await chart.getByText('The most frequent 100 % of the items have 100 % of the events').waitFor();
    await page.context().close();
  });

  it('say plainly to which baselines the model loses', async () => {
    const model = await read(service, `/v1/models/${shop.modelId}`);
    const [split] = model.evaluation_report.splits;
    const { page } = await opened(`/models/${shop.modelId}`);
    const rows = page.getByRole('list', { name: 'Metrics with 95 % intervals' }).getByRole('listitem');
    await rows.first().waitFor();
    expect(await rows.count()).toBe(split.rankers.length);
    type Gain = { readonly over: string; readonly ndcg: { readonly value: number } };
    const lost = (split.gains as Gain[]).filter(({ ndcg }) => ndcg.value < 0).map(({ over }) => over);
    expect(await rows.getByText('model loses').count()).toBe(lost.length);
    for (const name of lost) await page.getByText(`«${name}»`).first().waitFor();
    await page.getByText('MRR', { exact: true }).click();
    await page.waitForURL(/metric=mrr/);
    await page.getByText('Mean of one over the rank').waitFor();
    await page.context().close();
  });

  it('predict from a history that the address holds, as the API does', async () => {
    const { page, faults } = await opened(`/models/${shop.modelId}`);
    await ranked(page).first().waitFor();
    await page.getByLabel('Find items').fill('item-04');
    await page.waitForURL(/find=item-04/);
    await page.getByRole('button', { name: 'Add Thing 4', exact: true }).click();
    await page.waitForURL(/history=/);
    await page.getByLabel('Find items').fill(`${ATTACK_ITEM}, item-08`);
    await page.getByRole('button', { name: 'Add Thing 8' }).waitFor();
    expect(await page.getByRole('list', { name: 'Items found' }).getByRole('listitem').count()).toBe(2);
    await page.getByRole('button', { name: `Add ${ATTACK}` }).click();
    const history = ['item-04', ATTACK_ITEM];
    const answer = await service.post(`/v1/models/${shop.modelId}/predict`, { history, limit: 10 });
    const { items } = (await answer.json()) as { items: { item_id: string }[] };
    await expect
      .poll(async () => (await ranked(page).locator('code').allInnerTexts()).join('\n'), { timeout: 20_000 })
      .toBe(
        items
          .filter(({ item_id }) => item_id !== 'blank')
          .map(({ item_id }) => item_id)
          .join('\n'),
      );
    await page.reload();
    await ranked(page).first().waitFor();
    expect(await page.getByLabel('History, oldest first').getByRole('listitem').count()).toBe(2);
    await page.getByText('"item-04"').first().waitFor();
    expect(await attacked(page)).toBe(false);
    expect(faults).toEqual([]);
    await page.context().close();
  });

  it('follow a training until it ends', async () => {
    const settings = { width: 16, heads: 2, blocks: 1, epochs: 1000, patience: 1000, evaluation: 'none' };
    const body = { dataset_id: shop.datasetId, name: 'long', settings };
    const answer = await service.post('/v1/adaptations', body, { 'idempotency-key': 'console-long' });
    const job = (await answer.json()) as { readonly id: string; readonly resource: { readonly id: string } };
    const { page, faults } = await opened(`/models/${job.resource.id}`);
    await page.getByRole('figure', { name: 'Validation nDCG@10 by epoch' }).waitFor();
    await page.getByText(/, epoch \d+ · loss/).waitFor();
    expect(await page.getByRole('progressbar', { name: 'Progress of the training' }).count()).toBe(1);
    expect((await service.post(`/v1/jobs/${job.id}/cancel`, '')).status).toBe(200);
    await page.getByText('Failed', { exact: true }).waitFor();
    expect(await page.getByRole('progressbar').count()).toBe(0);
    expect(faults).toEqual([]);
    await page.context().close();
  });

  it('link pictures to https alone, without a referrer, and load none', async () => {
    const { page } = await opened(`/models/${shop.modelId}`);
    const elsewhere: string[] = [];
    page.on('request', (request) => {
      if (!request.url().startsWith(service.url)) elsewhere.push(request.url());
    });
    const links = page.getByRole('list', { name: 'Items found' }).getByRole('link');
    await links.first().waitFor();
    for (const link of await links.all()) {
      expect(await link.getAttribute('href')).toMatch(/^https:\/\/pictures\.example\/\d+\.png$/);
      expect(await link.getAttribute('rel')).toBe('noopener noreferrer');
      expect(await link.getAttribute('target')).toBe('_blank');
    }
    expect(await page.locator('main img').count()).toBe(0);
    expect(elsewhere).toEqual([]);
    await page.context().close();
  });

  it('can be used with the keyboard alone', async () => {
    const { page } = await opened(`/models/${shop.modelId}`);
    await page.getByLabel('Find items').focus();
    await page.keyboard.type('item-12');
    await page.getByRole('button', { name: 'Add Thing 12' }).waitFor();
    await page.waitForURL(/find=item-12/);
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Remove Thing 12' }).focus();
    await page.keyboard.press('Enter');
    await page.getByText('the ranking is that of a new person').waitFor();
    await page.context().close();
  });

  it('show no page to a key without their scopes', async () => {
    const key = await service.newKey('match');
    const watched = await openPage(browser, { viewport: { width: 1280, height: 900 } });
    await signIn(watched.page, service.console, key);
    for (const path of [`/datasets/${shop.datasetId}`, `/models/${shop.modelId}`]) {
      await watched.page.goto(service.console + path);
      await watched.page.getByText('This needs a key with the scope').waitFor();
      expect(await watched.page.getByText('Long tail').count()).toBe(0);
      expect(await watched.page.getByText('Model card').count()).toBe(0);
    }
    await watched.page.context().close();
  });
});
