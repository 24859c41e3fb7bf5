/**
 * Ranks real vacancies for real CVs and compares the order with those of people. Each document is read, extracted
 * and encoded by the service's own code; only its side is given. Compared are BM25 and the embedding, their
 * standardised sum, the hiring prior, and the prior without each of its terms.
 *
 *   npm run eval -- hiring-texts FOLDER
 *
 * FOLDER is a copy of github.com/NataliaVanetik/vacancy-resume-matching-dataset (Vanetik and Kogan, Information
 * 14(8):468, 2023). It was looked at while the scorecard was set, so its figures are regression figures.
 */

import { spearman } from '../bench/encoders/spearman.ts';
import { printTable } from '../bench/support/measure.ts';
import { shippedDomain } from '../src/domains/shipped-domains.ts';
import { readFolder } from './hiring/texts/read-folder.ts';
import { meanAndGain } from './support/mean-and-gain.ts';
import { openProfiles } from './support/open-profiles.ts';
import { rankWithoutTerms, type Scores } from './support/rank-texts.ts';

const folder = process.argv[2];
if (folder === undefined) throw new Error('Give the folder of the CVs: npm run eval -- hiring-texts FOLDER');
const texts = await readFolder(folder);
const set = await openProfiles(shippedDomain('hiring')!, [
  ...texts.cvs.map((text, n) => profileOf(`seeker-${n}`, 'candidate', text)),
  ...texts.vacancies.map((text, n) => profileOf(`candidate-${n}`, 'job', text)),
]);
const ways = await rankWithoutTerms(set, { seekers: texts.cvs, candidates: texts.vacancies });
const byWay = ways.map(({ scores }) => texts.annotators.map((places) => correlations(scores, places)));
printTable(
  [
    `mean Spearman of ${texts.vacancies.length} vacancies`,
    ...texts.annotators.flatMap((places, n) => [
      `annotator ${n + 1} (${places.filter((each) => each !== null).length} CVs)`,
      'gain over BM25 + embedding',
    ]),
  ],
  ways.map(({ name }, n) => [name, ...byWay[n]!.flatMap((own, a) => meanAndGain(own, byWay[0]![a]!, 2))]),
);

function profileOf(userId: string, role: string, context: string) {
  return { user_id: userId, fields: { role }, context };
}

/** One number for each CV whose order is known. */
function correlations(scores: Scores, places: readonly (readonly number[] | null)[]): readonly number[] {
  return places.flatMap((order, cv) =>
    order === null
      ? []
      : spearman(
          scores[cv]!,
          order.map((place) => -place),
        ),
  );
}
