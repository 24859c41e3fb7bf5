/** Batches of matches for callers. A request is validated and staged at once; a job does the work. */
import { type StartBatchParts, startBatch } from '../../../behaviour/batches/start-batch.ts';
import { sourceFormat } from '../../../behaviour/datasets/sources/source-format.ts';
import { type SourceSettings, validateSource } from '../../../behaviour/datasets/sources/validate-source.ts';
import type { TenantId } from '../../../contract/brands.ts';
import type { MatchBatchRequest } from '../../../contract/match-batch.ts';
import type { DomainFor } from '../../../domains/active-domain.ts';
import type { ResolvePlace } from '../../../domains/place.ts';
import type { AcceptedJob, RequestClaim } from '../../../platform/jobs/accept-job.ts';
import type { ModelCatalog } from '../../ranking/models/model-catalog.ts';
import { makePlan } from '../match-plan.ts';
import { matchBatchKind } from './match-batch-kind.ts';
import { parseSeekers } from './parse-seekers.ts';

export interface MatchBatchService {
  /**
   * Throws the errors of a match with the same options, except those about the seeker. Also 400 or 422 for
   * invalid `seekers`, 422 `unsupported_format`, and 400 for a source that is not allowed.
   */
  start(tenant: TenantId, request: MatchBatchRequest, claim: RequestClaim): Promise<AcceptedJob>;
}

export interface MatchBatchServiceParts extends StartBatchParts {
  readonly domainFor: DomainFor;
  readonly resolvePlace: ResolvePlace;
  readonly models: ModelCatalog;
  readonly sources: SourceSettings;
}

export function createMatchBatchService(parts: MatchBatchServiceParts): MatchBatchService {
  return {
    async start(tenant, request, claim) {
      await validate(parts, tenant, request);
      const { domain } = request;
      const batch = {
        kind: matchBatchKind.kind,
        resource: { type: 'domain', id: domain },
        request,
        input: {},
        changesFor: (jobId: string) => [{ name: 'createMatchBatch', args: [tenant, jobId, domain] }] as const,
      };
      return startBatch(parts, tenant, batch, claim);
    },
  };
}

async function validate(
  { domainFor, resolvePlace, models, sources }: MatchBatchServiceParts,
  tenant: TenantId,
  request: MatchBatchRequest,
): Promise<void> {
  const { user_ids, source_uri, source_format, seekers, output_format, ...options } = request;
  const domain = await domainFor(tenant, request.domain);
  // The plan depends on no seeker.
  await makePlan(tenant, { ...options, user_id: '' }, domain, resolvePlace, models);
  if (seekers !== undefined) parseSeekers(domain.definition, seekers, resolvePlace);
  if (source_uri === undefined) return;
  sourceFormat(source_format ?? 'jsonl');
  await validateSource(source_uri, sources);
}
