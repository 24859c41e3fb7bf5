/**
 * The blend of a fit. With validation cases, its weights are chosen on them, and its scores put on the scale of
 * log-odds. Without enough of them, the weights of an earlier fit are taken. The parts that have a weight are then fitted
 * to the training data of this fit. Where the settings want no blend, the network is its only part.
 */

import type { Cases } from '../../../splits/split.ts';
import type { BlendFacts, FitContext, FitProblem } from '../../architecture.ts';
import { seenItems } from '../../seen-items.ts';
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
  readonly blend: Blend;
  readonly facts: BlendFacts;
}

type Problem = FitProblem<SequentialSettings>;

/** `cases`: those to choose by, null: none. Too few choose nothing. Throws `signal.reason`. */
export async function blendFor(
  problem: Problem,
  content: RecommenderContent,
  cases: Cases | null,
  context: FitContext,
): Promise<FittedBlend | null> {
  const chosen = cases === null ? null : await chosenBlend(problem, content, cases, context);
  if (chosen !== null) return chosen;
  return problem.blend == null ? null : earlierBlend(problem, problem.blend, context);
}

async function chosenBlend(
  problem: Problem,
  content: RecommenderContent,
  cases: Cases,
  context: FitContext,
): Promise<FittedBlend | null> {
  const { train, seed, settings } = problem;
  const seen = seenItems(problem);
  // Where items of the history are not ranked, how often it has them says nothing.
  const parts = linkPartNames.filter((name) => name !== 'own_frequency' || seen === 'ranked');
  const wanted = settings.blend ? linksOf(parts) : [];
  const { links, keptShares, leftOut } = await fitLinks(train, wanted, context);
  const recent = settings.blend ? chooseRecentPopularity(train, cases, seen) : null;
  const model = await openContent(content, { threads: context.threads });
  try {
    const ranked = {
      network: { name: 'network', score: model.score },
      links,
      counted: recent && {
        popularity: countFeature(content.counts),
        recent_popularity: countFeature(recent.counts),
      },
      maxHistoryItems: model.maxHistoryItems,
      seen,
      seed,
    };
    const chosen = chooseBlend(await blendCases(cases, ranked, context.signal), context.signal);
    if (chosen === null) return null;
    const ofWindow = recent && { recentWindowDays: recent.windowDays };
    return {
      blend: blendOf(chosen.weights, links, recent?.counts ?? null),
      facts: { ...chosen.facts, ...ofWindow, keptShares, leftOut },
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

/** `recent`: null if no recent popularity is known. */
function blendOf({ weights, ...rest }: BlendWeights, links: BlendLinks, recent: Float32Array | null): Blend {
  const usable = linkPartNames.filter(
    (name) => weights[name] !== undefined && links[linkParts[name].links] !== undefined,
  );
  const counted = countPartNames.filter((name) => weights[name] !== undefined);
  const names: readonly PartName[] = ['network', ...usable, ...counted];
  return {
    weights: {
      ...rest,
      weights: Object.fromEntries(
        names.flatMap((name) => (weights[name] === undefined ? [] : [[name, weights[name]]])),
      ),
    },
    links: Object.fromEntries(linksOf(usable).map((name) => [name, links[name]])),
    recentCounts: weights.recent_popularity === undefined ? null : recent,
  };
}

function weightsFrom({ lengths, parts, offset }: BlendFacts): BlendWeights {
  const used = parts.filter(({ weight: { short, long } }) => short > 0 || long > 0);
  const weights = Object.fromEntries(used.map(({ name, weight }) => [name, weight]));
  return { lengths, weights, ...(offset === undefined ? {} : { offset }) };
}
