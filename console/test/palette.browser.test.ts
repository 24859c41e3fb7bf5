/** The palette: people, pages, actions and resources, by keyboard, with few requests. */
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { describeConsole } from './support/describe-console.ts';
import { seriousFaults } from './support/faults-of-look.ts';
import { ATTACK, addPeople } from './support/people.ts';
import type { Service } from './support/service.ts';

const ITEMS = [{ item_id: 'cup', text: 'A cup' }];

/** Besides the people and the dataset that all tests have: one whose name is known. */
async function prepare(service: Service): Promise<void> {
  await addPeople(service);
  const answer = await service.post(
    '/v1/datasets',
    { name: 'Crockery of May', items: ITEMS },
    { 'idempotency-key': 'console-palette' },
  );
  if (!answer.ok) throw new Error(await answer.text());
}

describeConsole('the palette', 'palette', prepare, (under) => {
  const input = (page: Page) => page.getByRole('combobox', { name: /^A person, page/ });
  const chosen = (page: Page) => page.getByRole('option', { selected: true });

  async function opened(path: string, shows: string) {
    const { page, faults } = await under.signedIn(path);
    await page.getByText(shows).first().waitFor();
    await page.keyboard.press('/');
    await input(page).waitFor();
    return { page, faults };
  }

  it('offers actions and pages, and leads to them by the keyboard', async () => {
    const { page, faults } = await opened('/models', 'No models yet');
    expect(await seriousFaults(page)).toEqual([]);
    // The strip of the scroll bar is dimmed with the page, which does not scroll below a dialog.
    const { overflow, backgroundColor } = await page.evaluate(() => {
      const { overflow, backgroundColor } = getComputedStyle(document.documentElement);
      return { overflow, backgroundColor };
    });
    expect(overflow).toBe('hidden');
    expect(backgroundColor).not.toBe(
      await page.evaluate(() => getComputedStyle(document.body).backgroundColor),
    );
    await page.getByRole('group', { name: 'Actions' }).getByText('Import people').waitFor();
    await page.getByRole('group', { name: 'Pages' }).getByText('Learning').waitFor();
    await page.keyboard.type('webhook');
    await expect.poll(() => chosen(page).textContent()).toBe('Webhooks');
    await page.keyboard.press('ArrowDown');
    await expect.poll(() => chosen(page).textContent()).toBe('Add a webhook');
    await page.keyboard.press('Enter');
    await page.getByRole('dialog', { name: 'New webhook' }).getByLabel('Address').waitFor();
    // The last choice is the first offer of the next time.
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.keyboard.press('Control+k');
    await page.getByRole('group', { name: 'Recent' }).waitFor();
    expect(await chosen(page).textContent()).toBe('Add a webhook');
    expect(faults).toEqual([]);
    await page.context().close();
  });

  it('finds people by how their ids begin, with one request for what was typed', async () => {
    const { page, faults } = await opened('/models', 'No models yet');
    const asked: string[] = [];
    page.on('request', (request) => {
      if (request.url().includes('/v1/users')) asked.push(request.postData() ?? '');
    });
    await input(page).pressSequentially('person-11', { delay: 20 });
    const people = page.getByRole('group', { name: 'People' });
    await people.getByText('person-114').waitFor();
    expect(asked.map((body) => JSON.parse(body).q)).toEqual(['person-11']);
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'person-110' }).waitFor();
    expect(faults).toEqual([]);
    await page.context().close();
  });

  it('finds datasets by words of their names and jobs by their ids, in fields too', async () => {
    const { page, faults } = await under.signedIn('/match?domain=dating');
    await page.getByRole('combobox', { name: 'Id of the person' }).focus();
    await page.keyboard.press('Control+k');
    await input(page).fill('may crock');
    await page.getByRole('group', { name: 'Datasets' }).getByText('Crockery of May').waitFor();
    expect(await page.evaluate(() => '__attacked' in window)).toBe(false);
    await input(page).fill(ATTACK.slice(0, 20));
    await page.getByRole('group', { name: 'Datasets' }).getByRole('option').waitFor();
    const { data } = await under.service.get<{ data: { id: string }[] }>('/v1/jobs');
    await input(page).fill(data[0]!.id);
    await page.getByRole('group', { name: 'Jobs' }).getByText('Import of a dataset').click();
    await page.getByRole('heading', { name: 'The job that was looked for' }).waitFor();
    await page.getByLabel(`Import of a dataset ${data[0]!.id}`).first().waitFor();
    expect(faults).toEqual([]);
    await page.context().close();
  });

  it('offers a key what it may see and do, and asks for nothing else', async () => {
    const key = await under.service.newKey('match');
    const { page, faults } = await under.signedIn('/match', { key });
    await page.getByText('Choose a person to begin').waitFor();
    const asked: string[] = [];
    page.on('request', (request) => asked.push(request.url()));
    await page.keyboard.press('/');
    await input(page).fill('a');
    await page.getByRole('group', { name: 'Pages' }).getByText('Match').waitFor();
    expect(await page.getByRole('option').allTextContents()).toEqual(['Match']);
    expect(asked.filter((url) => url.includes('/v1/'))).toEqual([]);
    expect(faults).toEqual([]);
    await page.context().close();
  });
});
