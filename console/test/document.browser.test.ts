/** Documents on the screen of a person and in the playground: what was read where, and what is refused. */
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { describeConsole } from './support/describe-console.ts';
import { faultsOfLook } from './support/faults-of-look.ts';
import { ATTACK } from './support/people.ts';
import type { Service } from './support/service.ts';

const ABOUT = 'I am a 31 year old woman. I live in Lisbon, Portugal.';
const WORD = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';

async function prepare(service: Service): Promise<void> {
  for (const user_id of ['ana', 'bea', 'cleo']) {
    const fields = { gender: 'woman', ...(user_id === 'cleo' && { age: 33 }) };
    const wrote = await service.post('/v1/users', { user_id, domain: 'dating', fields });
    if (!wrote.ok) throw new Error(await wrote.text());
  }
}

const panelOf = (page: Page) => page.getByRole('region', { name: 'Add a document' });

function choose(page: Page, name: string, mimeType: string, content: string): Promise<void> {
  return panelOf(page)
    .locator('input[type="file"]')
    .setInputFiles({ name, mimeType, buffer: Buffer.from(content) });
}

describeConsole('a document of a person', 'document', prepare, (under) => {
  it('is chosen by the keyboard, is read, and is shown with its marks', async () => {
    const { page, faults } = await under.signedIn('/people/ana?domain=dating');
    const panel = panelOf(page);
    // Before the keys: the browser learns of it beside them, and a chooser that opens earlier is not told of.
    const chooser = page.waitForEvent('filechooser');
    const source = panel.getByRole('combobox', { name: 'Source' }).or(panel.getByLabel('Source')).first();
    await source.fill('cv');
    await page.keyboard.press('Escape');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    const html = `<nav>Menu</nav><h1>Me</h1><p>${ABOUT}</p><script>I am 50 years old.</script>`;
    await (await chooser).setFiles({ name: 'me.html', mimeType: 'text/html', buffer: Buffer.from(html) });
    const status = panel.getByRole('status');
    await status.getByText(/^me\.html was read: HTML, \d+ characters\.$/).waitFor();
    await status.getByText(/^Values that changed: .*Age/).waitFor();
    await status.getByText('Not in the text: 1 script or style, 1 menu or form.').waitFor();
    await status.getByText('The file itself is not kept.').waitFor();
    const texts = page.getByRole('region', { name: 'Texts' });
    await texts.getByText(/· cv$/).waitFor();
    expect(await texts.locator('mark').allTextContents()).toEqual(
      expect.arrayContaining([expect.stringContaining('31')]),
    );
    await panel.getByRole('button', { name: 'Go to its text' }).click();
    expect(
      await texts
        .getByRole('listitem')
        .first()
        .evaluate((item) => item === document.activeElement),
    ).toBe(true);
    expect(await faultsOfLook(page)).toEqual([]);
    expect(faults).toEqual([]);
    await page.context().close();
  });

  it('is dropped; what the application said stays, and the same text is stored once', async () => {
    const { page, faults } = await under.signedIn('/people/cleo?domain=dating');
    const panel = panelOf(page);
    const dropped = await page.evaluateHandle((content) => {
      const transfer = new DataTransfer();
      transfer.items.add(new File([content], 'notes.md'));
      return transfer;
    }, `# Notes\n\n- ${ABOUT}\n- ${ATTACK}`);
    await panel.getByText('Or drop a PDF').waitFor();
    await page.getByRole('heading', { name: 'cleo' }).dispatchEvent('drop', { dataTransfer: dropped });
    const status = panel.getByRole('status');
    await status.getByText(/^notes\.md was read: MARKDOWN/).waitFor();
    await page.getByText('Overridden: 31 (read in a text').waitFor();
    await choose(page, 'again.md', 'text/markdown', `# Notes\n\n- ${ABOUT}\n- ${ATTACK}`);
    await status.getByText('The person has this text already.').waitFor();
    const whole = await under.service.get<{ context_items: unknown[] }>('/v1/users/cleo/export');
    expect(whole.context_items).toHaveLength(1);
    expect(await page.evaluate(() => (window as { __attacked?: number }).__attacked)).toBeUndefined();
    expect(faults).toEqual([]);
    await page.context().close();
  });

  it.each([
    ['damaged.pdf', 'application/pdf', '%PDF-1.7\nnothing', 'unreadable_document', 'is damaged'],
    ['damaged.docx', WORD, 'PK\x03\x04nothing', 'unsupported_format', 'Choose one of the formats'],
    ['empty.txt', 'text/plain', ' \n', 'unreadable_document', 'has no text'],
    ['picture.png', 'image/png', '\x89PNG', 'unsupported_format', 'Choose one of the formats'],
    ['large.txt', 'text/plain', 'nurse '.repeat(60_000), 'payload_too_large', 'Shorten it'],
    ['larger.txt', 'text/plain', 'nurse '.repeat(2_500_000), 'payload_too_large', 'Shorten it'],
  ])('%s is refused with its reason, and nothing is stored', async (name, type, content, code, words) => {
    const { page } = await under.signedIn('/people/bea?domain=dating');
    const panel = panelOf(page);
    await choose(page, name, type, content);
    const alert = panel.getByRole('alert');
    await alert.getByText(code, { exact: true }).waitFor();
    await alert.getByText(words).waitFor();
    expect(await faultsOfLook(page, [360])).toEqual([]);
    const whole = await under.service.get<{ context_items: unknown[] }>('/v1/users/bea/export');
    expect(whole.context_items).toEqual([]);
    await page.context().close();
  });

  it('is not offered to a key that may only read', async () => {
    const key = await under.service.newKey('read', 'export');
    const { page } = await under.signedIn('/people/bea?domain=dating', { key });
    await page.getByRole('region', { name: 'Texts' }).waitFor();
    expect(await panelOf(page).count()).toBe(0);
    await page.context().close();
  });

  it('in the playground becomes the text of somebody who is not stored', async () => {
    const { page, faults } = await under.signedIn('/match?domain=dating&mode=text');
    const settings = page.getByRole('region', { name: 'From a text' });
    const choice = settings.locator('input[type="file"]');
    const html = `<nav>Menu</nav><h1>Me</h1><p>${ABOUT} My mother is 62 years old.</p>`;
    const people = async () => (await under.service.get<{ data: unknown[] }>('/v1/users?domain=dating')).data;
    const before = await people();
    await choice.setInputFiles({ name: 'me.html', mimeType: 'text/html', buffer: Buffer.from(html) });
    await settings.getByText(/^me\.html was read: HTML/).waitFor();
    await settings.getByText('Not in the text: 1 menu or form.').waitFor();
    expect(await settings.getByLabel('Text about the person').inputValue()).toContain(ABOUT);
    await settings.locator('mark').filter({ hasText: '31' }).waitFor();
    await settings.getByText(/^Not taken \(\d+\)$/).waitFor();
    expect(await faultsOfLook(page)).toEqual([]);
    await choice.setInputFiles({ name: 'x.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1') });
    await settings.getByRole('alert').getByText('unreadable_document', { exact: true }).waitFor();
    expect(await settings.getByLabel('Text about the person').inputValue()).toContain(ABOUT);
    expect(await people()).toEqual(before);
    expect(faults.filter((fault) => !fault.includes('422'))).toEqual([]);
    await page.context().close();
  });
});
