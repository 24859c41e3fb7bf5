/**
 * Runs the fits of an adaptation, one after another. The model serves as soon as its own fit is stored,
 * before the evaluation of further splits. A later attempt resumes from the parts of an earlier one:
 *
 * - facts of finished fits and evaluated splits: in the job's checkpoint
 * - files of the model: artifacts
 * - state of the running fit: its own checkpoint in the scratch folder
 */

import { newUlid } from '../../../contract/new-id.ts';
import type { SelectionProtocol } from '../../../contract/selection-protocol.ts';
import { artifactKey } from '../../../platform/artifacts/artifact-key.ts';
import type { ArtifactStore } from '../../../platform/artifacts/artifact-store.ts';
import type { TaskContext } from '../../../platform/jobs/task.ts';
import type { Model, ModelFile, ModelMade } from '../../../platform/storage/model-store.ts';
import type { StoreChange } from '../../../platform/storage/store-change.ts';
import { createAutoencoderFits } from '../baselines/autoencoder-fits.ts';
import { eventCounts } from '../baselines/popularity.ts';
import { type EvaluationProtocol, evaluateSequences } from '../evaluation/evaluate-sequences.ts';
import type { SplitReport } from '../evaluation/evaluation-report.ts';
import { ATTRIBUTES_FILE, attributesFile } from '../items/attributes-file.ts';
import type { Architecture, FitFacts, FitProblem, FitProgress, ModelFiles } from '../models/architecture.ts';
import type { FitSettings } from '../models/architectures.ts';
import { asChosen, chooseForSplit, type FitForSplits, fitForSplit } from '../models/fit-for-split.ts';
import type { ItemCodes } from '../models/generative/item-codes.ts';
import { leaveOneOut } from '../splits/leave-one-out.ts';
import { temporalSplit } from '../splits/temporal-split.ts';
import { adaptationProgress, type PlannedFit } from './adaptation-progress.ts';
import { keepModelFiles } from './kept-model.ts';
import { firstItems, type Material } from './read-material.ts';

export interface Adaptation {
  readonly model: Model;
  readonly material: Material;
  readonly architecture: Architecture<FitSettings>;
  readonly settings: FitSettings;
  readonly codes: ItemCodes | null;
  /**
   * The time after which events are new to a refit, milliseconds since 1970. Absent: a training on all
   * events.
   */
  readonly newSinceMs?: number;
  /** Blend and scale of the serving model, for a refit that cannot choose its own. Absent: there are none. */
  readonly earlier?: Pick<FitProblem<unknown>, 'blend' | 'temperature'>;
  readonly seed: number;
  /** The protocols of the card's evaluation; empty if nothing can be held out. */
  readonly protocols: readonly EvaluationProtocol[];
  /**
   * The protocol that chooses the number of epochs, the blend and the scale; null: no events can be held out.
   */
  readonly protocol: SelectionProtocol | null;
  readonly threads: number;
  readonly maxMemoryBytes: number;
  /** The checkpoint path of the named fit. */
  readonly checkpointPathOf: (fit: string) => string;
}

/** The results so far. The job's checkpoint has them as JSON, so field names are a stored format. */
export interface AdaptationState {
  /** The fit that chose the number of epochs; null before it ends, or if nothing can be held out. */
  readonly chosen: FitFacts | null;
  readonly final: FinalFit | null;
  /** The splits evaluated so far, in the order of the protocols. */
  readonly splits: readonly SplitReport[];
}

export interface FinalFit {
  readonly facts: FitFacts;
  readonly files: readonly ModelFile[];
  readonly opened: Pick<ModelMade, 'capabilities' | 'maxHistoryItems' | 'embeddingDimensions'>;
}

export const nothingYet: AdaptationState = { chosen: null, final: null, splits: [] };

/** The number of epochs if no events can be held out; the settings may request fewer. */
const EPOCHS_WITHOUT_VALIDATION = 10;

interface Tools {
  readonly artifacts: ArtifactStore;
  readonly clock: () => number;
  /** Changes that are stored with the final fit, which make the model serve. */
  readonly onFinal: (
    state: AdaptationState & { readonly final: FinalFit },
  ) => Promise<readonly StoreChange[]>;
}

