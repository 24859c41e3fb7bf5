/** Decides whether a result ends the experiment, and puts the decision into words. */
import type { ExperimentEnd, ExperimentResult, PrimaryMetric } from '../../../contract/experiment.ts';
import { LEAST_UNITS, LEAST_UNITS_WITH_EVENTS } from '../../../platform/numeric/confidence/compare-arms.ts';
import type { StoredExperiment } from '../../../platform/storage/experiment-store.ts';

export interface Decision {
  /** null: it goes on. */
  readonly end: ExperimentEnd | null;
  readonly words: string;
}

type Settings = StoredExperiment['settings'];
type Effect = NonNullable<ExperimentResult['effect']>;

/** `calendarOver`: its days are over, or an operator ends it. */
export function decide(
  { settings }: Pick<StoredExperiment, 'settings'>,
  result: ExperimentResult,
  over: 'calendar' | 'operator' | null,
): Decision {
  const { stop } = settings;
  const broken = result.guardrails.find(({ state }) => state === 'broken');
  const found = findingOf(settings, result.effect);
  const words =
    result.shadow === null
      ? wordsOf(settings, result, found, broken?.name)
      : shadowInWords(settings, result.shadow);
  if (over !== null) return { end: over, words };
  if (broken !== undefined && stop.on_guardrail) return { end: 'guardrail', words };
  if ((found === 'better' || found === 'worse') && stop.on_effect) return { end: 'effect', words };
  if (found === 'no_effect' && stop.on_no_effect) return { end: 'no_effect', words };
  return { end: null, words };
}

type Finding = 'better' | 'worse' | 'no_effect' | 'open' | 'too_few';

function findingOf({ stop }: Settings, effect: Effect | null): Finding {
  if (effect === null) return 'too_few';
  if (effect.low > 0) return 'better';
  if (effect.high < 0) return 'worse';
  const isSmall = effect.low > -stop.smallest_effect && effect.high < stop.smallest_effect;
  return isSmall ? 'no_effect' : 'open';
}

const metricInWords = {
  mutual_per_seeker_day: 'mutual matches per seeker and day',
  positive_per_seeker_day: 'positive outcomes per seeker and day',
  mutual_rate: 'mutual matches per shown candidate',
  positive_rate: 'positive outcomes per shown candidate',
} as const satisfies Record<PrimaryMetric, string>;

function wordsOf(
  settings: Settings,
  { effect, arms, guardrails }: ExperimentResult,
  found: Finding,
  brokenName: string | undefined,
): string {
  const said = found === 'too_few' ? tooFew(settings) : finding(settings, effect!, found, arms);
  const broken = guardrails.find(({ name }) => name === brokenName);
  if (broken === undefined) return said;
  return `${said} The guardrail ${broken.name} is broken: ${figure(broken.value ?? 0)}, and ${figure(broken.limit)} is the limit.`;
}

function shadowInWords(
  { arms }: Settings,
  { replayed, overlap, mean_score_difference, mean_ms }: NonNullable<ExperimentResult['shadow']>,
): string {
  const [control, treatment] = arms.map(({ name }) => `«${name}»`) as [string, string];
  if (replayed === 0) return 'No request is replayed yet.';
  const scores =
    mean_score_difference === null
      ? ''
      : ` Candidates that both show have a score that differs by ${figure(mean_score_difference)} on average.`;
  return `${treatment} shows ${figure(100 * (overlap ?? 0))} % of the candidates that ${control} shows, in ${replayed} replays.${scores} A match takes ${figure(mean_ms[1] ?? 0)} ms, with ${control} ${figure(mean_ms[0] ?? 0)} ms.`;
}

function tooFew({ design }: Settings): string {
  return design === 'interleaving'
    ? `Nothing can be said yet: it takes ${LEAST_UNITS} seekers with a credited outcome.`
    : `Nothing can be said yet: it takes ${LEAST_UNITS} units in each arm, ${LEAST_UNITS_WITH_EVENTS} of them with an outcome.`;
}

function finding(
  settings: Settings,
  { estimate, low, high }: Effect,
  found: Exclude<Finding, 'too_few'>,
  arms: ExperimentResult['arms'],
): string {
  const { stop, design, primary_metric } = settings;
  const [control, treatment] = settings.arms.map(({ name }) => `«${name}»`) as [string, string];
  const metric = metricInWords[primary_metric];
  const interval = `between ${figure(low)} and ${figure(high)} with a confidence of ${figure(100 * stop.confidence)} % at all times`;
  const measured =
    design === 'interleaving'
      ? `The preference for ${treatment} (credited outcomes, from -1 to 1) is ${figure(estimate)}, ${interval}.`
      : `${treatment} has ${figure(arms[1]?.value ?? 0)} ${metric}, ${control} ${figure(arms[0]?.value ?? 0)}: a difference of ${figure(estimate)}, ${interval}.`;
  const meaning = {
    better: `${treatment} is better than ${control}.`,
    worse: `${treatment} is worse than ${control}.`,
    no_effect: `No difference that matters: less than ${figure(stop.smallest_effect)} in either direction.`,
    open: 'It is not decided whether there is a difference.',
  }[found];
  return `${meaning} ${measured}`;
}

/** Three significant digits. */
const figure = (value: number) => String(Number(value.toPrecision(3)));
