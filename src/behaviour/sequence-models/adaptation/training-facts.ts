/**
 * The training section of a model's card: settings with their reasons, the shape of the data, and the facts
 * of the fits.
 */
import type { AdaptationRequest } from '../../../contract/adaptation.ts';
import type { SelectionProtocol } from '../../../contract/selection-protocol.ts';
import type { LeftOutEvents } from '../histories/collect-histories.ts';
import type { BlendFacts, DataShape, FitFacts } from '../models/architecture.ts';
import type { FitSettings } from '../models/architectures.ts';
import type { KindFacts } from './describe-kinds.ts';

export interface TrainingRecord {
  readonly requested: AdaptationRequest['settings'];
  readonly completed: { readonly settings: FitSettings; readonly reasons: readonly string[] };
  readonly shape: DataShape;
  /** The protocol that chose epochs, blend and scale; null: nothing could be held out. */
  readonly protocol: SelectionProtocol | null;
  readonly leftOut: LeftOutEvents;
  /** null: the dataset declares no kinds of events. */
  readonly kinds: KindFacts | null;
  /** The text encoder's identity. */
  readonly encoder: string;
  readonly chosen: FitFacts | null;
  readonly final: FitFacts;
}

/** JSON with snake-case names. */
export function trainingFacts(record: TrainingRecord) {
  const { requested, completed, shape, protocol, leftOut, kinds, encoder, chosen, final } = record;
  const { events, seed, evaluation } = requested;
  return {
    settings: snakeCased(completed.settings),
    reasons: completed.reasons,
    events,
    events_left_out: snakeCased(leftOut),
    ...(kinds && { event_kinds: kinds.kinds, rejections: snakeCased(kinds.rejections) }),
    evaluation,
    protocol,
    seed,
    encoder,
    data: snakeCased(shape),
    chosen_by_validation: chosen === null ? null : reportedFacts(chosen),
    fit: reportedFacts(final),
  };
}

function reportedFacts({ validation, curve, newItems, blend, ...facts }: FitFacts) {
  return {
    ...snakeCased(facts),
    ...(newItems == null ? {} : { new_items: newItems }),
    ...(blend == null ? {} : { blend: reportedBlend(blend) }),
    validation:
      validation === null ? null : { recall_at_10: validation.recallAt10, ndcg_at_10: validation.ndcgAt10 },
    curve: curve.map(({ epoch, minutes, ndcgAt10 }) => ({ epoch, minutes, ndcg_at_10: ndcgAt10 })),
  };
}

function reportedBlend({
  cases,
  lengths,
  ndcgAt10,
  parts,
  offset,
  recentWindowDays,
  keptShares,
  leftOut,
}: BlendFacts) {
  return {
    cases,
    history_lengths: lengths,
    ndcg_at_10: snakeCased(ndcgAt10),
    parts: parts.map((part) => snakeCased(part)),
    ...(offset === undefined ? {} : { offset }),
    ...(recentWindowDays === undefined ? {} : { recent_window_days: recentWindowDays }),
    kept_shares: keptShares,
    left_out: leftOut,
  };
}

function snakeCased(object: object): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    Object.entries(object).map(([name, value]) => [
      name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
      value,
    ]),
  );
}
