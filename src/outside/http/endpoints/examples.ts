/**
 * Requests and responses of the documentation. `npm run openapi -- --record` sends the requests, in this
 * order, to a service with the profiles `neighbours`, and stores the real responses.
 */

import type { z } from 'zod';
import type { AdaptationRequest } from '../../../contract/adaptation.ts';
import type { BatchPredictionRequest } from '../../../contract/batch-prediction.ts';
import type { ExportDatasetRequest, ImportDatasetRequest } from '../../../contract/dataset.ts';
import type { AppendEventsRequest, AppendItemsRequest } from '../../../contract/dataset-append.ts';
import type {
  FeedbackBatchRequest,
  IngestRequest,
  MatchCall,
  StreamRequest,
} from '../../../contract/deprecated.ts';
import type { DomainCheckRequest, PublishDomainRequest } from '../../../contract/domain.ts';
import type { CreateExperimentRequest } from '../../../contract/experiment.ts';
import type { FeedbackRequest } from '../../../contract/feedback.ts';
import type { GenerateRequest } from '../../../contract/generation.ts';
import type { ItemVectorsRequest } from '../../../contract/item-vectors.ts';
import type { MatchRequest } from '../../../contract/match.ts';
import type { MatchBatchRequest } from '../../../contract/match-batch.ts';
import type { EmbedRequest, ExportModelRequest, PredictRequest } from '../../../contract/model.ts';
import type { RefitRequest } from '../../../contract/model-refit.ts';
import type { DeployRequest } from '../../../contract/serving-model.ts';
import type { SimulationRequest } from '../../../contract/simulation.ts';
import type {
  ExportTokenizerRequest,
  FitTokenizerRequest,
  SemanticIdsRequest,
} from '../../../contract/tokenizer.ts';
import type { TrainRequest } from '../../../contract/training-run.ts';
import type { AppendContextRequest, UpsertUserRequest } from '../../../contract/user.ts';
import type { WithdrawRequest } from '../../../contract/withdrawal.ts';

export const upsertExample: UpsertUserRequest = {
  user_id: 'ana',
  domain: 'dating',
  context:
    "I'm 31 and live in Lisbon. I run every morning, read too many novels, and I'm looking for something serious.",
  fields: { gender: 'woman' },
  preferences: { age: { gte: 28, lte: 40 }, location_within_km: 100 },
};

/** The last line has a fault: ages begin at 18. */
export const batchExample: readonly UpsertUserRequest[] = [
  { user_id: 'carla', domain: 'dating', context: 'Carla, 34, from Porto. I cook and sail.' },
  { user_id: 'davi', domain: 'dating', fields: { age: 36, gender: 'man', location: 'Braga, Portugal' } },
  { user_id: 'eva', domain: 'dating', fields: { age: 7 } },
];

export const contextExample: AppendContextRequest = {
  user_id: 'ana',
  domain: 'dating',
  source: 'chat',
  content: 'Honesty matters most to me, and I want to get married one day.',
};

export const checkDomainExample: DomainCheckRequest = {
  source: `domain: walks
version: 1
title: People to walk with
reciprocal: product
fields:
  - name: age
    kind: hard
    type: integer
    required: true
    range: [18, 120]
    extract: [{rule: age}]
  - name: pace
    kind: hard
    type: enum
    values: [slow, brisk]
    extract:
      - rule: phrases
        values: {slow: [stroll*], brisk: [brisk, fast]}
scorecard:
  terms:
    - {name: pace, compare: same, field: pace, same: 0.8, different: -0.4}
`,
  texts: ["I'm 41 and like a brisk walk before work."],
};

export const publishDomainExample: PublishDomainRequest = {
  source: checkDomainExample.source,
  expected_version: null,
};

export const faultyDomainExample: DomainCheckRequest = {
  source: 'domain: walks\nversion: one\ntitle: People to walk with\n',
};

export const matchExample: z.input<typeof MatchRequest> = {
  user_id: 'ana',
  domain: 'dating',
  limit: 5,
  filters: { age: { gte: 28, lte: 40 }, location_within_km: 50 },
  explain: true,
};

export const profileExample: z.input<typeof MatchCall> = {
  domain: 'dating',
  profile: {
    context: 'I am Ana, 31, a woman in Lisbon. I climb and want something serious, ideally with a man.',
    preferences: { age: { gte: 28, lte: 40 } },
  },
  limit: 5,
};

