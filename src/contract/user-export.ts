/** GET /users/{user_id}/export. */
import { z } from 'zod';
import { anyObject } from './common.ts';
import { Propensity } from './explore.ts';
import { UserRecord } from './user.ts';

const OutcomeFields = {
  domain: z.string(),
  outcome: z.string().describe('The label.'),
  weight: z.number(),
  match_id: z.string().nullable(),
  at: z.string(),
  current: z
    .boolean()
    .describe(
      'False where a later label of the pair superseded this one, or the same label sent with another key replaced it.',
    ),
};

const ExportedContextItem = z.object({
  domain: z.string(),
  context_id: z.string(),
  source: z.string(),
  content: z.string(),
  created_at: z.string(),
});

const OutcomeAsSeeker = z.object({ candidate_id: z.string(), ...OutcomeFields });
const OutcomeAsCandidate = z.object({ seeker_id: z.string(), ...OutcomeFields });

const confirmedAt = (what: string) =>
  z
    .string()
    .optional()
    .describe(`When feedback confirmed that ${what} was really seen; absent where none did.`);

const exploring = {
  explored: z.boolean().optional().describe('True: drawn from below the cut.'),
  propensity: Propensity.optional().describe(
    'The probability of being shown; absent: the match did not explore.',
  ),
};

const MatchShownTo = z.object({
  match_id: z.string(),
  domain: z.string(),
  at: z.string(),
  confirmed_at: confirmedAt('all of the answer'),
  candidates: z.array(
    z.object({
      user_id: z.string(),
      position: z.number().int().min(1),
      score: z.number(),
      confirmed_at: confirmedAt('this candidate'),
      ...exploring,
    }),
  ),
});

const MatchShownIn = z.object({
  match_id: z.string(),
  domain: z.string(),
  at: z.string(),
  seeker_id: z.string(),
  position: z.number().int().min(1),
  score: z.number(),
  confirmed_at: confirmedAt('the user, or all of the answer,'),
  ...exploring,
});

const CandidateExposure = z.object({
  domain: z.string(),
  expected_likes: z.number().min(0).describe('A sum that fades, at `at`.'),
  price: z.number().min(0).describe('Log-odds, which order the user behind others.'),
  over_capacity: z.boolean().describe('Whether the hard cap keeps the user from being shown.'),
  at: z.string(),
});

export type CandidateExposure = z.infer<typeof CandidateExposure>;
export type ExportedContextItem = z.infer<typeof ExportedContextItem>;
export type OutcomeAsSeeker = z.infer<typeof OutcomeAsSeeker>;
export type OutcomeAsCandidate = z.infer<typeof OutcomeAsCandidate>;
export type MatchShownTo = z.infer<typeof MatchShownTo>;
export type MatchShownIn = z.infer<typeof MatchShownIn>;

const KeptDocumentEntry = z
  .object({
    domain: z.string(),
    document_id: z.string(),
    source: z.string(),
    format: z.string(),
    bytes: z.number().int(),
    sha256: z.string(),
    created_at: z.string(),
  })
  .meta({ id: 'KeptDocumentEntry' });
export type KeptDocumentEntry = z.infer<typeof KeptDocumentEntry>;

export const UserExport = z
  .object({
    user_id: z.string(),
    exported_at: z.string(),
    records: z
      .record(z.string(), UserRecord)
      .describe('By domain, also of domains that the workspace no longer has.'),
    stored: z
      .record(z.string(), anyObject())
      .describe(
        'The same by domain as it is stored: with `context_items` of the domain (without their `domain`) it is a `record` of POST /v1/users (`StoredRecord`).',
      ),
    trained_models: z
      .array(z.string())
      .describe('Versions of the kept models that were trained with outcomes of the user.'),
    context_items: z.array(ExportedContextItem).describe('Every stored text, by domain, oldest first.'),
    outcomes_as_seeker: z
      .array(OutcomeAsSeeker)
      .describe('By domain and candidate; behind them those that were replaced.'),
    outcomes_as_candidate: z
      .array(OutcomeAsCandidate)
      .describe('By domain and seeker; behind them those that were replaced.'),
    matches_shown_to: z
      .array(MatchShownTo)
      .describe('Answers of POST /v1/match that the user received, oldest first.'),
    matches_shown_in: z
      .array(MatchShownIn)
      .describe('Answers of POST /v1/match to others in which the user stood, oldest first.'),
    documents: z
      .array(KeptDocumentEntry)
      .describe('Files whose bytes are kept, where the workspace says so; oldest first.'),
    fair_exposure: z
      .array(CandidateExposure)
      .describe('By domain, where fair exposure counts what the user was shown.'),
    request_id: z.string(),
  })
  .meta({ id: 'UserExport' });
