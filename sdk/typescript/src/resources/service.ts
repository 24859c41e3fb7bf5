import type { Call } from '../call.ts';
import type { CallOptions } from '../options.ts';
import type * as wire from '../types.generated.ts';
import { Resource } from './resource.ts';

/** For operators of the service. */
export class ServiceResource extends Resource {
  health(options?: CallOptions): Call<wire.GetHealthResponse> {
    return this.invoke('getHealth', {}, options);
  }

  readiness(options?: CallOptions): Call<wire.GetReadinessResponse> {
    return this.invoke('getReadiness', {}, options);
  }

  /** In the text format of Prometheus. */
  metrics(options?: CallOptions): Call<string> {
    return this.invoke('getMetrics', {}, options);
  }

  /** The OpenAPI document. */
  interface(options?: CallOptions): Call<wire.GetInterfaceResponse> {
    return this.invoke('getInterface', {}, options);
  }
}

/** Operations of an earlier version of the API. */
export class EarlierResource extends Resource {
  /** @deprecated Use `users.upsert`. */
  ingest(body: wire.IngestRequest, options?: CallOptions): Call<wire.IngestResponse> {
    return this.invoke('ingest', { body }, options);
  }

  /** @deprecated Use `context.append`. */
  stream(body: wire.StreamRequest, options?: CallOptions): Call<wire.StreamResponse> {
    return this.invoke('stream', { body }, options);
  }

  /** @deprecated Use `feedback.send`. */
  feedbackBatch(body: wire.FeedbackBatchRequest, options?: CallOptions): Call<wire.FeedbackBatchSummary> {
    return this.invoke('sendFeedbackBatch', { body }, options);
  }
}
