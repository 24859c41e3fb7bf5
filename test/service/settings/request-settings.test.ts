import { afterAll, beforeAll, expect } from 'vitest';
import { composeService } from '../../../src/composition/compose-service.ts';
import {
  type RerankServerUnderTest,
  startRerankServer,
} from '../../../src/matching/rerankers/testing/rerank-server.ts';
import { createLogger } from '../../../src/outside/http/logs/create-logger.ts';
import { pdfBomb, pdfOf } from '../../../src/people/documents/testing/made-documents.ts';
import { requestSettings } from '../../../src/platform/config/settings/request-settings.ts';
import { sampleWrite } from '../../../src/platform/storage/testing/sample-profiles.ts';
import { openRaw } from '../../../src/platform/testing/raw-http.ts';
import { until } from '../../../src/platform/testing/until.ts';
import { type ComposedService, composed } from '../testing/composed-service.ts';
import { sendDocument } from '../testing/send-document.ts';
import { demonstrate } from './demonstrate.ts';
import { halfSent } from './half-sent.ts';
import { addPeople, figure, match, person } from './people.ts';
import { threadsOf } from './threads-of.ts';

let rerank: RerankServerUnderTest;
let changed: ComposedService;
/** Its matches wait for a reranker, and may wait no time for their turn. */
let slow: ComposedService;
/** It takes few requests at once. */
let full: ComposedService;
let plain: ComposedService;

beforeAll(async () => {
  rerank = await startRerankServer(() => 1);
  changed = await composed({
    '--body-limit': '65536',
    '--document-limit': '1000000',
    '--document-pages': '1',
    '--document-memory': '200',
    '--matches-at-once': '2',
    '--matches-waiting': '1',
    '--candidate-texts-memory': '0',
  });
  slow = await composed(
    { '--reranker': `cohere:${rerank.url}`, '--reranker-timeout-ms': '10' },
    { matchWaitSeconds: 0.001 },
  );
  full = await composed(
    {
      '--max-in-flight': '1',
      '--open-bodies': '2',
      '--bodies-per-key': '1',
      '--body-min-rate': '1000000',
      '--body-grace': '3',
      '--answer-stall': '1',
      '--document-seconds': '1',
    },
    { indexMemoryMib: 0.001 },
  );
  plain = await composed({ '--index-threads': '3' });
  for (const service of [changed, slow, plain]) await addPeople(service);
});

afterAll(async () => {
  for (const service of [changed, slow, full, plain]) await service?.stop();
  await rerank?.close();
});

/** A user whose answer is larger than what sockets buffer. */
async function addLargeUser(service: ComposedService): Promise<void> {
  const text = 'x'.repeat(250_000);
  const fields = Object.fromEntries(Array.from({ length: 30 }, (_, n) => [`note_${n}`, text]));
  expect((await service.send('users', { user_id: 'large', domain: 'dating', fields })).status).toBe(200);
}

async function unread(service: ComposedService) {
  const connection = await openRaw(await service.port());
  connection.socket.pause();
  connection.socket.write(
    `GET /v1/users/large HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${service.key}\r\n\r\n`,
  );
  return connection;
}

const halfSentTo = async (service: ComposedService, key = service.key) => halfSent(await service.port(), key);

const inFlight = (service: ComposedService) => figure(service, 'counterpart_http_requests_in_flight');

const openBodies = (service: ComposedService) => figure(service, 'counterpart_http_open_bodies');

/** More people than one block of an index has, and than are compared one by one where light_ml is off. */
async function crowdTheDomain(service: ComposedService): Promise<void> {
  const { tenantId } = await service.accounts.findTenant('main');
  const writes = Array.from({ length: 21_000 }, (_, n) => sampleWrite(`crowd-${n}`, { tenantId }));
  for (let from = 0; from < writes.length; from += 1000) {
    await service.store.profiles.write(writes.slice(from, from + 1000));
  }
}

async function crowd(service: ComposedService): Promise<string> {
  const answers = await Promise.all(Array.from({ length: 20 }, () => match(service)));
  return answers.find(({ status }) => status === 503)?.text ?? '';
}

let slowText: Promise<string> | undefined;
function slowBody(): Promise<string> {
  slowText ??= (async () => {
    const [cut, waiting] = [await halfSentTo(full), await halfSentTo(plain)];
    const { status, text } = await cut.answer();
    expect([status, await openBodies(plain)]).toEqual([408, 1]);
    for (const { socket } of [cut, waiting]) socket.destroy();
    return text;
  })();
  return slowText;
}

