/**
 * Loads a simulated market into the service: every text goes through the profile service, with its side
 * named and all else extracted and encoded as in an installation.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openIntake } from '../../src/composition/open-intake.ts';
import { shippedDomain } from '../../src/domains/shipped-domains.ts';
import { createLearnService } from '../../src/learn/create-learn-service.ts';
import { buildTrainingSet } from '../../src/learn/set/build-training-set.ts';
import type { TrainingSet } from '../../src/learn/training-set.ts';
import type { Market } from './simulate-market.ts';

const AT_ONCE = 16;

/** The rows as a run would read them. The outcomes only serve to name everybody. */
export async function openMarket({ participants }: Market): Promise<TrainingSet> {
  const definition = shippedDomain('hiring')!;
  const { domain } = definition;
  const data = mkdtempSync(join(tmpdir(), 'counterpart-hiring-'));
  const settings = { data, textEncoder: null, textEncoderModel: null, textEncoderApiKey: null };
  const intake = await openIntake(settings, { mayBeginSwitch: false, onNotice: () => undefined });
  try {
    const { accounts, profiles, store, encoders } = intake;
    const { tenantId } = await accounts.createTenant({
      name: 'hiring',
      domains: [domain],
      email: 'jobs@example.com',
    });
    for (let from = 0; from < participants.length; from += AT_ONCE) {
      const part = participants.slice(from, from + AT_ONCE);
      await Promise.all(
        part.map(({ userId, role, text }) =>
          profiles.upsert(tenantId, { user_id: userId, domain, fields: { role }, context: text }),
        ),
      );
    }
    const learn = createLearnService({
      learning: store.learning,
      jobs: store.jobs,
      domainFor: accounts.domainFor,
      wake: () => undefined,
      clock: Date.now,
    });
    const [job] = participants.filter(({ role }) => role === 'job');
    const [candidate] = participants.filter(({ role }) => role === 'candidate');
    const items = participants.map(({ userId, role }) => ({
      seeker_id: userId,
      candidate_id: (role === 'job' ? candidate! : job!).userId,
      outcome: 'rejected',
      weight: 1,
    }));
    const { errors } = await learn.feedback(tenantId, { domain, items });
    if (errors.length > 0) throw new Error(`feedback was refused: ${errors[0]!.message}`);
    const { labels } = await accounts.domainFor(tenantId, domain);
    return await buildTrainingSet(store, {
      tier: 'tenant',
      definition,
      encoderId: (await encoders.active()).serving.encoderId,
      frozenAt: new Date(Date.now() + 1000).toISOString(),
      sources: [{ tenantId, polarities: labels }],
      runId: null,
    });
  } finally {
    await intake.close();
    rmSync(data, { recursive: true, force: true });
  }
}
