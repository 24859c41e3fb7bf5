/**
 * Loads the events into the service: people through the profile service, decisions through the feedback
 * service. The training set is read back from the store. Only the domain file and the reading of columns are
 * specific to this data.
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { openIntake } from '../../src/composition/open-intake.ts';
import { MAX_FEEDBACK_ITEMS } from '../../src/contract/feedback.ts';
import { createLearnService } from '../../src/matching/learn/create-learn-service.ts';
import { buildTrainingSet } from '../../src/matching/learn/set/build-training-set.ts';
import type { TrainingSet } from '../../src/matching/learn/training-set.ts';
import type { SpeedDating } from './read-dates.ts';

/** In `flags`, answers on a scale that the domain compares are yes or no; in `grades`, numbers. */
const files = { flags: 'speed-dating.v1.yaml', grades: 'speed-dating.v2.yaml' };
export type Answers = keyof typeof files;

const PEOPLE_A_CALL = 50;

/** Imports all people and decisions; returns the training set of a run. */
export async function trainingSetOf(
  { people, decisions }: SpeedDating,
  answers: Answers,
): Promise<TrainingSet> {
  const data = mkdtempSync(join(tmpdir(), 'counterpart-speed-dating-'));
  const settings = { data, textEncoder: null, textEncoderModel: null, textEncoderApiKey: null };
  const intake = await openIntake(settings, { mayBeginSwitch: false, onNotice: () => undefined });
  try {
    const { accounts, profiles, store, encoders } = intake;
    const { tenantId } = await accounts.createTenant({
      name: 'speed dating',
      domains: [],
      email: 'events@example.com',
    });
    const { definition } = await accounts.addDefinition(
      tenantId,
      readFileSync(fileURLToPath(new URL(files[answers], import.meta.url)), 'utf8'),
      files[answers],
    );
    const { domain } = definition;
    const declared = new Set(definition.fields.map(({ name }) => name));
    const declaredOf = (fields: Readonly<Record<string, unknown>>) =>
      Object.fromEntries(Object.entries(fields).filter(([name]) => declared.has(name)));
    for (let from = 0; from < people.length; from += PEOPLE_A_CALL) {
      const part = people.slice(from, from + PEOPLE_A_CALL);
      await Promise.all(
        part.map(({ userId, fields }) =>
          profiles.upsert(tenantId, { user_id: userId, domain, fields: declaredOf(fields) }),
        ),
      );
    }
    const learn = createLearnService({
      learning: store.learning,
      blocks: store.blocks,
      jobs: store.jobs,
      keys: store.accounts,
      domainFor: accounts.domainFor,
      wake: () => undefined,
      clock: Date.now,
    });
    for (let from = 0; from < decisions.length; from += MAX_FEEDBACK_ITEMS) {
      const items = decisions.slice(from, from + MAX_FEEDBACK_ITEMS).map((decision) => ({
        seeker_id: decision.seekerId,
        candidate_id: decision.candidateId,
        outcome: decision.chose ? 'accepted' : 'rejected',
        weight: 1,
      }));
      const { errors } = await learn.feedback(tenantId, { domain, items });
      if (errors.length > 0) throw new Error(`feedback was refused: ${errors[0]!.message}`);
    }
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
