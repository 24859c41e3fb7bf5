/**
 * The shipped examples as bytes: gzip of a line of JSON and the columns behind it, each a run of little-endian
 * 16-bit steps. Columns of like numbers make the file a third of what rows would.
 */
import { gunzipSync, gzipSync } from 'node:zlib';
import { z } from 'zod';
import { evidenceNames } from '../network/evidence-names.ts';
import type { Example, ExampleText } from './example.ts';

/** A step of a feature: log-odds and logarithms to a hundredth. */
const STEPS = 100;
const NEWLINE = 10;

const Header = z.strictObject({
  /** `decisionId` of the decision that was fitted on them. */
  decision: z.string(),
  features: z.array(z.string()),
  effects: z.array(z.string()),
  /** Number of claims and weight, by text. */
  texts: z.array(z.tuple([z.number(), z.number()])),
});

export interface ExampleFile {
  readonly decision: string;
  readonly texts: readonly Omit<ExampleText, 'isHeldOut'>[];
}

export function encodeExamples({ decision, texts }: ExampleFile): Buffer {
  const all = texts.flatMap(({ examples }) => examples);
  const effects = [...new Set(all.map(({ effect }) => effect))].sort();
  const header: z.infer<typeof Header> = {
    ...{ decision, features: [...evidenceNames], effects },
    texts: texts.map(({ examples, weight }) => [examples.length, weight]),
  };
  const columns = [
    all.map(({ isRight, isSingle }) => (isRight ? 1 : 0) + (isSingle ? 2 : 0)),
    all.map(({ effect }) => effects.indexOf(effect)),
    ...evidenceNames.map((_, at) => all.map(({ features }) => Math.round(features[at]! * STEPS))),
  ];
  const bytes = Buffer.alloc(2 * all.length * columns.length);
  for (const [at, value] of columns.flat().entries()) bytes.writeInt16LE(value, 2 * at);
  return gzipSync(Buffer.concat([Buffer.from(`${JSON.stringify(header)}\n`), bytes]), { level: 9 });
}

/** Throws where the examples are described by other features. */
export function decodeExamples(file: Uint8Array): ExampleFile {
  const bytes = gunzipSync(file);
  const end = bytes.indexOf(NEWLINE);
  const { decision, features, effects, texts } = Header.parse(JSON.parse(bytes.toString('utf8', 0, end)));
  if (features.join() !== evidenceNames.join())
    throw new Error('The shipped examples have other features than the decision; weigh the evidence again.');
  const N = texts.reduce((sum, [count]) => sum + count, 0);
  const at = (column: number, row: number) => bytes.readInt16LE(end + 1 + 2 * (column * N + row));
  let row = 0;
  const next = (): Example => {
    const [flags, effect] = [at(0, row), effects[at(1, row)]!];
    const values = Float64Array.from(evidenceNames, (_, column) => at(2 + column, row) / STEPS);
    row++;
    return { features: values, effect, isRight: (flags & 1) === 1, isSingle: (flags & 2) === 2 };
  };
  return {
    decision,
    texts: texts.map(([count, weight]) => ({ weight, examples: Array.from({ length: count }, next) })),
  };
}
