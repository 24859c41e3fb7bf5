/** Wire shapes of tokenizers and semantic IDs. */
import { z } from 'zod';
import { anyObject, Identifier, KIB, readable } from './common.ts';
import { idList } from './id-list.ts';
import { Job } from './job.ts';
import { listOf, ResourceId } from './lists.ts';
import { rowsOf } from './rows.ts';

const MAX_CONTENT_BYTES = 16 * KIB;
const MAX_ITEMS_A_CALL = 1000;

export const TokenizerName = readable(1, 200);

const ContentText = z
  .string()
  .refine((text) => text.isWellFormed(), 'must not have lone surrogates')
  .refine(
    (text) => text.length <= MAX_CONTENT_BYTES / 3 || Buffer.byteLength(text) <= MAX_CONTENT_BYTES,
    `must have at most ${MAX_CONTENT_BYTES} bytes of UTF-8`,
  )
  .describe(`At most ${MAX_CONTENT_BYTES} bytes of UTF-8.`);

/** A key with a simple value, a list of simple values, or an object. */
const Attributes = anyObject()
  .refine(
    (attributes) => Buffer.byteLength(JSON.stringify(attributes)) <= MAX_CONTENT_BYTES,
    `must have at most ${MAX_CONTENT_BYTES} bytes as JSON`,
  )
  .describe('Any keys; each is read as a line `key: value`, sorted by key.');

/** The content of an item: `text` alone, or title, description and attributes, joined by line breaks. */
export const CatalogueItem = z.strictObject({
  item_id: Identifier,
  text: ContentText.nullish().describe('Replaces title, description and attributes.'),
  title: ContentText.nullish(),
  description: ContentText.nullish(),
  image_url: z.string().min(1).max(2048).nullish(),
  attributes: Attributes.nullish(),
});
export type CatalogueItem = z.output<typeof CatalogueItem>;

const MAX_SEQUENCE_ITEMS = 10_000;

/** One person's sequence, oldest first. */
export const InteractionSequence = z.strictObject({
  user_id: Identifier,
  items: idList({ least: 0, most: MAX_SEQUENCE_ITEMS }),
  timestamps: rowsOf(z.int(), { least: 0, most: MAX_SEQUENCE_ITEMS }).nullish(),
});
export type InteractionSequence = z.output<typeof InteractionSequence>;

const SourceLocation = z.strictObject({
  uri: z.string().min(1).max(2048),
  format: z.string().min(1).max(32).describe('`jsonl` or `parquet`.'),
});

export const MODALITIES = ['text', 'image'] as const;
export type Modality = (typeof MODALITIES)[number];

const modalities = rowsOf(z.enum(MODALITIES), { least: 1, most: 2 }).refine(
  (entries) => new Set(entries).size === entries.length,
  'must not name a modality twice',
);

const MOST_LEVELS = 8;
const LARGEST_CODEBOOK = 65_536;

const Codebook = z
  .strictObject({
    levels: z.int().min(1).max(MOST_LEVELS).default(4),
    resolution: z.enum(['multi', 'uniform']).default('multi'),
    base_size: z
      .int()
      .min(2)
      .max(LARGEST_CODEBOOK)
      .refine((size) => Number.isInteger(Math.log2(size)), 'must be a power of two')
      .default(256),
  })
  .refine(
    ({ levels, resolution, base_size }) => resolution === 'uniform' || base_size / 2 ** (levels - 1) >= 2,
    {
      path: ['base_size'],
      error: 'is too small for so many levels of resolution multi: the last level needs 2 codes at least',
    },
  );

const Quantizer = z.enum(['residual-kmeans', 'rq-vae']);

const CollaborativeSignal = z.strictObject({
  mode: z.enum(['cooccurrence_contrastive']),
  interactions: SourceLocation,
  weight: z.number().gt(0).max(10).default(0.5),
});

export const FitTokenizerRequest = z
  .union([
    z
      .strictObject({ dataset_id: ResourceId, name: TokenizerName })
      .describe('The items of a dataset. The settings are chosen automatically, and `diagnostics` says why.')
      .meta({ id: 'FitTokenizerOnDataset' }),
    z
      .strictObject({
        name: TokenizerName,
        catalog: SourceLocation,
        modalities: modalities.prefault(['text']),
        codebook: Codebook.default({ levels: 4, resolution: 'multi', base_size: 256 }),
        quantizer: Quantizer.default('residual-kmeans').describe(
          '`residual-kmeans`: the better codes in our measurements; `rq-vae`: a trained residual autoencoder.',
        ),
        collaborative_signal: CollaborativeSignal.nullable().default(null),
        progressive_masking: z.boolean().default(false),
      })
      .describe('A catalogue at a location that the operator allows, with settings of your choice.')
      .meta({ id: 'FitTokenizerOnCatalogue' }),
  ])
  .meta({ id: 'FitTokenizerRequest' });
export type FitTokenizerRequest = z.output<typeof FitTokenizerRequest>;
export type FitCatalogRequest = Extract<FitTokenizerRequest, { readonly catalog: unknown }>;

