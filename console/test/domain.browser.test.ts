/**
 * The screen of domains: its editor under the policy of the page, hostile definitions, drafts, publishing,
 * conflicts.
 */
import { text } from 'node:stream/consumers';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { describeConsole } from './support/describe-console.ts';
import { faultsOfLook, loaded, seriousFaults } from './support/faults-of-look.ts';
import { ATTACK, addPeople } from './support/people.ts';
import type { Service } from './support/service.ts';
import type { WatchedPage } from './support/watched-page.ts';

const tabs = ['definition', 'fields', 'scorecard', 'people', 'versions'] as const;
/** The longest definition that ships. */
const LARGEST = 'agent-to-agent';
let shipped: string;
let largest: string;
const prepare = async (service: Service) => {
  await addPeople(service);
  await service.post('/v1/users', {
    ...{ user_id: 'corrected', domain: 'dating', context: 'I am 30 years old.' },
    fields: { age: 44, gender: 'woman', location: 'Lisbon, Portugal' },
  });
  await service.command('tenants', 'enable', 'domains', '--domain', LARGEST);
  largest = (await service.get<{ source: string }>(`/v1/domains/${LARGEST}`)).source;
  await service.post('/v1/match', { user_id: 'person-2', domain: 'dating', limit: 50 });
  shipped = (await service.get<{ source: string }>('/v1/domains/dating')).source;
};

