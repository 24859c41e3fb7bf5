/** POST /match. */
import { z } from 'zod';
import { anyObject, DomainParameter, Identifier, MAX_FILTERS, readable } from './common.ts';

export const Tier = z.enum(['general', 'domain', 'tenant']);
export type Tier = z.infer<typeof Tier>;

const stageNames = ['sql_filter', 'light_ml', 'embedding', 'cross_encoder', 'llm_judge'] as const;
export type StageName = (typeof stageNames)[number];

const scoringStage = (largestTopK: number) =>
  z.union([
    z.boolean(),
    z.strictObject({
      enabled: z.boolean().optional(),
      top_k: z
        .number()
        .int()
        .min(1)
        .max(largestTopK)
        .optional()
        .describe('Number of candidates that the stage passes on.'),
      min_score: z.number().min(0).max(1).optional(),
      model: Tier.optional(),
    }),
  ]);

const Stages = z
  .strictObject({
    sql_filter: z.union([z.boolean(), z.strictObject({ enabled: z.boolean().optional() })]).optional(),
    light_ml: scoringStage(10_000).optional(),
    embedding: scoringStage(10_000).optional(),
    cross_encoder: scoringStage(500).optional(),
    llm_judge: z
      .union([
        z.boolean(),
        z.strictObject({
          enabled: z.boolean().optional(),
          top_k: z.number().int().min(1).max(50).optional(),
          min_score: z.number().min(0).max(1).optional(),
          model: Tier.optional(),
          prompt: readable(1, 4000)
            .optional()
            .describe('The request in words; the judge considers it together with the profiles.'),
        }),
      ])
      .optional()
      .describe('A language model judges the best 50; off by default.'),
  })
  .meta({ id: 'Stages' });

/** The request of the match service. On the wire it also has deprecated keys (`deprecated.ts`). */
export const MatchRequest = z.strictObject({
  user_id: Identifier,
  domain: DomainParameter,
  limit: z.number().int().min(1).max(100).default(10),
  filters: anyObject(MAX_FILTERS).optional(),
  stages: Stages.optional(),
  explain: z.boolean().default(false),
  budget_ms: z
    .number()
    .int()
    .min(1)
    .max(60_000)
    .optional()
    .describe('Latency budget: later stages are cut short, and `degraded` lists them.'),
  diversity: z.number().min(0).max(1).default(0),
  reciprocal: z.enum(['product', 'harmonic', 'min', 'off']).optional(),
});
export type MatchRequest = z.infer<typeof MatchRequest>;

const Score = z.number().min(0).max(1);
const ModelUsed = z.object({ tier: Tier, version: z.string() });

const Term = z.object({
  name: z.string(),
  direction: z.enum(['seeker_to_candidate', 'candidate_to_seeker', 'both']),
  log_odds: z.number(),
  reason: z.string().optional(),
});

const Match = z.object({
  user_id: z.string(),
  score: Score,
  mutual: z.object({ seeker_to_candidate: Score, candidate_to_seeker: Score }).optional(),
  stage_scores: z.record(z.string(), Score).optional(),
  reasons: z.array(z.string()).optional(),
  terms: z
    .array(Term)
    .optional()
    .describe('Parts of the score, strongest first; present when `explain` is true.'),
});

const StageTrace = z.object({
  stage: z.string(),
  enabled: z.boolean(),
  in: z.number().int(),
  out: z.number().int(),
  dropped: z.record(z.string(), z.number().int()).describe('Number of dropped candidates, by reason.'),
  note: z.string().optional(),
});

export const MatchResult = z
  .object({
    match_id: z.string(),
    matches: z.array(Match),
    pipeline_stats: z.object({
      total: z.number().int(),
      after_sql_filter: z.number().int(),
      after_light_ml: z.number().int(),
      after_embedding: z.number().int(),
      after_cross_encoder: z.number().int(),
      after_llm_judge: z.number().int().optional(),
    }),
    models_used: z.object({
      light_ml: ModelUsed.optional(),
      embedding: ModelUsed.optional(),
      cross_encoder: ModelUsed.optional(),
      llm_judge: ModelUsed.optional(),
    }),
    degraded: z.array(z.object({ stage: z.string(), reason: z.string() })),
    timings_ms: z.record(z.string(), z.number()).optional(),
    trace: z.array(StageTrace).optional().describe('Trace of the stages; present when `explain` is true.'),
  })
  .meta({ id: 'MatchResult' });
export type MatchResult = z.infer<typeof MatchResult>;
