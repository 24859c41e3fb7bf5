/**
 * Mutual matches against the inequality of exposure, as SVG: a point a policy, a line a family of policies.
 */
export interface FrontierPoint {
  readonly name: string;
  readonly gini: number;
  readonly matches: number;
}

export interface Frontier {
  readonly title: string;
  readonly lines: readonly { readonly name: string; readonly points: readonly FrontierPoint[] }[];
}

const [WIDTH, HEIGHT] = [720, 400];
const [LEFT, RIGHT, TOP, BOTTOM] = [70, 30, 60, 60];
const TICKS = 5;

export function drawFrontier({ title, lines }: Frontier): string {
  const points = lines.flatMap((line) => line.points);
  const x = scale(
    points.map(({ gini }) => gini),
    [LEFT, WIDTH - RIGHT],
  );
  const y = scale(
    points.map(({ matches }) => matches),
    [HEIGHT - BOTTOM, TOP],
  );
  const parts = [
    ...x.ticks.map(
      (tick) =>
        `<text class="tick" x="${x.at(tick)}" y="${HEIGHT - BOTTOM + 20}">${tick.toFixed(x.digits)}</text>`,
    ),
    ...y.ticks.map(
      (tick) =>
        `<path class="grid" d="M${LEFT} ${y.at(tick)}H${WIDTH - RIGHT}"/><text class="tick end" x="${LEFT - 8}" y="${(Number(y.at(tick)) + 4).toFixed(1)}">${tick.toFixed(y.digits)}</text>`,
    ),
    ...lines.flatMap((line, n) => [
      `<path class="line l${n}" d="M${line.points.map((point) => `${x.at(point.gini)} ${y.at(point.matches)}`).join('L')}"/>`,
      ...line.points.map(
        (point) =>
          `<circle class="l${n}" cx="${x.at(point.gini)}" cy="${y.at(point.matches)}" r="4"/><text class="tick" x="${x.at(point.gini)}" y="${(Number(y.at(point.matches)) - 9).toFixed(1)}">${point.name}</text>`,
      ),
      `<text class="start l${n}" x="${LEFT + 150 * n}" y="38">${line.name}</text>`,
    ]),
    `<text class="tick" x="${(LEFT + WIDTH - RIGHT) / 2}" y="${HEIGHT - 16}">Gini coefficient of exposure</text>`,
    `<text class="start" x="${LEFT}" y="18">${title}</text>`,
  ];
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" width="${WIDTH}" height="${HEIGHT}" role="img" font-family="system-ui, sans-serif" font-size="14">
<title>${title}</title>
<style>${STYLE}</style>
${parts.join('\n')}
</svg>
`;
}

interface Scale {
  readonly ticks: readonly number[];
  readonly digits: number;
  at(value: number): string;
}

function scale(values: readonly number[], [from, to]: readonly [number, number]): Scale {
  const [least, most] = [Math.min(...values), Math.max(...values)];
  const step = niceStep((most - least) / TICKS);
  const [first, last] = [step * Math.floor(least / step), step * Math.ceil(most / step)];
  return {
    ticks: Array.from({ length: Math.round((last - first) / step) + 1 }, (_, n) => first + n * step),
    digits: Math.max(0, -Math.floor(Math.log10(step))),
    at: (value) => (from + ((to - from) * (value - first)) / (last - first)).toFixed(1),
  };
}

/** The next of 0.01, 0.02, 0.05, 0.1, … at or above a value. */
function niceStep(value: number): number {
  const power = 10 ** Math.floor(Math.log10(value));
  return power * ([1, 2, 5, 10].find((step) => power * step >= value * (1 - 1e-9)) ?? 10);
}

const STYLE = `
text { fill: #1f2328; text-anchor: middle; } .start { text-anchor: start; } .end { text-anchor: end; }
.tick { font-size: 12px; fill: #57606a; } .grid { stroke: #d0d7de; fill: none; }
.line { fill: none; stroke-width: 2; } path.l0 { stroke: #57606a; } path.l1 { stroke: #9a6700; } path.l2 { stroke: #0969da; } path.l3 { stroke: #1a7f37; }
circle.l0, text.l0 { fill: #57606a; } circle.l1, text.l1 { fill: #9a6700; } circle.l2, text.l2 { fill: #0969da; } circle.l3, text.l3 { fill: #1a7f37; }
@media (prefers-color-scheme: dark) {
  text { fill: #f0f6fc; } .tick { fill: #9ea7b3; } .grid { stroke: #30363d; }
  path.l1 { stroke: #d29922; } path.l2 { stroke: #58a6ff; } path.l3 { stroke: #3fb950; }
  circle.l1, text.l1 { fill: #d29922; } circle.l2, text.l2 { fill: #58a6ff; } circle.l3, text.l3 { fill: #3fb950; }
}`;
