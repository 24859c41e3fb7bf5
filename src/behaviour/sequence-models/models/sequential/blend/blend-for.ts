/**
 * The blend of a fit. With validation cases, its weights are chosen on them. Without them, the weights of an
 * earlier fit are taken. The parts that have a weight are then fitted to the training data of this fit.
 */

import { hasRepeats } from '../../../baselines/own-frequency.ts';
import type { BlendFacts, FitContext, FitProblem } from '../../architecture.ts';
import { validationCases } from '../evaluate-validation.ts';
import type { RecommenderContent } from '../model-files.ts';
import { openContent } from '../open-recommender.ts';
import type { SequentialSettings } from '../settings.ts';
import {
  type BlendLinks,
  type BlendWeights,
  countPartNames,
  type LinkPartName,
  type LinksName,
  linkPartNames,
  linkParts,
  type PartName,
} from './blend.ts';
import { blendCases } from './blend-cases.ts';
import type { Blend } from './blend-scorer.ts';
import { chooseBlend } from './choose-blend.ts';
import { fitLinks } from './fit-links.ts';
import { chooseRecentPopularity, countFeature, recentCounts } from './recent-popularity.ts';

export interface FittedBlend {
  /** null: the network is best alone. */
  readonly blend: Blend | null;
  readonly facts: BlendFacts;
}

type Problem = FitProblem<SequentialSettings>;

/** null: there is nothing to choose by. Throws `signal.reason`. */
export async function blendFor(
  problem: Problem,
  content: RecommenderContent,
  context: FitContext,
): Promise<FittedBlend | null> {
  if (problem.validation !== null) return chosenBlend(problem, content, context);
  return problem.blend == null ? null : earlierBlend(problem, problem.blend, context);
}

async function chosenBlend(
  { train, validation, seed }: Problem,
  content: RecommenderContent,
  context: FitContext,
): Promise<FittedBlend | null> {
  const { links, keptShares, leftOut } = await fitLinks(train, linksOf(linkPartNames), context);
  const sampled = validationCases(validation!, seed);
  const seen = hasRepeats(train) ? ('ranked' as const) : ('masked' as const);
  const recent = chooseRecentPopularity(train, sampled, seen);
  const model = await openContent(content, { threads: context.threads });
  try {
    const ranked = {
      network: { name: 'network', score: model.score },
      links,
      counted: {
        popularity: countFeature(content.counts),
        recent_popularity: countFeature(recent.counts),
      },
      maxHistoryItems: model.maxHistoryItems,
      seen,
    };
    const cases = await blendCases(sampled, ranked, context.signal);
    const chosen = chooseBlend(cases, context.signal);
    if (chosen === null) return null;
    return {
      blend: blendOf(chosen.weights, links, recent.counts),
      facts: { ...chosen.facts, recentWindowDays: recent.windowDays, keptShares, leftOut },
    };
  } finally {
    await model.close();
  }
}

/** A part that can no longer be fitted, because there are more items now, is left out. */
async function earlierBlend(
  { train }: Problem,
  earlier: BlendFacts,
  context: FitContext,
): Promise<FittedBlend> {
  const weights = weightsFrom(earlier);
  const wanted = linkPartNames.filter((name) => weights.weights[name] !== undefined);
  const { links, keptShares, leftOut } = await fitLinks(train, linksOf(wanted), context);
  const days = earlier.recentWindowDays;
  const recent = days === undefined ? null : recentCounts(train, days);
  return { blend: blendOf(weights, links, recent), facts: { ...earlier, keptShares, leftOut } };
}

/** The links of these parts, each once. */
function linksOf(parts: readonly LinkPartName[]): readonly LinksName[] {
  return [...new Set(parts.map((name) => linkParts[name].links))];
}

/** null if the network alone is left. `recent`: null if an earlier fit knew no recent popularity. */
function blendOf(
  { lengths, weights }: BlendWeights,
  links: BlendLinks,
  recent: Float32Array | null,
): Blend | null {
  const usable = linkPartNames.filter(
    (name) => weights[name] !== undefined && links[linkParts[name].links] !== undefined,
  );
  const counted = countPartNames.filter((name) => weights[name] !== undefined);
  if (usable.length + counted.length === 0) return null;
  const names: readonly PartName[] = ['network', ...usable, ...counted];
  return {
    weights: {
      lengths,
      weights: Object.fromEntries(
        names.flatMap((name) => (weights[name] === undefined ? [] : [[name, weights[name]]])),
      ),
    },
    links: Object.fromEntries(linksOf(usable).map((name) => [name, links[name]])),
    recentCounts: weights.recent_popularity === undefined ? null : recent,
  };
}

function weightsFrom({ lengths, parts }: BlendFacts): BlendWeights {
  const used = parts.filter(({ weight: { short, long } }) => short > 0 || long > 0);
  return { lengths, weights: Object.fromEntries(used.map(({ name, weight }) => [name, weight])) };
}
