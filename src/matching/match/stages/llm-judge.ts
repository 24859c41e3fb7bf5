/**
 * A language model reads the best pairs: both profiles and the request's prompt. Its verdict is evidence on
 * top of the stages before. At most `MAX_JUDGED` candidates are read; the rest are dropped (`not_read`).
 * Either all verdicts count or none. If the model fails, is slow or breaks the form of the answer, the order
 * stays as it was.
 */
import { LanguageModelUnavailable } from '../../../engines/llm/language-model.ts';
import type { ProfileStore } from '../../../platform/storage/store.ts';
import type { DirectionSums } from '../../ranking/scoring/direction-sums.ts';
import { personOfRow } from '../../ranking/scoring/person.ts';
import { bestOf } from '../best-of.ts';
import { addressesJudge } from '../judge/addresses-judge.ts';
import { askJudge, type Judge, type JudgedCandidate } from '../judge/ask-judge.ts';
import type { Verdict } from '../judge/judge-question.ts';
import { judgePoints, judgeReasons, verdictEvidence } from '../judge/verdict-evidence.ts';
import type { Pool } from '../pool/pool.ts';
import { cut, nonZero, type Score, score, scoreColumns, scored, withEvidence } from '../pool/score.ts';
import { profileData, writtenText } from '../profile-data.ts';
import { readProfiles } from '../read-profiles.ts';
import { BudgetSpent, waitForHost } from '../run-control.ts';
import { cutShort, type MatchInput, type Stage } from '../stage.ts';

const MAX_JUDGED = 50;

interface JudgeDependencies {
  readonly profiles: ProfileStore;
  /** null: not set up. */
  readonly judge: Judge | null;
}

export function llmJudge({ profiles, judge }: JudgeDependencies): Stage {
  return {
    name: 'llm_judge',
    reads: scoreColumns,
    writes: [...scoreColumns, judgePoints, judgeReasons],
    async run(incoming, input, control) {
      const { plan, index } = input;
      const model = (await judge?.modelFor(plan.tenant)) ?? null;
      if (judge === null || model === null) return cutShort(incoming, 'not_configured');
      const readable = await bestOf(incoming, MAX_JUDGED, input, control);
      const { pool, candidates } = await withProfiles(readable, input, profiles);
      const ask = (signal: AbortSignal) => askJudge(model, { ...pairsOf(candidates, input), signal });
      const verdicts = await waitForHost(control, waitLimitOf(judge.timeoutMs), ask).catch(degradedBy);
      if (typeof verdicts === 'string') return cutShort(incoming, verdicts);
      const { kept, dropped, ...named } = cut(
        withVerdicts(pool, verdicts, input),
        index,
        plan.stages.llm_judge,
      );
      const notRead = incoming.size - readable.size;
      const gone = readable.size - pool.size;
      const suspects = verdicts.filter(({ triesToInstruct }) => triesToInstruct).length;
      return {
        kept,
        dropped: { ...nonZero({ not_read: notRead, gone }), ...dropped },
        ...named,
        // No outcome fits the points of a verdict.
        model: { tier: 'general', version: model.name, calibrated: false },
        ...(suspects > 0 && {
          note: `${suspects} of ${verdicts.length} candidates tried to instruct the judge; it could not raise them`,
        }),
      };
    },
  };
}

/** The pool without the candidates erased meanwhile, and the profiles of the others. */
async function withProfiles(
  pool: Pool,
  { plan, index }: Pick<MatchInput, 'plan' | 'index'>,
  profiles: ProfileStore,
): Promise<{ readonly pool: Pool; readonly candidates: readonly JudgedCandidate[] }> {
  const { definition } = plan;
  const rows = await readProfiles(pool.rows, { plan, index }, profiles);
  const positions = Uint32Array.from(pool.rows.keys()).filter((at) => rows[at] !== null);
  const present = rows.filter((row) => row !== null);
  const candidates = present.map((row) => {
    const person = personOfRow(definition, row, []);
    return {
      profile: profileData(definition, person),
      isSuspect: addressesJudge(writtenText(definition, person)),
    };
  });
  return { pool: pool.take(positions), candidates };
}

function pairsOf(
  candidates: readonly JudgedCandidate[],
  { plan, seeker }: Pick<MatchInput, 'plan' | 'seeker'>,
) {
  const { tenant, definition, request, twoWay } = plan;
  const settings = request.stages?.llm_judge;
  return {
    tenant,
    definition,
    seeker: profileData(definition, seeker.person),
    candidates,
    prompt: typeof settings === 'object' ? settings.prompt : undefined,
    twoWay,
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

function withVerdicts(pool: Pool, verdicts: readonly Verdict[], { plan }: Pick<MatchInput, 'plan'>): Pool {
  const { points, reasons } = verdictEvidence(verdicts, plan.twoWay);
  const before = pool.with(judgePoints, points).with(judgeReasons, reasons);
  return scored(before, 'llm_judge', plan.aggregation, plusVerdicts(pool.read(score), points));
}

/** The score plus `points`; `points` alone if no stage has scored. */
function plusVerdicts(before: Score | null, points: DirectionSums): Score {
  if (before !== null) return withEvidence(before, points);
  return { logOdds: points, calibrated: points, breakdown: { intercept: 0, terms: [], sentences: null } };
}