export const rankGivenExample: z.input<typeof MatchRequest> = {
  user_id: 'ana',
  domain: 'dating',
  candidate_user_ids: ['bruno', 'emil', 'rui'],
  exclude_shown_days: 30,
  explain: true,
};

export const weightedExample: z.input<typeof MatchRequest> = {
  user_id: 'ana',
  domain: 'dating',
  weights: { distance: 0, relationship_goal: 2 },
  record: false,
};

export const feedbackExample: z.input<typeof FeedbackRequest> = {
  domain: 'dating',
  items: [
    { seeker_id: 'ana', candidate_id: 'bruno', outcome: 'accepted' },
    { seeker_id: 'ana', candidate_id: 'emil', outcome: 'rejected', weight: 0.5 },
  ],
};

export const seenExample: z.input<typeof FeedbackRequest> = {
  domain: 'dating',
  items: [{ seeker_id: 'ana', candidate_id: 'bruno', outcome: 'accepted' }],
  shown: [{ match_id: 'match_01k9q3c5e7g9j1m3p5r7t9v1x3', user_ids: ['bruno', 'emil'] }],
};

export const trainExample: z.input<typeof TrainRequest> = { domain: 'dating', force: true };

export const withoutModelExample: z.input<typeof DeployRequest> = { domain: 'dating', run_id: null };

export const deployExample: z.input<typeof DeployRequest> = {
  domain: 'dating',
  run_id: 'run_01k9q4d6f8h0k2m4p6r8t0v2x4',
};

export const withdrawExample: z.input<typeof WithdrawRequest> = {
  domain: 'dating',
  seeker_id: 'ana',
  since: '2026-03-01T00:00:00Z',
  dry_run: true,
};

export const importExample: z.input<typeof ImportDatasetRequest> = {
  name: 'spring-shop',
  features: { items: { price: 'number', tags: { type: 'list' } }, people: { region: 'category' } },
  items: [
    {
      item_id: 'tea-01',
      text: 'Green tea from the Azores, 100 g',
      created_at: '2024-04-02T00:00:00Z',
      attributes: { price: 8.5, tags: ['tea', 'organic'] },
    },
    { item_id: 'cup-07', text: 'Stoneware cup, 250 ml, made in Caldas da Rainha' },
  ],
  events: [
    {
      event_id: 'ev-1',
      person_id: 'ana',
      item_id: 'tea-01',
      kind: 'view',
      timestamp: '2024-05-01T09:30:00+01:00',
    },
    {
      event_id: 'ev-2',
      person_id: 'ana',
      item_id: 'tea-01',
      kind: 'purchase',
      timestamp: '2024-05-01T09:41:07Z',
      value: 8.5,
    },
  ],
  people: [{ person_id: 'ana', attributes: { region: 'Lisboa' } }],
  access: { training: false },
  terms: 'Sales of spring 2024; for our own analyses.',
};

export const importFromFileExample: z.input<typeof ImportDatasetRequest> = {
  name: 'shop-2024',
  source_uri: 'file:shop-2024.parquet',
  format: 'parquet',
};

export const importFromFilesExample: z.input<typeof ImportDatasetRequest> = {
  name: 'yearly-shop',
  source_uris: ['file:items.csv', 'file:events-2023.csv', 'file:events-2024.csv'],
  format: 'csv',
  timestamps: 'epoch_seconds',
};

export const appendEventsExample: z.input<typeof AppendEventsRequest> = {
  events: [
    {
      event_id: 'ev-3',
      person_id: 'ana',
      item_id: 'cup-07',
      kind: 'view',
      timestamp: '2024-05-03T18:02:11Z',
    },
    {
      event_id: 'ev-4',
      person_id: 'ben',
      item_id: 'tea-01',
      kind: 'purchase',
      timestamp: '2024-05-03T18:04:40Z',
      value: 8.5,
    },
  ],
};

export const appendItemsExample: z.input<typeof AppendItemsRequest> = {
  items: [
    {
      item_id: 'pot-02',
      text: 'Cast-iron teapot, 600 ml',
      created_at: '2024-05-03T08:00:00Z',
    },
  ],
};

export const exportExample: z.input<typeof ExportDatasetRequest> = { format: 'jsonl' };

export const fitDatasetExample: z.input<typeof FitTokenizerRequest> = {
  dataset_id: 'ds_01k9q3v0c4m2t8x6h5n7r1w2ya',
  name: 'shop',
};

