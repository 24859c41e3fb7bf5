/**
 * The histogram of the scores that the priors give to the sample people of each shipped domain. It is over
 * all pairs and over the answers of POST /match, beside the base rate that the domain declares. A score is a
 * probability, so the mean of the shown ones must be near the rate at which shown pairs come about. Hardly
 * any pair is certain.
 *
 *   npm run eval -- scores [DOMAIN …]
 */
import { printTable } from '../bench/support/measure.ts';
import { shippedDomain, shippedDomains } from '../src/domains/shipped-domains.ts';
import { mean, quantile } from '../src/platform/numeric/statistics.ts';
import { interceptForBaseRate } from './scores/intercept-for-base-rate.ts';
import { type SampleScore, type SampleScores, scoreSamples } from './scores/score-samples.ts';

const BANDS = 10;
const CERTAIN = 0.99;
const names = process.argv.slice(2).filter((name) => !name.startsWith('-'));
const definitions =
  names.length === 0
    ? shippedDomains()
    : names.map((name) => {
        const definition = shippedDomain(name);
        if (definition === undefined) throw new Error(`there is no shipped domain «${name}»`);
        return definition;
      });

const scored = await scoreSamples(definitions);
console.log('Scores of the sample people by the priors; shares in percent');
printTable(
  [
    'domain',
    'base rate',
    'scores of',
    'number',
    'median',
    'mean',
    '90 %',
    'most',
    'above .99',
    'histogram 0 to 1',
  ],
  scored.flatMap((one) => linesOf(one)),
);
for (const one of scored) {
  const { domain, scorecard } = one.definition;
  const intercept = interceptForBaseRate(one);
  if (intercept !== null)
    console.log(
      `${domain}: with the intercept ${intercept.toFixed(2)} in place of ${scorecard.intercept} the answers would have the base rate (${scorecard.base_rate!.means})`,
    );
}

function linesOf(found: SampleScores): readonly (readonly string[])[] {
  const { definition, pairs, answers } = found;
  const { base_rate } = definition.scorecard;
  const line = (what: string, of: readonly SampleScore[], named: boolean) => {
    const scores = of.map(({ score }) => score);
    return [
      named ? definition.domain : '',
      named ? (base_rate?.value.toFixed(2) ?? 'none') : '',
      what,
      String(scores.length),
      quantile(scores, 0.5).toFixed(3),
      mean(scores).toFixed(3),
      quantile(scores, 0.9).toFixed(3),
      scores.reduce((most, score) => Math.max(most, score), 0).toFixed(3),
      percent(scores.filter((score) => score > CERTAIN).length / scores.length),
      histogram(scores),
    ];
  };
  return [
    line('all pairs', pairs, true),
    line('each answer’s 10', answers.flat(), false),
    line(
      'each answer’s first',
      answers.map(([first]) => first!),
      false,
    ),
  ];
}

/** Shares of ten equal bands, in percent. */
function histogram(scores: readonly number[]): string {
  const counts = new Array<number>(BANDS).fill(0);
  for (const score of scores) counts[Math.min(BANDS - 1, Math.floor(score * BANDS))]! += 1;
  return counts.map((count) => percent(count / scores.length)).join(' ');
}

function percent(share: number): string {
  const value = 100 * share;
  return value === 0 || value >= 10 ? value.toFixed(0) : value.toFixed(1);
}
