/** Asks the judge about all pairs, a few in each question and all questions at once: every verdict, or none. */
import type { TenantId } from '../../contract/brands.ts';
import type { DomainDefinition } from '../../domains/definition.ts';
import { type LanguageModel, LanguageModelUnavailable } from '../../llm/language-model.ts';
import type { ProfileRow } from '../../storage/profile-row.ts';
import {
  judgeData,
  judgeInstructions,
  OneWayVerdicts,
  readVerdicts,
  TwoWayVerdicts,
  type Verdict,
} from './judge-question.ts';

/** More in one question makes models careless, fewer repeat the seeker's profile more often. */
const PAIRS_A_QUESTION = 10;
const TOKENS_A_VERDICT = 120;

export interface JudgedPairs {
  readonly tenant: TenantId;
  readonly definition: DomainDefinition;
  readonly seeker: ProfileRow;
  readonly candidates: readonly ProfileRow[];
  /** What this request asks for, in the seeker's product's words. */
  readonly prompt: string | undefined;
  readonly twoWay: boolean;
  readonly signal: AbortSignal;
}

/** In the order of the candidates. Throws `LanguageModelUnavailable`, or the signal's reason. */
export async function askJudge(model: LanguageModel, pairs: JudgedPairs): Promise<readonly Verdict[]> {
  const questions: Promise<readonly Verdict[]>[] = [];
  // One that fails ends the others: what they would say is of no use.
  const failed = new AbortController();
  const signal = AbortSignal.any([pairs.signal, failed.signal]);
  for (let from = 0; from < pairs.candidates.length; from += PAIRS_A_QUESTION) {
    const candidates = pairs.candidates.slice(from, from + PAIRS_A_QUESTION);
    questions.push(askAbout(model, { ...pairs, candidates, signal }));
  }
  try {
    return (await Promise.all(questions)).flat();
  } catch (error) {
    failed.abort(error);
    await Promise.allSettled(questions);
    pairs.signal.throwIfAborted();
    throw error;
  }
}

async function askAbout(model: LanguageModel, pairs: JudgedPairs): Promise<readonly Verdict[]> {
  const { tenant, definition, seeker, candidates, prompt, twoWay, signal } = pairs;
  const question = {
    tenant,
    instructions: judgeInstructions(definition, twoWay),
    data: judgeData(definition, seeker, candidates, prompt),
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
