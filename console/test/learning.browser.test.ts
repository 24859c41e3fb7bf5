/**
 * Learning, with real training runs: the page shows the API's figures, and its buttons change the serving
 * model.
 */
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { describeConsole } from './support/describe-console.ts';
import { faultsOfScreens } from './support/faults-of-look.ts';
import { addDecisions, addTastes, counted, ended, train } from './support/learning-world.ts';
import { ATTACK } from './support/people.ts';
import type { Service } from './support/service.ts';

interface Run {
  readonly run_id: string;
  readonly status: string;
  readonly in_force: boolean;
  readonly version: string;
  readonly metrics: { readonly after: { readonly auc: number; readonly held_out: number } };
  readonly terms?: readonly { readonly name: string }[];
}

const views = {
  outcomes: { path: '/learning?domain=dating&days=7', shows: 'From shown to mutual' },
  drift: { path: '/learning?view=drift', shows: 'Share of the matches that showed someone.' },
  exposure: { path: '/learning?view=exposure', shows: 'Gini coefficient' },
  runs: { path: '/learning?view=runs', shows: 'Training runs' },
  empty: { path: '/learning?domain=hiring', shows: 'No outcomes in these days.' },
  'empty drift': { path: '/learning?domain=hiring&view=drift', shows: 'No recorded matches in these days.' },
  'empty runs': { path: '/learning?domain=hiring&view=runs', shows: 'No training runs yet.' },
  'no such run': { path: '/learning/runs/run_none', shows: 'run_not_found' },
};

/** Deployed, the first before the second. */
let first: Run;
let second: Run;
async function prepare(service: Service): Promise<void> {
  // Runs start when the tests ask for them.
  await service.operate('POST', `/v1/admin/tenants/${service.tenantId}`, {
    thresholds: { dating: 1_000_000 },
  });
  await addTastes(service);
  await addDecisions(service, 1);
  first = (await train(service)) as Run;
  await addDecisions(service, 2);
  second = (await train(service)) as Run;
  await counted(service);
}

