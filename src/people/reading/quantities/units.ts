/** Spellings of units, to their size in seconds, metres or grams. They are read in all languages. */
import { wordSet } from '../languages/word-lists.ts';

type Measure = 'duration' | 'length' | 'weight';

function sizes(...units: readonly (readonly [number, string])[]): Readonly<Record<string, number>> {
  return Object.fromEntries(units.flatMap(([size, words]) => words.split(' ').map((word) => [word, size])));
}

const year = 365.25 * 86_400;

export const measureUnits: Readonly<Record<Measure, Readonly<Record<string, number>>>> = {
  duration: sizes(
    [year, 'years year yrs yr y yoe'],
    [year / 12, 'months month mos mo'],
    [604_800, 'weeks week wks wk'],
    [86_400, 'days day'],
    [3600, 'hours hour hrs hr h'],
    [60, 'minutes minute mins min'],
    [1, 'seconds second secs sec s'],
    [0.001, 'milliseconds millisecond ms millis'],
  ),
  length: sizes(
    [0.001, 'mm'],
    [0.01, 'cm centimeters centimetres'],
    [1, 'm meters metres meter metre'],
    [1000, 'km kms k kilometers kilometres kilometer kilometre'],
    [0.0254, 'in inch inches'],
    [0.3048, 'ft feet foot'],
    [1609.344, 'mile miles mi'],
  ),
  weight: sizes(
    [1, 'g grams gram'],
    [1000, 'kg kgs kilos kilo kilograms'],
    [453.592, 'lb lbs pounds pound'],
    [28.3495, 'oz ounces'],
  ),
};

export const percentWords = wordSet('% percent pct pc');

export type Period = 'hour' | 'day' | 'week' | 'month' | 'quarter' | 'year';

/** Periods in a working year. */
export const periodsPerYear: Readonly<Record<Period, number>> = {
  hour: 2080,
  day: 260,
  week: 52,
  month: 12,
  quarter: 4,
  year: 1,
};
