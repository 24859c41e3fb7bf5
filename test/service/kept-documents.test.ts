/** The bytes of documents are kept where the workspace says so, until the person is erased. */
import { globSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ComposedService, composed } from './testing/composed-service.ts';
import { sendDocument } from './testing/send-document.ts';

let service: ComposedService;
beforeAll(async () => {
  service = await composed();
}, 60_000);
afterAll(() => service?.stop());

const about = 'I am a 31 year old woman from Lisbon.';
const filesKept = () => globSync('artifacts/documents/*/*/original*', { cwd: service.folder });
const exported = async (userId: string) => (await service.send(`users/${userId}/export`)).body.documents;

async function keep(isKept: boolean): Promise<void> {
  const [tenant] = await service.accounts.listTenants();
  await service.accounts.setKeepingDocuments(tenant!.tenantId, isKept);
}

test('none is kept by default', async () => {
  const { body } = await sendDocument(service, about, { userId: 'ana' });
  expect(body.document.kept).toBe(false);
  expect([filesKept(), await exported('ana')]).toEqual([[], []]);
});

test('the same bytes are kept once, listed in the export, and erased with the person', async () => {
  await keep(true);
  for (let time = 0; time < 2; time++) {
    const { body } = await sendDocument(service, about, { userId: 'bea' });
    expect(body.document.kept).toBe(true);
  }
  await sendDocument(service, `${about} I like tea.`, { userId: 'cleo' });
  expect(await exported('bea')).toMatchObject([
    { domain: 'dating', source: 'upload', format: 'text', bytes: about.length },
  ]);
  expect(filesKept()).toHaveLength(2);
  const erased = await service.server.inject({
    method: 'DELETE',
    url: '/v1/users/bea',
    headers: { authorization: `Bearer ${service.key}` },
  });
  expect(erased.statusCode).toBe(200);
  expect(filesKept()).toHaveLength(1);
  expect(await exported('cleo')).toHaveLength(1);
  await keep(false);
  expect((await sendDocument(service, `${about} And coffee.`, { userId: 'cleo' })).body.document.kept).toBe(
    false,
  );
  expect(await exported('cleo')).toHaveLength(1);
});
