/** A real server with one workspace, for tests of its jobs over HTTP. */
import { afterAll, beforeAll } from 'vitest';
import { type RunningService, startService, temporaryFolder, tenantWithKey } from '../running-service.ts';

/** Starts it before the tests of the file, and removes it after them. `name`: of the idempotency keys. */
export function servedWorkspace(name: string) {
  const folder = temporaryFolder();
  let service: RunningService;
  let key: string;
  let keys = 0;

  beforeAll(async () => {
    key = await tenantWithKey(folder.path, 'shop');
    service = await startService(folder.path);
  }, 60_000);
  afterAll(async () => {
    await service?.stop();
    folder.remove();
  });

  function request(method: string, path: string, body?: object): Promise<Response> {
    return fetch(`${service.url}/v1${path}`, {
      method,
      headers: {
        authorization: `Bearer ${key}`,
        'idempotency-key': `${name}-${++keys}-0000`,
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
  }

  /** The JSON of an answer that is no error. */
  async function answerOf(method: string, path: string, body?: object): Promise<unknown> {
    const answer = await request(method, path, body);
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${path}: ${text}`);
    return JSON.parse(text);
  }

  return {
    request,
    answerOf,
    /** The finished job of the request. */
    // biome-ignore lint/suspicious/noExplicitAny: jobs of several kinds
    async ended(path: string, body: object): Promise<any> {
      const { id } = (await answerOf('POST', path, body)) as { readonly id: string };
      for (;;) {
        const job = (await answerOf('GET', `/jobs/${id}`)) as { readonly status: string };
        if (job.status === 'failed' || job.status === 'succeeded') return job;
        await new Promise((resolve) => setTimeout(resolve, 200));
      }
    },
  };
}
