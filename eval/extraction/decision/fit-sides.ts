/**
 * Fits the weights of the phrases that speak for a side. In every text the right side is compared with each
 * other side: the difference of their features is a row of a logistic regression.
 */

import { phraseFeatures, type SideDecision } from '../../../src/people/reading/side/decide-side.ts';
import { fitLogistic } from '../../../src/platform/numeric/fit-logistic.ts';
import { SparseRowsBuilder } from '../../../src/platform/numeric/sparse-rows.ts';

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
const PENALTY = 2;

export function fitSides(texts: readonly SidedText[]): Record<string, number> {
  const builder = new SparseRowsBuilder(phraseFeatures.length);
  const labels: number[] = [];
  const offsets: number[] = [];
  const weights: number[] = [];
  const addRow = (text: SidedText, a: string, b: string, label: number) => {
    const { decision, sides } = text;
    const [x, y] = [decision.phrases[sides.indexOf(a)]!, decision.phrases[sides.indexOf(b)]!];
    for (const at of phraseFeatures.keys()) builder.add(at, x[at]! - y[at]!);
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
    precision: new Float64Array(phraseFeatures.length).fill(PENALTY),
    stiff: [],
  });
  const prior = (at: number) => (at === firstChoiceAt ? FIRST_CHOICE : 0);
  return Object.fromEntries(
    phraseFeatures.map((name, at) => [name, Math.round((theta[at]! + prior(at)) * 1e4) / 1e4]),
  );
}
