/** The interface of the statistics for the HTTP layer. Every call throws 404 `domain_not_found` and 403. */
import type { TenantId } from '../../contract/brands.ts';
import type {
  ExposureStatistics,
  FieldQuery,
  FieldStatistics,
  MatchStatistics,
  OutcomeStatistics,
  StatisticsQuery,
} from '../../contract/statistics.ts';

type WithoutRequest<Answer> = Omit<Answer, 'request_id'>;

export interface StatisticsService {
  outcomes(tenant: TenantId, query: StatisticsQuery): Promise<WithoutRequest<OutcomeStatistics>>;
  matches(tenant: TenantId, query: StatisticsQuery): Promise<WithoutRequest<MatchStatistics>>;
  exposure(tenant: TenantId, query: StatisticsQuery): Promise<WithoutRequest<ExposureStatistics>>;
  /** Also 400 `invalid_request` for examples of a field that the domain does not have. */
  fields(tenant: TenantId, query: FieldQuery): Promise<WithoutRequest<FieldStatistics>>;
}
