/**
 * A language model reads the best pairs: both profiles and the request's prompt. Its verdict is evidence on
 * top of the stages before. At most `MAX_JUDGED` candidates are read; the rest are dropped (`not_read`).
 * Either all verdicts count or none: if the model fails, is slow or breaks the form of the answer, the order
 * stays as it was.
 */
import { LanguageModelUnavailable } from '../../llm/language-model.ts';
import { personOfRow } from '../../ranking/scoring/person.ts';
import type { DirectionSums } from '../../ranking/scoring/sum-columns.ts';
import { bestOf } from '../best-of.ts';
import { addressesJudge } from '../judge/addresses-judge.ts';
import { askJudge, type JudgedCandidate } from '../judge/ask-judge.ts';
import type { Verdict } from '../judge/judge-question.ts';
import { judgedBy } from '../judge/verdict-evidence.ts';
import { cut, type Pool, type Scoring, scored, sizeOf, take, withEvidence } from '../pool.ts';
import { profileData, writtenText } from '../profile-data.ts';
import { profilesOf } from '../profiles-of.ts';
import { cutShort, type MatchContext, type Stage } from '../stage.ts';
import { BudgetSpent, waitForHost } from '../wait-for-host.ts';

const MAX_JUDGED = 50;

export const llmJudge: Stage = {
  name: 'llm_judge',
  enabled: ({ stages }) => stages.llm_judge.enabled,
  async run(given, context) {
    const { plan, index, judge } = context;
    const model = (await judge?.modelFor(plan.tenant)) ?? null;
    if (judge === null || model === null) return cutShort(given, 'not_configured');
    const readable = await bestOf(given, MAX_JUDGED, context);
    const { pool, candidates } = await withProfiles(readable, context);
    const ask = (signal: AbortSignal) => askJudge(model, { ...pairsOf(candidates, context), signal });
    const verdicts = await waitForHost(context, waitLimitOf(judge.timeoutMs), ask).catch(degradedBy);
    if (typeof verdicts === 'string') return cutShort(given, verdicts);
    const { kept, dropped } = cut(judgedPool(pool, verdicts, context), index, plan.stages.llm_judge);
    const notRead = sizeOf(given) - readable.rows.length;
    const gone = readable.rows.length - pool.rows.length;
    const before = { ...(notRead > 0 && { not_read: notRead }), ...(gone > 0 && { gone }) };
    const suspects = verdicts.filter(({ triesToInstruct }) => triesToInstruct).length;
    return {
      kept,
      dropped: { ...before, ...dropped },
      model: { tier: 'general', version: model.name },
      ...(suspects > 0 && {
        note: `${suspects} of ${verdicts.length} candidates tried to instruct the judge; it could not raise them`,
      }),
    };
  },
};

/** The pool without the candidates erased meanwhile, and the profiles of the others. */
async function withProfiles(
  pool: Pool,
  context: MatchContext,
): Promise<{ readonly pool: Pool; readonly candidates: readonly JudgedCandidate[] }> {
  const rows = await profilesOf(pool.rows, context);
  const positions = Uint32Array.from(pool.rows.keys()).filter((at) => rows[at] !== null);
  const { definition } = context.plan;
  const present = rows.filter((row) => row !== null);
  const candidates = present.map((row) => {
    const person = personOfRow(definition, row, []);
    return {
      profile: profileData(definition, person),
      isSuspect: addressesJudge(writtenText(definition, person)),
    };
  });
  return { pool: take(pool, positions), candidates };
}

function pairsOf(candidates: readonly JudgedCandidate[], { plan, seeker }: MatchContext) {
  const { tenant, definition, request, aggregation } = plan;
  const settings = request.stages?.llm_judge;
  return {
    tenant,
    definition,
    seeker: profileData(definition, seeker.person),
    candidates,
    prompt: typeof settings === 'object' ? settings.prompt : undefined,
    twoWay: aggregation !== 'off',
  };
}

function waitLimitOf(timeoutMs: number) {
  const tooSlow = () =>
    new LanguageModelUnavailable('failed', `the judge did not answer within ${timeoutMs} ms`);
  return { timeoutMs, tooSlow };
}

/** Why there are no verdicts. Rethrows internal errors and the caller's abort. */
function degradedBy(error: unknown): string {
  if (error instanceof LanguageModelUnavailable) return error.reason;
  if (error instanceof BudgetSpent) return 'budget';
  throw error;
}

function judgedPool(pool: Pool, verdicts: readonly Verdict[], { plan }: MatchContext): Pool {
  const judged = judgedBy(verdicts, plan.aggregation !== 'off');
  return scored({ ...pool, judged }, 'llm_judge', plan.aggregation, addedUp(pool, judged.points));
}

/** The log-odds plus `points`; `points` alone if no stage has scored. */
function addedUp({ logOdds, calibrated, breakdown }: Pool, points: DirectionSums): Scoring {
  if (logOdds === null || calibrated === null || breakdown === null) {
    const nothing = { intercept: 0, terms: [], personModel: null, text: false, sentences: null };
    return { logOdds: points, calibrated: points, breakdown: nothing };
  }
  return { logOdds: withEvidence(logOdds, points), calibrated: withEvidence(calibrated, points), breakdown };
}
