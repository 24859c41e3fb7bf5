/** The first page of a workspace: from nothing to a first match, and what a key with few scopes sees. */
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { describeConsole } from './support/describe-console.ts';
import { faultsOfLook, loaded } from './support/faults-of-look.ts';

const step = (page: Page, name: string) =>
  page.getByRole('region', { name: 'First steps' }).getByRole('listitem').filter({ hasText: name });

describeConsole(
  'the first page',
  'home',
  async () => {},
  (under) => {
    it('leads an empty workspace to samples and a first match, and ticks what is done', async () => {
      const { page, faults } = await under.signedIn('/');
      await page.getByRole('heading', { name: 'Nobody is in dating yet' }).waitFor();
      await page.getByText(`${under.service.url}/v1/users`).waitFor();
      await step(page, 'Bring people in').getByText('Not done yet').waitFor();
      await loaded(page);
      expect(await faultsOfLook(page)).toEqual([]);
      expect(await page.getByText('cp_live_').count()).toBe(0);
      await page.setViewportSize({ width: 1280, height: 900 });
      await page.getByRole('button', { name: 'Load sample people' }).click();
      await page.getByRole('link', { name: 'See a first match' }).waitFor();
      await page.getByRole('link', { name: 'Home' }).click();
      await step(page, 'Bring people in').getByText('Done').waitFor();
      await step(page, 'Look at a first match').getByText('Not done yet').waitFor();
      await page.goBack();
      await page.getByRole('link', { name: 'See a first match' }).click();
      await page.getByText('Rank 1').or(page.getByLabel('Rank 1')).first().waitFor();
      await page.getByRole('link', { name: 'Home' }).click();
      await step(page, 'Look at a first match').getByText('Done').waitFor();
      await step(page, 'Send a first outcome').getByRole('button', { name: 'Show the code' }).click();
      await page.getByRole('dialog').getByText('/v1/feedback').waitFor();
      await page.keyboard.press('Escape');
      const { data } = await under.service.get<{ data: { user_id: string }[] }>(
        '/v1/users?domain=dating&limit=2',
      );
      const [seeker, candidate] = data.map(({ user_id }) => user_id);
      const items = [{ seeker_id: seeker, candidate_id: candidate, outcome: 'accepted' }];
      expect((await under.service.post('/v1/feedback', { domain: 'dating', items })).status).toBe(200);
      await page.reload();
      await step(page, 'Send a first outcome').getByText('Done').waitFor();
      expect(faults).toEqual([]);
      await page.context().close();
    });

    it('shows live figures, and what came since the last visit', async () => {
      const { page } = await under.signedIn('/');
      await page.getByText('Matches today').waitFor();
      await loaded(page);
      expect(await faultsOfLook(page)).toEqual([]);
      await page.context().close();
    });

    it('shows a key with few scopes what it may see, and no error', async () => {
      for (const scopes of [['read'], ['train'], ['data'], ['infer']]) {
        const { page, faults } = await under.signedIn('/', { key: await under.service.newKey(...scopes) });
        await page.getByRole('heading', { level: 1 }).waitFor();
        await page.getByRole('region', { name: 'What is here' }).waitFor();
        await page.waitForLoadState('networkidle');
        expect([scopes, await page.getByRole('alert').count(), faults]).toEqual([scopes, 0, []]);
        await page.context().close();
      }
    });

    it('leads an operator to the first page of operators', async () => {
      const { page } = await under.signedIn('/', { key: under.service.operatorKey });
      await page.waitForURL(/\/console\/system/);
      await page.context().close();
    });
  },
);
