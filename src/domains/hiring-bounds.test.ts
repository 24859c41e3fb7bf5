import { describe, expect, test } from 'vitest';
import { shippedDomain } from './shipped-domains.ts';

/** Points of a term that a single wrong extraction can cost. */
const MOST = 1.6;

describe("hiring's prior", () => {
  const { terms, head } = shippedDomain('hiring')!.scorecard;

  test.each(terms.filter((term) => 'knots' in term && term.knots !== undefined))(
    'bounds the term $name',
    (term) => {
      const points = 'knots' in term ? (term.knots ?? []).map(([, value]) => value * term.weight) : [];
      expect(Math.min(...points)).toBeGreaterThanOrEqual(-MOST);
      // Words of the texts are not extracted: only these may give more.
      if (term.compare !== 'shared_words') expect(Math.max(...points)).toBeLessThanOrEqual(MOST);
    },
  );

  test('gives the texts more points than function or commute', () => {
    const named = (wanted: string) => terms.find(({ name }) => name === wanted)!;
    const fn = named('function');
    const commute = named('commute');
    if (fn.compare !== 'same' || commute.compare !== 'distance')
      throw new Error('the terms changed their kind');
    expect(head.weight + head.weight_against).toBeGreaterThan(fn.same - fn.different);
    const [first, last] = [commute.knots[0]!, commute.knots.at(-1)!];
    expect(head.weight + head.weight_against).toBeGreaterThan(first[1] - last[1]);
  });

  test('counts no commute for a remote job, whatever the candidate wants', () => {
    const toJob = terms.find(({ name }) => name === 'commute_to_the_job')!;
    const fromJob = terms.find(({ name }) => name === 'commute')!;
    expect(fromJob).toMatchObject({ when: { me: { role: 'job' } }, unless: { me: { work_mode: 'remote' } } });
    expect(toJob).toMatchObject({
      when: { me: { role: 'candidate' } },
      unless: { other: { work_mode: 'remote' } },
    });
  });
});
