/** The console in use: signing in and back, errors, a lost connection, the keyboard, attacks in data. */
import { expect, it } from 'vitest';
import { describeConsole } from './support/describe-console.ts';
import { ATTACK, ATTACKER, addPeople } from './support/people.ts';
import { signIn } from './support/watched-page.ts';

describeConsole('the console', 'acme', addPeople, (under) => {
  it('refuses a wrong key with its code and what to do', async () => {
    const { page } = await under.page();
    await page.goto(`${under.service.console}/`);
    await page.getByLabel('API key').fill('cp_live_0000000000000000000000');
    await page.keyboard.press('Enter');
    await page.getByRole('alert').getByText('unauthorized').waitFor();
    await page.context().close();
  });

  it('takes the token of a link out of the address before it is used', async () => {
    const { page } = await under.page();
    const sent: string[] = [];
    page.on('request', (request) => sent.push(request.url()));
    await page.goto(`${under.service.console}/#link=not-a-token`);
    await page.getByText('This link can be used once').waitFor();
    expect(page.url()).not.toContain('not-a-token');
    expect(sent.join(' ')).not.toContain('not-a-token');
    await page.context().close();
  });

  it('opens by a link once, at the address that the link names', async () => {
    const link = (await under.service.newLink()).replace(
      '/console/#',
      '/console/match?domain=dating&user=person-2#',
    );
    const { page, faults } = await under.page();
    await page.goto(link);
    await page.getByLabel('Rank 1:').waitFor();
    expect(page.url()).toBe(`${under.service.console}/match?domain=dating&user=person-2`);
    await page.reload();
    await page.getByLabel('Rank 1:').waitFor();
    expect(faults).toEqual([]);
    await page.context().close();
    const { page: late } = await under.page();
    await late.goto(link);
    await late.getByText('This link can be used once').waitFor();
    await late.getByLabel('API key').waitFor();
    await late.context().close();
  });

  it('leads back to the same address after the session has ended', async () => {
    const { page } = await under.signedIn('/people/person-2');
    await page.getByRole('heading', { name: 'Profile' }).waitFor();
    await page.context().clearCookies();
    await page.getByRole('link', { name: 'Jobs' }).click();
    await page.getByText('Your session has ended').waitFor();
    await page.getByLabel('API key').fill(under.service.key);
    await page.keyboard.press('Enter');
    await page.getByText('Import of a dataset').waitFor();
    expect(page.url()).toBe(`${under.service.console}/jobs`);
    await page.context().close();
  });

  it('ends the session when asked to', async () => {
    // A session of its own, which no other test uses.
    const { page } = await under.page();
    await signIn(page, under.service.console, under.service.key);
    await page.getByRole('button', { name: /Session and theme/ }).click();
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByLabel('API key').waitFor();
    await page.reload();
    await page.getByLabel('API key').waitFor();
    await page.context().close();
  });

  it('says that the connection is lost, and recovers by itself', async () => {
    const { page } = await under.signedIn('/people');
    await page.getByLabel('Find people').waitFor();
    // The screens are loaded when the page is idle.
    await page.waitForLoadState('networkidle');
    await page.waitForFunction(() =>
      performance.getEntriesByType('resource').some(({ name }) => name.includes('jobs-screen')),
    );
    await page.context().setOffline(true);
    await page.getByRole('link', { name: 'Jobs' }).click();
    await page.getByText('The connection to the service is lost').waitFor();
    await page.context().setOffline(false);
    await page.getByText('Import of a dataset').waitFor();
    await page.getByText('The connection to the service is lost').waitFor({ state: 'detached' });
    await page.context().close();
  });

  it('goes to a person with the keyboard alone', async () => {
    const { page } = await under.signedIn('/match');
    await page.getByText('Choose a person to begin').waitFor();
    await page.keyboard.press('/');
    await page.getByRole('combobox', { name: 'A person, page, model, job, or something to do' }).waitFor();
    await page.keyboard.type('person-4');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'person-4' }).waitFor();
    await page.reload();
    await page.getByRole('heading', { name: 'person-4' }).waitFor();
    await page.keyboard.press('Tab');
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Skip to the content');
    await page.context().close();
  });

  it('keeps the settings of a match in the address', async () => {
    const { page } = await under.signedIn('/match?domain=dating&user=person-2');
    await page.getByLabel('Rank 1:').waitFor();
    await page.getByRole('button', { name: 'Settings' }).click();
    await page.getByLabel('Matches', { exact: true }).fill('3');
    await page.getByText('The settings have changed').waitFor();
    await page.keyboard.press('Control+Enter');
    await page.getByText('3 matches').waitFor();
    await page.reload();
    await page.getByText('3 matches').waitFor();
    await page.getByRole('button', { name: /^Settings\s*1\s*changed$/ }).click();
    expect(await page.getByLabel('Matches', { exact: true }).inputValue()).toBe('3');
    await page.context().close();
  });

  it('explains a score, and why someone is missing', async () => {
    const { page } = await under.signedIn('/match?domain=dating&user=person-2');
    await page
      .getByRole('button', { name: /^How the score is made/ })
      .first()
      .click();
    await page.getByRole('rowheader', { name: 'Starting point' }).waitFor();
    expect(page.url()).toContain('open=');
    await page.getByRole('button', { name: 'Who fell out' }).click();
    await page.getByRole('combobox', { name: 'Id of the candidate' }).fill('person-2');
    await page.getByRole('button', { name: 'Find out' }).click();
    await page.getByText('This is the person.').waitFor();
    await page.context().close();
  });

  it('runs and asks without storing anything as shown to the person', async () => {
    const { page } = await under.signedIn('/match');
    const asked: string[] = [];
    page.on('request', (request) => {
      if (request.url().endsWith('/api/v1/match')) asked.push(request.postData() ?? '');
    });
    await page.goto(`${under.service.console}/match?domain=dating&user=person-6`);
    await page.getByLabel('Rank 1:').waitFor();
    await page.getByRole('button', { name: 'Who fell out' }).click();
    await page.getByRole('combobox', { name: 'Id of the candidate' }).fill('person-6');
    await page.getByRole('button', { name: 'Find out' }).click();
    await page.getByText('This is the person.').waitFor();
    expect(asked.map((body) => JSON.parse(body).record)).toEqual([false, false]);
    expect(await page.locator('pre').textContent()).toContain('"record": false');
    expect(await under.service.get('/v1/users/person-6/export')).toMatchObject({ matches_shown_to: [] });
    await page.context().close();
  });

  it('reads a text while it is written, ranks for it, and stores nobody', async () => {
    const people = () => under.service.get<{ data: unknown[] }>('/v1/users?domain=dating&prefix=scratch-');
    const { page } = await under.signedIn('/match?domain=dating');
    const upserts: string[] = [];
    page.on('request', (asked) => {
      if (/\/v1\/(users|context)$/.test(asked.url()) && asked.method() === 'POST') upserts.push(asked.url());
    });
    await page.getByText('From a text').click();
    await page
      .getByLabel('Text about the person')
      .fill('29F, Lisbon. Looking for something serious with a man 28-36.');
    await page.getByText('28 to 36').waitFor();
    await page.getByRole('button', { name: /^Run the match/ }).click();
    await page.getByLabel('Rank 1:').waitFor();
    expect(await page.locator('pre').first().textContent()).toContain('"profile"');
    // The address says that a text is used, not what it says.
    expect([...new URL(page.url()).searchParams.keys()].sort()).toEqual(['domain', 'mode']);
    expect([upserts, (await people()).data]).toEqual([[], []]);
    await page.context().close();
  });

  it('matches with a key that may only match', async () => {
    const key = await under.service.newKey('match');
    const { page, faults } = await under.page();
    await signIn(page, under.service.console, key);
    await page.waitForURL(/\/match/);
    await page.getByRole('combobox', { name: 'Id of the person' }).fill('person-2');
    await page.getByRole('button', { name: /^Run the match/ }).click();
    await page.getByLabel('Rank 1:').waitFor();
    expect(await page.getByText('From a text').count()).toBe(0);
    expect(await page.getByRole('alert').count()).toBe(0);
    expect(faults).toEqual([]);
    await page.context().close();
  });

  it('erases a person after the id was typed, and says what was erased', async () => {
    const { page } = await under.signedIn('/people/person-118');
    await page.getByRole('button', { name: 'Erase this person' }).click();
    const erase = page.getByRole('button', { name: 'Erase', exact: true });
    expect(await erase.isDisabled()).toBe(true);
    await page.getByLabel('Type the id to confirm').fill('person-118');
    await erase.click();
    await page.getByText('1 record').waitFor();
    await page.context().close();
  });

  it('shows attacks in every field as text', async () => {
    const { page, faults } = await under.signedIn(`/people/${encodeURIComponent(ATTACKER)}`);
    await page.getByRole('heading', { name: ATTACKER }).waitFor();
    await page.getByText(ATTACK, { exact: true }).first().waitFor();
    await page.goto(
      `${under.service.console}/match?domain=dating&user=person-2&a=${encodeURIComponent(JSON.stringify({ limit: 100 }))}`,
    );
    await page.getByLabel('Rank 1:').waitFor();
    await page.goto(`${under.service.console}/match?domain=dating&user=${encodeURIComponent(ATTACKER)}`);
    await page.getByRole('region', { name: 'Funnel' }).waitFor();
    await page.goto(`${under.service.console}/datasets`);
    await page.getByText(ATTACK).waitFor();
    expect(await page.evaluate(() => '__attacked' in window)).toBe(false);
    expect(faults).toEqual([]);
    await page.context().close();
  });
});
