/**
 * Asks the judge about all pairs, a few in each question and all questions at once: every verdict, or none. What a text
 * makes a model say can only touch who is in the same question, so those whose text addresses the judge have questions
 * of their own; where these break the form of the answer it is their loss alone.
 */
import type { TenantId } from '../../contract/brands.ts';
import type { DomainDefinition } from '../../domains/definition.ts';
import { type LanguageModel, LanguageModelUnavailable } from '../../llm/language-model.ts';
import type { ProfileData } from '../profile-data.ts';
import {
  judgeData,
  judgeInstructions,
  OneWayVerdicts,
  readVerdicts,
  TwoWayVerdicts,
  type Verdict,
} from './judge-question.ts';

/**
 * A verdict is about 70 tokens, written one after the other: three take two seconds of a model that writes 100 a
 * second, ten would take seven. Each question repeats the seeker's profile, which servers keep from one to the next.
 */
const PAIRS_A_QUESTION = 3;
const TOKENS_A_VERDICT = 120;

export interface JudgedCandidate {
  readonly profile: ProfileData;
  /** What they wrote speaks to the judge (`addresses-judge.ts`). */
  readonly isSuspect: boolean;
}

export interface JudgedPairs {
  readonly tenant: TenantId;
  readonly definition: DomainDefinition;
  readonly seeker: ProfileData;
  readonly candidates: readonly JudgedCandidate[];
  /** What this request asks for, in the seeker's product's words. */
  readonly prompt: string | undefined;
  readonly twoWay: boolean;
  readonly signal: AbortSignal;
}

/** In the order of the candidates. Throws `LanguageModelUnavailable`, or the signal's reason. */
export async function askJudge(model: LanguageModel, pairs: JudgedPairs): Promise<readonly Verdict[]> {
  const verdicts: Verdict[] = [];
  // One that fails ends the others: what they would say is of no use.
  const failed = new AbortController();
  const signal = AbortSignal.any([pairs.signal, failed.signal]);
  const questions = inQuestions(pairs.candidates).map(async ({ positions, isSuspect }) => {
    const candidates = positions.map((at) => pairs.candidates[at]!);
    const asked = askAbout(model, { ...pairs, candidates, signal });
    const given = isSuspect ? await held(asked, positions.length) : await asked;
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

function inQuestions(candidates: readonly JudgedCandidate[]): readonly PositionsOfQuestion[] {
  return [false, true].flatMap((isSuspect) => {
    const group = [...candidates.keys()].filter((at) => candidates[at]!.isSuspect === isSuspect);
    return Array.from({ length: Math.ceil(group.length / PAIRS_A_QUESTION) }, (_, n) => ({
      positions: group.slice(n * PAIRS_A_QUESTION, (n + 1) * PAIRS_A_QUESTION),
      isSuspect,
    }));
  });
}

/** Whatever the model says of its instructors, they tried. */
async function held(asked: Promise<readonly Verdict[]>, count: number): Promise<readonly Verdict[]> {
  const unread: Verdict = { seekerWants: 0.5, candidateWants: 0.5, reason: null, triesToInstruct: true };
  try {
    return (await asked).map((verdict) => ({ ...verdict, triesToInstruct: true }));
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
    maxAnswerTokens: 200 + TOKENS_A_VERDICT * candidates.length,
    signal,
  };
  const answer = twoWay
    ? await model.ask({ ...question, form: { name: 'two_way_verdicts', schema: TwoWayVerdicts } })
    : await model.ask({ ...question, form: { name: 'one_way_verdicts', schema: OneWayVerdicts } });
  const verdicts = readVerdicts(answer, candidates.length);
  if (verdicts !== null) return verdicts;
  throw new LanguageModelUnavailable('malformed', 'the judge did not give one verdict for each candidate');
}