const TokenizerStatus = z.enum(['queued', 'fitting', 'ready', 'failed']);
const FittedCodebook = z.object({
  levels: z.int(),
  resolution: z.enum(['multi', 'uniform']),
  base_size: z.int(),
});

export const TokenizerFields = z
  .object({
    id: z.string(),
    tokenizer_id: z.string().describe('The same as `id`.'),
    name: z.string(),
    dataset_id: z.string().nullable().describe('Null where it was fitted on a catalogue.'),
    version: z.string().describe('`v1`, `v2`, … by name within a workspace.'),
    status: TokenizerStatus,
    encoder: z
      .string()
      .nullable()
      .describe('Identity of the text encoder; null before the fit, or without text.'),
    image_encoder: z.string().nullable(),
    modalities: z.array(z.enum(MODALITIES)),
    semantic_levels: z.int().nullable(),
    codebook_size: z.int().nullable().describe('Codes of level 1.'),
    codebook: FittedCodebook.nullable().describe('Null until the settings are chosen.'),
    codebook_utilization: z.array(z.number()).describe('Share of each level’s codes that items use.'),
    collision_rate: z.number().nullable().describe('Share of the items that need a suffix.'),
    suffix: z.literal('collision_index'),
    item_count: z.int().nullable(),
    quantizer: z.string().nullable().describe('`residual-kmeans` or `rq-vae`; null: codes made elsewhere.'),
    progressive_masking: z.boolean(),
    created_at: z.string(),
    ready_at: z.string().nullable(),
    diagnostics: z.record(z.string(), z.unknown()).nullable(),
    error: z
      .object({ code: z.string(), message: z.string(), details: z.record(z.string(), z.unknown()) })
      .nullable(),
  })
  .meta({ id: 'TokenizerFields' });
export type TokenizerFields = z.output<typeof TokenizerFields>;

export const Tokenizer = TokenizerFields.extend({ request_id: z.string() }).meta({ id: 'Tokenizer' });
export const TokenizerList = listOf(TokenizerFields).meta({ id: 'TokenizerList' });

/** GET /tokenizers/{tokenizer_id}/codes. */
export const CodeTreeQuery = z.strictObject({
  prefix: z
    .string()
    .regex(/^\d{1,5}(-\d{1,5}){0,7}$/, 'must be codes with hyphens between them, as in «12-4»')
    .optional()
    .describe('Codes of the first levels: `12-4`. Default: none, which is the top of the tree.')
    .meta({ example: '0' }),
});

export const CodeTree = z
  .object({
    tokenizer_id: z.string(),
    prefix: z.array(z.int()),
    levels: z.int().describe('Number of codes of a whole semantic ID.'),
    items: z.int().describe('Number of items below the prefix.'),
    collisions: z.int().describe('Items among these whose codes are all those of an earlier item.'),
    children: z
      .array(
        z.object({
          code: z.int(),
          items: z.int(),
          collisions: z.int(),
          examples: z.array(z.string()).describe('Ids of the first three items.'),
        }),
      )
      .describe('Codes that follow the prefix, most items first; empty after the last level. At most 1,000.'),
    children_omitted: z.int().describe('Number of codes beyond the 1,000.'),
    items_here: z
      .array(z.object({ item_id: z.string(), collision_suffix: z.int().nullable() }))
      .describe('After the last level: the first 100 items. Otherwise empty.'),
    request_id: z.string(),
  })
  .meta({ id: 'CodeTree' });
export type CodeTree = z.output<typeof CodeTree>;

/** The immediate answer to a fit on a catalogue. */
export const FitResult = z
  .object({
    tokenizer_id: z.string(),
    name: z.string(),
    status: TokenizerStatus,
    codebook: FittedCodebook,
    codebook_utilization: z.array(z.number()),
    created_at: z.string(),
    ready_at: z.string().nullable(),
    job_id: z.string(),
    request_id: z.string(),
  })
  .meta({ id: 'FitResult' });
export type FitResult = z.output<typeof FitResult>;

export const FitAnswer = z.union([Job, FitResult]).meta({ id: 'FitAnswer' });

export const ExportTokenizerRequest = z
  .strictObject({ format: z.string().min(1).max(32).default('tar.gz').describe('`tar.gz`.') })
  .optional()
  .meta({ id: 'ExportTokenizerRequest' });
export type ExportTokenizerRequest = z.output<typeof ExportTokenizerRequest>;

export const SemanticIdsRequest = z
  .strictObject({
    tokenizer_id: ResourceId,
    items: rowsOf(CatalogueItem, { least: 1, most: MAX_ITEMS_A_CALL }),
  })
  .meta({ id: 'SemanticIdsRequest' });
export type SemanticIdsRequest = z.output<typeof SemanticIdsRequest>;

const SemanticId = z.object({
  item_id: z.string(),
  codes: z.array(z.int()).describe('One code for each level.'),
  tokens: z.string().describe('`<sid_L_C>` for each level, without the suffix.'),
  cold_start: z.boolean().describe('The item was not in the catalogue at fit.'),
  collision_suffix: z.int().nullable(),
});

export const SemanticIds = z
  .object({ semantic_ids: z.array(SemanticId), request_id: z.string() })
  .meta({ id: 'SemanticIds' });
