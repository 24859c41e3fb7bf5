/** The heads that a run starts from and is held against. */
import type { ArtifactStore } from '../../artifacts/artifact-store.ts';
import type { TenantId } from '../../contract/brands.ts';
import type { Tier } from '../../contract/match.ts';
import type { DomainDefinition } from '../../domains/definition.ts';
import type { DomainHead } from '../../ranking/domain-head.ts';
import { headsOfSchema } from '../../ranking/models/head-of-schema.ts';
import { loadHead } from '../../ranking/models/load-head.ts';
import { domainPrior, generalPrior } from '../../ranking/models/model-catalog.ts';
import type { LearningStore, ModelHead } from '../../storage/learning-store.ts';

export interface StandingHeads {
  /** What the tier serves with where the run's head is not deployed. */
  readonly serving: DomainHead;
  /** The tier above: where the fit begins, and to what it is shrunk. */
  readonly base: DomainHead;
  readonly prior: DomainHead;
  readonly servingIsPrior: boolean;
}

interface Parts {
  readonly learning: Pick<LearningStore, 'headsFor'>;
  readonly artifacts: Pick<ArtifactStore, 'read'>;
}

/** Heads of another version of the schema have other fields, and are left aside. */
export async function standingHeads(
  { learning, artifacts }: Parts,
  owner: TenantId,
  definition: DomainDefinition,
  tier: Tier,
): Promise<StandingHeads> {
  const inForce = await learning.headsFor(owner, definition.domain);
  const fitting = headsOfSchema(inForce, definition);
  const declares = definition.scorecard.terms.length > 0;
  const prior = declares && tier !== 'general' ? domainPrior(definition) : generalPrior(definition);
  const load = (head: ModelHead | undefined) => (head === undefined ? prior : loadHead(artifacts, head));
  const own = fitting.find((head) => head.tier === tier);
  const base = await load(above(fitting, tier, declares));
  const serving = own === undefined ? base : await load(own);
  return { serving, base, prior, servingIsPrior: serving === prior };
}

/** The trained head of the tier above. What a domain's file declares is nearer to it than what holds everywhere. */
function above(heads: readonly ModelHead[], tier: Tier, declares: boolean): ModelHead | undefined {
  const of = (wanted: Tier) => heads.find((head) => head.tier === wanted);
  if (tier === 'general') return undefined;
  const domain = tier === 'tenant' ? of('domain') : undefined;
  return domain ?? (declares ? undefined : of('general'));
}