/** `earlier`: the results of earlier attempts. Throws `signal.reason` and the errors of the fits. */
export async function carryOutAdaptation(
  tools: Tools,
  adaptation: Adaptation,
  context: TaskContext,
  earlier: AdaptationState,
): Promise<AdaptationState & { readonly final: FinalFit }> {
  const { protocols, protocol: chooses } = adaptation;
  const canChoose = chooses !== null;
  const withChoice = evaluatedWithChoice(adaptation);
  let state = earlier;
  const final = { kind: 'whole', epochs: () => finalEpochs(adaptation, state.chosen) } as const;
  const progress = adaptationProgress(context, {
    stages: [
      ...(canChoose ? [[{ kind: 'chosen' } as const]] : []),
      [final],
      ...protocols.slice(withChoice).map((one) => fitsOf(one, canChoose)),
    ],
    evaluates: [
      ...(canChoose ? [withChoice > 0] : []),
      false,
      ...protocols.slice(withChoice).map(() => true),
    ],
    done:
      Number(earlier.chosen !== null) +
      Number(earlier.final !== null) +
      Math.max(0, earlier.splits.length - withChoice),
    chosen: earlier.chosen,
    epochs: adaptation.settings.epochs,
    clock: tools.clock,
  });
  const save = async (result: Partial<AdaptationState>, changes: readonly StoreChange[] = []) => {
    state = { ...state, ...result };
    await context.checkpoint(state, changes);
  };
  if (canChoose && state.chosen === null) {
    progress.begin('training', 'choosing the number of epochs');
    await save(await choose(adaptation, context.signal, progress.fitting));
  }
  if (state.final === null) {
    progress.begin('training', 'training on everything');
    const fitted = await fitFinal(tools, adaptation, context, state.chosen, progress.fitting);
    const hasMore = protocols.length > state.splits.length;
    await save({ final: fitted }, hasMore ? await tools.onFinal({ ...state, final: fitted }) : []);
  }
  for (const protocol of protocols.slice(state.splits.length)) {
    progress.begin('evaluating', `evaluating ${nameOf(protocol)}`);
    const { splits } = await evaluate(adaptation, protocol, state.chosen, context.signal, progress.fitting);
    await save({ splits: [...state.splits, ...splits] });
  }
  progress.end();
  return { ...state, final: state.final! };
}

/** The number of protocols, 0 or 1, that the fit which chooses evaluates: its data are those of the split. */
function evaluatedWithChoice({ protocol, protocols: [first] }: Adaptation): number {
  return Number(
    protocol === 'leave_one_out' && first?.split === 'leave-one-out' && first.ties === 'imported',
  );
}

/** Without a choice a split makes its own, and a temporal one then has a second fit. */
function fitsOf({ split }: EvaluationProtocol, isChosen: boolean): readonly PlannedFit[] {
  const whole = { kind: 'whole', epochs: () => null } as const;
  if (isChosen) return [whole];
  return split === 'temporal' ? [{ kind: 'chosen' }, whole] : [{ kind: 'chosen' }];
}

/** The number of epochs of the final fit; null: the fit that chooses it has not ended. */
function finalEpochs({ protocol, settings }: Adaptation, chosen: FitFacts | null): number | null {
  if (chosen !== null) return Math.max(1, chosen.bestEpoch);
  return protocol !== null ? null : Math.max(1, Math.min(settings.epochs, EPOCHS_WITHOUT_VALIDATION));
}

type OnProgress = (progress: FitProgress) => void;

/** Chooses by early stopping on the validation cases of the adaptation's protocol. */
async function choose(
  adaptation: Adaptation,
  signal: AbortSignal,
  onProgress: OnProgress,
): Promise<Pick<AdaptationState, 'chosen' | 'splits'>> {
  if (evaluatedWithChoice(adaptation) > 0) {
    const { splits, facts } = await evaluate(adaptation, adaptation.protocols[0]!, null, signal, onProgress);
    return { chosen: facts, splits };
  }
  const { histories } = adaptation.material;
  const split = adaptation.protocol === 'time' ? temporalSplit(histories) : leaveOneOut(histories);
  const chooseOn = chooseForSplit(fitsOnOwnItems(adaptation, signal, onProgress));
  return { chosen: await chooseOn(split, 'imported'), splits: [] };
}

