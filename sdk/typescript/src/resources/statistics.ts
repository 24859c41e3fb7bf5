import type { Call } from '../call.ts';
import type { AnyDomain, DomainName, DomainTypes } from '../domain.ts';
import type { CallOptions } from '../options.ts';
import type {
  ExposureStatistics,
  FieldStatistics,
  MatchStatistics,
  OutcomeStatistics,
} from '../types.generated.ts';
import { Resource } from './resource.ts';

interface Days<D extends DomainTypes> {
  readonly domain: DomainName<D>;
  /** 1 to 365; the last one is today (UTC). Default 28. */
  readonly days?: number;
}

/** Counts of a domain. They are kept beside the data, so that reading them is cheap. */
export class StatisticsResource<D extends DomainTypes = AnyDomain> extends Resource {
  /** Outcomes by day and label, and the funnel from shown to mutual. */
  outcomes(query: Days<D>, options?: CallOptions): Call<OutcomeStatistics> {
    return this.invoke('getOutcomeStatistics', { query }, options);
  }

  /** Recorded matches by day, the candidates they showed, and their scores. */
  matches(query: Days<D>, options?: CallOptions): Call<MatchStatistics> {
    return this.invoke('getMatchStatistics', { query }, options);
  }

  /** How unequally people are shown, and the share of newcomers. */
  exposure(query: Days<D>, options?: CallOptions): Call<ExposureStatistics> {
    return this.invoke('getExposureStatistics', { query }, options);
  }

  /** The fields that people have values of, by a sample. */
  fields(query: { readonly domain: DomainName<D> }, options?: CallOptions): Call<FieldStatistics> {
    return this.invoke('getFieldStatistics', { query }, options);
  }
}
