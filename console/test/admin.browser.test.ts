/** The screens of the operator: themes and widths, changes, attacks in shown data, and access. */
import { expect, it } from 'vitest';
import { describeConsole } from './support/describe-console.ts';
import { faultsOfScreens, type Shown, seriousFaults } from './support/faults-of-look.ts';
import { ATTACK, addPeople } from './support/people.ts';
import type { Service } from './support/service.ts';
import { giveSession } from './support/watched-page.ts';

const screens: Readonly<Record<string, Shown>> = {
  system: { path: '/system', shows: 'Recent errors' },
  tenants: { path: '/tenants', shows: 'ops@operated.example' },
  keys: { path: '/keys', shows: 'In force' },
  'keys of the operator': { path: '/keys?owner=operator', shows: 'the operator' },
  'audit log': { path: '/audit', shows: 'console session of' },
  'audit log, none found': { path: '/audit?actor=nothing', shows: 'No entry fits these filters' },
  settings: { path: '/settings', shows: 'COUNTERPART_DATA' },
  'settings, none found': { path: '/settings?find=nonsense', shows: 'No setting contains this' },
  'tenant who is unknown': { path: '/tenants/ten_none', shows: 'not_found' },
};

async function prepare(service: Service): Promise<void> {
  await addPeople(service);
  await service.post('/v1/match', { user_id: 'person-2', domain: 'dating' });
}

