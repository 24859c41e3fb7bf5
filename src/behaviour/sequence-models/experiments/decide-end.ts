/** Decides whether a result ends an experiment on models, and puts it into words. */
import type {
  ModelExperimentArmResult,
  ModelExperimentEnd,
  ModelExperimentResult,
} from '../../../contract/model-experiment.ts';
import { LEAST_UNITS, LEAST_UNITS_WITH_EVENTS } from '../../../platform/numeric/confidence/compare-arms.ts';
import type { StoredModelExperiment } from '../../../platform/storage/model-experiment-store.ts';

interface Decision {
  /** null: it goes on. */
  readonly end: ModelExperimentEnd | null;
  readonly words: string;
}

type Settings = StoredModelExperiment['settings'];

/** `over`: what ends it whatever the result says. */
export function decideEnd(
  { settings }: Pick<StoredModelExperiment, 'settings'>,
  result: ModelExperimentResult,
  over: ModelExperimentEnd | null,
): Decision {
  const { stop } = settings;
  const [, ...others] = result.arms;
  const areEqual = others.every(({ effect }) => isSmall(effect, stop.smallest_effect));
  const words = [meaning(settings, result, areEqual), ...others.map((arm) => measured(settings, arm))].join(
    ' ',
  );
  if (over !== null) return { end: over, words };
  if (result.winner !== null && stop.on_effect) return { end: 'effect', words };
  if (areEqual && stop.on_no_effect) return { end: 'no_effect', words };
  return { end: null, words };
}

function isSmall(effect: ModelExperimentArmResult['effect'], smallest: number): boolean {
  return effect !== null && effect.low > -smallest && effect.high < smallest;
}

function meaning(
  { design, stop }: Settings,
  { arms, winner }: ModelExperimentResult,
  areEqual: boolean,
): string {
  const [control, ...others] = arms;
  if (others.every(({ effect }) => effect === null))
    return design === 'interleaving'
      ? `Nothing can be said yet: it takes ${LEAST_UNITS} people with a success.`
      : `Nothing can be said yet: it takes ${LEAST_UNITS} people in each arm, ${LEAST_UNITS_WITH_EVENTS} of them with a success.`;
  if (winner === control!.name) return `«${winner}» is better than all others.`;
  if (winner !== null) return `«${winner}» is better than «${control!.name}».`;
  return areEqual
    ? `No difference that matters: less than ${figure(stop.smallest_effect)} in either direction.`
    : 'It is not decided whether there is a difference.';
}

function measured({ design, stop }: Settings, { name, value, effect }: ModelExperimentArmResult): string {
  if (effect === null) return `«${name}» has too few people.`;
  const interval = `between ${figure(effect.low)} and ${figure(effect.high)} with a confidence of ${figure(100 * stop.confidence)} % at all times`;
  return design === 'interleaving'
    ? `The preference for «${name}» (successes, from -1 to 1) is ${figure(effect.estimate)}, ${interval}.`
    : `«${name}» has ${figure(value ?? 0)} successes per shown item, a difference of ${figure(effect.estimate)}, ${interval}.`;
}

/** Three significant digits. */
const figure = (value: number) => String(Number(value.toPrecision(3)));
