/**
 * A learning curve as SVG: quality by number of outcomes, with 95 % intervals, beside levels such as the
 * prior.
 */
export interface CurvePoint {
  /** At least 1. */
  readonly outcomes: number;
  readonly value: number;
  readonly low: number;
  readonly high: number;
}

interface Level {
  readonly name: string;
  readonly value: number;
}

export interface Curve {
  readonly title: string;
  /** The label of the vertical axis. */
  readonly measure: string;
  /** Ascending by outcomes, at least two. */
  readonly points: readonly CurvePoint[];
  readonly levels: readonly Level[];
}

const [WIDTH, HEIGHT] = [720, 360];
const [LEFT, RIGHT, TOP, BOTTOM] = [70, 130, 60, 60];
const TICKS = 5;

export function drawCurve({ title, measure, points, levels }: Curve): string {
  const all = [...points.flatMap(({ low, high }) => [low, high]), ...levels.map(({ value }) => value)];
  const step = niceStep((Math.max(...all) - Math.min(...all)) / TICKS);
  const [bottom, top] = [
    step * Math.floor(Math.min(...all) / step),
    step * Math.ceil(Math.max(...all) / step),
  ];
  const [first, last] = [points[0]!.outcomes, points.at(-1)!.outcomes].map(Math.log10) as [number, number];
  const x = (outcomes: number) =>
    LEFT + ((WIDTH - LEFT - RIGHT) * (Math.log10(outcomes) - first)) / (last - first);
  const y = (value: number) => TOP + ((HEIGHT - TOP - BOTTOM) * (top - value)) / (top - bottom);
  const ticks = Array.from({ length: Math.round((top - bottom) / step) + 1 }, (_, n) => bottom + n * step);
  const upper = points.map(({ outcomes, high }) => place(x(outcomes), y(high)));
  const lower = points.map(({ outcomes, low }) => place(x(outcomes), y(low))).reverse();
  const parts = [
    ...ticks.map(
      (tick) =>
        `<path class="grid" d="M${LEFT} ${y(tick).toFixed(1)}H${WIDTH - RIGHT}"/><text class="tick end" x="${LEFT - 8}" y="${(y(tick) + 4).toFixed(1)}">${tick.toFixed(2)}</text>`,
    ),
    ...points.map(
      ({ outcomes }) =>
        `<text class="tick" x="${x(outcomes).toFixed(1)}" y="${HEIGHT - BOTTOM + 20}">${outcomes.toLocaleString('en')}</text>`,
    ),
    ...levels.map(
      ({ name, value }) =>
        `<path class="level" d="M${LEFT} ${y(value).toFixed(1)}H${WIDTH - RIGHT}"/><text class="tick start" x="${WIDTH - RIGHT + 8}" y="${(y(value) + 4).toFixed(1)}">${name} ${value.toFixed(3)}</text>`,
    ),
    `<path class="band" d="M${[...upper, ...lower].join('L')}Z"/>`,
    `<path class="curve" d="M${points.map(({ outcomes, value }) => place(x(outcomes), y(value))).join('L')}"/>`,
    ...points.map(
      ({ outcomes, value }) => `<circle cx="${x(outcomes).toFixed(1)}" cy="${y(value).toFixed(1)}" r="4"/>`,
    ),
    `<text class="tick" x="${(LEFT + WIDTH - RIGHT) / 2}" y="${HEIGHT - 16}">outcomes learned from</text>`,
    `<text class="start" x="${LEFT}" y="20">${title}</text>`,
    `<text class="tick start" x="${LEFT}" y="40">${measure}</text>`,
  ];
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" width="${WIDTH}" height="${HEIGHT}" role="img" font-family="system-ui, sans-serif" font-size="14">
<title>${title}</title>
<style>${STYLE}</style>
${parts.join('\n')}
</svg>
`;
}

function place(x: number, y: number): string {
  return `${x.toFixed(1)} ${y.toFixed(1)}`;
}

/** The next of 0.01, 0.02, 0.05, 0.1, … at or above a value. */
function niceStep(value: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(value, 1e-3)));
  return power * ([1, 2, 5, 10].find((step) => power * step >= value) ?? 10);
}

const STYLE = `
text { fill: #1f2328; text-anchor: middle; } .start { text-anchor: start; } .end { text-anchor: end; }
.tick { font-size: 12px; fill: #57606a; } .grid { stroke: #d0d7de; fill: none; }
.level { stroke: #9a6700; fill: none; stroke-dasharray: 5 4; } .band { fill: #0969da; fill-opacity: 0.15; }
.curve { stroke: #0969da; fill: none; stroke-width: 2; } circle { fill: #0969da; }
@media (prefers-color-scheme: dark) {
  text { fill: #f0f6fc; } .tick { fill: #9ea7b3; } .grid { stroke: #30363d; } .level { stroke: #d29922; }
  .band { fill: #58a6ff; } .curve { stroke: #58a6ff; } circle { fill: #58a6ff; }
}`;