describeConsole('the screens of the operator', 'operated', prepare, (under) => {
  /** Requests of the operator, beside the page. */
  async function operate(method: string, path: string, body?: unknown) {
    const answer = await under.service.operate(method, path, body);
    return { status: answer.status, body: await answer.json() };
  }
  const opened = (path: string) => under.signedIn(path, { key: under.service.operatorKey });

  it('open in both themes at every width', async () => {
    const nearer = {
      distance: {
        knots: [
          [0, 0.4],
          [50, 0],
          [200, -0.4],
        ],
      },
    };
    const { body } = await operate('POST', '/v1/experiments', {
      tenant_id: under.service.tenantId,
      domain: 'dating',
      name: 'A nearer ranking',
      design: 'switchback',
      arms: [{ name: 'usual' }, { name: 'nearer', scorecard_change: nearer }],
      primary_metric: 'mutual_per_seeker_day',
      stop: { smallest_effect: 0.02 },
    });
    const { page, faults } = await opened('/system');
    const all = {
      ...screens,
      tenant: { path: `/tenants/${under.service.tenantId}`, shows: 'Outcomes train shared tiers' },
      experiment: { path: `/experiments/${body.id}`, shows: 'A nearer ranking' },
      experiments: { path: '/experiments', shows: 'A nearer ranking' },
    };
    expect(await faultsOfScreens(page, under.service.console, all, [3840, 1280, 360])).toEqual({});
    expect(faults).toEqual([]);
    await page.context().close();
  });

  it('are where the console opens for an operator, who sees no page of a workspace', async () => {
    const { page, faults } = await opened('/');
    await page.waitForURL(`${under.service.console}/system`);
    const links = page.getByRole('navigation').getByRole('link');
    expect(await links.allInnerTexts()).toEqual([
      'System',
      'Experiments',
      'Tenants',
      'Keys',
      'Audit log',
      'Settings',
      'Domains',
    ]);
    for (const path of ['/match', '/people', '/people/person-2', '/jobs', '/datasets', '/models']) {
      await page.goto(under.service.console + path);
      await page.getByText('This needs a key with the scope').waitFor();
    }
    expect(faults).toEqual([]);
    await page.context().close();
  });

  it('fold long tables on a phone, and keep mail addresses whole', async () => {
    const { page, faults } = await opened('/system');
    await page.setViewportSize({ width: 360, height: 760 });
    const requests = page.getByRole('region', { name: 'Requests' });
    const all = requests.getByRole('button', { name: /^Show all \d+$/ });
    await all.waitFor();
    const visible = () => requests.locator('tbody tr').filter({ visible: true }).count();
    expect(await visible()).toBe(4);
    expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBeLessThan(8000);
    await all.click();
    await expect.poll(visible).toBeGreaterThan(4);
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.goto(`${under.service.console}/tenants`);
    const mail = page.getByText('ops@operated.example');
    await mail.waitFor();
    const { height } = (await mail.boundingBox())!;
    expect(height).toBeLessThan(30);
    expect(faults).toEqual([]);
    await page.context().close();
  });

  it('are not for the keys of a workspace', async () => {
    const { page, faults } = await under.signedIn('/match');
    expect(await page.getByRole('navigation').getByRole('link', { name: 'System' }).count()).toBe(0);
    const asked: string[] = [];
    page.on('request', (request) => asked.push(request.url()));
    for (const path of [
      '/system',
      '/tenants',
      '/tenants/ten_1',
      '/keys',
      '/audit',
      '/settings',
      '/experiments',
    ]) {
      await page.goto(under.service.console + path);
      await page.getByText('This needs a key with the scope «operator»').waitFor();
    }
    expect(asked.filter((url) => /v1\/(admin|experiments)/.test(url))).toEqual([]);
    expect(faults).toEqual([]);
    await page.context().close();
  });

  it('create a tenant and a key, which is shown once, and revoke it', async () => {
    const { page, faults } = await opened('/tenants');
    await page.getByRole('button', { name: 'New tenant' }).click();
    await page.getByLabel('Name').fill('globex');
    await page.getByLabel('Mail address').fill('ops@globex.example');
    await page.getByRole('textbox', { name: 'Domains' }).fill('dating');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: 'globex' }).waitFor();
    await page.getByRole('button', { name: 'New key' }).click();
    await page.getByLabel('write').uncheck();
    expect(await seriousFaults(page)).toEqual([]);
    await page.getByRole('button', { name: 'Create' }).click();
    await page.getByText('This is the only time that it is shown').waitFor();
    await page.keyboard.press('Escape');
    expect(await seriousFaults(page)).toEqual([]);
    const key = await page.getByRole('dialog').locator('code').textContent();
    const used = await fetch(`${under.service.url}/v1/jobs`, { headers: { authorization: `Bearer ${key}` } });
    expect(used.status).toBe(200);
    await page.getByRole('button', { name: 'I have kept it' }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    expect(key).toMatch(/^cp_live_/);
    expect(await page.content()).not.toContain(key!);
    await page.getByText('read, match, train, data, export, infer').waitFor();
    await page.getByRole('button', { name: 'Revoke the key' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click();
    await page.getByText('Revoked').waitFor();
    const ended = await fetch(`${under.service.url}/v1/jobs`, {
      headers: { authorization: `Bearer ${key}` },
    });
    expect(ended.status).toBe(401);
    expect(faults).toEqual([]);
    await page.context().close();
  });

  it('add a member, change its role and remove it, rename a key, and end a session', async () => {
    const { page, faults } = await opened(`/tenants/${under.service.tenantId}`);
    await under
      .page()
      .then(({ page: other }) => giveSession(other, under.service.console, under.service.key));
    await page.getByRole('button', { name: 'Add a member' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Mail address').fill('Ana@Example.com');
    await dialog.getByLabel('Role').selectOption('matchmaker');
    await dialog.getByText('May: read, write, match').waitFor();
    expect(await seriousFaults(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Add a member' }).click();
    const members = page.getByRole('region', { name: 'Members' });
    await members.getByText('Matchmaker').waitFor();
    await members.getByRole('button', { name: 'Change ana@example.com' }).click();
    await dialog.getByLabel('Role').selectOption('Scopes of their own');
    await dialog.getByLabel('write').uncheck();
    await dialog.getByRole('button', { name: 'Save' }).click();
    await members.getByText('read, match').waitFor();
    await members.getByRole('button', { name: 'Remove ana@example.com' }).click();
    await dialog.getByRole('button', { name: 'Remove' }).click();
    await members.getByText('No members yet').waitFor();
    await page.getByRole('button', { name: 'Rename' }).last().click();
    await dialog.getByLabel('Name of the key').fill('the shop');
    await dialog.getByRole('button', { name: 'Rename' }).click();
    await page.getByText('the shop', { exact: true }).waitFor();
    const sessions = page.getByRole('region', { name: 'Sessions of the console' });
    const live = sessions.getByRole('button', { name: 'End the session' });
    await live.first().waitFor();
    const before = await live.count();
    await live.first().click();
    await expect.poll(() => live.count()).toBe(before - 1);
    expect(faults).toEqual([]);
    await page.context().close();
  });

  it('show what was changed in the audit log, by filters that are in the address', async () => {
    const { body: made } = await operate('POST', `/v1/admin/tenants/${under.service.tenantId}/keys`, {
      scopes: ['read'],
    });
    await operate('DELETE', `/v1/admin/keys/${made.id}`);
    const { page, faults } = await opened('/audit');
    const rows = page.locator('#content tbody tr');
    await rows.filter({ hasText: 'key.revoke' }).filter({ hasText: made.id }).waitFor();
    await page.getByLabel('Action').selectOption('key.create');
    await page.waitForURL(/action=key\.create/);
    const created = rows.filter({ hasText: made.id });
    await created.getByText('Show').click();
    await created.getByText('"scopes"').waitFor();
    expect(await rows.filter({ hasText: 'key.revoke' }).count()).toBe(0);
    expect(await seriousFaults(page)).toEqual([]);
    await page.getByLabel('Actor').fill('key_none');
    await page.getByText('No entry fits these filters').waitFor();
    await page.reload();
    await page.getByText('No entry fits these filters').waitFor();
    expect(await page.content()).not.toContain(made.key);
    expect(faults).toEqual([]);
    await page.context().close();
  });

  it('change a threshold, how much is explored, and a label', async () => {
    const { page } = await opened(`/tenants/${under.service.tenantId}`);
    await page.getByRole('button', { name: 'Change dating' }).click();
    await page.getByLabel('Training threshold').fill('500');
    await page.getByLabel('Share of places to explore').fill('0.1');
    expect(await seriousFaults(page)).toEqual([]);
    await page.getByLabel('Label', { exact: true }).fill('superlike');
    await page.getByLabel('Polarity').fill('1.5');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('superlike +1.5').waitFor();
    const { body } = await operate('GET', `/v1/admin/tenants/${under.service.tenantId}`);
    expect(body.domains[0]).toMatchObject({ threshold: 500, explore: 0.1, labels: { superlike: 1.5 } });
    await page.context().close();
  });

  it('say why the key of the session cannot revoke itself', async () => {
    const { page } = await opened('/keys?owner=operator');
    await page.getByRole('button', { name: 'Revoke the key' }).last().click();
    await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click();
    await page.getByRole('dialog').getByText('conflict').first().waitFor();
    await page.context().close();
  });

  it('show attacks in labels, mail addresses and request ids as text', async () => {
    const attack = ATTACK.replaceAll(/[\s:=]/g, '').slice(0, 64);
    const { status, body } = await operate('POST', '/v1/admin/tenants', {
      name: 'attacked',
      email: `${ATTACK.replaceAll(/\s/g, '')}@attack.example`,
      domains: ['dating'],
    });
    expect(status).toBe(200);
    const labelled = await operate('POST', `/v1/admin/tenants/${body.id}`, {
      labels: { dating: { [attack]: 1 } },
    });
    expect(labelled.status).toBe(200);
    await fetch(`${under.service.url}/v1/${encodeURIComponent(ATTACK)}`);
    const { page, faults } = await opened('/tenants');
    await page.getByText('@attack.example').waitFor();
    for (const [path, shows] of [
      [`/tenants/${body.id}`, attack],
      [`/settings?find=${encodeURIComponent(ATTACK)}`, 'No setting contains this'],
      ['/system', 'Recent errors'],
      [`/tenants/${encodeURIComponent(ATTACK)}`, 'invalid_request'],
    ] as const) {
      await page.goto(under.service.console + path);
      await page.locator('#content').getByText(shows).first().waitFor();
      expect(await page.evaluate(() => '__attacked' in window)).toBe(false);
    }
    // A malformed id is refused with 400, which the browser logs.
    expect(faults.filter((fault) => !fault.includes('400'))).toEqual([]);
    await page.context().close();
  });

  it('keep the last figures while the service cannot be reached', async () => {
    const { page } = await opened('/system');
    await page.getByText('Event loop delay').waitFor();
    await page.route('**/v1/admin/system', (route) => route.abort());
    await page.getByText('The connection to the service is lost').waitFor({ timeout: 30_000 });
    expect(await page.getByText('Event loop delay').count()).toBe(1);
    await page.unroute('**/v1/admin/system');
    await page
      .getByText('The connection to the service is lost')
      .waitFor({ state: 'detached', timeout: 30_000 });
    await page.context().close();
  });
});
