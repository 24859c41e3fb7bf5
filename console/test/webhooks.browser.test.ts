/** Webhooks: made, tried against a real receiver, sent again, rotated and removed. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, expect, it } from 'vitest';
import { describeConsole } from './support/describe-console.ts';
import { faultsOfScreens } from './support/faults-of-look.ts';
import { ATTACK } from './support/people.ts';
import type { Service } from './support/service.ts';

const received: string[] = [];
const receiver = createServer((request, response) => {
  received.push(String(request.headers['webhook-id']));
  request.resume().on('end', () => response.writeHead(204).end());
}).listen(0, '127.0.0.1');
const url = () => `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hook`;
afterAll(() => {
  receiver.closeAllConnections();
  receiver.close();
});

let other = '';

async function prepare(service: Service): Promise<void> {
  await service.command('tenants', 'set', 'hooks', '--memory-host', '127.0.0.1');
  const made = await service.post('/v1/webhooks', { url: 'https://example.com/hook', description: ATTACK });
  other = ((await made.json()) as { readonly id: string }).id;
}

describeConsole('webhooks', 'hooks', prepare, (under) => {
  it('are made, told, told again and removed', async () => {
    const { page, faults } = await under.signedIn('/webhooks');
    await page.getByRole('button', { name: 'New webhook' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Address').fill('http://10.0.0.1/');
    await dialog.getByRole('button', { name: 'New webhook' }).click();
    await dialog.getByText('invalid_request').waitFor();
    await dialog.getByLabel('Address').fill(url());
    await dialog.getByLabel('job.finished').check();
    await dialog.getByRole('button', { name: 'New webhook' }).click();
    await page.getByText(/^whsec_/).waitFor();
    await page.getByRole('button', { name: 'Done' }).click();
    const card = page.getByRole('region', { name: url() });
    await card.getByText('job.finished').waitFor();
    expect(await page.getByText(/^whsec_/).count()).toBe(0);

    await card.getByRole('button', { name: 'Send a test' }).click();
    await card.getByText('Delivered').waitFor();
    await card.getByRole('button', { name: /^Send whd_.* again$/ }).click();
    await card.getByText('2 attempts').waitFor();
    expect(new Set(received).size).toBe(1);
    expect(received).toHaveLength(2);

    await card.getByRole('button', { name: 'New secret' }).click();
    await page.getByText('The earlier secret signs too').waitFor();
    await page.getByRole('button', { name: 'Done' }).click();
    await card.getByRole('button', { name: 'Disable' }).click();
    await card.getByText('It was disabled by request.').waitFor();
    await card.getByRole('button', { name: 'Remove' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
    await card.waitFor({ state: 'detached' });
    // The refused address.
    expect(faults.filter((fault) => !/400/.test(fault))).toEqual([]);
  });

  it('show no fault in both themes at every width', async () => {
    const { page } = await under.signedIn('/webhooks');
    const screens = {
      webhooks: { path: '/webhooks', shows: 'example.com' },
      deliveries: { path: `/webhooks?webhook=${other}`, shows: 'Nothing was sent' },
    };
    expect(await faultsOfScreens(page, under.service.console, screens)).toEqual({});
  });
});
