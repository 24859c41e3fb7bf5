/**
 * The decisions by which workspaces read, from the store. They are asked for with every text, so one is kept
 * for some seconds: a fit or a reset in any process is in force after that.
 */
import type { TenantId } from '../../../contract/brands.ts';
import type {
  ReadingDecision,
  ReadingDecisionStore,
} from '../../../platform/storage/reading-decision-store.ts';
import { DecisionWeights, decisionId, shippedDecision } from '../network/decision-weights.ts';

/** null: the workspace reads by the shipped one. */
export type DecisionOf = (tenant: TenantId, domain: string) => Promise<DecisionWeights | null>;

const KEPT_MS = 2000;

interface Kept {
  readonly untilMs: number;
  readonly decision: Promise<DecisionWeights | null>;
}

export function decisionsOfWorkspaces(
  store: Pick<ReadingDecisionStore, 'get'>,
  clock: () => number,
): DecisionOf {
  const kept = new Map<string, Kept>();
  return (tenant, domain) => {
    const key = JSON.stringify([tenant, domain]);
    const known = kept.get(key);
    if (known !== undefined && clock() < known.untilMs) return known.decision;
    const decision = store.get(tenant, domain).then(decisionInForce);
    kept.set(key, { untilMs: clock() + KEPT_MS, decision });
    decision.catch(() => kept.delete(key));
    return decision;
  };
}

/** null: it was fitted from another shipped decision, whose evidence had other values. */
export function decisionInForce(stored: ReadingDecision | null): DecisionWeights | null {
  if (stored === null || stored.shippedId !== decisionId(shippedDecision())) return null;
  return DecisionWeights.parse(stored.decision);
}
