/**
 * Trains a cross encoder and keeps it if it helps. It is kept if its points lower the calibrated log loss by
 * more than chance, and improve the order (`gain-of-points.ts`). The points come from networks that saw neither the outcome, nor its mirror, nor its rater
 * (`predict-unseen.ts`). Chance is measured with clusters by rater, whose outcomes are correlated. The
 * offsets, which are the log-odds of all other parts, are out of fold too. The network that serves is trained
 * on all rows for the mean number of steps.
 *
 * All networks continue from those of an earlier model where vocabulary and shape allow it
 * (`continue-cross-encoder.ts`). Most domains do without a cross encoder: if the first third of the raters
 * does not improve, the others are not tried.
 */
import type { DomainDefinition } from '../../../../domains/definition.ts';
import type { CrossEncoder } from '../../../ranking/cross-encoder/cross-encoder.ts';
import { pairTokenizer } from '../../../ranking/cross-encoder/pair-tokenizer.ts';
import type { PairVocabulary } from '../../../ranking/cross-encoder/pair-vocabulary.ts';
import { crossEncoderFor, type PartReport, type RankingModel } from '../../../ranking/ranking-model.ts';
import type { Person } from '../../../ranking/scoring/person.ts';
import { type Continuation, continuationOf, type Initialise } from './continue-cross-encoder.ts';
import { gainOf, type PointsGain } from './gain-of-points.ts';
import { pairVocabularyOf } from './pair-vocabulary-of.ts';
import { PARTS, predictUnseen } from './predict-unseen.ts';
import { type CrossEncoderProblem, type Residuals, trainCrossEncoder } from './train-cross-encoder.ts';

/** Minimum numbers of outcomes, in total and of each label. */
export const FEWEST_OUTCOMES = 2000;
const FEWEST_OF_A_KIND = 200;
/** The gain's distance from 0 in standard errors: 1 in 20 that add nothing would pass. */
const BEYOND_CHANCE = 1.645;

export interface ChosenCrossEncoder {
  readonly encoder: CrossEncoder | null;
  /** Out-of-fold points of each outcome [N]; null where none is kept. */
  readonly points: Float64Array | null;
  readonly report: PartReport;
}

export interface CrossEncoderInput extends Residuals {
  /** Rows of the residuals: outcomes only. */
  readonly rows: Uint32Array;
  readonly definition: DomainDefinition;
  /** [P] */
  readonly persons: readonly Person[];
  /** Unique over all tenants, and the same in every run [P]. */
  readonly userIds: readonly string[];
  /** Encoder of the persons' sentences. */
  readonly encoderId: string;
  /** The model whose cross encoder is continued. */
  readonly before?: RankingModel | undefined;
  readonly seed: number;
  readonly signal?: AbortSignal | undefined;
}

export async function chooseCrossEncoder(input: CrossEncoderInput): Promise<ChosenCrossEncoder> {
  const { rows, persons, definition, labels, userIds } = input;
  const chosen = rows.reduce((sum, n) => sum + labels[n]!, 0);
  if (rows.length < FEWEST_OUTCOMES || Math.min(chosen, rows.length - chosen) < FEWEST_OF_A_KIND) {
    return without(
      `not tried: it wants ${FEWEST_OUTCOMES} outcomes, ${FEWEST_OF_A_KIND} of each kind; there are ${rows.length}, ${chosen} of them choices`,
      {},
    );
  }
  const fresh = pairVocabularyOf(definition, persons);
  if (fresh.fields.length === 0 && fresh.sentenceDimension === 0)
    return without('not tried: there is nothing of the people that it could read', {});
  const start = startFor(input, fresh);
  const vocabulary = start.continuation?.vocabulary ?? fresh;
  const { person } = pairTokenizer(vocabulary);
  const problem: CrossEncoderProblem = { ...input, vocabulary, tokens: persons.map(person) };
  const found = await predictUnseen(problem, rows, userIds, start.parts);
  if (found.read.length === 0)
    return without('not tried: too few people decide to hold some of them out', {});
  const gain = gainOf(problem, found.read, found.points);
  const figures = {
    held_out_log_loss_without: gain.before,
    held_out_log_loss_with: gain.after,
    ...(Number.isFinite(gain.error) && { standard_error: gain.error }),
    ...(Number.isFinite(gain.orderAfter) && {
      held_out_auc_without: gain.orderBefore,
      held_out_auc_with: gain.orderAfter,
    }),
    outcomes_judged: found.read.length,
    steps: found.steps,
    ...start.figures,
  };
  const comparison = `held-out log loss, calibrated, ${gain.after.toFixed(4)} beside ${gain.before.toFixed(4)} without it, ± ${gain.error.toFixed(4)} (standard error, by seeker), AUC ${gain.orderAfter.toFixed(3)} beside ${gain.orderBefore.toFixed(3)}; ${start.words}`;
  if (!found.isWhole || !isKept(gain)) return without(`left out: ${comparison}`, figures);
  const { encoder } = await trainCrossEncoder(problem, rows, { steps: found.steps }, start.whole);
  return {
    encoder: { ...encoder, unseenParts: found.networks },
    points: found.points,
    report: { kept: true, reason: `kept: ${comparison}`, figures },
  };
}

function isKept({ before, after, error, orderBefore, orderAfter }: PointsGain): boolean {
  return before - after > BEYOND_CHANCE * error && orderAfter > orderBefore;
}

interface Start {
  readonly continuation: Continuation | null;
  /** Initial values of the network that serves, and of that of each third. */
  readonly whole: Initialise | null;
  readonly parts: readonly (Initialise | null)[];
  /** How the training began, for the report. */
  readonly words: string;
  readonly figures: Readonly<Record<string, number>>;
}

function startFor({ before, encoderId }: CrossEncoderInput, fresh: PairVocabulary): Start {
  const scratch = (why: string): Start => ({
    continuation: null,
    whole: null,
    parts: Array.from({ length: PARTS }, () => null),
    words: `trained from scratch, because ${why}`,
    figures: { known_tokens: 0 },
  });
  const earlier = before?.crossEncoder ?? null;
  if (before === undefined || earlier === null) return scratch('there is no earlier one');
  if (crossEncoderFor(before, encoderId) === null)
    return scratch('the earlier one reads sentences of another text encoder');
  const { unseenParts = [] } = earlier;
  if (unseenParts.length !== PARTS)
    return scratch('the earlier one has seen the outcomes that would judge it');
  const continuation = continuationOf(earlier, fresh);
  if (continuation === null) return scratch('the earlier one has another shape');
  const { tokens, knownTokens } = continuation;
  return {
    continuation,
    whole: continuation.from(earlier.model),
    parts: unseenParts.map((model) => continuation.from(model)),
    words: `continued from that of ${before.card.version}, which knows ${knownTokens} of ${tokens} tokens`,
    figures: { known_tokens: knownTokens, tokens },
  };
}

function without(reason: string, figures: Readonly<Record<string, number>>): ChosenCrossEncoder {
  return { encoder: null, points: null, report: { kept: false, reason, figures } };
}