export const fitCatalogExample: z.input<typeof FitTokenizerRequest> = {
  name: 'shop-by-text',
  catalog: { uri: 'file:catalogue.jsonl', format: 'jsonl' },
  modalities: ['text'],
  codebook: { levels: 4, resolution: 'multi', base_size: 256 },
  collaborative_signal: {
    mode: 'cooccurrence_contrastive',
    interactions: { uri: 'file:histories.jsonl', format: 'jsonl' },
    weight: 0.5,
  },
  progressive_masking: true,
};

export const exportTokenizerExample: z.input<typeof ExportTokenizerRequest> = { format: 'tar.gz' };

export const exportModelExample: z.input<typeof ExportModelRequest> = { format: 'tar.gz' };

export const semanticIdsExample: z.input<typeof SemanticIdsRequest> = {
  tokenizer_id: 'tok_01k9q4b7d2e5f8g1h4j7k0m3np',
  items: [
    {
      item_id: 'lamp-4',
      title: 'Brass reading lamp, 40 cm',
      description: 'A lamp for desks and bedsides.',
      attributes: { colour: 'brass', category: ['Lights', 'Desks'] },
    },
  ],
};

export const adaptExample: z.input<typeof AdaptationRequest> = {
  dataset_id: 'ds_01k9q3v0c4m2t8x6h5n7r1w2ya',
  name: 'shop-next-item',
};

export const adaptSettingsExample: z.input<typeof AdaptationRequest> = {
  dataset_id: 'ds_01k9q3v0c4m2t8x6h5n7r1w2ya',
  name: 'shop-next-item',
  architecture: 'sequential-recommender',
  settings: {
    history_length: 50,
    width: 16,
    heads: 2,
    blocks: 1,
    epochs: 3,
    events: { kinds: ['purchase'], least_events: 2 },
    evaluation: 'brief',
    seed: 1,
  },
};

export const refitExample: RefitRequest = {
  dataset_id: 'ds_01jx8m9y3n6v4k2q7w5t1r8p0z',
  settings: { epochs: 20 },
};

export const predictExample: z.input<typeof PredictRequest> = {
  history: ['cup-07', 'tea-01'],
  candidate_item_ids: ['tea-02', 'pot-03', 'lamp-3'],
  limit: 2,
};

export const predictCatalogueExample: z.input<typeof PredictRequest> = {
  history: ['cup-07', 'tea-01'],
  history_timestamps: ['2026-03-01T09:00:00Z', '2026-03-02T18:30:00Z'],
  limit: 2,
  exclude_item_ids: ['lamp-3'],
  unknown_items: 'ignore',
  long_history: 'truncate',
  diversity: 0.3,
  explain: true,
};

export const matchBatchExample: z.input<typeof MatchBatchRequest> = { domain: 'dating', limit: 10 };

export const matchGivenBatchExample: z.input<typeof MatchBatchRequest> = {
  domain: 'dating',
  user_ids: ['ana', 'bruno'],
  limit: 3,
  filters: { age: { gte: 28 } },
  explain: true,
};

export const matchFileBatchExample: z.input<typeof MatchBatchRequest> = {
  domain: 'dating',
  source_uri: 'file:seekers.jsonl',
  output_format: 'parquet',
};

export const batchPredictionExample: z.input<typeof BatchPredictionRequest> = { limit: 10 };

export const batchPeopleExample: z.input<typeof BatchPredictionRequest> = {
  people: [{ person_id: 'shopper-1' }, { person_id: 'new-visitor', history: ['cup-07'] }],
  limit: 2,
};

export const batchFileExample: z.input<typeof BatchPredictionRequest> = {
  source_uri: 'file:people.jsonl',
  output_format: 'parquet',
};

export const embedExample: z.input<typeof EmbedRequest> = { history: ['cup-07', 'tea-01'] };

export const itemVectorsExample: z.input<typeof ItemVectorsRequest> = { item_ids: ['cup-07', 'tea-01'] };

export const generateExample: z.input<typeof GenerateRequest> = {
  model_id: 'model_01k9q5d3f6g8h1j4k7m0n2p5rs',
  history: ['cup-07', 'tea-01'],
  limit: 10,
};

export const simulateExample: z.input<typeof SimulationRequest> = {
  model_id: 'model_01k9q5d3f6g8h1j4k7m0n2p5rs',
  dataset_id: 'ds_01k9q3v0c4m2t8x6h5n7r1w2ya',
  steps: 5,
  policy: 'popular',
  seed: 7,
};