describeConsole('learning', 'learner', prepare, (under) => {
  const runOf = (runId: string) => under.service.get<Run>(`/v1/train/runs/${runId}`);
  const shows = (page: Page, words: string) => page.getByText(words).first().waitFor();

  it('learns from the outcomes: both runs were deployed, the second is in force', async () => {
    expect([first.status, second.status]).toEqual(['deployed', 'deployed']);
    expect((await runOf(second.run_id)).in_force).toBe(true);
  });

  it('shows every part in both themes at every width', async () => {
    const { page, faults } = await under.signedIn('/learning');
    const run = { path: `/learning/runs/${first.run_id}`, shows: 'What the terms learned' };
    expect(await faultsOfScreens(page, under.service.console, { ...views, run })).toEqual({});
    expect(faults).toEqual([]);
    await page.context().close();
  });

  it('shows the funnel, days and exposure that the API counts', async () => {
    const { page, faults } = await under.signedIn('/learning?domain=dating&days=7');
    const { funnel, data } = await under.service.get<{
      funnel: Record<string, number>;
      data: { labels: Record<string, { current: number }> }[];
    }>('/v1/statistics/outcomes?domain=dating&days=7');
    expect(funnel.mutual).toBeGreaterThan(0);
    const panel = page.getByRole('region', { name: 'From shown to mutual' });
    for (const count of Object.values(funnel))
      await panel.getByText(count.toLocaleString('en'), { exact: true }).waitFor();
    await page.getByText('As a table').click();
    const today = data.at(-1)?.labels.accepted?.current ?? 0;
    const cells = await page.getByRole('table').locator('tbody tr').first().locator('td').allInnerTexts();
    expect(cells).toContain(today.toLocaleString('en'));
    await page.getByRole('radio', { name: 'Exposure' }).press('Space');
    await page.waitForURL(/view=exposure/);
    const exposure = await under.service.get<{ gini: number }>('/v1/statistics/exposure?domain=dating');
    await page.getByText(exposure.gini.toFixed(2), { exact: true }).waitFor();
    expect(faults).toEqual([]);
    await page.context().close();
  });

  it('shows the figures and terms of a run, and rolls back and forward', async () => {
    const { page, faults } = await under.signedIn(`/learning/runs/${first.run_id}`);
    const { metrics, version, terms } = await runOf(first.run_id);
    await page.getByText(metrics.after.auc.toFixed(3), { exact: true }).first().waitFor();
    await shows(page, `${metrics.after.held_out} held-out outcomes`);
    expect(terms?.length).toBeGreaterThan(5);
    expect(await page.getByRole('button', { name: /^Show all/ }).textContent()).toContain(
      String(terms?.length),
    );

    await page.getByRole('button', { name: 'Roll back to this run' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText(version, { exact: true }).waitFor();
    await dialog.getByText((await runOf(second.run_id)).version, { exact: true }).waitFor();
    await dialog.getByText(metrics.after.auc.toFixed(3), { exact: true }).waitFor();
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await dialog.waitFor({ state: 'hidden' });
    expect((await runOf(second.run_id)).in_force).toBe(true);

    await page.getByRole('button', { name: 'Roll back to this run' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Roll back' }).click();
    await page.getByRole('status').getByText('In force').waitFor();
    expect((await runOf(first.run_id)).in_force).toBe(true);
    expect((await runOf(second.run_id)).in_force).toBe(false);

    await page.goto(`${under.service.console}/learning/runs/${second.run_id}`);
    await page.getByRole('button', { name: 'Deploy this run' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Deploy' }).click();
    await page.getByRole('status').getByText('In force').waitFor();
    expect((await runOf(second.run_id)).in_force).toBe(true);

    await page.getByRole('button', { name: 'Serve without a model of your own' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Serve without it' }).click();
    await page.getByRole('button', { name: 'Deploy this run' }).waitFor();
    expect((await runOf(second.run_id)).in_force).toBe(false);
    await page.getByRole('button', { name: 'Deploy this run' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Deploy' }).click();
    await page.getByRole('status').getByText('In force').waitFor();
    expect((await runOf(second.run_id)).in_force).toBe(true);
    expect(faults).toEqual([]);
    await page.context().close();
  });

  it('starts a run and follows it to its end', async () => {
    const { page, faults } = await under.signedIn('/learning?view=runs');
    await page.getByRole('button', { name: 'Start a run' }).click();
    await page.getByRole('switch', { name: 'Train with few new outcomes too' }).press('Space');
    await addDecisions(under.service, 3);
    await page.getByRole('dialog').getByRole('button', { name: 'Start' }).click();
    await page.waitForURL(/\/learning\/runs\/run_/);
    const runId = page.url().split('/').at(-1) ?? '';
    const { status } = await ended(under.service, runId);
    await page
      .getByRole('status')
      .getByText(`${status.charAt(0).toUpperCase()}${status.slice(1)}`)
      .waitFor();
    await page.getByRole('link', { name: 'All runs' }).click();
    expect(await page.locator('#content ol > li').count()).toBe(3);
    expect(faults).toEqual([]);
    await page.context().close();
  });

  it('cancels a run', async () => {
    const { page } = await under.signedIn('/learning');
    // The service answers with a run that works for as long as the page looks.
    let state = 'running';
    await page.route('**/v1/train/runs/run_slow*', async (route) => {
      const run = { ...(await runOf(first.run_id)), run_id: 'run_slow', in_force: false };
      await route.fulfill({ json: { ...run, status: state, progress: 0.3, reason: null } });
    });
    await page.route('**/v1/train/runs/run_slow/cancel', async (route) => {
      state = 'cancelled';
      const run = await runOf(first.run_id);
      await route.fulfill({ json: { ...run, run_id: 'run_slow', status: state } });
    });
    await page.goto(`${under.service.console}/learning/runs/run_slow`);
    await shows(page, 'Learning 30 %');
    await page.getByRole('button', { name: 'Cancel the run' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel the run' }).click();
    await page.getByRole('status').getByText('Cancelled').waitFor();
    await page.context().close();
  });

  it('says in words what a term of one group prefers', async () => {
    const { page, faults } = await under.signedIn('/learning');
    const words = "With gender “a woman”, age 2 to 5 years above one's own is preferred";
    await page.route('**/v1/train/runs/run_words*', async (route) => {
      const run = await runOf(first.run_id);
      const terms = run.terms!.map((term, at) => (at === 0 ? { ...term, words } : term));
      await route.fulfill({ json: { ...run, run_id: 'run_words', terms } });
    });
    await page.goto(`${under.service.console}/learning/runs/run_words`);
    await page.getByRole('listitem').getByText(words, { exact: true }).waitFor();
    expect(faults).toEqual([]);
    await page.context().close();
  });

  it('renders what records say as text alone', async () => {
    const { page, faults } = await under.signedIn('/learning');
    const attacked = (json: unknown): unknown => {
      if (Array.isArray(json)) return json.map(attacked);
      if (typeof json !== 'object' || json === null) return json;
      return Object.fromEntries(
        Object.entries(json).map(([name, value]) => [
          name === 'accepted' ? ATTACK : name,
          ['label', 'reason', 'version', 'name', 'at', 'compare', 'words', 'tier', 'verdict'].includes(
            name,
          ) && typeof value === 'string'
            ? ATTACK
            : attacked(value),
        ]),
      );
    };
    await page.route(/\/v1\/(statistics|train)\//, async (route) => {
      const answer = await route.fetch();
      await route.fulfill({ response: answer, json: attacked(await answer.json()) });
    });
    for (const path of [
      views.outcomes.path,
      '/domains?domain=dating&tab=people',
      views.runs.path,
      `/learning/runs/${first.run_id}`,
    ]) {
      await page.goto(under.service.console + path);
      await shows(page, ATTACK.slice(0, 12));
    }
    expect(
      await page.evaluate(() => (window as unknown as { __attacked?: number }).__attacked),
    ).toBeUndefined();
    expect(faults).toEqual([]);
    await page.context().close();
  });

  it('a key without the scope sees no page, one that reads starts and deploys nothing', async () => {
    const matcher = await under.signedIn('/learning', { key: await under.service.newKey('match') });
    await shows(matcher.page, 'This needs a key with the scope «read»');
    expect(await matcher.page.getByRole('link', { name: 'Learning' }).count()).toBe(0);
    await matcher.page.context().close();
    const reader = await under.signedIn('/learning?view=runs', { key: await under.service.newKey('read') });
    await shows(reader.page, 'In force');
    expect(await reader.page.getByRole('button', { name: 'Start a run' }).count()).toBe(0);
    await reader.page.goto(`${under.service.console}/learning/runs/${first.run_id}`);
    await shows(reader.page, 'What the terms learned');
    expect(await reader.page.getByRole('button', { name: /Roll back|Deploy/ }).count()).toBe(0);
    await reader.page.context().close();
  });

  it('an erased person is in none of the numbers', async () => {
    const path = '/v1/statistics/outcomes?domain=dating&days=7';
    const before = await under.service.get<{ funnel: Record<'shown' | 'decided' | 'mutual', number> }>(path);
    const { exposed } = await under.service.get<{ exposed: number }>('/v1/statistics/exposure?domain=dating');
    await fetch(`${under.service.url}/v1/users/m0`, {
      method: 'DELETE',
      headers: { authorization: `Bearer ${under.service.key}` },
    });
    const after = await under.service.get<typeof before>(path);
    expect(after.funnel.decided).toBeLessThan(before.funnel.decided);
    expect(after.funnel.mutual).toBeLessThanOrEqual(before.funnel.mutual);
    const { page } = await under.signedIn('/learning?view=drift');
    await page.getByRole('link', { name: 'What is known of people' }).click();
    await shows(page, 'All 89 people');
    await page.goto(`${under.service.console}/learning?days=7`);
    await page.getByText(after.funnel.decided.toLocaleString('en'), { exact: true }).waitFor();
    const left = await under.service.get<{ exposed: number; people: number }>(
      '/v1/statistics/exposure?domain=dating',
    );
    expect(left.people).toBe(89);
    expect(left.exposed).toBeLessThanOrEqual(exposed);
    await page.context().close();
  });
});
