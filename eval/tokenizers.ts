/**
 * Evaluates tokenizers of a folder's items, read by the service's own import and text encoder. Both
 * quantizers run in the shapes of published work, with and without a collaborative signal, with and without
 * masking.
 *
 *   npm run eval -- tokenizers FOLDER [--letter FILE] [--only kmeans,letter] [--items 4000] [--seed 1]
 *     [--json]
 *
 * `--letter`: published codes in LETTER's form (item id - 1: tokens), evaluated beside ours. `--only`: cases
 * with one of these words in their name. `--items`: only the first items. Formats of a folder:
 * `sequential/dataset-lines-of.ts`. A column `asin` of items.tsv is left out, because a shop's number says
 * nothing of an item. Test pairs are the last two items of each person, which no fit sees.
 */
import { parseArgs } from 'node:util';
import { printTable } from '../bench/support/measure.ts';
import { codebookLayout } from '../src/behaviour/semantic-ids/codebook-layout.ts';
import { describeTokenizer } from '../src/behaviour/semantic-ids/diagnostics/describe-tokenizer.ts';
import { fitQuantizer } from '../src/behaviour/semantic-ids/fit-quantizer.ts';
import type { QuantizerProblem } from '../src/behaviour/semantic-ids/quantizer.ts';
import { textsOf } from '../src/behaviour/sequence-models/adaptation/item-texts.ts';
import { collectHistories } from '../src/behaviour/sequence-models/histories/collect-histories.ts';
import { openTextEncoder } from '../src/engines/encoders/open-text-encoder.ts';
import { publishedCodes } from './generative/item-codes-of.ts';
import { datasetLinesOf } from './sequential/dataset-lines-of.ts';
import { withImported } from './sequential/import-folder.ts';
import { holdOutPairs } from './tokenizers/hold-out-pairs.ts';
import { type MeasuredCodes, measureCodes } from './tokenizers/measure-codes.ts';

const { values: flags, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    letter: { type: 'string' },
    only: { type: 'string' },
    items: { type: 'string' },
    seed: { type: 'string', default: '1' },
    json: { type: 'boolean', default: false },
  },
});
const [folder] = positionals;
if (folder === undefined) {
  console.error('Usage: npm run eval -- tokenizers FOLDER [--letter FILE] [--only NAMES] [--json]');
  process.exit(2);
}
const seed = Number(flags.seed);
const wanted = (name: string) =>
  flags.only === undefined || flags.only.split(',').some((word) => name.includes(word));

const uniform = codebookLayout(4, 'uniform', 256);
const multi = codebookLayout(4, 'multi', 2048);
type Variant = Pick<QuantizerProblem, 'kind' | 'layout' | 'progressiveMasking'> & { readonly weight: number };
const variants: Readonly<Record<string, Variant>> = {
  'kmeans 4 x 256': { kind: 'residual-kmeans', layout: uniform, progressiveMasking: false, weight: 0 },
  'kmeans 4 x 256, had together 0.1': {
    kind: 'residual-kmeans',
    layout: uniform,
    progressiveMasking: false,
    weight: 0.1,
  },
  'kmeans 4 x 256, had together 1': {
    kind: 'residual-kmeans',
    layout: uniform,
    progressiveMasking: false,
    weight: 1,
  },
  'kmeans multi 2048': { kind: 'residual-kmeans', layout: multi, progressiveMasking: false, weight: 0 },
  'kmeans multi 2048, had together 1': {
    kind: 'residual-kmeans',
    layout: multi,
    progressiveMasking: false,
    weight: 1,
  },
  'rq-vae 4 x 256': { kind: 'rq-vae', layout: uniform, progressiveMasking: false, weight: 0 },
  'rq-vae 4 x 256, masked': { kind: 'rq-vae', layout: uniform, progressiveMasking: true, weight: 0 },
  'rq-vae 4 x 256, masked, had together 1': {
    kind: 'rq-vae',
    layout: uniform,
    progressiveMasking: true,
    weight: 1,
  },
  'rq-vae multi 2048': { kind: 'rq-vae', layout: multi, progressiveMasking: false, weight: 0 },
};

await withImported(datasetLinesOf(folder, { leaveOut: ['asin'] }), async (snapshot) => {
  const histories = await collectHistories(snapshot);
  const { texts } = await textsOf(snapshot);
  const count = Math.min(texts.length, Number(flags.items ?? texts.length));
  const { seen, pairs } = holdOutPairs(histories, count);
  const { values, width } = await encode(texts.slice(0, count));
  const judged: MeasuredCodes[] = [];
  for (const [name, { weight, ...variant }] of Object.entries(variants)) {
    if (!wanted(name)) continue;
    const collaborative = weight === 0 ? null : { ...seen, weight };
    const problem = { vectors: values, dimension: width, ...variant, collaborative, seed };
    const { quantizer, report } = await fitQuantizer(problem);
    const codes = quantizer.codesOf(values);
    const given = { name, layout: variant.layout, codes, quantizer, minutes: report.minutes };
    judged.push(measureCodes(given, { values, width }, pairs, seed));
    console.error(`${name}: ${describeTokenizer(judged.at(-1)!.diagnostics)}`);
  }
  if (flags.letter !== undefined && wanted('letter')) {
    const { layout, codes } = publishedCodes(flags.letter, histories.itemIds.slice(0, count));
    const given = { name: 'LETTER, published', layout, codes, quantizer: null, minutes: null };
    judged.push(measureCodes(given, { values, width }, pairs, seed));
  }
  if (flags.json) console.log(JSON.stringify(judged, null, 2));
  else print(judged);
});

async function encode(texts: readonly string[]) {
  const encoder = await openTextEncoder('embedded');
  try {
    const vectors = await encoder.encode(texts);
    const width = encoder.identity.dimension;
    const values = new Float32Array(vectors.length * width);
    vectors.forEach((vector, row) => void values.set(vector, row * width));
    return { values, width };
  } finally {
    await encoder.close();
  }
}

function print(judged: readonly MeasuredCodes[]): void {
  const floor = judged[0]?.diagnostics.collision_rate_floor ?? 0;
  console.log(
    `Items with the vector of an earlier one need a suffix whatever the codes: ${percent(floor)} % of all.`,
  );
  const list = (shares: readonly number[]) => shares.map(percent).join(' ');
  printTable(
    ['', 'IDs', 'items that share one', 'suffix', 'use, %', 'share their first r codes, %', 'minutes'],
    judged.map(({ name, diagnostics: found, minutes }) => [
      name,
      found.distinct_codes,
      found.colliding_items,
      percent(found.collision_rate),
      list(found.utilization),
      list(found.prefix_sharing),
      minutes?.toFixed(2) ?? '–',
    ]),
  );
  printTable(
    [
      '',
      'neighbours kept by the first r codes, %',
      'variance unsaid, %',
      'had together: share r codes, %',
      'by chance, %',
    ],
    judged.map(({ name, diagnostics: found, together, byChance }) => [
      name,
      list(found.neighbour_overlap),
      list(found.reconstruction_error),
      list(together),
      list(byChance),
    ]),
  );
}

function percent(share: number): string {
  return (100 * share).toFixed(share > 0 && share < 0.1 ? 2 : 1);
}
