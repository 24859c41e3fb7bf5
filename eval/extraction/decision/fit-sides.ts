/**
 * Fits the weights that decide the side of a text. For every text the side that is right is compared with each
 * other side: the difference of their features is a row of a logistic regression.
 */
import { phraseFeatures, type SideDecision } from '../../../src/extraction/side/decide-side.ts';
import { styleNames } from '../../../src/extraction/side/text-style.ts';
import { fitLogistic } from '../../../src/learn/fit/penalised-logistic.ts';
import { SparseRowsBuilder } from '../../../src/learn/fit/sparse-rows.ts';

export interface SidedText {
  readonly domain: string;
  readonly sides: readonly string[];
  /** The right side. */
  readonly side: string;
  readonly decision: SideDecision;
  readonly weight: number;
}

/** Log-odds of what the rules alone would choose, which the fit departs from. */
const FIRST_CHOICE = 2;
const firstChoiceAt = phraseFeatures.indexOf('first choice');
const PENALTY = { phrase: 2, style: 2 };

export function fitSides(texts: readonly SidedText[]): Record<string, number> {
  const domains = [...new Map(texts.map(({ domain, sides }) => [domain, sides]))];
  const styleColumns = domains.flatMap(([domain, sides]) =>
    // The last side is the one that the others are compared with.
    sides.slice(0, -1).flatMap((side) => styleNames.map((name) => `${domain}.${side} ${name}`)),
  );
  const columnOf = new Map([...phraseFeatures, ...styleColumns].map((name, at) => [name, at]));
  const builder = new SparseRowsBuilder(columnOf.size);
  const labels: number[] = [];
  const offsets: number[] = [];
  const weights: number[] = [];
  const addRow = (text: SidedText, a: string, b: string, label: number) => {
    const { decision, sides, domain } = text;
    const [x, y] = [decision.phrases[sides.indexOf(a)]!, decision.phrases[sides.indexOf(b)]!];
    for (const at of phraseFeatures.keys()) builder.add(at, x[at]! - y[at]!);
    for (const [at, name] of styleNames.entries()) {
      for (const [side, sign] of [
        [a, 1],
        [b, -1],
      ] as const) {
        const column = columnOf.get(`${domain}.${side} ${name}`);
        if (column !== undefined) builder.add(column, sign * (decision.style?.[at] ?? 0));
      }
    }
    builder.endRow();
    labels.push(label);
    offsets.push(FIRST_CHOICE * (x[firstChoiceAt]! - y[firstChoiceAt]!));
    weights.push(text.weight / 2);
  };
  for (const text of texts) {
    for (const other of text.sides) {
      if (other === text.side) continue;
      addRow(text, text.side, other, 1);
      addRow(text, other, text.side, 0);
    }
  }
  const { theta } = fitLogistic({
    x: builder.build(),
    rows: Uint32Array.from(labels.keys()),
    labels: Uint8Array.from(labels),
    weights: Float64Array.from(weights),
    offsets: Float64Array.from(offsets),
    precision: Float64Array.from({ length: columnOf.size }, (_, at) =>
      at < phraseFeatures.length ? PENALTY.phrase : PENALTY.style,
    ),
    stiff: [],
  });
  const prior = (at: number) => (at === firstChoiceAt ? FIRST_CHOICE : 0);
  return Object.fromEntries(
    [...columnOf].map(([name, at]) => [name, Math.round((theta[at]! + prior(at)) * 1e4) / 1e4]),
  );
}

/** Weights of 0 with which the way of writing is looked at, but decides nothing. */
export function neutralSides(
  domains: readonly (readonly [domain: string, sides: readonly string[]])[],
): Record<string, number> {
  return Object.fromEntries(
    domains.flatMap(([domain, sides]) => sides.map((side) => [`${domain}.${side} bias`, 0])),
  );
}
