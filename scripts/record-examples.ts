/** Sends the documentation's requests to a real service in a folder of its own, and keeps what it answered. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { composeService } from '../src/compose.ts';
import { readSettings } from '../src/config.ts';
import { createLogger } from '../src/http/create-logger.ts';
import { contextExample, matchExample, neighbours, upsertExample } from '../src/http/endpoints/examples.ts';

/** By operation id. */
async function recordExamples(): Promise<Readonly<Record<string, unknown>>> {
  const folder = mkdtempSync(join(tmpdir(), 'counterpart-examples-'));
  const service = await composeService(readSettings({}, ['--data', folder]), createLogger('error'));
  try {
    const tenant = await service.accounts.createTenant({
      name: 'examples',
      domains: ['dating'],
      email: 'ops@example.com',
    });
    const { key } = await service.accounts.createKey(tenant.tenantId, {});
    const send = async (
      method: 'GET' | 'POST' | 'DELETE',
      url: string,
      payload?: object,
    ): Promise<unknown> => {
      const headers = { authorization: `Bearer ${key}`, 'x-request-id': 'req_example' };
      const answer = await service.server.inject({ method, url, headers, ...(payload && { payload }) });
      if (answer.statusCode !== 200) throw new Error(`${method} ${url}: ${answer.statusCode} ${answer.body}`);
      return answer.json();
    };
    for (const neighbour of neighbours) await send('POST', '/v1/users', neighbour);
    const user = `/v1/users/${encodeURIComponent(upsertExample.user_id)}`;
    return {
      upsertUser: await send('POST', '/v1/users', upsertExample),
      appendContext: await send('POST', '/v1/context', contextExample),
      getUser: await send('GET', `${user}?domain=${upsertExample.domain}`),
      getSchema: await send('GET', `/v1/schema?domain=${upsertExample.domain}`),
      match: await send('POST', '/v1/match', matchExample),
      deleteUser: await send('DELETE', user),
    };
  } finally {
    await service.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

const file = join(import.meta.dirname, '../src/http/endpoints/recorded-answers.generated.json');
writeFileSync(file, `${JSON.stringify(await recordExamples(), null, 2)}\n`);
