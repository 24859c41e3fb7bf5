/**
 * Published figures, and earlier measurements of the baselines, for data sets recognised by their counts.
 * Full ranking over all items, one target a person; R = recall@10 = hit rate@10, N = nDCG@10; null where not
 * published.
 */
import type { SequenceReport } from '../../src/behaviour/sequence-models/evaluation/evaluation-report.ts';

interface KnownFigure {
  readonly name: string;
  readonly recall: number | null;
  readonly ndcg: number | null;
  readonly source: string;
}

export interface KnownDataset {
  readonly name: string;
  readonly people: number;
  readonly items: number;
  readonly events: number;
  /** Leave one out, ties as in the file unless the row says otherwise. */
  readonly published: readonly KnownFigure[];
  /** By split («leave-one-out imported») and name of the baseline: [R, N], to four digits. */
  readonly expected: Readonly<Record<string, Readonly<Record<string, readonly [number, number]>>>>;
}

const figure = (name: string, recall: number | null, ndcg: number | null, source: string): KnownFigure => ({
  name,
  recall,
  ndcg,
  source,
});

const S3REC = 'S3-Rec, all_rank.PNG (aHuiWang/CIKM2020-S3Rec)';
const ESASREC = 'eSASRec README (blondered/transformer_benchmark)';
const HSTU = 'HSTU README (meta-recsys/generative-recommenders)';
const GSASREC = 'gSASRec-pytorch README (asash)';

export const knownDatasets: readonly KnownDataset[] = [
  {
    name: 'Amazon Beauty 2014, 5-core',
    people: 22_363,
    items: 12_101,
    events: 198_502,
    published: [
      figure('SASRec (2020, BCE)', 0.0605, 0.0318, S3REC),
      figure('BERT4Rec', 0.0347, 0.017, S3REC),
      figure('S3-Rec', 0.0647, 0.0327, S3REC),
      figure('TIGER', 0.0648, 0.0384, 'TIGER (NeurIPS 2023)'),
      figure('TIGER, re-run, ties shuffled', 0.0651, 0.0346, 'an independent re-run'),
      figure('ActionPiece', 0.0775, 0.0424, ESASREC),
      figure('HSTU, re-run', 0.0788, 0.0439, ESASREC),
      figure('SASRec + sampled softmax', 0.0921, 0.0531, ESASREC),
      figure('eSASRec', 0.0928, 0.0523, ESASREC),
      figure('SASRec CE, ties shuffled, 3 seeds', 0.0859, 0.0503, 'an independent re-run'),
      figure('EASE λ=250', 0.0664, 0.0352, 'measured before'),
      figure('EASE, recency τ=1', 0.0738, 0.0444, 'measured before'),
    ],
    expected: {
      'leave-one-out imported': {
        popularity: [0.012, 0.0056],
        'item-kNN': [0.057, 0.0326],
        'Markov-1': [0.067, 0.044],
        EASE: [0.0664, 0.0352],
        'EASE, recency': [0.0738, 0.0444],
      },
      'temporal imported': {
        popularity: [0.0102, 0.0052],
        'popularity, last 30 days': [0.0226, 0.0125],
        'item-kNN': [0.0437, 0.0247],
        'Markov-1': [0.0367, 0.0211],
        EASE: [0.0526, 0.0288],
        'EASE, recency': [0.0509, 0.0299],
      },
    },
  },
  {
    name: 'Amazon Sports 2014, 5-core',
    people: 35_598,
    items: 18_357,
    events: 296_337,
    published: [
      figure('SASRec (2020, BCE)', 0.035, 0.0192, S3REC),
      figure('S3-Rec', 0.0385, 0.0204, S3REC),
      figure('TIGER', 0.04, 0.0225, 'TIGER (NeurIPS 2023)'),
      figure('ActionPiece', 0.05, 0.0264, ESASREC),
      figure('HSTU, re-run', 0.0437, 0.0243, ESASREC),
      figure('SASRec + sampled softmax', 0.0569, 0.0314, ESASREC),
      figure('eSASRec', 0.056, 0.0323, ESASREC),
      figure('EASE, recency τ=1', 0.0451, 0.0268, 'measured before'),
    ],
    expected: {
      'leave-one-out imported': {
        popularity: [0.0091, 0.0052],
        'item-kNN': [0.0318, 0.0184],
        'Markov-1': [0.0371, 0.0235],
      },
    },
  },
  {
    name: 'Amazon Toys 2014, 5-core',
    people: 19_412,
    items: 11_924,
    events: 167_597,
    published: [
      figure('SASRec (2020, BCE)', 0.0675, 0.0374, S3REC),
      figure('S3-Rec', 0.07, 0.0376, S3REC),
      figure('TIGER', 0.0712, 0.0432, 'TIGER (NeurIPS 2023)'),
      figure('HSTU, re-run', 0.0778, 0.045, ESASREC),
      figure('SASRec + sampled softmax', 0.097, 0.058, ESASREC),
      figure('eSASRec', 0.0939, 0.0538, ESASREC),
      figure('EASE, recency τ=1', 0.0813, 0.0511, 'measured before'),
    ],
    expected: {
      'leave-one-out imported': {
        popularity: [0.009, 0.0049],
        'item-kNN': [0.0668, 0.0391],
        'Markov-1': [0.0709, 0.0479],
      },
    },
  },
  {
    name: 'MovieLens 1M, in SASRec’s order',
    people: 6040,
    items: 3416,
    events: 999_611,
    published: [
      figure('SASRec (BCE, 1 negative)', 0.2392, 0.1259, GSASREC),
      figure('gSASRec (256 negatives)', 0.3003, 0.1726, GSASREC),
      figure('GRU4Rec (CE), own ties', 0.2811, 0.1648, HSTU),
      figure('BERT4Rec (CE), own ties', 0.2843, 0.1537, HSTU),
      figure('SASRec (sampled softmax), own ties', 0.2853, 0.1603, HSTU),
      figure('HSTU, own ties', 0.3097, 0.172, HSTU),
      figure('HSTU-large, own ties', 0.3294, 0.1893, HSTU),
      figure('SASRec+ (full CE)', 0.3152, null, ESASREC),
      figure('SASRec+ sampled softmax', 0.2929, 0.1684, ESASREC),
      figure('eSASRec', 0.3133, 0.1772, ESASREC),
      figure('FuXi-α', 0.3164, 0.1813, ESASREC),
    ],
    expected: {
      'leave-one-out imported': {
        popularity: [0.0369, 0.018],
        'item-kNN': [0.0858, 0.0428],
        'item-kNN, recency': [0.1745, 0.0978],
        'Markov-1': [0.2144, 0.1259],
        EASE: [0.1084, 0.0535],
      },
    },
  },
  {
    name: 'MovieLens 100K',
    people: 943,
    items: 1682,
    events: 100_000,
    published: [],
    expected: { 'temporal imported': { 'popularity, last 30 days': [0.2444, 0.1511] } },
  },
];

export function knownDataset({ people, items, events }: SequenceReport['dataset']): KnownDataset | null {
  return (
    knownDatasets.find(
      (known) => known.people === people && known.items === items && known.events === events,
    ) ?? null
  );
}
