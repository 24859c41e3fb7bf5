/**
 * The gate of a refit, on the newest slice of events, which neither model has seen. Rules and words are those
 * of the gate of ranking models (docs/design/deployment-gate.md). The measure is nDCG@10, each person is a
 * case, and intervals are 95 % paired bootstraps over people. With few people every event is a case (`newest-slice.ts`).
 *
 * no harm   the interval of the gain over the serving model lies above −MARGIN, in nDCG@10 and in recall@10
 * proof     the gain's interval lies above 0; or a refresh is enough: the gain is not below −REFRESH_SHARE of
 * the
 *             serving model's nDCG@10, and the refit ranks no worse than popularity does
 *
 * With few people an interval that reaches from −MARGIN to 0 and above tells nothing: the refit is not judged.
 */
import { describeTies } from '../evaluation/describe-report.ts';
import type { GainReport, SplitReport } from '../evaluation/evaluation-report.ts';

const MARGIN = 0.055;
const REFRESH_SHARE = 0.05;

export interface RefitDecision {
  readonly deploy: boolean;
  /** False: too few people to tell the two apart, so the alias may be moved by hand. */
  readonly isJudged: boolean;
  /** A text for people: the figures, and their consequence. */
  readonly reason: string;
}

/** `serving`: the name of the serving model's ranker. The report has one model, the refit. */
export function decideRefit(report: SplitReport, serving: string): RefitDecision {
  const gain = gainOver(report, serving);
  const ranker = report.rankers.find(({ name }) => name === serving)!;
  const before = ranker.ndcg['10']!.value!;
  const { value, low, high } = gain.ndcg;
  const ties = describeTies([report]).map((sentence) => `${sentence} `);
  const measured = `${ties.join('')}On ${judgedOn(report)} its nDCG@10 is ${amount(before + value!)}, ${direction(value!)} that of the serving model (${amount(before)}) by ${amount(Math.abs(value!))} (95 % interval ${amount(low!)} to ${amount(high!)}).`;
  if (Math.min(low!, gain.recall.low!) <= -MARGIN) {
    if (report.protocol.people !== undefined && high! >= 0)
      return notJudged(measured, report.protocol.people);
    return refuse(`${measured} It may rank worse by ${MARGIN} or more: the serving model stays.`);
  }
  if (low! > 0)
    return { deploy: true, isJudged: true, reason: `${measured} It knows what the serving model does not.` };
  const popular = gainOver(report, 'popularity').ndcg.value!;
  if (popular < 0)
    return refuse(`${measured} Popularity ranks better by ${amount(-popular)}: the serving model stays.`);
  if (value! < -REFRESH_SHARE * before)
    return refuse(`${measured} It is worse by more than ${100 * REFRESH_SHARE} %: the serving model stays.`);
  return { deploy: true, isJudged: true, reason: `${measured} It is not worse, and newer.` };
}

function gainOver({ gains }: SplitReport, other: string): GainReport {
  const found = gains.find(({ over }) => over === other);
  if (found === undefined) throw new Error(`the report of a refit has no gain over «${other}»`);
  return found;
}

function refuse(reason: string): RefitDecision {
  return { deploy: false, isJudged: true, reason };
}

function notJudged(measured: string, people: number): RefitDecision {
  const reason = `Not judged: ${people} people are too few to tell whether it ranks worse by ${MARGIN} or more. ${measured} The serving model stays; move the alias by hand to deploy it.`;
  return { deploy: false, isJudged: false, reason };
}

function judgedOn({ protocol: { cases, people } }: SplitReport): string {
  return people === undefined
    ? `${cases} people's newest events`
    : `the ${cases} newest events of ${people} people`;
}

const amount = (value: number) => value.toFixed(4);
const direction = (gain: number) => (gain >= 0 ? 'above' : 'below');
