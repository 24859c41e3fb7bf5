/** POST /documents: files about a person become text that is read. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  type Draw,
  docxOf,
  pdfBomb,
  pdfOf,
  pdfWith,
} from '../../src/people/documents/testing/made-documents.ts';
import { type ComposedService, composed } from './testing/composed-service.ts';
import { type SentFile, sendDocument } from './testing/send-document.ts';

let service: ComposedService;
beforeAll(async () => {
  service = await composed();
}, 60_000);
afterAll(() => service?.stop());

const send = (file: string | Buffer, sentFile: SentFile = {}) => sendDocument(service, file, sentFile);
const recordOf = async (id: string) => (await service.send(`users/${id}?domain=dating`)).body;
const about = 'I am a 31 year old woman from Lisbon.';

describe('a document', () => {
  test.each([
    ['pdf', 'application/pdf', () => pdfOf(about)],
    [
      'docx',
      'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
      () => docxOf({ heading: 'About me', items: [about], rows: [['a', 'b']] }),
    ],
    ['html', 'text/html', () => `<h1>Me</h1><p>${about}</p><script>I am 50 years old.</script>`],
    ['markdown', 'text/markdown', () => `# Me\n\n- ${about}`],
    ['latex', 'text/x-tex', () => `\\begin{document}\\section{Me} ${about}\\end{document}`],
    ['json', 'application/json', () => JSON.stringify({ age: 31, bio: about })],
    ['text', 'text/plain', () => Buffer.from(`${about} Caf\xe9.`, 'latin1')],
  ])('in %s is read', async (format, type, make) => {
    const { status, body } = await send(await make(), { type, userId: format });
    expect([status, body.document?.format]).toEqual([200, format]);
    expect(body.fields_updated).toContain('age');
    expect((await recordOf(format)).fields).toMatchObject({ age: 31 });
  });

  test('of two columns is read column by column, without the lines that pages repeat', async () => {
    const column = (name: string) =>
      Array.from({ length: 8 }, (_, at) => `${name} line ${at} goes on and on`);
    const pdf = await pdfWith(
      ...['one', 'two', 'three'].map((page, number) => (draw: Draw) => {
        draw('A header of the journal', 50, 810, 8);
        draw(`Page ${number + 1}`, 280, 20, 8);
        for (const [at, line] of column(`${page} left`).entries()) draw(line, 50, 700 - 12 * at);
        for (const [at, line] of column(`${page} right`).entries()) draw(line, 320, 700 - 12 * at);
      }),
    );
    const { body } = await send(pdf, { type: 'application/pdf', userId: 'paper' });
    expect(body.document).toMatchObject({ pages: 3, dropped: { repeated_lines: 6 } });
    const { text } = await service.send('users/paper/export');
    expect(text.indexOf('one left line 7')).toBeLessThan(text.indexOf('one right line 0'));
    expect(text).not.toContain('header of the journal');
  });

  test('in a form is the same, and is stored once for one key', async () => {
    const form = new FormData();
    for (const [name, value] of Object.entries({ user_id: 'form', domain: 'dating', source: 'cv' }))
      form.set(name, value);
    form.set('file', new File([about], 'me.txt'));
    const post = (query = '') =>
      fetch(`http://127.0.0.1:${port}/v1/documents${query}`, {
        method: 'POST',
        headers: { authorization: `Bearer ${service.key}`, 'idempotency-key': 'once' },
        body: form,
      });
    const port = await service.port();
    const [first, second] = [await post(), await post()];
    expect([first.status, second.headers.get('idempotent-replayed')]).toEqual([200, 'true']);
    const twice = await post('?user_id=other');
    expect(twice.status).toBe(400);
    expect(await twice.json()).toMatchObject({ error: { details: { issues: [{ path: 'user_id' }] } } });
    const other = await send(about.repeat(2), { idempotencyKey: 'once', userId: 'form' });
    expect([other.status, other.body.error.code]).toEqual([422, 'idempotency_key_reused']);
  });
});

describe('a document that cannot be read is refused, and stores nothing', () => {
  const nested = `${'<div>'.repeat(20_000)}x`;
  test.each([
    ['scanned', 'application/pdf', () => pdfWith(() => {}), 'no_text'],
    ['cut off', 'application/pdf', () => Buffer.from('%PDF-1.7\nnothing'), 'broken'],
    [
      'no zip',
      'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
      () => 'PK',
      'broken',
    ],
    ['UTF-8 with other bytes', 'text/plain; charset=utf-8', () => Buffer.from([0x61, 0xff]), 'not_decodable'],
    ['empty', 'text/plain', () => '  \n', 'no_text'],
    [
      'of 300 pages',
      'application/pdf',
      () => pdfOf(...Array.from({ length: 300 }, () => 'a')),
      'too_many_pages',
    ],
    ['a bomb', 'application/pdf', () => pdfBomb(1_500_000_000), 'too_much_memory'],
  ])(
    '%s',
    async (_, type, make, reason) => {
      const { status, body } = await send(await make(), { type, userId: 'nobody' });
      expect([status, body.error?.details]).toEqual([422, { reason }]);
      expect((await service.send('users/nobody?domain=dating')).status).toBe(404);
    },
    60_000,
  );

  test('deep nesting is read or refused, and ends', async () => {
    expect([200, 422]).toContain((await send(nested, { type: 'text/html' })).status);
  });

  test('another media type, another format, no person', async () => {
    const picture = await send(Buffer.from('x'), { type: 'image/png' });
    expect([picture.status, picture.body.error.code]).toEqual([415, 'unsupported_media_type']);
    const form = new FormData();
    for (const name of ['user_id', 'domain', 'source']) form.set(name, 'dating');
    form.set('file', new File(['x'], 'me.xyz'));
    const answer = await fetch(`http://127.0.0.1:${await service.port()}/v1/documents`, {
      method: 'POST',
      headers: { authorization: `Bearer ${service.key}` },
      body: form,
    });
    expect([answer.status, await answer.text()]).toEqual([
      422,
      expect.stringContaining('unsupported_format'),
    ]);
    const unnamed = await send('a', { userId: '' });
    expect([unnamed.status, unnamed.body.error.code]).toEqual([400, 'invalid_request']);
  });
});
