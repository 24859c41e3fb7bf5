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
  const prior = definition.scorecard.terms.length === 0 ? generalPrior(definition) : domainPrior(definition);
  const load = (head: ModelHead | undefined) => (head === undefined ? prior : loadHead(artifacts, head));
  const own = fitting.find((head) => head.tier === tier);
  const above = tier === 'tenant' ? fitting.find((head) => head.tier === 'domain') : undefined;
  const base = await load(above);
  const serving = own === undefined ? base : await load(own);
  return { serving, base, prior, servingIsPrior: serving === prior };
}
