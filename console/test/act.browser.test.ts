/** Forms that make and delete things: what they make is there, and serves. */
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { describeConsole } from './support/describe-console.ts';
import { faultsOfLook, faultsOfScreens, loaded } from './support/faults-of-look.ts';
import { shopRows } from './support/shop.ts';

const LONG_MS = 120_000;

/** The rows of the shop as a file: what an export writes. */
function shopFile(): string {
  const { items, events } = shopRows();
  const lines = [
    {
      type: 'features',
      items: {},
      people: {},
      events: { device: { type: 'category' }, price: { type: 'number' } },
    },
    ...items.map((row) => ({ type: 'item', ...row })),
    ...events.map((row) => ({ type: 'event', ...row })),
  ];
  return lines.map((line) => JSON.stringify(line)).join('\n');
}

const choose = (page: Page, name: string, text: string) =>
  page.getByLabel('Choose a file').setInputFiles({ name, mimeType: 'text/plain', buffer: Buffer.from(text) });

async function importShop(page: Page, name: string): Promise<void> {
  await choose(page, 'shop.jsonl', shopFile());
  await page.getByText(/26 items, \d+ events/).waitFor();
  await page.getByLabel('Name').fill(name);
  await page.getByRole('button', { name: 'Import', exact: true }).click();
  await page.getByRole('heading', { level: 1, name: `${name} v` }).waitFor({ timeout: LONG_MS });
}

