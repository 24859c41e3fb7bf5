/**
 * Functions of the scripts, in the engine's language. They compute the same as their namesakes in our code.
 */

/** `distanceKm`. */
export const distanceFunction = `double km(double latA, double lonA, double latB, double lonB) {
  double r = Math.PI / 180;
  double sinLat = Math.sin((latB - latA) * r / 2);
  double sinLon = Math.sin((lonB - lonA) * r / 2);
  double h = sinLat * sinLat + Math.cos(latA * r) * Math.cos(latB * r) * sinLon * sinLon;
  return 2 * 6371.0088 * Math.asin(Math.min(1.0, Math.sqrt(h)));
}`;

/** Points of a curve with \`n\` knots from \`at\`: x and points by turns; flat beyond the ends. */
export const curveFunction = `double along(double[] p, int at, int n, double x) {
  if (x <= p[at]) return p[at + 1];
  int last = at + 2 * (n - 1);
  if (x >= p[last]) return p[last + 1];
  for (int k = at + 2; k <= last; k += 2) {
    if (x < p[k]) return p[k - 1] + (x - p[k - 2]) / (p[k] - p[k - 2]) * (p[k + 1] - p[k - 1]);
  }
  return Double.NaN;
}`;

/** From a sum to calibrated log-odds, to a probability. The curve: its kind, then its numbers. */
export const probabilityFunction = `double probability(double[] p, int at, double x) {
  double y = x;
  if (p[at] == 1) y = p[at + 1] * x + p[at + 2];
  else if (p[at] == 2) {
    int n = (int) p[at + 1];
    int first = at + 2;
    int last = at + 2 * n;
    if (x <= p[first]) y = p[first + 1] + (x - p[first]);
    else if (x >= p[last]) y = p[last + 1] + (x - p[last]);
    else y = along(p, first, n, x);
  }
  return 1 / (1 + Math.exp(-y));
}`;

/** The gap between two intervals. */
export const overshootFunction = `double overshoot(double meLow, double meHigh, double low, double high, boolean share) {
  double above = meLow - high;
  double below = low - meHigh;
  if (above <= 0 && below <= 0) return 0;
  if (!share) return Math.max(above, below);
  double bound = Math.abs(above > 0 ? high : low);
  return bound == 0 ? Double.POSITIVE_INFINITY : Math.max(above, below) / bound;
}`;
