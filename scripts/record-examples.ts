/**
 * Sends the documentation's requests to a service on a temporary folder, and records the first answer to each
 * operation. It may run twice: ids of parameters are those of the answers that the first run recorded.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { composeService } from '../src/composition/compose-service.ts';
import type { DomainSource } from '../src/contract/domain.ts';
import { createLogger } from '../src/outside/http/logs/create-logger.ts';
import { interfaceDocument } from '../src/outside/http/openapi/interface-document.ts';
import { readSettings } from '../src/platform/config/read-settings.ts';
import type { InterfaceDocument } from '../test/service/testing/documented-requests.ts';
import { writeExampleFiles } from '../test/service/testing/example-files.ts';
import { isJson, type Sent, sendDocumented } from '../test/service/testing/send-documented.ts';

async function sendAll(): Promise<readonly Sent[]> {
  const folder = mkdtempSync(join(tmpdir(), 'counterpart-examples-'));
  writeExampleFiles(folder);
  const settings = readSettings({}, ['--data', folder, '--public-url', 'https://match.example.com']);
  const service = await composeService(settings, createLogger('error'));
  try {
    const { tenantId } = await service.accounts.createTenant({
      name: 'examples',
      domains: ['dating'],
      email: 'ops@example.com',
    });
    await service.accounts.setThreshold(tenantId, 'dating', 1_000_000);
    const { key } = await service.accounts.createKey(tenantId, { rate: 100_000, burst: 200_000 });
    const operatorKey = (await service.accounts.createOperatorKey({ rate: 100_000 })).key;
    await service.server.listen({ host: '127.0.0.1', port: 0 });
    const { port } = service.server.server.address() as AddressInfo;
    const url = `http://127.0.0.1:${port}`;
    const target = { url, key, operatorKey, startWorker: () => service.worker.start() };
    return await sendDocumented((await interfaceDocument()) as InterfaceDocument, target);
  } finally {
    await service.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** By operation id: JSON as a value, anything else as text. */
function recordedFrom(sent: readonly Sent[]): Readonly<Record<string, unknown>> {
  const recorded: Record<string, unknown> = {};
  for (const { request, answer } of sent) {
    const { operationId } = request.operation;
    // The example of a file is the whole file.
    if (recorded[operationId] !== undefined || answer.status === 206) continue;
    recorded[operationId] = exampleOf(operationId, answer);
  }
  return recorded;
}

const METRIC_LINES = 8;
const DOMAIN_LINES = 20;

function exampleOf(operationId: string, answer: Sent['answer']): unknown {
  const { text } = answer;
  if (operationId === 'getMetrics') return `${text.split('\n').slice(0, METRIC_LINES).join('\n')}\n`;
  if (operationId === 'getInterface') return { ...JSON.parse(text), ...shortened };
  if (operationId === 'getDomain' || operationId === 'getTenantDomain') return briefDomain(JSON.parse(text));
  if (operationId === 'listDomainSamples') return withFewRows(JSON.parse(text));
  return isJson(answer) ? JSON.parse(text) : text;
}

/** Definitions have a thousand lines; the example has the first ones of each part. */
function briefDomain({ source, definition, ...rest }: DomainSource): DomainSource {
  const { fields, scorecard } = definition;
  return {
    ...rest,
    source: source.split('\n').slice(0, DOMAIN_LINES).join('\n'),
    definition: {
      ...definition,
      fields: fields.slice(0, 2),
      scorecard: { ...scorecard, terms: scorecard.terms.slice(0, 2) },
    },
  };
}

/** Two hundred sample people would be a fifth of the document. */
function withFewRows(list: { readonly data: readonly unknown[] }) {
  return { ...list, data: list.data.slice(0, 2) };
}

/** The document is no example within itself. */
const shortened = { paths: {}, components: {}, tags: [] };

const file = join(import.meta.dirname, '../src/outside/http/endpoints/recorded-answers.generated.json');
writeFileSync(file, `${JSON.stringify(recordedFrom(await sendAll()), null, 2)}\n`);
