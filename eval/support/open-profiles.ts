/**
 * Profiles of a shipped domain as a run would read them: written through the profile service, so extracted
 * and encoded as in an installation. A scorecard in `definition` may differ from the shipped one. The outcomes of the set only serve to name everybody.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openIntake } from '../../src/composition/open-intake.ts';
import type { DomainDefinition } from '../../src/domains/definition.ts';
import type { SampleProfile } from '../../src/domains/sample-profiles.ts';
import { createLearnService } from '../../src/matching/learn/create-learn-service.ts';
import { buildTrainingSet } from '../../src/matching/learn/set/build-training-set.ts';
import type { TrainingSet } from '../../src/matching/learn/training-set.ts';
import { countDomain } from '../../src/matching/statistics/count-words-schedule.ts';

const AT_ONCE = 16;
const ITEMS_A_CALL = 100;

export async function openProfiles(
  definition: DomainDefinition,
  given: readonly SampleProfile[],
): Promise<TrainingSet> {
  const { domain } = definition;
  const data = mkdtempSync(join(tmpdir(), 'counterpart-profiles-'));
  const settings = {
    data,
    textEncoder: process.env.TEXT_ENCODER ?? null,
    textEncoderModel: null,
    textEncoderApiKey: null,
  };
  const intake = await openIntake(settings, { mayBeginSwitch: false, onNotice: () => undefined });
  try {
    const { accounts, profiles, store, encoders } = intake;
    const { tenantId } = await accounts.createTenant({
      name: 'evaluation',
      domains: [domain],
      email: 'eval@example.com',
    });
    for (let from = 0; from < given.length; from += AT_ONCE) {
      const part = given.slice(from, from + AT_ONCE);
      await Promise.all(part.map((profile) => profiles.upsert(tenantId, { ...profile, domain })));
    }
    const { statistics, words } = store;
    const active = await accounts.domainFor(tenantId, domain);
    const domainFor = async () => ({ ...active, definition });
    await countDomain({ statistics, words, domainFor, clock: Date.now }, tenantId, domain);
    const { labels } = active;
    const learn = createLearnService({
      learning: store.learning,
      blocks: store.blocks,
      jobs: store.jobs,
      keys: store.accounts,
      domainFor: accounts.domainFor,
      wake: () => undefined,
      clock: Date.now,
    });
    const outcome = Object.entries(labels).find(([, polarity]) => Number(polarity) < 0)![0];
    const items = given.map(({ user_id }, n) => ({
      seeker_id: user_id,
      candidate_id: given[(n + 1) % given.length]!.user_id,
      outcome,
      weight: 1,
    }));
    for (let from = 0; from < items.length; from += ITEMS_A_CALL) {
      const { errors } = await learn.feedback(tenantId, {
        domain,
        items: items.slice(from, from + ITEMS_A_CALL),
      });
      if (errors.length > 0) throw new Error(`feedback was refused: ${errors[0]!.message}`);
    }
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
