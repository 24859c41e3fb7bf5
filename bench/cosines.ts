/**
 * Distribution of an encoder's cosines: quantiles over random pairs of each domain's sample profiles (of
 * different sides, where it has sides). They set a scorecard's `head` and `cross_encoder.sentences`. `centre`
 * is the median; `slope` makes the 90 % quantile clearly speak for similarity. `quote_above` is near the 90 %
 * quantile of nearest sentences. Run it again after a change of the encoder's weights.
 *
 *   [TEXT_ENCODER=contextual] npm run bench -- cosines
 */
import type { DomainDefinition } from '../src/domains/definition.ts';
import { type SampleProfile, sampleProfiles } from '../src/domains/sample-profiles.ts';
import { shippedDomains } from '../src/domains/shipped-domains.ts';
import { openTextEncoder } from '../src/engines/encoders/open-text-encoder.ts';
import type { ProfileVectors } from '../src/engines/encoders/text-encoder.ts';
import { nearestSentences, sentenceSimilarity } from '../src/matching/ranking/scoring/sentences.ts';
import { SeededRandom } from '../src/platform/numeric/seeded-random.ts';
import { quantile } from '../src/platform/numeric/statistics.ts';
import { dot } from '../src/platform/numeric/vectors.ts';
import { printTable } from './support/measure.ts';

const PAIRS = 5000;
const BEST = 3;

interface Sample {
  readonly side: unknown;
  readonly vectors: ProfileVectors;
}

const encoder = await openTextEncoder(process.env.TEXT_ENCODER ?? 'embedded');
const rows: (string | number)[][] = [];
for (const definition of shippedDomains()) {
  const samples: Sample[] = [];
  for (const profile of await sampleProfiles(definition.domain)) {
    const text = textOf(definition, profile);
    const side = profile.fields?.[definition.sides?.field ?? ''];
    if (text !== '') samples.push({ side, vectors: await encoder.encodeProfile(text) });
  }
  rows.push([definition.domain, samples.length, ...quantilesOver(samples, definition)]);
}
await encoder.close();
printTable(['domain', 'texts', 'whole 50/90/99 %', `best ${BEST} sentences`, 'nearest sentences'], rows);

/** The soft fields where they are given; else the free text from which they would be extracted. */
function textOf({ fields }: DomainDefinition, profile: SampleProfile): string {
  const soft = fields.filter(({ kind }) => kind === 'soft').map(({ name }) => profile.fields?.[name]);
  return [...soft, profile.context].filter((text) => typeof text === 'string').join('\n');
}

function quantilesOver(samples: readonly Sample[], { sides }: DomainDefinition): readonly string[] {
  const random = new SeededRandom(1);
  const pick = () => random.pick(samples);
  const [whole, best, nearest]: [number[], number[], number[]] = [[], [], []];
  while (whole.length < PAIRS) {
    const [a, b] = [pick(), pick()];
    if (a === b || (sides !== undefined && !(a.side && b.side && a.side !== b.side))) continue;
    whole.push(dot(a.vectors.vector, b.vectors.vector));
    const found = nearestSentences(sentences(a), sentences(b));
    best.push(sentenceSimilarity(found, BEST));
    nearest.push(Math.max(...found.map(({ cosine }) => cosine)));
  }
  return [whole, best, nearest].map((cosines) => {
    return [0.5, 0.9, 0.99].map((q) => quantile(cosines.filter(Number.isFinite), q).toFixed(2)).join(' ');
  });
}

function sentences({ vectors }: Sample) {
  return vectors.sentences.map(({ vector }) => ({ text: '', vector }));
}
