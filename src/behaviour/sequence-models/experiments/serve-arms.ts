/**
 * Predictions for people who take part in an experiment of an alias: the list of the person's arm, or one
 * drawn from the lists of two arms. What is shown is in the store before the answer is sent.
 *
 * The arm of a person is a keyed hash, so it is the same in every process and after a restart.
 */
import type { TenantId } from '../../../contract/brands.ts';
import type { PredictRequest } from '../../../contract/model.ts';
import { keyedCoins, keyedFractions } from '../../../platform/numeric/keyed-draws.ts';
import { teamDraft } from '../../../platform/numeric/team-draft.ts';
import type {
  ModelExperimentStore,
  ShownItems,
  StoredModelExperiment,
} from '../../../platform/storage/model-experiment-store.ts';
import { ALIAS_PREFIX, type ModelLookup } from '../adaptation/find-model.ts';
import type { InferenceService } from '../serving/inference-service.ts';

/** Name of the secret in the store. */
export const MODEL_EXPERIMENT_SECRET = 'model_experiments';

/** Items of an answer that count as shown, from the top. */
const MOST_COUNTED = 100;

export interface ServeArmsParts {
  readonly inference: InferenceService;
  readonly models: Pick<ModelLookup, 'idOfAlias'>;
  readonly experiments: Pick<ModelExperimentStore, 'running' | 'addShown'>;
  readonly secret: () => Promise<Uint8Array>;
  /** Milliseconds since 1970. */
  readonly clock: () => number;
}

type Settings = StoredModelExperiment['settings'];
type Predicted = Awaited<ReturnType<InferenceService['predict']>>;

/** The inference service with experiments. Only predictions through an alias with `person_id` take part. */
export function serveArms(parts: ServeArmsParts): InferenceService {
  const { inference } = parts;
  return {
    ...inference,
    async predict(tenant, modelId, request) {
      const { person_id: personId } = request;
      const experiment = personId === undefined ? null : await experimentOf(parts, tenant, modelId);
      if (experiment === null) return inference.predict(tenant, modelId, request);
      return predictFor(parts, experiment, modelId, personId!, request);
    },
  };
}

/** null: none runs behind the id. */
async function experimentOf(
  { models, experiments, clock }: ServeArmsParts,
  tenant: TenantId,
  modelId: string,
): Promise<StoredModelExperiment | null> {
  if (!modelId.startsWith(ALIAS_PREFIX)) return null;
  const alias = modelId.slice(ALIAS_PREFIX.length);
  const experiment = await experiments.running(tenant, alias);
  if (experiment === null || Date.parse(experiment.endsAt) <= clock()) return null;
  return (await models.idOfAlias(tenant, alias)) === null ? null : experiment;
}

async function predictFor(
  parts: ServeArmsParts,
  experiment: StoredModelExperiment,
  modelId: string,
  personId: string,
  request: PredictRequest,
): Promise<Predicted> {
  const { tenantId, experimentId, settings } = experiment;
  const secret = await parts.secret();
  const [part, place] = keyedFractions(secret, [tenantId, experimentId, settings.seed, personId]);
  if (part >= settings.share || !canTakePart(settings, request))
    return parts.inference.predict(tenantId, modelId, request);
  const arm = Math.floor(place * settings.arms.length);
  const { answer, items } =
    settings.design === 'interleaving'
      ? await interleaved(parts.inference, experiment, secret, request)
      : await ofArm(parts.inference, experiment, arm, request);
  const shown = { tenantId, experimentId, personId, items: items.slice(0, MOST_COUNTED) };
  await parts.experiments.addShown({ ...shown, atMs: parts.clock() });
  return answer;
}

/** A list that is drawn from two would break rules that each of them holds. */
function canTakePart({ design }: Settings, { rules = [] }: PredictRequest): boolean {
  return design === 'split' || rules.length === 0;
}

interface ArmAnswer {
  readonly answer: Predicted;
  readonly items: ShownItems['items'];
}

async function ofArm(
  inference: InferenceService,
  { tenantId, experimentId, settings }: StoredModelExperiment,
  arm: number,
  request: PredictRequest,
): Promise<ArmAnswer> {
  const { name, model_id } = settings.arms[arm]!;
  const answer = await inference.predict(tenantId, model_id, request);
  return {
    answer: { ...answer, experiment: { id: experimentId, arm: name } },
    items: answer.items.map(({ item_id }) => ({ itemId: item_id, arm })),
  };
}

async function interleaved(
  inference: InferenceService,
  { tenantId, experimentId, settings }: StoredModelExperiment,
  secret: Uint8Array,
  request: PredictRequest,
): Promise<ArmAnswer> {
  const [control, treatment] = await Promise.all(
    settings.arms.map(({ model_id }) => inference.predict(tenantId, model_id, request)),
  );
  const rankings = [control!.items, treatment!.items] as const;
  const ids = rankings.map((items) => items.map(({ item_id }) => item_id));
  // The same lists are drawn in the same way; as a history grows, the lists and with them the coins change.
  const coins = keyedCoins(secret, [experimentId, request.person_id, ids]);
  const picks = teamDraft(rankings, ({ item_id }) => item_id, request.limit, coins);
  const items = picks.map(({ candidate, team }) => ({ ...candidate, arm: settings.arms[team]!.name }));
  return {
    answer: { ...control!, items, experiment: { id: experimentId, arm: null } },
    items: picks.map(({ candidate, team }) => ({ itemId: candidate.item_id, arm: team })),
  };
}
