/**
 * The blend and the scale of the serving model, read from its card. A refit that has too few people to choose its
 * own keeps them, so that its scores stay log-odds.
 */
import type { Model } from '../../../platform/storage/model-store.ts';
import type { BlendFacts, FitProblem, TemperatureFacts } from '../models/architecture.ts';

/** As `trainingFacts` writes a blend. */
interface BlendOnCard {
  readonly cases: number;
  readonly history_lengths: BlendFacts['lengths'];
  readonly ndcg_at_10: {
    readonly network: number;
    readonly best_part: number;
    readonly blend_held_out: number;
  };
  readonly parts: readonly (Pick<BlendFacts['parts'][number], 'name' | 'weight' | 'adds'> & {
    readonly ndcg_alone: number;
  })[];
  readonly offset?: number;
  readonly recent_window_days?: number;
  readonly kept_shares: BlendFacts['keptShares'];
  readonly left_out: BlendFacts['leftOut'];
}

interface Card {
  readonly fit?: { readonly blend?: BlendOnCard; readonly temperature?: TemperatureFacts | null };
}

/** null where the card has none: the network serves alone, or its probabilities as they are. */
export function choiceOfServing({
  made,
}: Pick<Model, 'made'>): Pick<FitProblem<unknown>, 'blend' | 'temperature'> {
  const { blend, temperature = null } = (made?.training as Card | undefined)?.fit ?? {};
  return { blend: blend === undefined ? null : blendOf(blend), temperature };
}

function blendOf({ cases, history_lengths, ndcg_at_10, parts, offset, ...rest }: BlendOnCard): BlendFacts {
  const { network, best_part, blend_held_out } = ndcg_at_10;
  const days = rest.recent_window_days;
  return {
    cases,
    lengths: history_lengths,
    ndcgAt10: { network, bestPart: best_part, blendHeldOut: blend_held_out },
    parts: parts.map(({ ndcg_alone, ...part }) => ({ ...part, ndcgAlone: ndcg_alone })),
    ...(offset === undefined ? {} : { offset }),
    ...(days === undefined ? {} : { recentWindowDays: days }),
    keptShares: rest.kept_shares,
    leftOut: rest.left_out,
  };
}
