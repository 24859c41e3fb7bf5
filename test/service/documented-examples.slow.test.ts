/**
 * Every operation has an example that a service accepts. The requests come from docs/openapi.json alone. Each
 * answer has a documented success status and its schema, and so has the recorded example.
 */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { createAnswerChecker } from '../support/documented-answer.ts';
import { composed } from './testing/composed-service.ts';
import { type InterfaceDocument, operationsOf } from './testing/documented-requests.ts';
import { writeExampleFiles } from './testing/example-files.ts';
import { type Sent, sendDocumented } from './testing/send-documented.ts';

const document = JSON.parse(
  readFileSync(new URL('../../docs/openapi.json', import.meta.url), 'utf8'),
) as InterfaceDocument;
const checker = createAnswerChecker(document);

/** Bytes have no example in JSON. */
const withoutExample = ['application/gzip', 'application/vnd.apache.parquet', 'multipart/byteranges'];

test('the examples of every operation are accepted, and answered as documented', {
  timeout: 300_000,
}, async () => {
  const service = await composed({}, { publicUrl: 'https://match.example.com' });
  let sent: readonly Sent[];
  try {
    writeExampleFiles(service.folder);
    await service.accounts.setThreshold(
      (await service.accounts.listTenants())[0]!.tenantId,
      'dating',
      1_000_000,
    );
    const url = `http://127.0.0.1:${await service.port()}`;
    const startWorker = () => service.worker.start();
    const operatorKey = (await service.accounts.createOperatorKey({ rate: 100_000 })).key;
    sent = await sendDocumented(document, { url, key: service.key, operatorKey, startWorker });
  } finally {
    await service.stop();
  }
  const faults = sent.flatMap(({ request, answer }) => {
    const { operation, url } = request;
    const { status, text: body } = answer;
    return checker.faultsOf({
      method: operation.method,
      url,
      status,
      headers: Object.fromEntries(answer.headers),
      body,
    });
  });
  expect(faults).toEqual([]);
  for (const { request, answer } of sent) expect([200, 202, 206], request.url).toContain(answer.status);
  const answered = new Set(sent.map(({ request }) => request.operation.operationId));
  expect([...answered].sort()).toEqual(
    operationsOf(document)
      .map(({ operationId }) => operationId)
      .sort(),
  );
});

test('the recorded answer of every operation has its schema', () => {
  for (const { operationId, method, path, responses } of operationsOf(document)) {
    const successes = Object.entries(responses).filter(([status]) => /^2/.test(status));
    expect(successes.length, operationId).toBeGreaterThan(0);
    for (const [status, { content = {} }] of successes) {
      for (const [type, { example }] of Object.entries(content)) {
        if (withoutExample.includes(type)) continue;
        expect(example, `${operationId} ${status} ${type}`).toBeDefined();
        const body = typeof example === 'string' ? example : JSON.stringify(example);
        const url = path.replaceAll(/\{\w+\}/g, 'x');
        const answer = { method, url, status: Number(status), headers: { 'content-type': type }, body };
        expect(checker.faultsOf(answer), operationId).toEqual([]);
      }
    }
  }
});
