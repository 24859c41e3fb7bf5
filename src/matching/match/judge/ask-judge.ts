/**
 * Asks the judge about all pairs: a few in each question, all questions at once. The result is every verdict
 * or none. A text that manipulates the model can only affect the pairs of the same question. So candidates
 * whose text addresses the judge share no question with others, and a malformed answer there affects them
 * alone.
 */
import type { TenantId } from '../../../contract/brands.ts';
import type { DomainDefinition } from '../../../domains/definition.ts';
import { type LanguageModel, LanguageModelUnavailable } from '../../../engines/llm/language-model.ts';
import type { ProfileData } from '../profile-data.ts';
import {
  judgeData,
  judgeInstructions,
  OneWayVerdicts,
  readVerdicts,
  TwoWayVerdicts,
  UNDECIDED,
  type Verdict,
} from './judge-question.ts';

/** The language model of the llm_judge stage, by tenant. */
export interface Judge {
  /** null: the tenant has no language model. */
  readonly modelFor: (tenant: TenantId) => Promise<LanguageModel | null>;
  /** The longest that a match waits for all verdicts, ms. */
  readonly timeoutMs: number;
}

/** Why three: docs/design/decisions/questions-to-the-judge.md. */
const PAIRS_PER_QUESTION = 3;
const TOKENS_PER_VERDICT = 120;

export interface JudgedCandidate {
  readonly profile: ProfileData;
  /** The profile's text addresses the judge (`addresses-judge.ts`). */
  readonly isSuspect: boolean;
}

export interface JudgedPairs {
  readonly tenant: TenantId;
  readonly definition: DomainDefinition;
  readonly seeker: ProfileData;
  readonly candidates: readonly JudgedCandidate[];
  /** The request's `prompt`. */
  readonly prompt: string | undefined;
  readonly twoWay: boolean;
  readonly signal: AbortSignal;
}

/** In the order of the candidates. Throws `LanguageModelUnavailable`, or the signal's reason. */
export async function askJudge(model: LanguageModel, pairs: JudgedPairs): Promise<readonly Verdict[]> {
  const verdicts: Verdict[] = [];
  // One failed question aborts the others, since only a full set of verdicts is used.
  const failed = new AbortController();
  const signal = AbortSignal.any([pairs.signal, failed.signal]);
  const questions = groupIntoQuestions(pairs.candidates).map(async ({ positions, isSuspect }) => {
    const candidates = positions.map((at) => pairs.candidates[at]!);
    const answer = askAbout(model, { ...pairs, candidates, signal });
    const given = isSuspect ? await asInstructing(answer, positions.length) : await answer;
    for (const [n, at] of positions.entries()) verdicts[at] = given[n]!;
  });
  try {
    await Promise.all(questions);
    return verdicts;
  } catch (error) {
    failed.abort();
    await Promise.allSettled(questions);
    pairs.signal.throwIfAborted();
    throw error;
  }
}

interface PositionsOfQuestion {
  readonly positions: readonly number[];
  readonly isSuspect: boolean;
}

function groupIntoQuestions(candidates: readonly JudgedCandidate[]): readonly PositionsOfQuestion[] {
  return [false, true].flatMap((isSuspect) => {
    const group = [...candidates.keys()].filter((at) => candidates[at]!.isSuspect === isSuspect);
    return Array.from({ length: Math.ceil(group.length / PAIRS_PER_QUESTION) }, (_, n) => ({
      positions: group.slice(n * PAIRS_PER_QUESTION, (n + 1) * PAIRS_PER_QUESTION),
      isSuspect,
    }));
  });
}

/** Verdicts on suspect texts: each is marked `triesToInstruct`, whatever the model says. */
async function asInstructing(
  answer: Promise<readonly Verdict[]>,
  count: number,
): Promise<readonly Verdict[]> {
  const unread: Verdict = {
    seekerWants: UNDECIDED,
    candidateWants: UNDECIDED,
    reason: null,
    triesToInstruct: true,
  };
  try {
    return (await answer).map((verdict) => ({ ...verdict, triesToInstruct: true }));
  } catch (error) {
    if (!(error instanceof LanguageModelUnavailable) || error.reason !== 'malformed') throw error;
    return new Array<Verdict>(count).fill(unread);
  }
}

async function askAbout(model: LanguageModel, pairs: JudgedPairs): Promise<readonly Verdict[]> {
  const { tenant, definition, seeker, candidates, prompt, twoWay, signal } = pairs;
  const question = {
    tenant,
    instructions: judgeInstructions(definition, twoWay),
    data: judgeData(
      seeker,
      candidates.map(({ profile }) => profile),
      prompt,
    ),
    maxAnswerTokens: 200 + TOKENS_PER_VERDICT * candidates.length,
    signal,
  };
  const answer = twoWay
    ? await model.ask({ ...question, form: { name: 'two_way_verdicts', schema: TwoWayVerdicts } })
    : await model.ask({ ...question, form: { name: 'one_way_verdicts', schema: OneWayVerdicts } });
  const verdicts = readVerdicts(answer, candidates.length);
  if (verdicts !== null) return verdicts;
  throw new LanguageModelUnavailable('malformed', 'the judge did not give one verdict for each candidate');
}
