/** Datasets and models in a real browser, with a model that was really trained. */
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { describeConsole } from './support/describe-console.ts';
import { faultsOfLook, faultsOfScreens } from './support/faults-of-look.ts';
import { ATTACK } from './support/people.ts';
import { searchOf } from './support/search-of.ts';
import type { Service } from './support/service.ts';
import { ATTACK_ITEM, addShop, type Shop } from './support/shop.ts';

interface Statistics {
  readonly timeline: { readonly bins: readonly { readonly from: string; readonly events: number }[] };
  readonly repeats: { readonly events: number };
}

interface Model {
  readonly evaluation_report: {
    readonly splits: readonly {
      readonly rankers: readonly { readonly name: string; readonly role?: string }[];
      readonly gains: readonly { readonly over: string; readonly ndcg: { readonly value: number } }[];
    }[];
  };
}

interface SegmentsJob {
  readonly result: {
    readonly segments: readonly {
      readonly segment: number;
      readonly name: string;
      readonly people: number;
    }[];
    readonly download_url: string;
  };
}

let shop: Shop;
const prepare = async (service: Service) => {
  shop = await addShop(service);
};

describeConsole('datasets and models', 'shop', prepare, (under) => {
  const attacked = (page: Page) => page.evaluate(() => '__attacked' in window);
  const ranked = (page: Page) => page.getByLabel('Ranking', { exact: true }).getByRole('listitem');

  it('open in both themes at every width', async () => {
    const { page, faults } = await under.signedIn('/jobs');
    const history = searchOf({ history: ['item-00', ATTACK_ITEM] });
    const screens = {
      datasets: { path: '/datasets', shows: 'items' },
      dataset: { path: `/datasets/${shop.datasetId}`, shows: 'Long tail' },
      'unknown dataset': { path: '/datasets/ds_none', shows: 'dataset_not_found' },
      models: { path: '/models', shows: 'Sequential recommender' },
      model: { path: `/models/${shop.modelId}${history}`, shows: 'Model card' },
      'unknown model': { path: '/models/model_none', shows: 'model_not_found' },
    };
    for (const [name, screen] of Object.entries(screens)) {
      const found = await faultsOfScreens(page, under.service.console, { [name]: screen }, [3840, 1280, 360]);
      expect([name, found, await attacked(page)]).toEqual([name, {}, false]);
    }
    expect(faults).toEqual([]);
    await page.context().close();
  });

  it('list models that can serve apart from those that failed, and export Parquet', async () => {
    const { page, faults } = await under.signedIn('/models');
    await page.getByText('Sequential recommender').first().waitFor();
    await page.getByText('Failed', { exact: true }).click();
    await page.getByText('None has failed').waitFor();
    expect(await page.getByText('Sequential recommender').count()).toBe(0);
    await page.goto(`${under.service.console}/datasets/${shop.datasetId}`);
    await page.getByRole('button', { name: 'Export' }).click();
    await page.getByText('Parquet', { exact: true }).click();
    expect(await faultsOfLook(page)).toEqual([]);
    await page.getByRole('dialog').getByRole('button', { name: 'Export' }).click();
    await page.getByRole('link', { name: /^Download, / }).waitFor();
    expect(faults).toEqual([]);
    await page.context().close();
  });

  it('show the figures that the service has kept, and read nothing else', async () => {
    const { page } = await under.signedIn('/jobs');
    // The first page may still ask for its jobs.
    await page.goto('about:blank');
    const asked: string[] = [];
    page.on('request', (request) => {
      if (request.url().includes('/console/api/v1/')) asked.push(new URL(request.url()).pathname);
    });
    await page.goto(`${under.service.console}/datasets`);
    await page.getByRole('link', { name: ATTACK }).click();
    await page.getByText('Long tail').waitFor();
    await page.waitForLoadState('networkidle');
    const base = '/console/api/v1/datasets';
    expect([...new Set(asked)]).toEqual([
      base,
      `${base}/${shop.datasetId}`,
      `${base}/${shop.datasetId}/statistics`,
    ]);
    const statistics = await under.service.get<Statistics>(`/v1/datasets/${shop.datasetId}/statistics`);
    const table = page.getByRole('table', { name: 'Events over time' });
    const rows = await table.getByRole('row').allInnerTexts();
    expect(rows.slice(1).map((row) => row.split(/\s+/))).toEqual(
      statistics.timeline.bins.map(({ from, events }) => [from, String(events)]),
    );
    const tile = page.locator('dl > div', { hasText: 'Repeated events' });
    await tile.getByText(`${statistics.repeats.events} of an item`).waitFor();
    await page.context().close();
  });

  it('read the numbers of a chart where it is pointed at', async () => {
    const { page } = await under.signedIn(`/datasets/${shop.datasetId}`);
    const chart = page.getByRole('figure', { name: 'Share of events by share of items' });
    const box = (await chart.locator('svg').boundingBox())!;
    await page.mouse.move(box.x + box.width - 1, box.y + box.height / 2);
    await chart.getByText('The most frequent 100 % of the items have 100 % of the events').waitFor();
    await page.context().close();
  });

  it('say plainly to which baselines the model loses', async () => {
    const model = await under.service.get<Model>(`/v1/models/${shop.modelId}`);
    const split = model.evaluation_report.splits[0]!;
    const { page } = await under.signedIn(`/models/${shop.modelId}`);
    const rows = page.getByRole('list', { name: 'Metrics with 95 % intervals' }).getByRole('listitem');
    await rows.first().waitFor();
    expect(await rows.count()).toBe(split.rankers.length);
    const lost = split.gains.filter(({ ndcg }) => ndcg.value < 0).map(({ over }) => over);
    expect(await rows.getByText('model loses').count()).toBe(lost.length);
    // A part of the model is no baseline.
    const parts = split.rankers.filter(({ role }) => role === 'part').map(({ name }) => name);
    for (const name of lost.filter((over) => !parts.includes(over)))
      await page.getByText(`«${name}»`).first().waitFor();
    await page.getByText('MRR', { exact: true }).click();
    await page.waitForURL(/metric=mrr/);
    await page.getByText('Mean of one over the rank').waitFor();
    await page.context().close();
  });

  it('predict from a history that the address holds, as the API does', async () => {
    const { page, faults } = await under.signedIn(`/models/${shop.modelId}`);
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
    const answer = await under.service.post(`/v1/models/${shop.modelId}/predict`, { history, limit: 10 });
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

  it('predict under conditions that the address holds, and say what became of the rules', async () => {
    const more = JSON.stringify({ rules: [{ filter: {}, pin_at: 2 }], exclude_item_ids: ['item-00'] });
    const { page, faults } = await under.signedIn(`/models/${shop.modelId}${searchOf({ more })}`);
    await page.getByText('Nothing is read from a history').waitFor();
    await page.getByLabel('What became of the rules').getByText('Held: place 2.').waitFor();
    expect(await faultsOfLook(page, [360])).toEqual([]);
    const field = page.getByLabel('More of the request');
    await field.fill('{"person_id": ');
    await page.getByText('This is no object of JSON yet.').waitFor();
    expect(await page.getByRole('button', { name: 'Apply' }).isDisabled()).toBe(true);
    await field.fill('{"person_id": "person-1", "limit": 3}');
    await page.getByRole('button', { name: 'Apply' }).press('Enter');
    await page.waitForURL(/person-1/);
    await expect.poll(() => ranked(page).count()).toBe(3);
    await page.getByLabel('More of the request').fill('{"filters": {"colour": "red"}}');
    await page.getByRole('button', { name: 'Apply' }).press('Enter');
    await page.getByText('unknown_filter').waitFor();
    expect(faults.filter((fault) => !fault.includes('422'))).toEqual([]);
    await page.context().close();
  });

  it('segment people: found by the palette, read as bars and names, listed by segment', async () => {
    const { page, faults } = await under.signedIn('/models');
    await page.getByText('Sequential recommender').first().waitFor();
    await page.keyboard.press('/');
    await page.getByRole('combobox', { name: /^A person, page/ }).fill('segment people');
    await page.getByRole('option', { name: 'Segment people', selected: true }).waitFor();
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Segment', exact: true }).press('Enter');
    await page.getByText('This is needed.').waitFor();
    await page.getByLabel('Model').and(page.locator('select')).selectOption(shop.modelId);
    await page.getByText('A given number', { exact: true }).click();
    await page.getByRole('textbox', { name: 'Segments' }).fill('4');
    await page.getByRole('button', { name: 'Segment', exact: true }).press('Enter');
    await page.getByText('60 people in segments').waitFor();
    const job = page.url().split('/').at(-1)!;
    const { result } = await under.service.get<SegmentsJob>(`/v1/jobs/${job}`);
    for (const { segment, name } of result.segments)
      await page.getByRole('region', { name: `${segment}. ${name}` }).waitFor();
    await page.getByRole('button', { name: 'Show the list' }).press('Enter');
    await page.getByText('Page 1 of 3').waitFor();
    expect(await faultsOfLook(page)).toEqual([]);
    await page.getByRole('combobox', { name: 'Segment' }).selectOption('2');
    const second = result.segments[1]!.people;
    await page.getByText(`${second} people · Page 1 of 1`).waitFor();
    await page.getByLabel('Find by the beginning').fill('nobody');
    await page.getByText('Nobody is found.').waitFor();
    expect(await page.getByRole('link', { name: 'Download the list' }).getAttribute('href')).toBe(
      result.download_url,
    );
    await page.goto(`${under.service.console}/segments`);
    await page.getByRole('link', { name: /^4 segments of / }).waitFor();
    expect([faults, await attacked(page)]).toEqual([[], false]);
    await page.context().close();
  });

  it('begin an experiment with three models, and remove arms that are not wanted', async () => {
    await fetch(`${under.service.url}/v1/model-aliases/shop`, {
      method: 'PUT',
      headers: { authorization: `Bearer ${under.service.key}`, 'content-type': 'application/json' },
      body: JSON.stringify({ model_id: shop.modelId }),
    });
    const { page, faults } = await under.signedIn('/model-experiments/new');
    await page.getByLabel('Alias').and(page.locator('select')).selectOption('shop');
    await page.getByLabel('Name').first().fill('Three models');
    await page.getByLabel('Design').selectOption('split');
    await page.getByLabel('Success kinds').fill('buy');
    await page.getByLabel('Smallest difference that matters').fill('0.02');
    const add = page.getByRole('button', { name: 'Add an arm' });
    for (let arms = 3; arms <= 5; arms++) await add.press('Enter');
    await page.getByText('Each of the 5 arms gets 20 %').waitFor();
    expect(await add.count()).toBe(0);
    expect(await faultsOfLook(page)).toEqual([]);
    await page.getByLabel('Design').selectOption('interleaving');
    await page.getByText('so it has two arms').waitFor();
    expect(await page.getByRole('region', { name: /^Treatment/ }).count()).toBe(1);
    await page.getByLabel('Design').selectOption('split');
    await page.getByRole('button', { name: 'Remove Treatment 4' }).press('Enter');
    await page.getByRole('button', { name: 'Remove Treatment 2' }).press('Enter');
    for (const region of ['Control', 'Treatment 1', 'Treatment 2'])
      await page.getByRole('region', { name: region }).getByLabel('Model').selectOption(shop.modelId);
    const last = page.getByRole('region', { name: 'Treatment 2' }).getByLabel('Name');
    await last.fill('newer');
    await page.getByRole('button', { name: 'Begin' }).press('Enter');
    await page.getByText('Another one has this name.').waitFor();
    await last.fill('newest');
    await page.getByRole('button', { name: 'Begin' }).press('Enter');
    await page.getByRole('heading', { level: 1, name: 'Three models' }).waitFor();
    const effects = page.getByRole('region', { name: 'Against «now»' }).getByRole('listitem');
    await expect.poll(() => effects.allInnerTexts()).toHaveLength(2);
    await effects.getByText('no interval yet').first().waitFor();
    expect(await faultsOfLook(page)).toEqual([]);
    await page.getByRole('button', { name: 'Stop' }).press('Enter');
    await page.getByRole('dialog').getByRole('button', { name: 'Stop' }).click();
    await page.getByText(/· stopped/).waitFor();
    expect(faults).toEqual([]);
    await page.context().close();
  });

  it('predict in a context that the model reads, and leave it out again', async () => {
    const { page, faults } = await under.signedIn(`/models/${shop.modelId}`);
    const context = page.getByRole('group', { name: 'Context of the prediction' });
    // The list closes where the page is laid out anew meanwhile.
    const options = page.getByRole('option');
    const shown = async () => {
      if ((await options.count()) === 0) await context.getByLabel('device').click();
      return options.allInnerTexts();
    };
    await expect.poll(shown, { interval: 500 }).toEqual([ATTACK, 'phone']);
    await page.getByRole('option', { name: 'phone' }).click();
    await page.waitForURL(/phone/);
    await page.getByText('items rank by what people take in this context').waitFor();
    await context.getByLabel('price').fill('2.5');
    await page.getByText('"price": 2.5').first().waitFor();
    // The chosen value is left out where it is chosen again.
    await expect.poll(shown, { interval: 500 }).toContain('phone');
    await page.getByRole('option', { name: 'phone' }).click();
    await expect.poll(() => page.getByText('"device"').count()).toBe(0);
    await page.reload();
    expect(await context.getByLabel('price').inputValue()).toBe('2.5');
    expect(await attacked(page)).toBe(false);
    expect(await faultsOfLook(page, [360])).toEqual([]);
    expect(faults).toEqual([]);
    await page.context().close();
  });

  it('follow a training until it ends', async () => {
    const settings = { width: 16, heads: 2, blocks: 1, epochs: 1000, patience: 1000, evaluation: 'none' };
    const body = { dataset_id: shop.datasetId, name: 'long', settings };
    const answer = await under.service.post('/v1/adaptations', body, { 'idempotency-key': 'console-long' });
    const job = (await answer.json()) as { readonly id: string; readonly resource: { readonly id: string } };
    const { page, faults } = await under.signedIn(`/models/${job.resource.id}`);
    await page.getByRole('figure', { name: 'Validation nDCG@10 by epoch' }).waitFor();
    await page.getByText(/, epoch \d+ · loss/).waitFor();
    expect(await page.getByRole('progressbar', { name: 'Progress of the training' }).count()).toBe(1);
    expect((await under.service.post(`/v1/jobs/${job.id}/cancel`, '')).status).toBe(200);
    await page.getByText('Failed', { exact: true }).waitFor();
    expect(await page.getByRole('progressbar').count()).toBe(0);
    expect(faults).toEqual([]);
    await page.context().close();
  });

  it('link pictures to https alone, without a referrer, and load none', async () => {
    const { page } = await under.signedIn(`/models/${shop.modelId}`);
    const elsewhere: string[] = [];
    page.on('request', (request) => {
      if (!request.url().startsWith(under.service.url)) elsewhere.push(request.url());
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
    const { page } = await under.signedIn(`/models/${shop.modelId}`);
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
    const watched = await under.signedIn('/', { key: await under.service.newKey('match') });
    for (const path of [`/datasets/${shop.datasetId}`, `/models/${shop.modelId}`]) {
      await watched.page.goto(under.service.console + path);
      await watched.page.getByText('This needs a key with the scope').waitFor();
      expect(await watched.page.getByText('Long tail').count()).toBe(0);
      expect(await watched.page.getByText('Model card').count()).toBe(0);
    }
    await watched.page.context().close();
  });
});
