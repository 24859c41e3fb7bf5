/** The interface of the statistics for the HTTP layer. Every call throws 404 `domain_not_found` and 403. */
import type { TenantId } from '../../contract/brands.ts';
import type {
  ExposureStatistics,
  FieldStatistics,
  MatchStatistics,
  OutcomeStatistics,
  StatisticsDomain,
  StatisticsQuery,
} from '../../contract/statistics.ts';

type WithoutRequest<Answer> = Omit<Answer, 'request_id'>;

export interface StatisticsService {
  outcomes(tenant: TenantId, query: StatisticsQuery): Promise<WithoutRequest<OutcomeStatistics>>;
  matches(tenant: TenantId, query: StatisticsQuery): Promise<WithoutRequest<MatchStatistics>>;
  exposure(tenant: TenantId, query: StatisticsQuery): Promise<WithoutRequest<ExposureStatistics>>;
  fields(tenant: TenantId, query: StatisticsDomain): Promise<WithoutRequest<FieldStatistics>>;
}