describeConsole('the screen of domains', 'domains', prepare, (under) => {
  const signedIn = (path = '/domains?domain=dating', key = under.service.key) =>
    under.signedIn(path, { key });
  const editorOf = (page: Page) => page.getByRole('textbox', { name: 'Definition in YAML' });

  async function write(page: Page, source: string): Promise<void> {
    await editorOf(page).click();
    await page.keyboard.press('Control+a');
    await page.keyboard.insertText(source);
  }
  const openFile = (page: Page, name: string, content: string | Buffer) =>
    page
      .getByLabel('Open a file')
      .last()
      .setInputFiles({
        ...{ name, mimeType: 'application/yaml', buffer: Buffer.from(content) },
      });
  const showView = (page: Page, name: string) =>
    page
      .getByRole('radiogroup', { name: 'Views of the definition' })
      .getByText(name, { exact: true })
      .click();
  const textOf = (page: Page) => editorOf(page).locator('.cm-line').first().textContent();

  async function finish({ page, faults }: WatchedPage): Promise<void> {
    expect(await page.evaluate(() => '__attacked' in window)).toBe(false);
    expect(faults).toEqual([]);
    await page.context().close();
  }

  it('is whole in both themes at every width', async () => {
    const { page, faults } = await signedIn('/domains');
    for (const tab of tabs) {
      await page.goto(`${under.service.console}/domains?domain=dating&tab=${tab}`);
      await page.getByRole('tab', { selected: true }).waitFor();
      await loaded(page);
      if (tab === 'definition') {
        await page.getByLabel('A text about a person').fill('I am 31, a woman in Lisbon.');
        await page.getByText('% sure').first().waitFor();
        await page.getByText('No faults').waitFor();
        for (const view of ['Scorecard', 'Fields']) {
          await showView(page, view);
          await page
            .getByRole(view === 'Fields' ? 'button' : 'slider', { name: /age/ })
            .first()
            .click();
          expect([view, await faultsOfLook(page)]).toEqual([view, []]);
        }
      }
      expect([tab, await faultsOfLook(page, [3840, 1280, 360])]).toEqual([tab, []]);
    }
    await finish({ page, faults });
  });

  it('has an editor with styles that the policy of the page allows', async () => {
    const { page, faults } = await signedIn();
    await editorOf(page).waitFor();
    const found = await page.evaluate(() => {
      const host = [...document.querySelectorAll('*')].find(({ shadowRoot }) => shadowRoot !== null)!;
      const root = host.shadowRoot!;
      return {
        elements: document.querySelectorAll('style').length + root.querySelectorAll('style').length,
        sheets: root.adoptedStyleSheets.length,
        gutter: getComputedStyle(root.querySelector('.cm-gutters')!).display,
        colours: new Set(
          [...root.querySelectorAll('.cm-line span')].map((span) => getComputedStyle(span).color),
        ).size,
      };
    });
    expect(found).toMatchObject({ elements: 0, gutter: 'flex' });
    expect(found.sheets).toBeGreaterThan(0);
    expect(found.colours).toBeGreaterThan(1);
    await finish({ page, faults });
  });

  it('says that a definition was not checked, and why, where the service refuses it', async () => {
    const { page, faults } = await signedIn();
    await page.getByText('No faults').waitFor();
    const refused = { code: 'payload_too_large', message: 'source is too long', details: {} };
    await page.route('**/domains/check', (call) =>
      call.fulfill({ status: 413, json: { error: refused, request_id: 'req_1' } }),
    );
    await write(page, `${shipped}\n# more`);
    await page.getByRole('alert').getByText('source is too long').waitFor();
    expect(await page.getByText('Not checked').count()).toBe(2);
    expect(await page.getByText('Checking').count()).toBe(0);
    await page.unroute('**/domains/check');
    await page.getByRole('alert').getByRole('button').last().click();
    await page.getByText('No faults').waitFor();
    await write(page, '');
    await page.getByText('1 fault', { exact: true }).waitFor();
    expect(faults.filter((fault) => !/413/.test(fault))).toEqual([]);
    await page.context().close();
  });

  it('marks a fault at its line, and leads there from the list', async () => {
    const { page, faults } = await signedIn();
    const line = shipped.split('\n').findIndex((text) => text.includes('kind: hard')) + 1;
    await write(page, shipped.replace('kind: hard', 'kind: heavy'));
    await page.getByRole('button', { name: new RegExp(`Line ${line}\\b.*kind`) }).click();
    await page.keyboard.press('End');
    await page.keyboard.type(' # here');
    expect(await editorOf(page).locator('.cm-fault-line').textContent()).toBe('  kind: heavy # here');
    const mark = page.locator('.cm-fault-mark[title*="kind"]');
    const [marked, number] = await Promise.all([
      mark.boundingBox(),
      page.locator('.cm-lineNumbers .cm-activeLineGutter').boundingBox(),
    ]);
    expect(Math.abs(marked!.y - number!.y)).toBeLessThan(8);
    expect(await seriousFaults(page)).toEqual([]);
    await finish({ page, faults });
  });

  it('survives hostile definitions, while the service goes on answering', async () => {
    const { page, faults } = await signedIn();
    const nine = (name: string) => `[${Array(9).fill(name)}]`;
    const bomb = [
      'a: &a [x]',
      ...'bcdefghij'.split('').map((name, at) => `${name}: &${name} ${nine(`*${'abcdefghi'[at]}`)}`),
    ];
    const hostile = [
      ['['.repeat(20_000), /nested too deeply/],
      [bomb.join('\n'), /alias/i],
      [Array.from({ length: 3000 }, () => 'k: 1').join('\n'), /unique/],
      [
        shipped.replace('extract:', "extract:\n    - {rule: pattern, pattern: '((a{1000}){1000}){1000}'}"),
        /RE2/,
      ],
      [`domain: ${ATTACK}\ntitle: ${ATTACK}\n${ATTACK}: 1\n`, /./],
    ] as const;
    for (const [source, message] of hostile) {
      await write(page, source);
      await page
        .getByRole('button', { name: message })
        .and(page.getByRole('button', { name: /^Line/ }))
        .first()
        .waitFor();
      expect((await fetch(`${under.service.url}/readyz`)).status).toBe(200);
    }
    await write(page, shipped);
    await page.getByText('No faults').waitFor();
    await finish({ page, faults });
  });

  it('shows what the definition finds in a text, whatever the text is', async () => {
    const { page, faults } = await signedIn();
    await page.getByLabel('A text about a person').fill(`I am 31. ${ATTACK}`);
    await page.locator('mark', { hasText: '31' }).waitFor();
    await page.getByText('<script>', { exact: false }).last().waitFor();
    await write(
      page,
      shipped.replace('- name: age', '- name: years').replaceAll('field: age', 'field: years'),
    );
    await page.getByText('Years', { exact: true }).waitFor();
    await finish({ page, faults });
  });

  it('refuses a file that is no text with its line, and reads the others', async () => {
    const { page, faults } = await signedIn();
    await editorOf(page).waitFor();
    await openFile(page, 'old.yaml', Buffer.from([0x61, 0x0a, 0xe9, 0x0a]));
    await page.getByRole('alert').getByText('old.yaml, line 2').waitFor();
    await openFile(page, 'big.yaml', Buffer.alloc(2 ** 20 + 1, 0x61));
    await page.getByRole('alert').getByText('A definition has at most 1 MiB').waitFor();
    expect(await textOf(page)).toBe('domain: dating');
    await openFile(page, 'new.yaml', `# opened\n${shipped}`);
    await expect.poll(() => textOf(page)).toBe('# opened');
    const dropped = await page.evaluateHandle((content) => {
      const transfer = new DataTransfer();
      transfer.items.add(new File([content], 'dropped.yaml'));
      return transfer;
    }, `# dropped\n${shipped}`);
    await editorOf(page).dispatchEvent('drop', { dataTransfer: dropped });
    await page.getByRole('status').getByText('dropped.yaml').waitFor();
    await expect.poll(() => textOf(page)).toBe('# dropped');
    await page.getByText('No faults').waitFor();
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download' }).click();
    const saved = await download;
    expect(saved.suggestedFilename()).toBe('dating.v1.yaml');
    expect(await text(await saved.createReadStream())).toBe(`# dropped\n${shipped}`);
    await finish({ page, faults });
  });

  it('shows the faults of a field at its input and its line, and mends them by the form', async () => {
    const { page, faults } = await signedIn();
    await write(page, shipped.replace('range: [18, 120]', 'range: [18, many]'));
    await showView(page, 'Fields');
    await page.getByRole('button', { name: /^age.*1 fault/ }).click();
    await page
      .getByText(/expected number/)
      .first()
      .waitFor();
    await page.getByRole('button', { name: 'Show in the YAML' }).click();
    await expect.poll(() => page.locator('.cm-fault-line').count()).toBe(1);
    await showView(page, 'Fields');
    await page.getByRole('button', { name: /^age/ }).click();
    await page.getByLabel('Most', { exact: true }).fill('99');
    await page.keyboard.press('Enter');
    await page.getByText('No faults').waitFor();
    await showView(page, 'YAML');
    await page.locator('.cm-line', { hasText: 'range: [18, 99]' }).first().waitFor();
    await write(page, 'fields: [');
    await showView(page, 'Scorecard');
    await page.getByText('The form needs readable YAML').waitFor();
    await finish({ page, faults });
  });

  it('leads from the coverage of a field to its people', async () => {
    const { page, faults } = await signedIn('/domains?domain=dating&tab=people');
    await page.getByRole('button', { name: /^1 of 1, Corrected, age/ }).click();
    await page.getByText('«44» holds; a text says «30»').waitFor();
    await page.getByRole('button', { name: /^1, Not understood, location/ }).click();
    await page.getByText('is not understood', { exact: false }).last().waitFor();
    expect(await seriousFaults(page)).toEqual([]);
    await page.getByRole('link', { name: 'People without relationship goal' }).click();
    await page.getByRole('link', { name: 'corrected' }).first().waitFor();
    expect(page.url()).toMatch(/people.*exists/);
    await finish({ page, faults });
  });

  it('keeps a draft over other pages and a reload, and asks before it is discarded', async () => {
    const { page, faults } = await signedIn();
    await write(page, shipped.replace('domain: dating', '# a draft\ndomain: dating'));
    await page.getByText('Edited, kept in this browser tab only').waitFor();
    await page.getByRole('link', { name: 'Jobs' }).click();
    await page.getByRole('heading', { name: 'Jobs' }).waitFor();
    await page.goBack();
    await expect.poll(() => textOf(page)).toBe('# a draft');
    await page.reload();
    await expect.poll(() => textOf(page)).toBe('# a draft');
    expect(
      await page.evaluate(() => window.dispatchEvent(new Event('beforeunload', { cancelable: true }))),
    ).toBe(false);
    await page.getByRole('button', { name: 'Discard the draft' }).click();
    await page.getByRole('button', { name: 'Cancel' }).click();
    expect(await textOf(page)).toBe('# a draft');
    await page.getByRole('button', { name: 'Discard the draft' }).click();
    await page.getByRole('button', { name: 'Discard', exact: true }).click();
    await expect.poll(() => textOf(page)).toBe('domain: dating');
    expect(
      await page.evaluate(() => window.dispatchEvent(new Event('beforeunload', { cancelable: true }))),
    ).toBe(true);
    await finish({ page, faults });
  });

  it('tells a reader what would change and the command, and does not let them publish', async () => {
    const { page, faults } = await signedIn();
    await write(
      page,
      shipped.replace('title: Dating', 'title: Meeting').replace('required: true', 'required: false'),
    );
    await page.getByText('Compared with dating.v1').waitFor();
    await page.getByText('age (required)').waitFor();
    await page.getByRole('button', { name: 'Make it version 2' }).click();
    await page.getByText('counterpart domains add dating.v2.yaml --tenant domains').waitFor();
    expect(await page.getByRole('button', { name: /^Publish/ }).count()).toBe(0);
    const status = await page.evaluate(async () => {
      const answer = await fetch('/console/api/v1/admin/tenants/ten_x/domains/dating', {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-counterpart-console': '1' },
        body: JSON.stringify({ source: 'domain: dating', expected_version: 1 }),
      });
      return answer.status;
    });
    expect(status).toBe(403);
    expect(faults.splice(0).filter((fault) => !fault.includes('status of 403'))).toEqual([]);
    await finish({ page, faults });
  });

  it('is closed to a key without the scope', async () => {
    const { page, faults } = await signedIn('/domains', await under.service.newKey('data'));
    await page.getByText('This needs a key with the scope «read»').waitFor();
    expect(await page.getByRole('link', { name: 'Domains' }).count()).toBe(0);
    await finish({ page, faults });
  });

  describe('for an operator', () => {
    const address = (rest = '') => `/domains?tenant=${under.service.tenantId}&domain=dating${rest}`;
    const openedAt = (path: string) => signedIn(path, under.service.operatorKey);
    const published = () => `/v1/admin/tenants/${under.service.tenantId}/domains/dating`;
    const scoreOf = async (): Promise<number> => {
      const answer = await under.service.post('/v1/match', {
        user_id: 'person-2',
        domain: 'dating',
        record: false,
      });
      return (await answer.json()).matches[0].score;
    };
    /** Same fields, and a scorecard that starts elsewhere. */
    const next = (version: number, intercept: string) =>
      shipped
        .replace('version: 1', `version: ${version}`)
        .replace(/intercept: .*/, `intercept: ${intercept}`);
    const publishOverHttp = (source: string, expected_version: number) =>
      under.service.operate('POST', published(), { source, expected_version });

    it('asks for a workspace, and shows no statistics of its people', async () => {
      const { page, faults } = await openedAt('/domains');
      await page.getByText('An operator belongs to no workspace').waitFor();
      await page.getByRole('combobox', { name: 'Workspace' }).click();
      await page.getByRole('option', { name: 'domains', exact: true }).click();
      await page.getByText('No faults').waitFor();
      expect(page.url()).toContain(`tenant=${under.service.tenantId}`);
      expect(await page.getByRole('tab').allTextContents()).not.toContain('People');
      expect(await seriousFaults(page)).toEqual([]);
      await finish({ page, faults });
    });

    it('publishes a version, under which the next match is scored', async () => {
      const before = await scoreOf();
      const { page, faults } = await openedAt(address());
      await write(page, next(2, '-3'));
      await page.getByRole('button', { name: 'Publish dating.v2' }).click();
      const dialog = page.getByRole('dialog', { name: 'Publish dating.v2?' });
      await dialog.getByText('Starting points').waitFor();
      await dialog.getByText('Stored people stay as they are').waitFor();
      expect(await seriousFaults(page)).toEqual([]);
      await dialog.getByRole('button', { name: 'Publish dating.v2' }).click();
      await dialog.getByText('dating.v2 is in force.').waitFor();
      await dialog.getByRole('button', { name: 'Close' }).last().click();
      await page.getByText('As stored').waitFor();
      await page.getByRole('heading', { name: 'dating.v2' }).waitFor();
      expect(await scoreOf()).toBeLessThan(before);
      await page.goto(under.service.console + address('&tab=versions&compare=1'));
      await page.getByText('From dating.v1 to dating.v2: 2 lines removed, 2 lines added').waitFor();
      await page.getByRole('row', { name: /added.*intercept: -3/ }).waitFor();
      expect(await seriousFaults(page)).toEqual([]);
      await finish({ page, faults });
    });

    it('takes the largest file, which is edited by the form, tried on a text and published', async () => {
      const { page, faults } = await openedAt(address().replace('domain=dating', `domain=${LARGEST}`));
      await page.getByText('No faults').waitFor();
      await openFile(page, 'agents.yaml', `# Ours\n${largest}`);
      await expect.poll(() => textOf(page)).toBe('# Ours');
      await showView(page, 'Fields');
      await page.getByRole('button', { name: /^protocols/ }).click();
      await page.getByLabel('Description').fill('What it speaks: and how');
      await page.getByLabel('Description').blur();
      await showView(page, 'Scorecard');
      await page.getByRole('textbox', { name: 'Weight: needs_met' }).fill('1.5');
      await page.keyboard.press('Enter');
      await page.getByText('of the range of all terms').first().waitFor({ state: 'attached' });
      await page.getByLabel('A text about a person').fill('Our agent does translation over gRPC.');
      await page.locator('mark', { hasText: 'translation' }).waitFor();
      await page.getByText(/^Not taken \(\d/).click();
      await page.getByRole('button', { name: 'Make it version 2' }).click();
      await page.getByRole('button', { name: `Publish ${LARGEST}.v2` }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByRole('button', { name: `Publish ${LARGEST}.v2` }).click();
      await dialog.getByText(`${LARGEST}.v2 is in force.`).waitFor();
      const { source } = await under.service.get<{ source: string }>(`/v1/domains/${LARGEST}`);
      const lines = new Set(largest.split('\n'));
      expect(source.split('\n').filter((line) => !lines.has(line))).toEqual([
        '# Ours',
        'version: 2',
        '  description: "What it speaks: and how"',
        '    weight: 1.5',
      ]);
      expect(source.split('\n')).toHaveLength(largest.split('\n').length + 2);
      await finish({ page, faults });
    });

    it('does not replace what somebody else has published meanwhile', async () => {
      const { page, faults } = await openedAt(address());
      await write(page, next(3, '-1'));
      await page.getByRole('button', { name: 'Publish dating.v3' }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByText('Compared with dating.v2').waitFor();
      expect((await publishOverHttp(next(3, '-2'), 2)).status).toBe(200);
      await dialog.getByRole('button', { name: 'Publish dating.v3' }).click();
      await dialog.getByText('conflict', { exact: true }).waitFor();
      expect(
        (await under.service.get<{ source: string }>(published(), under.service.operatorKey)).source,
      ).toContain('intercept: -2');
      await dialog.getByRole('button', { name: 'Show the version in force' }).click();
      await page.getByRole('heading', { name: 'dating.v3' }).waitFor();
      expect(faults.splice(0).filter((fault) => !fault.includes('status of 409'))).toEqual([]);
      await finish({ page, faults });
    });

    it('is told what stored people would lose', async () => {
      const { page, faults } = await openedAt(address());
      const narrower = next(4, '0').replace('range: [18, 120]', 'range: [18, 60]');
      await write(page, narrower);
      await page.getByText('Stored people would lose values').waitFor();
      await page.getByText('range 18–120 became 18–60').waitFor();
      expect(await page.getByRole('button', { name: /^Publish/ }).count()).toBe(0);
      expect((await publishOverHttp(narrower, 3)).status).toBe(409);
      await finish({ page, faults });
    });
  });
});