async function evaluate(
  adaptation: Adaptation,
  protocol: EvaluationProtocol,
  chosen: FitFacts | null,
  signal: AbortSignal,
  onProgress: OnProgress,
): Promise<{ readonly splits: readonly SplitReport[]; readonly facts: FitFacts }> {
  const { dataset, snapshot, events } = adaptation.material;
  const autoencoders = createAutoencoderFits();
  const fitFor = splitFitter(adaptation, signal, onProgress, autoencoders);
  let fitted: Awaited<ReturnType<typeof fitFor>> | undefined;
  try {
    const { splits } = await evaluateSequences({
      name: `${dataset.name} v${dataset.version}`,
      snapshot,
      histories: events,
      fitModels: async (split, ties) => {
        fitted = await fitFor(split, ties, chosen ?? undefined);
        return { models: [fitted.ranker], parts: fitted.parts };
      },
      baselines: {
        autoencoders,
        threads: adaptation.threads,
        ease: { maxMemoryBytes: adaptation.maxMemoryBytes },
      },
      evaluation: { signal },
      protocols: [protocol],
    });
    return { splits, facts: fitted!.facts };
  } finally {
    await fitted?.close();
  }
}

export function splitFitter(...given: Parameters<typeof fitsOnOwnItems>) {
  return fitForSplit(fitsOnOwnItems(...given));
}

/** Fits on the dataset's own items only: an item that only the base model has is never a target. */
function fitsOnOwnItems(
  adaptation: Adaptation,
  signal: AbortSignal,
  onProgress: OnProgress,
  autoencoders = createAutoencoderFits(),
): FitForSplits<FitSettings> {
  const { material, codes } = adaptation;
  const I = material.histories.itemIds.length;
  return {
    ...adaptation,
    ...adaptation.earlier,
    name: adaptation.architecture.name,
    catalogue: firstItems(material.catalogue, I),
    base: material.base,
    codes: codes === null ? null : firstCodes(codes, I),
    repeats: material.events.repeats,
    signal,
    onProgress,
    autoencoders,
  };
}

export async function fitFinal(
  { artifacts }: Pick<Tools, 'artifacts'>,
  adaptation: Adaptation,
  { signal }: TaskContext,
  chosen: FitFacts | null,
  onProgress: OnProgress,
): Promise<FinalFit> {
  const { material, architecture, settings, codes, seed, threads, maxMemoryBytes, model } = adaptation;
  const { catalogue, base } = material;
  const train = { ...material.histories, itemIds: catalogue.itemIds };
  const { files, facts } = await architecture.fit(
    {
      catalogue,
      train,
      validation: null,
      settings: { ...settings, epochs: finalEpochs(adaptation, chosen)! },
      ...(chosen === null ? adaptation.earlier : asChosen(chosen)),
      ...(adaptation.newSinceMs === undefined ? {} : { newSinceMs: adaptation.newSinceMs }),
      base,
      codes,
      seed,
    },
    {
      signal,
      threads,
      maxMemoryBytes,
      checkpointPath: adaptation.checkpointPathOf('everything'),
      onProgress,
    },
  );
  const opened = await architecture.open(files, { threads });
  const { capabilities, maxHistoryItems, embeddingDimensions } = opened;
  await opened.close();
  // Keys are unique per attempt: an earlier attempt may have left files.
  const attempt = newUlid();
  const keyOf = (part: string) => artifactKey(model.tenantId, 'models', model.modelId, `${attempt}-${part}`);
  const kept = { item_ids: catalogue.itemIds, counts: Array.from(eventCounts(train)) };
  return {
    facts,
    files: await keepModelFiles(artifacts, keyOf, withAttributes(files, material), kept),
    opened: { capabilities, maxHistoryItems, embeddingDimensions },
  };
}

function withAttributes(files: ModelFiles, { attributes }: Material): ModelFiles {
  const bytes = attributesFile(attributes);
  return bytes === null ? files : new Map([...files, [ATTRIBUTES_FILE, bytes]]);
}

function firstCodes(codes: ItemCodes, count: number): ItemCodes {
  const levels = codes.layout.sizes.length;
  return {
    ...codes,
    codes: codes.codes.subarray(0, count * levels),
    suffixes: codes.suffixes.subarray(0, count),
  };
}

function nameOf({ split, ties }: EvaluationProtocol): string {
  const how = split === 'temporal' ? 'by time' : 'leave one out';
  return `${how}, ties ${ties === 'shuffled' ? 'shuffled' : 'as imported'}`;
}