demonstrate(requestSettings, {
  // The first one: threads of the index begin with a service's first matches.
  indexThreads: async () => {
    // Another thread is started where those that are ready have work. Without light_ml the texts nearest to
    // the seeker's are searched for.
    const stages = { sql_filter: { enabled: false }, light_ml: { enabled: false } };
    const payload = { user_id: 'walker', domain: 'dating', stages };
    const headers = { authorization: `Bearer ${plain.key}` };
    const many = (server: ComposedService['server']) => async () => {
      for (let round = 0; round < 8; round++)
        await Promise.all(
          Array.from({ length: 4 }, () =>
            server.inject({ method: 'POST', url: '/v1/match', headers, payload }),
          ),
        );
    };
    await crowdTheDomain(plain);
    const fields = { ...person, values_text: 'Honesty and long walks.' };
    await plain.send('users', { user_id: 'walker', domain: 'dating', fields });
    expect(await threadsOf('index query', many(plain.server))).toBeGreaterThan(1);
    const other = await composeService({ ...plain.settings, indexThreads: 1 }, createLogger('silent'));
    expect(await threadsOf('index query', many(other.server))).toBe(1);
    await other.close();
  },
  bodyLimitBytes: async () => {
    const large = { user_id: 'a', domain: 'dating', fields: { note: 'x'.repeat(70_000) } };
    const { status, body } = await changed.send('users', large);
    expect([status, body.error.details]).toEqual([413, { limit_bytes: 65_536 }]);
    expect((await plain.send('users', large)).status).toBe(200);
  },
  documentBytes: async () => {
    const page = `<p>I am a nurse.</p><script>${'x'.repeat(1_000_000)}</script>`;
    const large = await sendDocument(changed, page, { type: 'text/html' });
    expect([large.status, large.body.error.details]).toEqual([
      413,
      { path: 'file', given_bytes: page.length, limit_bytes: 1_000_000 },
    ]);
    expect((await sendDocument(plain, page, { type: 'text/html' })).status).toBe(200);
  },
  documentPages: async () => {
    const pdf = await pdfOf('I am 30.', 'I live in Lisbon.');
    const long = await sendDocument(changed, pdf, { type: 'application/pdf' });
    expect([long.status, long.body.error.details]).toEqual([422, { reason: 'too_many_pages' }]);
    expect((await sendDocument(plain, pdf, { type: 'application/pdf' })).status).toBe(200);
  },
  documentSeconds: async () => {
    const many = `\\textbf{nurse} `.repeat(150_000);
    const late = await sendDocument(full, many, { type: 'text/x-tex' });
    expect([late.status, late.body.error.details]).toEqual([422, { reason: 'took_too_long' }]);
  },
  documentMemoryMib: async () => {
    const bomb = await pdfBomb(600_000_000);
    const refused = await sendDocument(changed, bomb, { type: 'application/pdf' });
    expect([refused.status, refused.body.error.details]).toEqual([422, { reason: 'too_much_memory' }]);
    expect((await sendDocument(changed, 'I am a nurse.')).status).toBe(200);
  },
  maxInFlight: async () => {
    await addLargeUser(full);
    const reading = await unread(full);
    await until(() => inFlight(full)).toBe(1);
    const refused = await full.send('schema');
    expect([refused.status, refused.body.error.message]).toEqual([
      503,
      expect.stringContaining('1 requests in progress'),
    ]);
    reading.socket.destroy();
    await until(() => inFlight(full)).toBe(0);
    expect((await full.send('schema')).status).toBe(200);
  },
  maxOpenBodies: async () => {
    const open = [await halfSentTo(full, await full.newKey()), await halfSentTo(full, await full.newKey())];
    await until(() => openBodies(full)).toBe(2);
    const third = await halfSentTo(full, await full.newKey());
    const { status, text } = await third.answer();
    expect([status, text]).toEqual([503, expect.stringContaining('2 bodies on their way')]);
    for (const { socket } of [...open, third]) socket.destroy();
    await until(() => openBodies(full)).toBe(0);
  },
  bodiesPerKey: async () => {
    const first = await halfSentTo(full);
    await until(() => openBodies(full)).toBe(1);
    const second = await halfSentTo(full);
    const { status, text } = await second.answer();
    expect([status, text]).toEqual([429, expect.stringContaining('This key has 1 bodies')]);
    for (const { socket } of [first, second]) socket.destroy();
    await until(() => openBodies(full)).toBe(0);
  },
  bodyMinRate: async () => expect(await slowBody()).toContain('1000000 bytes a second'),
  bodyGraceSeconds: async () => expect(await slowBody()).toContain('in 3 seconds'),
  answerStallSeconds: async () => {
    await addLargeUser(plain);
    const [cut, waiting] = [await unread(full), await unread(plain)];
    await until(() => inFlight(full)).toBe(1);
    await until(() => inFlight(full)).toBe(0);
    expect(await inFlight(plain)).toBe(1);
    for (const { socket } of [cut, waiting]) socket.destroy();
    await until(() => inFlight(plain)).toBe(0);
  },
  matchesAtOnce: async () => expect(await crowd(changed)).toContain('2 matches are running'),
  matchesWaiting: async () => {
    expect(await crowd(changed)).toContain('and 1 wait');
    expect(await crowd(plain)).toBe('');
  },
  matchWaitSeconds: async () => expect(await crowd(slow)).toContain('has waited 0.001 seconds'),
  indexMemoryMib: async () => {
    await full.send('users', { user_id: 'me', domain: 'dating', fields: person });
    const refusals: string[] = [];
    await until(async () => {
      await match(full);
      // Known people are still written.
      const user_id = `new-${refusals.length}`;
      const added = await full.send('users', { user_id, domain: 'dating', fields: person });
      refusals.push(added.text);
      return added.status;
    }).toBe(503);
    expect(refusals.at(-1)).toContain('COUNTERPART_INDEX_MEMORY');
  },
  candidateTextsMib: async () => {
    const keptBy = async (service: ComposedService) => {
      for (const user_id of ['reader', 'read']) {
        const fields = { ...person, values_text: 'Honesty and long walks.' };
        await service.send('users', { user_id, domain: 'dating', fields });
      }
      expect((await match(service, { user_id: 'reader' })).status).toBe(200);
      const { body } = await service.server.inject({ method: 'GET', url: '/metrics' });
      return Number(/^counterpart_candidate_texts_bytes (\d+)$/m.exec(body)![1]);
    };
    expect(await keptBy(changed)).toBe(0);
    expect(await keptBy(plain)).toBeGreaterThan(500);
  },
});