describeConsole(
  'forms',
  'maker',
  async () => {},
  (under) => {
    it('have no fault of their look', async () => {
      const { page, faults } = await under.signedIn('/jobs');
      const screens = {
        dataset: { path: '/datasets/new', shows: 'Choose a file' },
        model: { path: '/models/new', shows: 'There is no dataset to learn from yet' },
        tokenizer: { path: '/tokenizers/new', shows: 'As code' },
        simulation: { path: '/simulations/new', shows: 'There is no ready model yet' },
        aliases: { path: '/models', shows: 'No aliases yet.' },
      };
      expect(await faultsOfScreens(page, under.service.console, screens)).toEqual({});
      expect(faults).toEqual([]);
      await page.context().close();
    });

    it('import a dataset, train a model on it that then serves, and delete both', async () => {
      const { page, faults } = await under.signedIn('/datasets');
      await page.getByRole('link', { name: 'Import a dataset' }).click();
      await importShop(page, 'shop');
      await page.getByRole('link', { name: 'Train a model' }).click();
      await page.getByRole('button', { name: 'Train', exact: true }).click();
      await page.getByText('This is needed.').waitFor();
      await page.getByLabel('Name').fill('clicks');
      await page.getByLabel('Evaluation').selectOption('none');
      await page.getByLabel('Protocol').selectOption('leave_one_out');
      await page.getByLabel('Epochs').fill('0');
      await page.getByRole('button', { name: 'Train', exact: true }).click();
      await page.getByText('The least is 1.').waitFor();
      expect(await faultsOfLook(page)).toEqual([]);
      await page.setViewportSize({ width: 1280, height: 900 });
      await page.getByLabel('Epochs').fill('2');
      await page.getByText('Show all settings').click();
      await page.getByLabel('Width').fill('16');
      await page.getByText('"width": 16').waitFor();
      await page.getByRole('button', { name: 'Train', exact: true }).click();
      await page.getByRole('heading', { level: 1, name: 'clicks v1' }).waitFor();
      await page
        .getByLabel('Ranking', { exact: true })
        .getByRole('listitem')
        .first()
        .waitFor({ timeout: LONG_MS });
      const { data } = await under.service.get<{ data: { id: string; status: string }[] }>('/v1/models');
      expect(data.map(({ status }) => status)).toEqual(['ready']);
      const answer = await under.service.post(`/v1/models/${data[0]!.id}/predict`, {
        history: ['item-01'],
        limit: 3,
      });
      expect(answer.status).toBe(200);
      await page.getByText('leave one out: the last event but one').waitFor();

      await page.getByRole('link', { name: 'All models' }).click();
      await page.getByRole('button', { name: 'New alias' }).click();
      await page.getByLabel('Name', { exact: false }).fill('live');
      await page.getByRole('combobox', { name: 'Model' }).selectOption(data[0]!.id);
      await page.getByRole('button', { name: 'Create' }).click();
      await page.getByText('alias:live').waitFor();
      await page.getByRole('button', { name: 'Schedule «live»' }).click();
      await page.getByText('It is not refitted by itself.').waitFor();
      await page.getByLabel('After so many new events').fill('100');
      await page.getByRole('button', { name: 'Save the schedule' }).click();
      await page.getByRole('dialog').waitFor({ state: 'detached' });
      await page.getByRole('button', { name: 'Schedule «live»' }).click();
      await page.getByText('It is refitted after 100 events.').waitFor();
      await page.getByRole('button', { name: 'Remove the schedule' }).click();
      await page.getByRole('dialog').waitFor({ state: 'detached' });
      await page.getByRole('link', { name: 'New experiment' }).click();
      await page.getByLabel('Alias').and(page.locator('select')).selectOption('live');
      await page.getByRole('textbox', { name: 'Name' }).first().fill('the same twice');
      await page.getByLabel('Design').selectOption('interleaving');
      await page.getByLabel('Success kinds').fill('buy');
      await page.getByLabel('Smallest difference that matters').fill('0.1');
      for (const arm of [0, 1])
        await page.getByRole('combobox', { name: 'Model' }).nth(arm).selectOption(data[0]!.id);
      expect(await faultsOfLook(page)).toEqual([]);
      await page.setViewportSize({ width: 1280, height: 900 });
      await page.getByRole('button', { name: 'Begin' }).click();
      await page.getByRole('heading', { level: 1, name: 'the same twice' }).waitFor();
      await page.getByText('Nothing is measured yet.').waitFor();
      await page.getByRole('button', { name: 'Pause' }).click();
      await page.getByRole('button', { name: 'Go on' }).click();
      await page.getByRole('button', { name: 'Pause' }).waitFor();
      expect(await faultsOfLook(page)).toEqual([]);
      await page.setViewportSize({ width: 1280, height: 900 });
      await page.getByRole('button', { name: 'Promote «newer»' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Promote' }).click();
      await page.getByText('«newer» promoted').waitFor();
      await page.goto(`${under.service.console}/models`);
      await page.getByText('ended: an arm was promoted').waitFor();
      await page.goto(`${under.service.console}/simulations/new?model=${data[0]!.id}`);
      await page.getByText('Given histories').click();
      await page.locator('textarea').fill('item-00, item-04\nitem-01');
      await page.getByLabel('Steps').fill('2');
      await page.getByRole('button', { name: 'Simulate' }).click();
      await page.getByText('Most taken items').waitFor({ timeout: LONG_MS });
      await page.goto(`${under.service.console}/models`);
      await page.getByRole('link', { name: 'clicks' }).click();
      await page.getByRole('button', { name: 'Delete' }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByText('alias:live').waitFor();
      expect(await dialog.getByRole('button', { name: 'Delete' }).isDisabled()).toBe(true);
      expect(await faultsOfLook(page, [1280])).toEqual([]);
      await dialog.getByRole('button', { name: 'Cancel' }).click();
      await page.getByRole('link', { name: 'All models' }).click();
      await page.getByRole('button', { name: 'Remove «live»' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
      await page.getByText('No aliases yet.').waitFor();
      await page.getByRole('link', { name: 'clicks' }).click();
      await page.getByRole('button', { name: 'Delete' }).click();
      await dialog.getByText('Nothing depends on it.').waitFor();
      await dialog.getByRole('button', { name: 'Delete' }).click();
      await page.getByText('No models yet').waitFor();
      expect((await under.service.get<{ data: object[] }>('/v1/models')).data).toEqual([]);
      await page.getByRole('link', { name: 'Datasets' }).click();
      await page.getByRole('link', { name: 'shop' }).click();
      await page.getByRole('button', { name: 'Delete' }).click();
      await dialog.getByText('Nothing depends on it.').waitFor();
      await dialog.getByRole('button', { name: 'Delete' }).click();
      await page.getByText('No datasets yet').waitFor();
      expect(faults).toEqual([]);
      await page.context().close();
    });

    it('import a file of more than one request whole, append to it and cut its next version', async () => {
      const { page, faults } = await under.signedIn('/datasets/new');
      const items = Array.from({ length: 3000 }, (_, n) => `item,i${n},${'a long text '.repeat(40)}${n},,,,`);
      const events = Array.from({ length: 3000 }, (_, n) =>
        [
          'event',
          `i${n}`,
          '',
          `e${n}`,
          `p${n % 50}`,
          'view',
          new Date(Date.UTC(2025, 0, 1) + n * 60_000).toISOString(),
        ].join(),
      );
      const file = ['type,item_id,text,event_id,person_id,kind,timestamp', ...items, ...events].join('\n');
      await choose(page, 'large.csv', file);
      await page.getByText('3,000 items, 3,000 events').waitFor();
      await page.getByLabel('Name').fill('large');
      await page.getByRole('button', { name: 'Import', exact: true }).click();
      await page.getByRole('heading', { level: 1, name: 'large v2' }).waitFor({ timeout: LONG_MS });
      const list = () =>
        under.service.get<{
          data: { name: string; version: string; item_count: number; event_count: number }[];
        }>('/v1/datasets');
      const large = async () => (await list()).data.filter(({ name }) => name === 'large');
      expect(await large()).toMatchObject([{ version: 'v2', item_count: 3000, event_count: 3000 }]);
      await page.getByRole('button', { name: 'Append rows' }).click();
      await choose(page, 'more.csv', 'item_id,text\nnew,A new one\n');
      await page.getByText('1 item, 0 events').waitFor();
      await page.getByRole('button', { name: 'Append', exact: true }).click();
      await page.getByText('1 row waits for the next version.').waitFor();
      await page.keyboard.press('Escape');
      await page.getByRole('button', { name: 'Cut a version' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Cut a version' }).click();
      await page.getByRole('heading', { level: 1, name: 'large v3' }).waitFor({ timeout: LONG_MS });
      expect((await large()).map(({ item_count }) => item_count)).toContain(3001);
      expect(faults).toEqual([]);
      await page.context().close();
    });

    it('say what is wrong with a file, and send nothing', async () => {
      const { page } = await under.signedIn('/datasets/new');
      await choose(
        page,
        'wrong.jsonl',
        '{"type":"item","item_id":"a","text":"x"}\n{"type":"thing"}\nnonsense\n{"a":1}',
      );
      await page.getByText('3 rows cannot be read').waitFor();
      await page.getByText('Row 2: its type «thing» is none of').waitFor();
      expect(await page.getByRole('button', { name: 'Import', exact: true }).isDisabled()).toBe(true);
      await page.context().close();
    });

    it('fit a tokenizer, export it and delete it', async () => {
      const { page, faults } = await under.signedIn('/datasets/new');
      await importShop(page, 'coded');
      await page.getByRole('link', { name: 'Fit a tokenizer' }).click();
      await page.getByLabel('Name').fill('codes');
      await page.getByRole('button', { name: 'Fit', exact: true }).click();
      await page.getByText('Level 1 of').waitFor({ timeout: LONG_MS });
      await page.getByRole('button', { name: 'Export' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Export' }).click();
      await page.getByRole('link', { name: /^Download, / }).waitFor({ timeout: LONG_MS });
      await page.keyboard.press('Escape');
      await page.getByRole('button', { name: 'Delete' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
      await page.getByText('No tokenizers yet').waitFor();
      expect(faults).toEqual([]);
      await page.context().close();
    });

    it('begin an experiment, whose arms are shown before there is a result', async () => {
      const { page, faults } = await under.signedIn('/experiments', { key: under.service.operatorKey });
      await page.getByRole('link', { name: 'New experiment' }).click();
      // An input until the workspaces are known.
      await page.getByLabel('Workspace').and(page.locator('select')).selectOption(under.service.tenantId);
      await page.getByLabel('Domain').selectOption('dating');
      await page.getByLabel('Name').first().fill('A bolder prior');
      await page.getByLabel('Design').selectOption('split');
      await page.getByLabel('Metric that decides').selectOption('positive_rate');
      await page.getByRole('button', { name: 'Begin' }).click();
      await page.getByText('This is needed.').waitFor();
      await page.getByLabel('Smallest difference that matters').fill('0.02');
      await page.getByRole('region', { name: 'Treatment' }).getByLabel('Tier').selectOption('general');
      expect(await faultsOfLook(page)).toEqual([]);
      await page.setViewportSize({ width: 1280, height: 900 });
      await page.getByRole('button', { name: 'Begin' }).click();
      await page.getByRole('heading', { level: 1, name: 'A bolder prior' }).waitFor();
      await page.getByText('by the model of the tier general').waitFor();
      await page.getByText('100 % of the units take part').waitFor();
      await page.getByRole('button', { name: 'Pause' }).click();
      await page.getByText(/· paused ·/).waitFor();
      await page.getByRole('button', { name: 'Go on' }).click();
      await page.getByText(/· runs ·/).waitFor();
      expect(faults).toEqual([]);
      await page.context().close();
    });

    it('offer nothing to a key that may only read', async () => {
      const { page } = await under.signedIn('/models', { key: await under.service.newKey('read') });
      await page.getByRole('heading', { level: 1, name: 'Models' }).waitFor();
      await loaded(page);
      expect(await page.getByRole('link', { name: 'Train a model' }).count()).toBe(0);
      expect(await page.getByRole('button', { name: 'New alias' }).count()).toBe(0);
      await page.goto(`${under.service.console}/models/new`);
      await page.getByText('This needs a key with the scope «train»').waitFor();
      await page.context().close();
    });
  },
);
