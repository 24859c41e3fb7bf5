/** The table of people: found as one types, filtered, sorted, exported, erased; and the field that finds one. */
import { readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { describeConsole } from './support/describe-console.ts';
import { faultsOfLook } from './support/faults-of-look.ts';
import { ATTACKER, addPeople } from './support/people.ts';
import { searchOf } from './support/search-of.ts';

describeConsole('the people of a domain', 'people', addPeople, (under) => {
  const table = (page: Page) => page.getByRole('table', { name: 'People' });
  const rows = (page: Page) => table(page).getByRole('rowheader');
  const idsOf = async (page: Page) => rows(page).allTextContents();

  it('finds people by place, filters and sorts them, and keeps all of it in the address', async () => {
    const { page, faults } = await under.signedIn('/people?domain=dating');
    await page.getByLabel('Find people').fill('PORTO');
    await expect.poll(() => rows(page).count()).toBe(30);
    await page.getByRole('combobox', { name: 'Add a filter' }).click();
    await page.getByRole('option', { name: 'Gender' }).click();
    await page.getByRole('combobox', { name: 'Any of' }).click();
    await page.getByRole('option', { name: 'man', exact: true }).click();
    await expect.poll(() => page.url()).toContain('gender');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Age' }).click();
    await page.getByRole('button', { name: 'Age' }).click();
    await expect.poll(() => page.url()).toContain('desc');
    const ages = async () =>
      (await table(page).locator('tbody tr td[data-numeric]').allTextContents()).map(Number);
    await expect.poll(async () => (await ages())[0]).toBe(54);
    expect(await ages()).toEqual((await ages()).toSorted((one, other) => other - one));
    const found = await idsOf(page);
    await page.reload();
    await rows(page).first().waitFor();
    expect(await idsOf(page)).toEqual(found);
    expect(await faultsOfLook(page, [1280, 360])).toEqual([]);
    expect(faults).toEqual([]);
    await page.context().close();
  });

  it('saves a view with its columns, and opens it again', async () => {
    const { page, faults } = await under.signedIn('/people?domain=dating&q=berlin');
    await rows(page).first().waitFor();
    await page.getByRole('button', { name: 'Columns' }).click();
    await page.getByRole('checkbox', { name: 'Values text' }).click();
    await page.keyboard.press('Escape');
    await table(page).getByRole('columnheader', { name: 'Values text' }).waitFor();
    await page.getByRole('button', { name: 'Views' }).click();
    await page.getByLabel('Name of the view').fill('Berlin');
    await page.getByRole('button', { name: 'Save this view' }).click();
    await page.getByRole('button', { name: 'Berlin', exact: true }).waitFor();
    await page.goto(`${under.service.console}/people?domain=dating`);
    await page.getByRole('button', { name: 'Views' }).click();
    await page.getByRole('button', { name: 'Berlin', exact: true }).click();
    await table(page).getByRole('columnheader', { name: 'Values text' }).waitFor();
    await expect.poll(() => rows(page).count()).toBe(30);
    expect(faults).toEqual([]);
    await page.context().close();
  });

  it('exports all that is found, and no cell is a formula', async () => {
    const { page, faults } = await under.signedIn('/people?domain=dating', { acceptDownloads: true });
    await rows(page).first().waitFor();
    await page.getByRole('button', { name: 'Export CSV' }).click();
    await page.getByLabel('All fields, not only the shown columns').check();
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Write the file' }).click();
    const file = join(tmpdir(), `people-${process.pid}.csv`);
    await (await download).saveAs(file);
    const lines = readFileSync(file, 'utf8').split('\r\n');
    rmSync(file);
    expect(lines[0]).toContain('user_id,title,complete,created_at,updated_at,age,gender,location');
    expect(lines).toHaveLength(1 + 122 + 1);
    await page.getByText('122 people written').waitFor();
    expect(faults).toEqual([]);
    await page.context().close();
  });

  it('erases the chosen people after their number was typed', async () => {
    const { page, faults } = await under.signedIn(`/people${searchOf({ domain: 'dating', q: 'person-11' })}`);
    await expect.poll(() => rows(page).count()).toBe(11);
    for (const id of ['person-110', 'person-111']) await page.getByLabel(`Select ${id}`).check();
    await page.getByText('2 people selected').waitFor();
    await page.getByRole('button', { name: 'Erase', exact: true }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('This cannot be undone').waitFor();
    expect(await dialog.getByRole('button', { name: 'Erase' }).isDisabled()).toBe(true);
    expect(await faultsOfLook(page, [1280])).toEqual([]);
    await dialog.getByLabel('Type 2 to confirm').fill('2');
    await dialog.getByRole('button', { name: 'Erase' }).click();
    await dialog.getByText('2 of 2 erased').waitFor();
    await dialog.getByRole('button', { name: 'Close' }).last().click();
    await expect.poll(() => rows(page).count()).toBe(9);
    const left = await under.service.post('/v1/users/search', { domain: 'dating', q: 'person-110' });
    expect(await left.json()).toMatchObject({ data: [], people: 120 });
    expect(faults).toEqual([]);
    await page.context().close();
  });

  it('picks a person with the keyboard, and takes another text as an id', async () => {
    const { page, faults } = await under.signedIn('/match?domain=dating');
    const field = page.getByRole('combobox', { name: 'Id of the person' });
    await field.fill('person-3');
    await page
      .getByRole('option', { name: /person-3\b/ })
      .first()
      .waitFor();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await expect.poll(() => new URL(page.url()).searchParams.get('user')).toBe('person-3');
    // A text that finds nobody is an id.
    await field.fill(ATTACKER);
    await page.keyboard.press('Tab');
    await expect.poll(() => new URL(page.url()).searchParams.get('user')).toBe(ATTACKER);
    expect(await page.evaluate(() => '__attacked' in window)).toBe(false);
    expect(faults).toEqual([]);
    await page.context().close();
  });
});
