/** A person signs in by a real identity provider, chooses a workspace, switches, and signs out. */
import { type Browser, chromium } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { type LoopbackProvider, startProvider } from '../../test/support/loopback-provider.ts';
import { faultsOfLook } from './support/faults-of-look.ts';
import { createTenant, type Service, startServer } from './support/service.ts';
import { openPage } from './support/watched-page.ts';

const endpoint = inject('browser');

describe.skipIf(endpoint === undefined)('signing in by the identity provider', () => {
  let provider: LoopbackProvider;
  let server: Awaited<ReturnType<typeof startServer>>;
  let first: Service;
  let second: Service;
  let browser: Browser;

  beforeAll(async () => {
    provider = await startProvider();
    provider.accounts.set('ana', { email: 'ana@example.com', verified: true });
    provider.accounts.set('eve', { email: 'eve@example.com', verified: true });
    const settings = ['--oidc-issuer', provider.issuer, '--oidc-client-id', provider.clientId];
    server = await startServer(
      ...[...settings, '--oidc-client-secret', provider.clientSecret, '--oidc-name', 'Acme ID'],
    );
    first = await createTenant(server, 'first');
    second = await createTenant(server, 'second');
    for (const [{ tenantId }, role] of [
      [first, 'admin'],
      [second, 'viewer'],
    ] as const)
      await first.operate('POST', `/v1/admin/tenants/${tenantId}/members`, {
        email: 'ana@example.com',
        role,
      });
    browser = await chromium.connect(endpoint!);
  });
  afterAll(async () => {
    await browser?.close();
    await server?.close();
    await provider?.close();
  });

  it('leads back to the page in the chosen workspace, and out again', async () => {
    const { page, faults } = await openPage(browser, {});
    await page.goto(`${first.console}/jobs?status=queued`);
    const enter = page.getByRole('button', { name: 'Sign in with Acme ID' });
    await enter.waitFor();
    expect(await faultsOfLook(page, [3840, 1280, 360])).toEqual([]);
    await enter.click();
    await page.getByRole('link', { name: 'ana@example.com' }).click();
    await page.getByRole('heading', { name: 'Choose a workspace' }).waitFor();
    expect(await faultsOfLook(page, [1280, 360])).toEqual([]);
    await page.setViewportSize({ width: 1280, height: 900 });
    await page.getByRole('button', { name: 'Open second' }).click();
    await page.waitForURL(`${first.console}/jobs?status=queued`);
    const menu = page.getByRole('button', { name: 'Session and theme' });
    await menu.filter({ hasText: 'second' }).click();
    await page.getByText('Signed in as ana@example.com').waitFor();
    const recent = `counterpart:recent:${second.tenantId}`;
    await page.evaluate((name) => localStorage.setItem(name, '["p1"]'), recent);
    const tab = await page.context().newPage();
    await tab.goto(`${first.console}/account`);
    await tab.getByRole('button', { name: 'Open first' }).click();
    await tab.getByRole('button', { name: 'Session and theme' }).filter({ hasText: 'first' }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('link', { name: 'People', exact: true }).click();
    await page.getByText('This page shows another workspace').first().waitFor();
    await tab.goto(`${first.console}/account`);
    await tab.getByRole('button', { name: 'Open second' }).click();
    await tab.getByRole('button', { name: 'Session and theme' }).filter({ hasText: 'second' }).waitFor();
    await tab.close();
    await page.reload();
    await menu.click();
    expect(faults.splice(0).filter((fault) => !fault.includes('status of 403'))).toEqual([]);
    await page.getByRole('link', { name: 'Workspaces and sessions' }).click();
    await page.getByText('this browser').waitFor();
    await page.getByRole('button', { name: 'Open first' }).click();
    await menu.filter({ hasText: 'first' }).click();
    await page.getByRole('button', { name: 'Sign out' }).click();
    await enter.waitFor();
    expect(await page.evaluate((name) => localStorage.getItem(name), recent)).not.toContain('p1');
    expect(page.url().startsWith(first.console)).toBe(true);
    expect(faults).toEqual([]);
    await page.context().close();
  });

  it('says who is no member, and a key still opens the console', async () => {
    const { page } = await openPage(browser, {});
    await page.goto(`${first.console}/`);
    await page.getByRole('button', { name: 'Sign in with Acme ID' }).click();
    await page.getByRole('link', { name: 'eve@example.com' }).click();
    await page.getByText('eve@example.com is not a member of any workspace here').waitFor();
    await page.getByRole('link', { name: 'Back to the sign-in' }).click();
    const message = 'Acme ID cannot be reached. Try again later, or sign in with a key.';
    const error = { code: 'dependency_unavailable', message, details: { retry_after_ms: 10_000 } };
    await page.route('**/console/api/oidc', (route) =>
      route.request().method() === 'POST'
        ? route.fulfill({ status: 503, json: { error, request_id: 'req_1' } })
        : route.continue(),
    );
    await page.getByRole('button', { name: 'Sign in with Acme ID' }).click();
    await page.getByText(message).waitFor();
    await page.getByLabel('API key').fill(first.key);
    await page.keyboard.press('Enter');
    await page.waitForSelector('#content');
    await page.context().close();
  });
});