export const ingestExample: z.input<typeof IngestRequest> = {
  user_id: 'gil',
  text: "I'm 34 and live in Porto, where I restore old furniture. I value honesty, and I'm looking for something serious.",
  metadata: { gender: 'man' },
  summary: 'Calm, patient, wants a family.',
};

export const streamExample: z.input<typeof StreamRequest> = {
  user_id: 'gil',
  text: 'I moved to Lisbon last week.',
};

export const feedbackBatchExample: z.input<typeof FeedbackBatchRequest> = {
  batch_id: '2026-03-01/1',
  items: [
    { user_id: 'ana', candidate_id: 'carlos', action: 'accepted' },
    { user_id: 'ana', candidate_id: 'duarte', action: 'rejected' },
  ],
};

const shopItems = [
  { item_id: 'tea-01', text: 'Green tea from the Azores, 100 g' },
  { item_id: 'tea-02', text: 'Black tea with bergamot, 50 bags' },
  { item_id: 'tea-03', text: 'Mint and lemon verbena, loose, 60 g' },
  { item_id: 'cup-07', text: 'Stoneware cup, 250 ml, made in Caldas da Rainha' },
  { item_id: 'cup-08', text: 'Glass cup with a double wall, 200 ml' },
  { item_id: 'pot-03', text: 'Cast iron teapot with a sieve, 0.8 l' },
  { item_id: 'lamp-3', text: 'Brass reading lamp for desks and bedsides' },
  { item_id: 'lamp-5', text: 'Paper lantern for the ceiling, 40 cm' },
];
const SHOPPERS = 24;

/** Every person goes on to the next shelf. */
const shopAfter = (purchases: number): z.input<typeof ImportDatasetRequest> => ({
  name: 'shop',
  items: shopItems,
  events: Array.from({ length: SHOPPERS * purchases }, (_, n) => {
    const [person, step] = [Math.floor(n / purchases), n % purchases];
    return {
      event_id: `ev-${person}-${step}`,
      person_id: `shopper-${person}`,
      item_id: shopItems[(person * 3 + step * 2 + Math.floor(step / 4)) % shopItems.length]!.item_id,
      kind: 'purchase',
      timestamp: new Date(Date.UTC(2024, 4, 1 + step, 9, person)).toISOString(),
    };
  }),
});

/** The training data of the examples' models, and the events of the days after it. */
export const shop = shopAfter(4);
export const shopLater = shopAfter(6);

/** The profiles that the example matches can find. */
export const neighbours: readonly UpsertUserRequest[] = [
  {
    user_id: 'bruno',
    domain: 'dating',
    context:
      "33, Cascais. I surf before work and cook for my friends on Sundays. Honesty first; I'd like to marry and have a family.",
    fields: { gender: 'man', relationship_goal: 'long_term' },
  },
  {
    user_id: 'carlos',
    domain: 'dating',
    context: "I'm 29, from Lisbon. Novels, long runs along the river, and nothing casual please.",
    fields: { gender: 'man', relationship_goal: 'long_term' },
  },
  {
    user_id: 'duarte',
    domain: 'dating',
    context: '36, Sintra. Climber, early riser, bad dancer. Here to see where it goes.',
    fields: { gender: 'man', relationship_goal: 'figuring_out' },
  },
  {
    user_id: 'emil',
    domain: 'dating',
    fields: { age: 31, gender: 'man', location: 'Porto, Portugal', relationship_goal: 'casual' },
  },
];

export const experimentExample: z.input<typeof CreateExperimentRequest> = {
  tenant_id: 'ten_01jyav4m9zq3w8k5r7t2x6c0de',
  domain: 'dating',
  name: 'A nearer ranking',
  design: 'cluster',
  arms: [
    { name: 'usual' },
    {
      name: 'nearer',
      scorecard_change: {
        distance: {
          knots: [
            [0, 0.4],
            [50, 0],
            [200, -0.4],
          ],
        },
      },
    },
  ],
  primary_metric: 'mutual_per_seeker_day',
  stop: { smallest_effect: 0.02 },
};

export const interleavingExample: z.input<typeof CreateExperimentRequest> = {
  tenant_id: 'ten_01jyav4m9zq3w8k5r7t2x6c0de',
  domain: 'hiring',
  name: 'Our model beside the general one',
  design: 'interleaving',
  arms: [{ name: 'ours' }, { name: 'general', tier: 'general' }],
  share: 0.5,
  primary_metric: 'positive_rate',
  stop: { smallest_effect: 0.1, confidence: 0.99 },
  days: 14,
};
