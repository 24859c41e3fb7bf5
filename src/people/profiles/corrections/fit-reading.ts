/**
 * Fits how a workspace reads a domain on its clients' corrections, and puts it in force where the gate lets it.
 * Anything else leaves what serves as it is.
 */
import type { TenantId } from '../../../contract/brands.ts';
import type { DomainDefinition } from '../../../domains/definition.ts';
import type { ReadingDecisionStore } from '../../../platform/storage/reading-decision-store.ts';
import { decisionInForce } from '../../reading/corrections/decisions-of-workspaces.ts';
import { type BeforeAndAfter, fitDecision } from '../../reading/corrections/fit-decision.ts';
import { shippedExamples } from '../../reading/corrections/shipped-examples.ts';
import { decisionId, shippedDecision } from '../../reading/network/decision-weights.ts';
import { type CollectParts, collectCorrections } from './collect-corrections.ts';
import { countByField, type FieldCounts } from './count-by-field.ts';

export interface FitParts extends CollectParts {
  readonly decisions: Pick<ReadingDecisionStore, 'get' | 'put'>;
  readonly clock: () => number;
}

/** Contradictions by clients that a fit needs, and those among them of held-out people. */
const NEEDED = { all: 30, heldOut: 5 };

export interface ReadingFit {
  readonly outcome: 'deployed' | 'rejected' | 'too_few';
  readonly reason: string;
  /** With a text and a client's value. */
  readonly found: number;
  /** Used by the fit, held-out ones included. */
  readonly people: number;
  readonly heldOut: number;
  /** People's values that a client contradicts, by field. */
  readonly contradictions: number;
  readonly fields: readonly FieldCounts[];
  /** F1; null: nothing was fitted. */
  readonly figures: Readonly<Record<'corrections' | 'shipped', BeforeAndAfter>> | null;
}

/** `isDry`: what would come of it; nothing is put in force. */
export async function fitReading(
  parts: FitParts,
  tenant: TenantId,
  definition: DomainDefinition,
  { isDry }: { readonly isDry: boolean },
): Promise<ReadingFit> {
  const { domain } = definition;
  const shipped = shippedDecision();
  const serving = decisionInForce(await parts.decisions.get(tenant, domain)) ?? shipped;
  const { people, found } = await collectCorrections(parts, tenant, definition);
  const held = people.filter(({ texts }) => texts[0]!.isHeldOut);
  const fields = countByField(people, serving);
  const counts = { found, people: people.length, heldOut: held.length };
  const contradictions = contradicted(fields);
  const heldOutContradictions = contradicted(countByField(held, serving));
  const input = { ...counts, contradictions, fields };
  if (contradictions < NEEDED.all || heldOutContradictions < NEEDED.heldOut)
    return {
      ...input,
      outcome: 'too_few',
      reason: tooFew(contradictions, heldOutContradictions),
      figures: null,
    };
  const {
    decision,
    corrections,
    shipped: ofShipped,
    refusal,
  } = fitDecision({
    domain,
    own: people.flatMap(({ texts }) => texts),
    shipped: await shippedExamples(),
    shippedDecision: shipped,
    serving,
  });
  const figures = { corrections, shipped: ofShipped };
  if (refusal !== null) return { ...input, outcome: 'rejected', reason: refusal, figures };
  if (!isDry)
    await parts.decisions.put({
      ...{ tenantId: tenant, domain, shippedId: decisionId(shipped), decision },
      report: { people: counts.people, held_out: counts.heldOut, contradictions, ...figures },
      fittedAt: new Date(parts.clock()).toISOString(),
    });
  return { ...input, outcome: 'deployed', reason: 'it reads held-out people no worse', figures };
}

const contradicted = (fields: readonly FieldCounts[]) =>
  fields.reduce((sum, each) => sum + each.contradicted, 0);

const tooFew = (all: number, heldOut: number) =>
  `clients contradict ${all} values that texts give, ${heldOut} of them of held-out people; ` +
  `a fit needs ${NEEDED.all} and ${NEEDED.heldOut}`;
