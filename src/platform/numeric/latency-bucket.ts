/** Latencies in buckets that are a quarter of a doubling wide: 1 ms, 1.19 ms, 1.41 ms, 1.68 ms, 2 ms, … */
const BUCKETS_A_DOUBLING = 4;
const MOST = 80;

/** The first bucket has all up to 1 ms, the last all above 17 minutes. */
export function latencyBucket(ms: number): number {
  return Math.min(MOST, Math.max(0, Math.ceil(BUCKETS_A_DOUBLING * Math.log2(Math.max(1, ms)))));
}

/** Upper end of the bucket, ms. */
export function bucketEnd(bucket: number): number {
  return 2 ** (bucket / BUCKETS_A_DOUBLING);
}
