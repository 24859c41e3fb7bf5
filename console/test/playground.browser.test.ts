/**
 * The playground in use: rules and their examples, weights, two models, widths up to 4K, and the keyboard
 * alone.
 */
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { describeConsole } from './support/describe-console.ts';
import { faultsOfLook, loaded } from './support/faults-of-look.ts';
import { ATTACKER, addPeople } from './support/people.ts';
import { searchOf } from './support/search-of.ts';

const address = (state: Record<string, unknown>) =>
  `/match${searchOf({ domain: 'dating', user: 'person-2', ...state })}`;

describeConsole('the playground', 'playground', addPeople, (under) => {
  const settingsIn = (page: Page, name = 'a') =>
    JSON.parse(new URL(page.url()).searchParams.get(name) ?? '{}');

  const openSettings = async (page: Page) => {
    await page.keyboard.press('Control+,');
    const drawer = page.getByRole('dialog', { name: 'Settings' });
    await drawer.waitFor();
    return drawer;
  };

  const strict = {
    filters: { age: { gte: 30, lte: 40 }, gender: 'man' },
    weights: { distance: 0, age_gap: 3 },
  };

  it('fits every width', async () => {
    const { page, faults } = await under.signedIn(address({ a: strict, ask: 'person-4' }));
    await page.getByText('The rule is').waitFor();
    await page.getByLabel('Rank 1:').waitFor();
    const widths = [3840, 2560, 1280, 360];
    expect(await faultsOfLook(page, widths)).toEqual([]);
    for (const width of widths) {
      await page.setViewportSize({ width, height: 900 });
      const used = () =>
        page.locator('[data-wide]').evaluate((element) => element.getBoundingClientRect().width);
      await expect.poll(async () => (await used()) / width).toBeGreaterThan(0.7);
    }
    const b = { ...strict, weights: {} };
    await page.goto(under.service.console + address({ a: strict, b, ask: 'person-4' }));
    await page.getByText('What moved').waitFor();
    expect(await faultsOfLook(page, widths)).toEqual([]);
    expect(faults).toEqual([]);
    await page.context().close();
  });

  it('shows three matches without scrolling, beside the person', async () => {
    const { page, faults } = await under.signedIn(address({}), { viewport: { width: 1280, height: 800 } });
    const third = page.getByLabel('Rank 3:');
    await third.waitFor();
    await loaded(page);
    const bottom = await third.evaluate((card) => card.getBoundingClientRect().bottom);
    expect(bottom).toBeLessThanOrEqual(800);
    const first = page.getByLabel('Rank 1:');
    await first.getByText(/^They suit the person/).waitFor();
    await first.getByText(/^The person suits them/).waitFor();
    expect(await first.getByRole('list', { name: 'For' }).getByRole('listitem').count()).toBe(2);
    const facts = page.getByRole('region', { name: 'The person person-2' });
    expect(await facts.getByRole('definition').allTextContents()).toEqual(
      expect.arrayContaining(['Madrid, Spain', '27']),
    );
    const left = (await facts.boundingBox())!;
    const right = (await first.boundingBox())!;
    expect(left.x + left.width).toBeLessThan(right.x);
    expect(faults).toEqual([]);
    await page.context().close();
  });

  it('opens the funnel, whose state is in the address', async () => {
    const { page, faults } = await under.signedIn(address({}));
    const funnel = page.getByRole('button', { name: 'Who fell out' });
    await funnel.click();
    await page.getByRole('heading', { name: 'Funnel' }).waitFor();
    expect(new URL(page.url()).searchParams.get('funnel')).toBe('true');
    await page.reload();
    await page.getByRole('heading', { name: 'Funnel' }).waitFor();
    await page.getByRole('button', { name: 'Close', exact: true }).click();
    await page.getByRole('heading', { name: 'Funnel' }).waitFor({ state: 'detached' });
    expect(faults).toEqual([]);
    await page.context().close();
  });

  it('has its settings in a drawer that a key opens and closes, and counts the changed ones', async () => {
    const { page, faults } = await under.signedIn(address({ a: strict }));
    await page.getByLabel('Rank 1:').waitFor();
    const button = page.getByRole('button', { name: /^Settings\s*4\s*changed$/ });
    await button.waitFor();
    const drawer = await openSettings(page);
    expect(await faultsOfLook(page, [1280, 360])).toEqual([]);
    await drawer.getByLabel('Matches', { exact: true }).fill('2');
    await page.keyboard.press('Escape');
    await drawer.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: /^Settings\s*5\s*changed$/ }).waitFor();
    await openSettings(page);
    await drawer.getByRole('button', { name: 'Reset all' }).click();
    await drawer.getByRole('button', { name: 'Run the match' }).click();
    await drawer.waitFor({ state: 'detached' });
    await page.getByText('10 matches').waitFor();
    expect(settingsIn(page)).toEqual({});
    expect(faults).toEqual([]);
    await page.context().close();
  });

  it('names who fell out by a rule, and says why with one click', async () => {
    const { page, faults } = await under.signedIn(
      address({ funnel: true, a: { filters: { age: { ne: 33 }, gender: 'man' } } }),
    );
    await page.getByText('Filter: age').waitFor();
    await page.getByText('1 by this rule alone.').waitFor();
    await page.getByRole('button', { name: `Why is ${ATTACKER} missing?` }).click();
    await page.getByText('It is the only one in the way.').waitFor();
    expect(new URL(page.url()).searchParams.get('ask')).toBe(ATTACKER);
    await page.reload();
    await page.getByText('It is the only one in the way.').waitFor();
    expect(await page.getByRole('combobox', { name: 'Id of the candidate' }).inputValue()).toBe(ATTACKER);
    expect(await page.evaluate(() => '__attacked' in window)).toBe(false);
    expect(faults).toEqual([]);
    await page.context().close();
  });

  it('explores as far as it is told, and marks who was drawn', async () => {
    const { page, faults } = await under.signedIn(address({ a: { limit: 3 } }));
    await page.getByLabel('Rank 3:').waitFor();
    const drawer = await openSettings(page);
    await drawer.getByLabel('Explore', { exact: true }).fill('0.2');
    await expect.poll(() => settingsIn(page)).toMatchObject({ explore: 0.2, limit: 3 });
    // Each load draws anew: one of three places is drawn in about half of the answers.
    for (let loads = 0; loads < 30; loads++) {
      await page.reload();
      await page.getByLabel('Rank 3:').waitFor();
      if ((await page.getByText('explored', { exact: true }).count()) > 0) break;
    }
    await page.getByText('explored', { exact: true }).first().waitFor();
    expect(await faultsOfLook(page, [1280, 360])).toEqual([]);
    expect(faults).toEqual([]);
    await page.context().close();
  });

  it('weighs terms, in the address, in the code and in the scores', async () => {
    const { page, faults } = await under.signedIn(address({ open: 'person-5', a: { limit: 100 } }));
    await page.getByLabel('Rank 1:').waitFor();
    await openSettings(page);
    await page.getByText('Weigh the terms of the score').click();
    await page.getByRole('slider', { name: 'Distance' }).focus();
    for (let stop = 0; stop < 5; stop++) await page.keyboard.press('ArrowLeft');
    await page.getByLabel('Weight of Age gap').fill('2.5');
    await page.getByText('2 terms have another weight').waitFor();
    expect(settingsIn(page)).toEqual({ limit: 100, weights: { distance: 0, age_gap: 2.5 } });
    await page.keyboard.press('Control+Enter');
    await page.locator('pre').getByText('"age_gap": 2.5').waitFor();
    const terms = page.getByRole('table').getByRole('rowheader');
    await terms.getByText('Age gap').waitFor();
    expect(await terms.allTextContents()).not.toContain('Distance');
    await page.reload();
    await page.getByRole('button', { name: /^Settings\s*3\s*changed$/ }).click();
    await page.getByText('2 terms have another weight').waitFor();
    expect(await page.getByLabel('Weight of Age gap').inputValue()).toBe('2.5');
    await page.getByRole('button', { name: 'Reset the weights' }).click();
    await page.getByText('Weigh the terms of the score').waitFor();
    expect(settingsIn(page)).toEqual({ limit: 100 });
    expect(faults).toEqual([]);
    await page.context().close();
  });

  it('offers the models that exist, and puts two side by side', async () => {
    const { page, faults } = await under.signedIn(address({}));
    await page.getByLabel('Rank 1:').waitFor();
    await openSettings(page);
    await page.getByPlaceholder('As the domain says: product of both').waitFor();
    await page.getByRole('combobox', { name: 'Model' }).first().click();
    expect(await page.getByRole('option').allTextContents()).toEqual(['Domain', 'General']);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Compare two models' }).click();
    await page.keyboard.press('Control+Enter');
    await page.getByRole('heading', { name: 'Settings A: Domain' }).waitFor();
    await page.getByRole('heading', { name: 'Settings B: General' }).waitFor();
    await page.reload();
    await page.getByRole('heading', { name: 'Settings B: General' }).waitFor();
    expect(faults).toEqual([]);
    await page.context().close();
  });

  it('is used with the keyboard alone', async () => {
    const { page, faults } = await under.signedIn('/match?domain=dating');
    await page.getByText('Choose a person to begin').waitFor();
    const focused = () => page.evaluate(() => nameOf(document.activeElement));
    await page.evaluate(() => {
      // The words with which a screen reader would begin; enough to know where the focus is.
      const labelled = (element: Element) =>
        (element as HTMLInputElement).labels?.[0]?.textContent ?? element.textContent ?? '';
      Object.assign(window, {
        nameOf: (element: Element | null) =>
          element === null ? '' : (element.getAttribute('aria-label') ?? labelled(element)).trim(),
      });
    });
    const tabTo = async (name: RegExp, most = 80) => {
      for (let presses = 0; presses < most; presses++) {
        await page.keyboard.press('Tab');
        if (name.test(await focused())) return;
      }
      throw new Error(`«${name}» was not reached with ${most} tabs; the focus is at «${await focused()}»`);
    };
    await tabTo(/^Id of the person/);
    await page.keyboard.type('person-2');
    await page.keyboard.press('Escape');
    await page.keyboard.press('Control+,');
    await page.getByRole('dialog', { name: 'Settings' }).waitFor();
    await tabTo(/^Matches$/);
    await page.keyboard.type('4');
    await tabTo(/^Weigh the terms/);
    await page.keyboard.press('Enter');
    await tabTo(/^Distance$/);
    await page.keyboard.press('ArrowRight');
    await tabTo(/^Run the match/);
    await page.keyboard.press('Enter');
    await page.getByText('4 matches').waitFor();
    expect(settingsIn(page)).toEqual({ limit: 4, weights: { distance: 1.5 } });
    await tabTo(/^Who fell out$/);
    await page.keyboard.press('Enter');
    await tabTo(/^Why is .* missing\?$/);
    const asked = await focused();
    await page.keyboard.press('Enter');
    await page
      .getByText(/^person-\d+/)
      .or(page.getByText('The rule is'))
      .first()
      .waitFor();
    expect(asked).toContain(new URL(page.url()).searchParams.get('ask'));
    await tabTo(/^How the score is made/);
    await page.keyboard.press('Space');
    await page.getByRole('rowheader', { name: 'Starting point' }).waitFor();
    await tabTo(/^Copy$/);
    expect(faults).toEqual([]);
    await page.context().close();
  });
});

declare const nameOf: (element: Element | null) => string;
