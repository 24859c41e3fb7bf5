/** Mail over a real SMTP server on loopback: its text, and the job when the server refuses it. */
import { afterEach, describe, expect, test } from 'vitest';
import { tenantId } from '../../../contract/brands.ts';
import { queuedJob } from '../../../platform/jobs/accept-job.ts';
import { createMailSender, type SendMail } from '../../../platform/outbound/send-mail.ts';
import type { TrainingRun } from '../../../platform/storage/learning-store.ts';
import type { Tenant } from '../../../platform/storage/store.ts';
import { receiveMail } from '../../../platform/testing/receive-mail.ts';
import { describeRunMail } from './describe-run-mail.ts';
import { mailJob } from './mail-job.ts';
import { mailTask, nextWaitMs } from './mail-task.ts';

const ACME = tenantId('ten_acme');
const NOW_MS = Date.parse('2026-03-01T12:00:00Z');
const MINUTE_MS = 60_000;

const run: TrainingRun = {
  tenantId: ACME,
  runId: 'run_1',
  domain: 'dating',
  tier: 'tenant',
  jobId: 'job_1',
  forced: false,
  createdAt: '2026-03-01T11:00:00.000Z',
  status: 'deployed',
  progress: 1,
  tripletsUsed: 1234,
  version: 'tenant-dating.v1@1',
  metrics: {
    before: { auc: 0.6, log_loss: 0.7, ece: 0.1 },
    after: {
      auc: 0.75,
      log_loss: 0.55,
      ece: 0.02,
      outcomes: 777,
      trained_on: 777,
      fitted_on: 500,
      held_out: 277,
    },
  },
  reason: 'It is better than the prior.',
  estimatedMinutes: 1,
  startedAt: null,
  finishedAt: null,
  inForce: true,
};
const tenant = { tenantId: ACME, name: 'acme', email: 'ops@acme.example' } as Tenant;

let server: Awaited<ReturnType<typeof receiveMail>> | undefined;
afterEach(async () => {
  await server?.close();
  server = undefined;
});

/** Sends the run's notice `ageMs` after its job was created. */
async function send(sendMail: SendMail | null, { ageMs = 0, email = tenant.email, of = run } = {}) {
  const errors: unknown[] = [];
  const task = mailTask({
    learning: { run: async () => of },
    tenant: async () => ({ ...tenant, email }),
    sendMail,
    clock: () => NOW_MS + ageMs,
    onError: (_, error) => errors.push(error),
  });
  const result = await task.run({
    job: queuedJob(mailJob(ACME, 'run_1', NOW_MS)),
    signal: new AbortController().signal,
    progress: () => {},
    checkpoint: async () => {},
  });
  return { result, errors };
}

const sender = (url: string) => createMailSender(url, 'Counterpart <match@example.com>');

describe('a notice', () => {
  test('says in plain words what changed and how to go back', async () => {
    server = await receiveMail();
    expect(await send(sender(server.url))).toEqual({ result: { result: { sent: true } }, errors: [] });
    const [mail, ...more] = server.received();
    expect(more).toEqual([]);
    expect(mail!.to).toEqual(['ops@acme.example']);
    expect(mail!.headers).toContain('Subject: New ranker for dating is live');
    expect(mail!.headers).toContain('<run_1@counterpart>');
    expect(mail!.headers).toContain('Auto-Submitted: auto-generated');
    expect(mail!.text).toMatch(/0\.600 +0\.750/);
    // A line of a mail is wrapped on its way.
    const words = mail!.text.replaceAll(/=?\s+/g, ' ');
    expect(words).toContain('learned from 500 of 777 outcomes (1234 triplets), on 277 others.');
    expect(words).toContain('What is live was then fitted again, on 777 outcomes.');
    expect(mail!.text).toContain('tenant-dating.v1@1');
    expect(mail!.text).toContain('Go back:');
  });

  test('of a run that changed nothing says so, and offers no way back', () => {
    const { subject, text } = describeRunMail({ ...run, status: 'rejected', version: null, metrics: null });
    expect(subject).toBe('Training run for dating: nothing changed');
    expect(text).toContain('what served before serves on');
    expect(text).not.toContain('Go back');
    expect(text).toContain('It was made for 1234 triplets, and nothing was fitted.');
    expect(text).not.toContain('learned from');
  });

  test('says which outcomes a head learned from that was refused, or serves as it was judged', () => {
    const after = { ...run.metrics!.after, trained_on: 500 };
    const metrics = { ...run.metrics!, after };
    expect(describeRunMail({ ...run, metrics }).text).toContain('on 277 others. That head is live.');
    const refused = describeRunMail({ ...run, metrics, status: 'rejected' }).text;
    expect(refused).toContain('learned from 500 of 777 outcomes');
    expect(refused).not.toContain('live was');
  });

  test('waits where the server says «later», and is not retried without end', async () => {
    server = await receiveMail({ refuse: 1 });
    const first = await send(sender(server.url));
    expect(first.result.againAtMs).toBe(NOW_MS + MINUTE_MS);
    expect(String(first.errors[0])).toContain('451');
    expect((await send(sender(server.url), { ageMs: MINUTE_MS })).result.result).toEqual({ sent: true });
    expect(server.received()).toHaveLength(1);
  });

  test('is given up where the server refuses it for good, or is unreachable for days', async () => {
    server = await receiveMail({ refuse: 1, forGood: true });
    const refused = await send(sender(server.url));
    expect(refused.result).toEqual({ result: { sent: false } });
    expect(String(refused.errors[0])).toContain('550');
    const absent = sender('smtp://user:secret@127.0.0.1:1');
    const tried = await send(absent);
    expect(tried.result.againAtMs).toBeGreaterThan(NOW_MS);
    expect(String(tried.errors[0])).not.toContain('secret');
    const days = await send(absent, { ageMs: 73 * 60 * MINUTE_MS });
    expect(days.result).toEqual({ result: { sent: false } });
  });

  test('is not sent where no server is set any more', async () => {
    expect((await send(null)).result).toEqual({ result: { sent: false } });
  });
});

test('waits double, from a minute to four hours', () => {
  const waits = [0, 1, 2, 4, 60, 1000].map((minutes) => nextWaitMs(minutes * MINUTE_MS) / MINUTE_MS);
  expect(waits).toEqual([1, 1, 2, 4, 60, 240]);
});
