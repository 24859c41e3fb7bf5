/**
 * Delay of the event loop over the last seconds. The figures of `/metrics` begin anew with each scrape, so
 * reading them here would take measurements from the scraper.
 */
import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { SystemState } from '../../../contract/system.ts';

/** The loop is sampled with a timer of this length, which the measured delay includes. */
const RESOLUTION_MS = 10;
const WINDOW_MS = 10_000;
const NS_PER_MS = 1e6;
const PRECISION = 1000;

export interface EventLoopDelay {
  read(): SystemState['event_loop'];
  stop(): void;
}

export function watchEventLoop(): EventLoopDelay {
  const histogram = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
  histogram.enable();
  let sinceMs = performance.now();
  return {
    read: () => {
      const windowMs = performance.now() - sinceMs;
      const figures = {
        window_s: rounded(windowMs / 1000),
        p50_ms: inMs(histogram.percentile(50)),
        p99_ms: inMs(histogram.percentile(99)),
        max_ms: inMs(histogram.max),
      };
      if (windowMs >= WINDOW_MS) {
        histogram.reset();
        sinceMs = performance.now();
      }
      return figures;
    },
    stop: () => histogram.disable(),
  };
}

/** 0 where nothing was measured yet: an empty histogram has no percentile. */
function inMs(nanoseconds: number): number {
  return Number.isFinite(nanoseconds) ? rounded(Math.max(0, nanoseconds / NS_PER_MS - RESOLUTION_MS)) : 0;
}

function rounded(value: number): number {
  return Math.round(value * PRECISION) / PRECISION;
}
