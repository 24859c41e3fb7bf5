/** POST /documents/read: what a file says of a person; nothing of it is stored. */
import { readdir } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  docxOf,
  encryptedPdf,
  pdfBomb,
  pdfOf,
  pdfWith,
} from '../../src/people/documents/testing/made-documents.ts';
import { type ComposedService, composed } from './testing/composed-service.ts';
import { readDocument, type SentFile, sendDocument } from './testing/send-document.ts';

let service: ComposedService;
beforeAll(async () => {
  service = await composed();
}, 60_000);
afterAll(() => service?.stop());

const read = (file: string | Buffer, sentFile: SentFile = {}) => readDocument(service, file, sentFile);
const docx = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';
const about = 'I am a 31 year old woman from Lisbon.';

/** Everything of the workspace that a write would change. */
async function stored(): Promise<unknown> {
  const [people, jobs] = await Promise.all([service.send('users?domain=dating'), service.send('jobs')]);
  return [people.body.data, jobs.body.data, await readdir(service.folder, { recursive: true })];
}

describe('a document that is only read', () => {
  test.each([
    ['pdf', 'application/pdf', () => pdfOf(about)],
    ['docx', docx, () => docxOf({ heading: 'About me', items: [about], rows: [['a', 'b']] })],
    ['html', 'text/html', () => `<h1>Me</h1><p>${about}</p><script>I am 50 years old.</script>`],
    ['text', 'text/plain', () => about],
  ])('in %s gives its text and its values, each at its place', async (format, type, make) => {
    const { status, body } = await read(await make(), { type });
    expect([status, body.document.format]).toEqual([200, format]);
    expect(body.profile.fields).toMatchObject({ age: 31, gender: 'woman' });
    const [start, end] = body.profile.provenance.fields.age.span;
    expect(body.text.slice(start, end)).toContain('31');
    expect(body.document.characters).toBe(body.text.length);
    expect(body.document).not.toHaveProperty('kept');
  });

  test('says what it did not take', async () => {
    const { body } = await read(`${about} My mother is 62 years old.`);
    expect(JSON.stringify(body.profile.lost)).toContain('62');
  });

  test('is stored nowhere, also where the workspace keeps documents, and its key is not kept', async () => {
    const [tenant] = await service.accounts.listTenants();
    await service.accounts.setKeepingDocuments(tenant!.tenantId, true);
    await read(about);
    const before = await stored();
    const first = await read(about, { idempotencyKey: 'read-once' });
    const second = await read('I am a man of 44 years.', { idempotencyKey: 'read-once' });
    expect([first.body.profile.fields.age, second.body.profile.fields.age]).toEqual([31, 44]);
    expect(await stored()).toEqual(before);
    // The key is free for what does store.
    expect((await sendDocument(service, about, { idempotencyKey: 'read-once' })).status).toBe(200);
  });

  test('takes a form, and no person', async () => {
    const sent = async (parts: Readonly<Record<string, string | File>>) => {
      const form = new FormData();
      for (const [name, value] of Object.entries(parts)) form.set(name, value);
      const answer = await fetch(`http://127.0.0.1:${await service.port()}/v1/documents/read`, {
        method: 'POST',
        headers: { authorization: `Bearer ${service.key}` },
        body: form,
      });
      return [answer.status, await answer.text()];
    };
    const file = new File([about], 'me.txt');
    expect(await sent({ domain: 'dating', file })).toEqual([200, expect.stringContaining('"age":31')]);
    for (const wrong of [
      { domain: 'dating' },
      { domain: 'dating', file: about },
      { domain: 'dating', file, user_id: 'ana' },
    ])
      expect(await sent(wrong)).toEqual([400, expect.stringContaining('invalid_request')]);
  });
});

describe('is refused as one that is stored', () => {
  test.each([
    ['scanned', 'application/pdf', () => pdfWith(() => {}), 422, 'unreadable_document'],
    ['cut off', 'application/pdf', () => Buffer.from('%PDF-1.7\nnothing'), 422, 'unreadable_document'],
    ['locked', 'application/pdf', encryptedPdf, 422, 'unreadable_document'],
    ['no zip', docx, () => 'PK', 422, 'unreadable_document'],
    ['no text', 'text/plain', () => ' \n', 422, 'unreadable_document'],
    ['a bomb', 'application/pdf', () => pdfBomb(1_500_000_000), 422, 'unreadable_document'],
    ['a picture', 'text/plain', () => Buffer.from('\x89PNG', 'latin1'), 422, 'unsupported_format'],
    ['a long text', 'text/plain', () => 'nurse '.repeat(60_000), 413, 'payload_too_large'],
    ['a large file', 'text/plain', () => 'nurse '.repeat(2_500_000), 413, 'payload_too_large'],
    ['an image', 'image/png', () => 'x', 415, 'unsupported_media_type'],
  ])(
    '%s',
    async (_, type, make, status, code) => {
      const file = await make();
      const [answer, other] = [await read(file, { type }), await sendDocument(service, file, { type })];
      expect([answer.status, answer.body.error.code]).toEqual([status, code]);
      expect([other.status, other.body.error.code]).toEqual([status, code]);
      expect(answer.body.error.details).toEqual(other.body.error.details);
    },
    60_000,
  );

  test('in a domain that the workspace does not have', async () => {
    const { status, body } = await read(about, { domain: 'no-such' });
    expect([status, body.error.code]).toEqual([404, 'domain_not_found']);
  });
});
