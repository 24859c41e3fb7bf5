/**
 * How often a person's vector may be made again: at most `limit` times in any `windowMs` (a sliding window held in
 * memory; what is owed past it is durable, in the store).
 */
export interface RefreshLimiter {
  /** null: refresh now (and it counts); else the epoch ms at which the window opens. */
  tryRefresh(key: string, nowMs: number): number | null;
}

const MINUTE_MS = 60_000;

export function createRefreshLimiter(limit = 6, windowMs = MINUTE_MS): RefreshLimiter {
  const refreshes = new Map<string, number[]>();
  let sweptAtMs = 0;

  function sweep(nowMs: number): void {
    if (nowMs - sweptAtMs < windowMs) return;
    sweptAtMs = nowMs;
    for (const [key, times] of refreshes) if ((times.at(-1) ?? 0) <= nowMs - windowMs) refreshes.delete(key);
  }

  return {
    tryRefresh(key, nowMs) {
      sweep(nowMs);
      const recent = (refreshes.get(key) ?? []).filter((time) => time > nowMs - windowMs);
      if (recent.length >= limit) return recent[0]! + windowMs;
      recent.push(nowMs);
      refreshes.set(key, recent);
      return null;
    },
  };
}
