/** Confidence sequences of several experiments over time as SVG, side by side, each with the true effect. */
import type { Interval } from '../../src/platform/numeric/confidence/confidence-sequence.ts';

export interface Sequence {
  readonly title: string;
  /** By day, from day 1; null: no interval. In percent of the control. */
  readonly intervals: readonly (Interval | null)[];
  readonly truth: number;
}

const [WIDTH, HEIGHT] = [760, 320];
const [LEFT, RIGHT, TOP, BOTTOM, GAP] = [56, 16, 56, 48, 40];

/** `lowest`, `highest`: the ends of the vertical axis, percent. */
export function drawSequences(
  sequences: readonly Sequence[],
  { lowest, highest, step }: { readonly lowest: number; readonly highest: number; readonly step: number },
): string {
  const each = (WIDTH - LEFT - RIGHT - GAP * (sequences.length - 1)) / sequences.length;
  const y = (value: number) => {
    const inside = Math.min(highest, Math.max(lowest, value));
    return TOP + ((HEIGHT - TOP - BOTTOM) * (highest - inside)) / (highest - lowest);
  };
  const ticks: number[] = [];
  for (let tick = lowest; tick <= highest; tick += step) ticks.push(tick);
  const panels = sequences.map((sequence, n) => panel(sequence, LEFT + n * (each + GAP), each, y, ticks));
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" width="${WIDTH}" height="${HEIGHT}" role="img" font-family="system-ui, sans-serif" font-size="14">
<title>Confidence sequences of the same change, by design</title>
<style>${STYLE}</style>
${panels.join('\n')}
<text class="tick" x="${WIDTH / 2}" y="${HEIGHT - 8}">days</text>
</svg>
`;
}

function panel(
  { title, intervals, truth }: Sequence,
  left: number,
  width: number,
  y: (value: number) => number,
  ticks: readonly number[],
): string {
  const x = (day: number) => left + (width * (day - 1)) / (intervals.length - 1);
  const known = intervals.flatMap((interval, n) => (interval === null ? [] : [{ day: n + 1, ...interval }]));
  const at = (day: number, value: number) => `${x(day).toFixed(1)} ${y(value).toFixed(1)}`;
  const upper = known.map(({ day, high }) => at(day, high));
  const lower = known.map(({ day, low }) => at(day, low)).reverse();
  return [
    ...ticks.map(
      (tick) =>
        `<path class="${tick === 0 ? 'zero' : 'grid'}" d="M${left.toFixed(1)} ${y(tick).toFixed(1)}h${width.toFixed(1)}"/><text class="tick end" x="${(left - 6).toFixed(1)}" y="${(y(tick) + 4).toFixed(1)}">${tick} %</text>`,
    ),
    `<path class="band" d="M${[...upper, ...lower].join('L')}Z"/>`,
    `<path class="curve" d="M${known.map(({ day, estimate }) => at(day, estimate)).join('L')}"/>`,
    `<path class="level" d="M${left.toFixed(1)} ${y(truth).toFixed(1)}h${width.toFixed(1)}"/>`,
    `<text class="start" x="${left.toFixed(1)}" y="24">${title}</text>`,
    `<text class="tick start" x="${left.toFixed(1)}" y="42">dashed: the truth, ${truth.toFixed(1)} %</text>`,
    `<text class="tick" x="${left.toFixed(1)}" y="${HEIGHT - BOTTOM + 18}">1</text><text class="tick" x="${(left + width).toFixed(1)}" y="${HEIGHT - BOTTOM + 18}">${intervals.length}</text>`,
  ].join('\n');
}

const STYLE = `
text { fill: #1f2328; text-anchor: middle; } .start { text-anchor: start; } .end { text-anchor: end; }
.tick { font-size: 12px; fill: #57606a; } .grid { stroke: #d0d7de; fill: none; } .zero { stroke: #57606a; fill: none; }
.level { stroke: #9a6700; fill: none; stroke-width: 2; stroke-dasharray: 5 4; } .band { fill: #0969da; fill-opacity: 0.2; }
.curve { stroke: #0969da; fill: none; stroke-width: 2; }
@media (prefers-color-scheme: dark) {
  text { fill: #f0f6fc; } .tick { fill: #9ea7b3; } .grid { stroke: #30363d; } .zero { stroke: #9ea7b3; }
  .level { stroke: #d29922; } .band { fill: #58a6ff; } .curve { stroke: #58a6ff; }
}`;
