/**
 * Two data folders with the same generated people and the same outcomes: one where the prior serves, one where a
 * training run of the service has deployed a model. Complete folders are used again.
 */
import { cpSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { openEmbedded } from '../../src/composition/open-encoders.ts';
import { tenantId } from '../../src/contract/brands.ts';
import { MAX_FEEDBACK_ITEMS } from '../../src/contract/feedback.ts';
import type { TrainingRun } from '../../src/contract/training-run.ts';
import { shippedDomain } from '../../src/domains/shipped-domains.ts';
import { encoderId } from '../../src/encoders/text-encoder.ts';
import { createLearnService } from '../../src/learn/create-learn-service.ts';
import { openWorld, worldUserId } from '../world/generate-people.ts';
import { openBenchIntake } from '../world/open-service.ts';
import { runServer } from '../world/running-server.ts';
import { type WorldFolder, worldFolder } from '../world/world-folder.ts';
import { simulateDecisions } from './simulate-decisions.ts';

export type Side = 'prior' | 'trained';

export interface WantedFolders {
  readonly rows: number;
  /** People who decide, and about whom is decided; spread evenly over all. */
  readonly deciding: number;
  readonly outcomes: number;
}

export interface TrainedModel {
  readonly version: string;
  /** Parts that the run kept; the others gained nothing on held-out outcomes. */
  readonly parts: readonly string[];
  /** People with effects, and the dimension of their collaborative vectors. */
  readonly people: number;
  readonly dimension: number;
}

export interface BothFolders extends Readonly<Record<Side, string>> {
  /** Of the tenant of the people, in both folders. */
  readonly key: string;
  readonly model: TrainedModel;
}

const DOMAIN = 'dating';
const NOTE = 'bench-trained-head.json';
/** Above any number of triplets here, so that no run starts by itself. */
const NEVER = 1_000_000_000;
const POLL_MS = 500;

export async function bothFolders(folder: string, wanted: WantedFolders): Promise<BothFolders> {
  const [note, prior, trained] = [join(folder, NOTE), join(folder, 'prior'), join(folder, 'trained')];
  if (existsSync(note)) {
    const { wanted: found, key, model } = JSON.parse(readFileSync(note, 'utf8')) as Note;
    if (JSON.stringify(found) === JSON.stringify(wanted)) return { prior, trained, key, model };
    throw new Error(
      `${folder} holds ${JSON.stringify(found)}; name another folder with --data, or delete it`,
    );
  }
  for (const side of [prior, trained]) rmSync(side, { recursive: true, force: true });
  const world = await worldFolder(prior, wanted.rows);
  await writeOutcomes(world, wanted);
  cpSync(prior, trained, { recursive: true });
  await train({ ...world, data: trained });
  const model = await servingModel({ ...world, data: trained });
  const made: Note = { wanted, key: world.key, model };
  writeFileSync(note, JSON.stringify(made));
  return { prior, trained, key: world.key, model };
}

interface Note {
  readonly wanted: WantedFolders;
  readonly key: string;
  readonly model: TrainedModel;
}

/** Numbers of the people who decide. */
export function decidingPeople({ rows, deciding }: Pick<WantedFolders, 'rows' | 'deciding'>): readonly number[] {
  return Array.from({ length: deciding }, (_, at) => Math.floor((at * rows) / deciding));
}

/** Through the service of feedback, as many a call as it takes. */
async function writeOutcomes({ data, tenant }: WorldFolder, wanted: WantedFolders): Promise<void> {
  const { identity } = await openEmbedded();
  const world = openWorld({
    tenant: tenantId(tenant),
    definition: shippedDomain(DOMAIN)!,
    encoderId: encoderId(identity),
    dimension: identity.dimension,
  });
  const decisions = simulateDecisions(world, decidingPeople(wanted), wanted.outcomes);
  const intake = await openBenchIntake(data);
  try {
    const { accounts, store } = intake;
    await accounts.setThreshold(tenantId(tenant), DOMAIN, NEVER);
    const learn = createLearnService({
      learning: store.learning,
      jobs: store.jobs,
      keys: store.accounts,
      domainFor: accounts.domainFor,
      wake: () => undefined,
      clock: Date.now,
    });
    for (let from = 0; from < decisions.length; from += MAX_FEEDBACK_ITEMS) {
      const items = decisions
        .slice(from, from + MAX_FEEDBACK_ITEMS)
        .map(({ seeker, candidate, isChosen }) => ({
          seeker_id: worldUserId(seeker),
          candidate_id: worldUserId(candidate),
          outcome: isChosen ? 'accepted' : 'rejected',
          weight: 1,
        }));
      const { errors } = await learn.feedback(tenantId(tenant), { domain: DOMAIN, items });
      if (errors.length > 0) throw new Error(`feedback failed: ${JSON.stringify(errors[0])}`);
    }
  } finally {
    await intake.close();
  }
}

/** By POST /train, and a server's worker that runs the job. Throws where the new model is not deployed. */
async function train({ data, key }: WorldFolder): Promise<void> {
  await using server = await runServer(data, key);
  const call = async (method: string, path: string, body?: object): Promise<TrainingRun> => {
    const answer = await server.call<TrainingRun>(method, path, body);
    if (answer.status >= 300) throw new Error(`${method} ${path}: ${JSON.stringify(answer.body)}`);
    return answer.body;
  };
  let run = await call('POST', '/v1/train', { domain: DOMAIN, force: true });
  while (run.finished_at === null) {
    await sleep(POLL_MS);
    run = await call('GET', `/v1/train/runs/${run.run_id}`);
  }
  if (run.status !== 'deployed') throw new Error(`the run was ${run.status}: ${run.reason}`);
  const seconds = (Date.parse(run.finished_at) - Date.parse(run.started_at!)) / 1000;
  console.log(`trained in ${seconds.toFixed(0)} s: ${run.reason}`);
}

async function servingModel({ data, tenant }: WorldFolder): Promise<TrainedModel> {
  const intake = await openBenchIntake(data);
  try {
    const [model] = await intake.store.learning.deployedModels(tenantId(tenant), DOMAIN, 'tenant', 1);
    const { parts, people } = model!.card as unknown as ModelCard;
    const kept = Object.entries(parts).filter(([, part]) => part.kept);
    const { count, dimension } = people;
    return { version: model!.version, parts: kept.map(([name]) => name), people: count, dimension };
  } finally {
    await intake.close();
  }
}

interface ModelCard {
  readonly parts: Readonly<Record<string, { readonly kept: boolean }>>;
  readonly people: { readonly count: number; readonly dimension: number };
}
