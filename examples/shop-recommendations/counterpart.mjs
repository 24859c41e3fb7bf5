// The calls to Counterpart: one request, and waiting for a job.
import { setTimeout as sleep } from 'node:timers/promises';

const { COUNTERPART_URL = 'http://127.0.0.1:8080', COUNTERPART_API_KEY } = process.env;
if (!COUNTERPART_API_KEY) throw new Error('Set COUNTERPART_API_KEY to a key of your workspace.');

/** The answer's body. Throws an Error whose message has code and request id. */
export async function call(method, path, body, idempotencyKey) {
  const answer = await fetch(`${COUNTERPART_URL}/v1${path}`, {
    method,
    headers: {
      authorization: `Bearer ${COUNTERPART_API_KEY}`,
      ...(body && { 'content-type': 'application/json' }),
      ...(idempotencyKey && { 'idempotency-key': idempotencyKey }),
    },
    ...(body && { body: JSON.stringify(body) }),
  });
  const json = await answer.json();
  if (!answer.ok) throw new Error(`${json.error.code}: ${json.error.message} (${json.request_id})`);
  return json;
}

/** The result of a job. `onProgress` gets the job whenever it has been read. */
export async function finished(job, onProgress = () => {}) {
  while (job.status === 'queued' || job.status === 'running') {
    onProgress(job);
    await sleep(500);
    job = await call('GET', `/jobs/${job.id}`);
  }
  if (job.status !== 'succeeded') throw new Error(`${job.kind} ${job.status}: ${job.error?.message ?? ''}`);
  return job.result;
}
