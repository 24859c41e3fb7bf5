/**
 * Fits the decision of a workspace: from the shipped weights, on the shipped examples and its clients'
 * corrections. The gate lets it serve where it reads held-out people of the workspace no worse than the decision
 * that serves, and held-out shipped texts of the domain hardly worse. The heads of the network stay: a workspace
 * has tens or hundreds of corrections, which tell how far each field can be trusted, and no more than that.
 */
import type { DecisionWeights } from '../network/decision-weights.ts';
import type { ExampleText } from './example.ts';
import { fitEvidence } from './fit-evidence.ts';
import { f1Of, scoreDecision } from './score-decision.ts';

/** A text of a workspace counts as much as so many shipped ones. */
const OWN_WEIGHT = 4;
/** The most that F1 of shipped texts may fall. */
const MOST_FALL = 0.02;

export interface FitInput {
  readonly domain: string;
  readonly own: readonly ExampleText[];
  readonly shipped: readonly ExampleText[];
  readonly shippedDecision: DecisionWeights;
  /** The one that serves. */
  readonly serving: DecisionWeights;
}

export interface BeforeAndAfter {
  readonly before: number;
  readonly after: number;
}

export interface FittedDecision {
  readonly decision: DecisionWeights;
  /** F1 of claims of held-out people; by the serving decision and by the new one. */
  readonly corrections: BeforeAndAfter;
  /** F1 of claims of held-out shipped texts of the domain; all, where none are of it. */
  readonly shipped: BeforeAndAfter;
  /** null: it may serve. */
  readonly refusal: string | null;
}

export function fitDecision({ domain, own, shipped, shippedDecision, serving }: FitInput): FittedDecision {
  const weighted = own.map((text) => ({ ...text, weight: OWN_WEIGHT * text.weight }));
  const learned = [...shipped, ...weighted].filter(({ isHeldOut }) => !isHeldOut);
  const effects = new Set(learned.flatMap(({ examples }) => examples.map(({ effect }) => effect)));
  const fitted = fitEvidence(learned, [...effects].sort(), shippedDecision);
  const decision = { ...shippedDecision, ...fitted, card: { command: 'counterpart reading fit' } };
  const both = (texts: readonly ExampleText[]): BeforeAndAfter => ({
    before: f1Of(scoreDecision(texts, serving)),
    after: f1Of(scoreDecision(texts, decision)),
  });
  const corrections = both(own.filter(({ isHeldOut }) => isHeldOut));
  const ofShipped = both(measuredOf(domain, shipped));
  return { decision, corrections, shipped: ofShipped, refusal: refusalOf(corrections, ofShipped) };
}

function measuredOf(domain: string, shipped: readonly ExampleText[]): readonly ExampleText[] {
  const heldOut = shipped.filter(({ isHeldOut }) => isHeldOut);
  const ofDomain = heldOut.filter(({ examples }) =>
    examples.some(({ effect }) => effect.startsWith(`${domain}.`)),
  );
  return ofDomain.length > 0 ? ofDomain : heldOut;
}

function refusalOf(corrections: BeforeAndAfter, shipped: BeforeAndAfter): string | null {
  if (corrections.after < corrections.before)
    return `it reads held-out people worse: F1 ${shown(corrections)}`;
  if (shipped.after < shipped.before - MOST_FALL)
    return `it reads shipped texts worse: F1 ${shown(shipped)}; ${MOST_FALL} are allowed`;
  return null;
}

const shown = ({ before, after }: BeforeAndAfter) => `${before.toFixed(3)} → ${after.toFixed(3)}`;
