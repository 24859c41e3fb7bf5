/**
 * The first page of an empty domain, the import of hostile files, and the list of many people. The order of
 * the tests matters: the list shows the people whom the tests before it imported.
 */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text as textOf } from 'node:stream/consumers';
import { gzipSync, zstdCompressSync } from 'node:zlib';
import { parquetWriteBuffer } from 'hyparquet-writer';
import Papa from 'papaparse';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { describeConsole } from './support/describe-console.ts';
import { faultsOfLook } from './support/faults-of-look.ts';
import { nastyFile } from './support/nasty-file.ts';
import { ATTACK, ATTACKER } from './support/people.ts';

const nobody = async () => undefined;

describeConsole('people and their import', 'importer', nobody, (under) => {
  const peopleOf = async (domain: string) => {
    const { people } = await under.service.get<{ people: number }>(`/v1/users?domain=${domain}&limit=1`);
    return people;
  };
  const choose = (page: Page, name: string, content: string | Buffer) =>
    page
      .locator('input[type="file"]')
      .setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(content as string) });

  it('begins with a file or sample people, in both themes and on a phone', async () => {
    const { page, faults } = await under.signedIn('/people?domain=dating');
    await page.getByText('Nobody is in dating yet').waitFor();
    expect(await faultsOfLook(page, [360])).toEqual([]);
    expect(faults).toEqual([]);
    await page.context().close();
  });

  it('loads the sample people of a domain', async () => {
    const { page, faults } = await under.signedIn('/people?domain=hiring');
    await page.getByRole('button', { name: 'Load sample people' }).click();
    await page.getByText(/^\d+ rows were imported\.$/).waitFor({ timeout: 120_000 });
    const said = Number.parseInt((await page.getByText(/rows were imported/).textContent())!, 10);
    expect(said).toBeGreaterThan(100);
    expect(await peopleOf('hiring')).toBe(said);
    await page.getByRole('link', { name: 'See the people' }).click();
    await page.getByText(`${said} people in hiring.`).waitFor();
    expect(await faultsOfLook(page, [page.viewportSize()!.width])).toEqual([]);
    expect(faults).toEqual([]);
    await page.context().close();
  });

  it('says how far texts are read in full behind an import', async () => {
    await under.service.command('tenants', 'enable', 'importer', '--domain', 'agent-to-agent');
    const { page, faults } = await under.signedIn('/people?domain=agent-to-agent');
    await page.getByRole('button', { name: 'Load sample people' }).click();
    await page.getByText(/Their texts are now read in full/).waitFor({ timeout: 120_000 });
    expect(await faultsOfLook(page, [page.viewportSize()!.width])).toEqual([]);
    await page.getByRole('link', { name: 'See the job' }).click();
    // The import before it has one too.
    await page.getByText('Full reading of imported texts').first().waitFor();
    expect(faults).toEqual([]);
    await page.context().close();
  });

  it('imports a hostile file with 10,000 rows, and says of each reject why', async () => {
    const { text, ready, people, rejected, columns } = nastyFile(10_000);
    const { page, faults } = await under.signedIn('/people?domain=dating', { acceptDownloads: true });
    await choose(page, 'people.csv', text);
    await page.waitForURL(/\/import/);
    await page.getByText('What each column becomes').waitFor();
    expect(await page.getByLabel('Columns are separated by').inputValue()).toBe(';');
    const chosen = await page
      .locator('main select[aria-label$="» becomes"]')
      .evaluateAll((selects) => selects.map((select) => (select as HTMLSelectElement).value));
    expect(chosen).toEqual(columns.map(({ becomes }) => becomes));
    await page.getByRole('button', { name: 'Show what is read in the texts' }).click();
    await page.getByText('Found').first().waitFor();
    // The preview stores nobody.
    expect(await peopleOf('dating')).toBe(0);
    expect(await faultsOfLook(page, [page.viewportSize()!.width])).toEqual([]);

    await page.getByRole('button', { name: 'Check the file' }).click();
    await page.getByText(`${ready.toLocaleString('en')} can be imported.`).waitFor();
    const saving = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download them as CSV' }).click();
    const saved = await textOf(await (await saving).createReadStream());
    const [header, ...rows] = Papa.parse<string[]>(saved.replace('\ufeff', ''), {
      delimiter: ',',
      skipEmptyLines: true,
    }).data;
    expect(header!.slice(0, 2)).toEqual(['line', 'reason']);
    expect(rows.map(([line, reason]) => [Number(line), reason])).toEqual(
      rejected.map(({ line, reason }) => [line, reason]),
    );
    for (const cell of [...header!, ...rows.flat()]) expect(cell).not.toMatch(/^[=+@\t\r]|^-\D/);

    await page.getByRole('button', { name: /^Import .* rows$/ }).click();
    await page.getByText(`${ready.toLocaleString('en')} rows were imported.`).waitFor({ timeout: 170_000 });
    await page.getByText(`${rejected.length} rows were not imported.`).waitFor();
    expect(await peopleOf('dating')).toBe(people);
    expect(await page.evaluate(() => (window as unknown as { __attacked?: number }).__attacked)).toBe(
      undefined,
    );
    expect(await faultsOfLook(page, [page.viewportSize()!.width])).toEqual([]);
    await page.getByRole('link', { name: 'See a first match' }).click();
    await page.waitForURL(/user=p-/);
    // The index reads so many new rows in steps; until then the page says so and offers to try again.
    const found = page.getByText('Rank 1').or(page.getByLabel('Rank 1')).first();
    const again = page.getByRole('button', { name: 'Try again' });
    await expect
      .poll(
        async () => {
          if (await again.isVisible()) await again.click();
          return found.isVisible();
        },
        { timeout: 60_000, interval: 1000 },
      )
      .toBe(true);
    expect(faults.filter((fault) => !fault.includes('503'))).toEqual([]);
    await page.context().close();
  });

  it('shows many people with one request and a bounded page', async () => {
    const { page, faults } = await under.signedIn('/jobs');
    const requests: string[] = [];
    page.on('request', (request) => {
      if (request.url().endsWith('/v1/users/search')) requests.push(request.url());
    });
    await page.goto(`${under.service.console}/people?domain=dating`);
    const list = page.getByRole('table', { name: 'People' });
    await list.waitFor();
    const people = list.getByRole('rowheader');
    const rows = () => people.count();
    const nodes = () => page.evaluate(() => document.querySelectorAll('*').length);
    expect([await rows(), requests.length]).toEqual([50, 1]);
    expect(await nodes()).toBeLessThan(1500);
    const first = await people.first().textContent();
    await page.getByRole('button', { name: 'Next page' }).click();
    await page.waitForURL(/cursor=/);
    await expect.poll(() => people.first().textContent()).not.toBe(first);
    expect([await rows(), requests.length]).toEqual([50, 2]);
    expect(await nodes()).toBeLessThan(1500);
    // A colleague who opens the address sees the same page.
    const shown = await list.textContent();
    await page.reload();
    await list.waitFor();
    expect(await list.textContent()).toBe(shown);
    await page.goBack();
    await expect.poll(() => people.first().textContent()).toBe(first);

    await page.getByLabel('Find people').fill('p-499');
    await expect.poll(rows).toBe(10);
    expect(page.url()).toContain('q=p-499');
    await page.getByLabel('Find people').fill('p-4991');
    await expect.poll(rows).toBe(1);
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/people\/p-4991/);
    await page.goBack();
    await list.waitFor();
    await page.getByLabel('Find people').fill('nobody%');
    await page.getByText('Nobody is found').waitFor();
    await page.getByRole('button', { name: 'Clear the search' }).click();
    await list.waitFor();
    const attacker = {
      user_id: ATTACKER,
      domain: 'dating',
      fields: { location: ATTACK, values_text: ATTACK },
    };
    expect((await under.service.post('/v1/users', attacker)).status).toBe(200);
    await page.getByLabel('Find people').fill('<b onm');
    await page.getByRole('rowheader').getByText(ATTACKER, { exact: true }).waitFor();
    expect(await page.evaluate(() => (window as unknown as { __attacked?: number }).__attacked)).toBe(
      undefined,
    );
    expect(faults).toEqual([]);
    await page.context().close();
  });

  it('stops, goes on, and takes bodies of the API as NDJSON', async () => {
    const { page, faults } = await under.signedIn('/import?domain=hiring');
    const before = await peopleOf('hiring');
    const lines = Array.from({ length: 3000 }, (_, n) =>
      JSON.stringify({ user_id: `c-${n}`, fields: { role: n === 700 ? 'nonsense' : 'candidate' } }),
    );
    await choose(page, 'people.ndjson', [...lines, '{"user_id":', '[1]', 'null'].join('\n'));
    await page.getByText('Each row has the form in which this service takes people').waitFor();
    await page.getByRole('button', { name: 'Check the file' }).click();
    await page.getByText('4 rows will not be imported.').waitFor();
    await page.getByText(/fields\.role: given "nonsense"/).waitFor();
    // The check stores nobody.
    expect(await peopleOf('hiring')).toBe(before);
    // The first answer that is held back stops the others from overtaking it.
    let held = false;
    await page.route('**/v1/users/batch*', async (route) => {
      if (!held) {
        held = true;
        await page.getByRole('button', { name: 'Stop' }).click();
      }
      await route.continue().catch(() => {});
    });
    await page.getByRole('button', { name: 'Import 2,999 rows' }).click();
    await page.getByText('Rows that were sent stay.').waitFor();
    await page.unroute('**/v1/users/batch*');
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByText('2,999 rows were imported.').waitFor({ timeout: 120_000 });
    await page.getByText('4 rows were not imported.').waitFor();
    await page.getByText(/fields\.role: given "nonsense"/).waitFor();
    expect(await peopleOf('hiring')).toBe(before + 2999);
    await page.getByRole('button', { name: 'Import another file' }).click();
    await page.getByText(/^Or drop a file here/).waitFor();
    expect(faults).toEqual([]);
    await page.context().close();
  });

  it('goes on with the same file after the page was closed', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'counterpart-import-'));
    const file = join(folder, 'candidates.csv');
    const rows = Array.from({ length: 2000 }, (_, n) => `r-${n},${n % 500 === 7 ? 'nobody' : 'candidate'}`);
    await writeFile(file, ['identifier,role', ...rows].join('\n'));
    const before = await peopleOf('hiring');
    const { page, faults } = await under.signedIn('/import?domain=hiring', {
      viewport: { width: 360, height: 900 },
    });
    await page.locator('input[type="file"]').setInputFiles(file);
    await page.getByLabel('«identifier» becomes').selectOption({ label: 'Id of the person' });
    await page.getByRole('button', { name: 'Check the file' }).click();
    await page.getByText('1,996 can be imported').waitFor();
    let requests = 0;
    const first = page.waitForResponse('**/v1/users/batch*');
    await page.route('**/v1/users/batch*', async (route) => {
      requests += 1;
      // Three are sent at once, and the first ends before the others begin, so it is done when the fourth is sent.
      if (requests > 1) await first;
      if (requests === 4) await page.getByRole('button', { name: 'Stop' }).click();
      await route.continue().catch(() => {});
    });
    await page.getByRole('button', { name: 'Import 1,996 rows' }).click();
    await page.getByText('Rows that were sent stay.').waitFor();
    await page.unroute('**/v1/users/batch*');
    await page.reload();
    await page.locator('input[type="file"]').setInputFiles(file);
    const said = await page.getByText(/An import of this file stopped after/).textContent();
    const done = Number(/after ([\d,]+) of/.exec(said!)![1]!.replace(',', ''));
    expect(done).toBeGreaterThanOrEqual(100);
    expect(done).toBeLessThan(1996);
    expect(await page.getByLabel('«identifier» becomes').inputValue()).toBe('id');
    expect(await faultsOfLook(page, [page.viewportSize()!.width])).toEqual([]);
    let sent = 0;
    page.on('request', (request) => {
      if (request.url().includes('/v1/users/batch')) sent += request.postData()!.trimEnd().split('\n').length;
    });
    await page.getByRole('button', { name: 'Go on from there' }).click();
    await page.getByText('1,996 rows were imported.').waitFor();
    await page.getByText('4 rows were not imported.').waitFor();
    expect(sent).toBe(1996 - done);
    expect(await peopleOf('hiring')).toBe(before + 1996);
    await page.reload();
    await page.locator('input[type="file"]').setInputFiles(file);
    await page.getByRole('button', { name: 'Check the file' }).waitFor();
    expect(await page.getByText(/An import of this file stopped/).count()).toBe(0);
    expect(faults).toEqual([]);
    await page.context().close();
    await rm(folder, { recursive: true });
  });

  it('imports a known form without a mapping, and its columns by choice', async () => {
    const before = await peopleOf('hiring');
    const { page, faults } = await under.signedIn('/import');
    const resume = (name: string) => ({ basics: { name, email: `${name}@example.org` }, work: [] });
    const packed = gzipSync(JSON.stringify([resume('nadia'), resume('omar'), resume('nadia')]));
    await choose(page, 'resumes.json.gz', packed);
    await page.getByText(/^JSON Resume, 3 records → hiring candidates; \d+ columns read/).waitFor();
    await page.waitForURL(/domain=hiring/);
    await page.getByRole('button', { name: 'Map the columns myself' }).click();
    await page.getByText('What each column becomes').waitFor();
    await page.getByRole('button', { name: 'Read it by this form' }).click();
    await page.getByText('There is nothing to map').waitFor();
    await page.getByLabel('Rows that repeat an id').selectOption('merge');
    await page.getByRole('button', { name: 'Check the file' }).click();
    await page.getByText('will be merged into the person').waitFor();
    expect(await faultsOfLook(page, [page.viewportSize()!.width])).toEqual([]);
    await page.getByRole('button', { name: 'Import 3 rows' }).click();
    await page.getByText('3 rows: 2 stored, 0 replaced, 1 merged, 0 rejected.').waitFor();
    expect(await peopleOf('hiring')).toBe(before + 2);
    expect(faults).toEqual([]);
    await page.context().close();
  });

  it('reads Parquet and zstd, which the policy of the page lets it unpack', async () => {
    const { page, faults } = await under.signedIn('/import?domain=dating');
    const columnData = [
      { name: 'id', data: ['parquet-1', 'parquet-2'] },
      { name: 'age', data: [31, 44] },
    ];
    for (const codec of ['SNAPPY', 'UNCOMPRESSED'] as const) {
      const bytes = Buffer.from(parquetWriteBuffer({ columnData, codec }));
      await choose(page, `${codec}.parquet`, bytes);
      await page.getByRole('heading', { name: 'parquet-1 Line 1' }).waitFor();
    }
    await choose(page, 'people.csv.zst', zstdCompressSync('id,age\nzstd-1,31\n'));
    await page.getByRole('heading', { name: 'zstd-1 Line 2' }).waitFor();
    expect(faults).toEqual([]);
    await page.context().close();
  });

  it('says what is wrong with a file', async () => {
    const { page, faults } = await under.signedIn('/import?domain=dating', {
      viewport: { width: 360, height: 800 },
    });
    await choose(page, 'empty.csv', '');
    await page.getByText('This file has no rows.').waitFor();
    await choose(page, 'header.csv', 'id,age\n');
    await page.getByText('This file has no rows.').waitFor();
    await choose(page, 'quote.csv', `id,age\n1,"${'x'.repeat(9_000_000)}`);
    await page
      .getByText(/the quote that opens in line 2, cell 2, is not closed/)
      .first()
      .waitFor();
    await choose(
      page,
      'western.csv',
      Buffer.from('id;Alter;Wohnort\n1;31;K\xf6ln\n2;x;M\xfcnchen\n', 'latin1'),
    );
    await page.getByText('Köln').first().waitFor();
    expect(await page.getByLabel('Encoding').inputValue()).toBe('windows-1252');
    await page.getByText('column Alter: «x» is no number').waitFor();
    expect(await faultsOfLook(page, [page.viewportSize()!.width])).toEqual([]);
    expect(faults).toEqual([]);
    await page.context().close();
  });

  it('is not there for keys that may not write or read', async () => {
    const { page } = await under.signedIn('/import', { key: await under.service.newKey('read', 'match') });
    await page.getByText('This needs a key with the scope «write»').waitFor();
    await page.goto(`${under.service.console}/people?domain=dating`);
    await page.getByRole('table', { name: 'People' }).waitFor();
    expect(await page.getByRole('link', { name: 'Import' }).count()).toBe(0);
    await page.context().close();
  });
});
