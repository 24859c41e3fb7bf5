import { describe, expect, it } from 'vitest';
import type { FieldValues } from '../../../domains/field.ts';
import { barePointKey } from '../../../domains/place.ts';
import { parseTemplate } from '../../../domains/reason-template.ts';
import { Scorecard } from '../../../domains/scorecard.ts';
import { scorecardFaults } from '../../../domains/scorecard-check.ts';
import { shippedVersions } from '../../../domains/shipped-domains.ts';
import { definitionOf } from '../../../platform/storage/testing/random-profiles.ts';
import { learnableTerm } from '../../ranking/scoring/learnable-term.ts';
import type { Person, Point, Sentence } from '../../ranking/scoring/person.ts';
import { readyTerm } from '../../ranking/scoring/ready-term.ts';
import { chooseReasons } from './choose-reasons.ts';
import { explainTerms } from './explain-terms.ts';
import { fillTemplate, renderReason } from './render-reason.ts';

const tags = ['typescript', 'go', 'sql', 'css', 'rust', 'java', 'c'];
const definition = definitionOf([
  { name: 'age', kind: 'hard', type: 'integer' },
  { name: 'pay', kind: 'hard', type: 'number' },
  { name: 'pay_max', kind: 'hard', type: 'number' },
  { name: 'city', kind: 'hard', type: 'string', format: 'geo' },
  {
    name: 'goal',
    kind: 'hard',
    type: 'enum',
    values: ['long', 'open'],
    value_labels: { long: 'a long-term relationship' },
  },
  {
    name: 'tags',
    kind: 'hard',
    type: 'enum',
    multiple: true,
    values: tags,
    value_labels: { typescript: 'TypeScript', go: 'Go', c: 'C' },
  },
  { name: 'wishes', kind: 'hard', type: 'enum', multiple: true, values: tags },
  { name: 'remote', kind: 'hard', type: 'boolean' },
  { name: 'about', kind: 'soft', type: 'string' },
]);
const NOW_MS = Date.parse('2026-03-01T00:00:00Z');

interface Given {
  readonly values?: FieldValues;
  readonly city?: Point & { readonly name: string };
  readonly about?: string;
  readonly sentences?: readonly Sentence[];
  readonly daysAgo?: number;
}

function person({ values = {}, city, about, sentences = [], daysAgo = 0 }: Given): Person {
  const value = (name: string) => (name === 'city' ? city?.name : values[name]);
  return {
    value,
    has: (name) => value(name) !== undefined,
    place: () => city,
    text: () => about,
    sentences,
    updatedAtMs: NOW_MS - daysAgo * 86_400_000,
  };
}

function read(term: Record<string, unknown>, seeker: Given, candidate: Given) {
  const scorecard = Scorecard.parse({ terms: [{ name: 'term', ...term }] });
  expect(scorecardFaults(scorecard, definition.fields)).toEqual([]);
  const ready = readyTerm(definition, scorecard.terms[0]!, NOW_MS);
  const breakdown = { intercept: 0, terms: [ready], sentences: null };
  const [me, other] = [person(seeker), person(candidate)];
  const calibrated = { forward: ready.read(me, other).points, backward: ready.read(other, me).points };
  const found = { text: null, named: [], calibrated, personEffects: null };
  return explainTerms(breakdown, found, me, other, true);
}
const said = (term: Record<string, unknown>, seeker: Given, candidate: Given) =>
  read(term, seeker, candidate).map(({ direction, reason }) => `${direction}: ${reason}`);

const lisbon = { name: 'Lisbon, Portugal', key: 'l', lat: 38.72, lon: -9.14 };
const porto = { name: 'Porto, Portugal', key: 'p', lat: 41.15, lon: -8.61 };
const up = [
  [0, 0.1],
  [10, 1],
];

describe('a reason', () => {
  it('names a shared value once for both directions', () => {
    const term = { compare: 'same', field: 'goal', same: 1, reason_equal: 'Both want {value}' };
    expect(said(term, { values: { goal: 'long' } }, { values: { goal: 'long' } })).toEqual([
      'both: Both want a long-term relationship',
    ]);
    expect(read(term, { values: { goal: 'long' } }, { values: { goal: 'open' } })).toEqual([]);
    expect(read(term, { values: { goal: 'long' } }, {})).toEqual([]);
  });

  it('names what speaks against, from each side', () => {
    const term = {
      compare: 'matrix',
      field: 'goal',
      matrix: { long: { open: -1 }, open: { long: -0.5 } },
      reason_against: '{You} want {me}, {they} want {other}',
    };
    expect(said(term, { values: { goal: 'long' } }, { values: { goal: 'open' } })).toEqual([
      'seeker_to_candidate: You want a long-term relationship, they want open',
      'candidate_to_seeker: They want open, you want a long-term relationship',
    ]);
  });

  it('is shown once, from the side of the seeker, if both directions always agree', () => {
    const term = {
      compare: 'matrix',
      field: 'goal',
      symmetric: true,
      matrix: { long: { open: 1 } },
      reason: '{You} want {me}, {they} want {other}',
    };
    expect(said(term, { values: { goal: 'open' } }, { values: { goal: 'long' } })).toEqual([
      'both: You want open, they want a long-term relationship',
    ]);
  });

  it('puts the right word beside numbers', () => {
    const term = {
      compare: 'difference',
      field: 'age',
      knots: up,
      reason: '{difference:year|years} apart',
      reason_equal: 'Both {value}',
    };
    const ages = (a: number, b: number) => said(term, { values: { age: a } }, { values: { age: b } });
    expect(ages(30, 31)).toEqual(['both: 1 year apart']);
    expect(ages(33, 31)).toEqual(['both: 2 years apart']);
    expect(ages(29, 29)).toEqual(['both: Both 29']);
  });

  it('gives distances in whole kilometres, at least one, and the shared place by name', () => {
    const term = {
      compare: 'distance',
      field: 'city',
      knots: up,
      reason: '{km} km apart',
      reason_equal: 'Both in {value}',
    };
    expect(said(term, { city: lisbon }, { city: porto })).toEqual(['both: 274 km apart']);
    expect(said(term, { city: lisbon }, { city: lisbon })).toEqual(['both: Both in Lisbon, Portugal']);
    expect(said(term, { city: lisbon }, { city: { ...lisbon, key: 'l2', lat: 38.721 } })).toEqual([
      'both: 1 km apart',
    ]);
  });

  it('names no coordinates: two people at one bare point are in the same place', () => {
    const point = { name: '-40.5,-130.5', key: barePointKey(-40.5, -130.5), lat: -40.5, lon: -130.5 };
    const terms = [
      {
        compare: 'distance',
        field: 'city',
        knots: up,
        reason: '{km} km apart',
        reason_equal: 'Both in {value}',
      },
      { compare: 'same', field: 'city', same: 1, different: 0, reason_equal: 'Both in {value}' },
    ];
    for (const term of terms) {
      expect(said(term, { city: point }, { city: point })).toEqual(['both: Both in the same place']);
    }
    const near = { ...point, name: '-40.6,-130.5', key: barePointKey(-40.6, -130.5), lat: -40.6 };
    expect(said(terms[0]!, { city: point }, { city: near })).toEqual(['both: 11 km apart']);
    const named = { ...terms[0], reason: '{km} km from {me} to {other}' };
    expect(said(named, { city: point }, { city: lisbon })).toEqual([
      expect.stringMatching(/km from a place without a name to Lisbon, Portugal$/),
    ]);
  });

  it('puts the right word beside bounds', () => {
    const term = {
      compare: 'within',
      me: 'pay',
      other: { min: 'pay_max' },
      knots: [
        [0, 1],
        [1, -1],
      ],
      reason: '{me:year|years} of {other:year|years}',
    };
    const years = (mine: number, least: number) =>
      said(term, { values: { pay: mine } }, { values: { pay_max: least } });
    expect(years(1, 1)).toEqual(['seeker_to_candidate: 1 year of at least 1 year']);
    expect(years(11, 2)).toEqual(['seeker_to_candidate: 11 years of at least 2 years']);
  });

  it('lists shared and missing values, and cuts long lists', () => {
    const term = {
      compare: 'overlap',
      me: 'wishes',
      other: 'tags',
      measure: 'cover_mine',
      knots: [
        [0, -1],
        [1, 1],
      ],
      reason: '{They} offer {shared}',
      reason_against: '{They} lack {lacking}',
    };
    const wishes = (list: string[]) => ({ values: { wishes: list } });
    const offers = (list: string[]) => ({ values: { tags: list } });
    expect(said(term, wishes(['go', 'typescript', 'sql']), offers(['typescript', 'go', 'sql']))).toEqual([
      'seeker_to_candidate: They offer go, typescript and sql',
    ]);
    expect(said(term, wishes(['go', 'css', 'sql']), offers(['go']))).toEqual([
      'seeker_to_candidate: They lack css and sql',
    ]);
    expect(said(term, offers(['go']), wishes(['go']))).toEqual(['candidate_to_seeker: You offer go']);
    expect(said(term, wishes(tags), offers(tags))).toEqual([
      'seeker_to_candidate: They offer typescript, go, sql, css and 3 more',
    ]);
  });

  it('swaps the sides if a term is read either way', () => {
    const term = {
      compare: 'within',
      me: 'pay',
      other: { max: 'pay_max' },
      orientation: 'either',
      knots: [
        [0, 1],
        [1, -1],
      ],
      reason: '{They} offer {other}, {you} ask {me}',
    };
    expect(said(term, { values: { pay: 50_000 } }, { values: { pay_max: 60_000 } })).toEqual([
      'both: They offer up to 60,000, you ask 50,000',
    ]);
    expect(said(term, { values: { pay_max: 60_000 } }, { values: { pay: 50_000 } })).toEqual([
      'both: You offer up to 60,000, they ask 50,000',
    ]);
  });

  it('quotes the nearest sentences of a text term', () => {
    const sentence = (text: string, x: number, y: number): Sentence => ({
      text,
      vector: Float32Array.of(x, y),
    });
    const term = {
      compare: 'text',
      field: 'about',
      knots: [
        [0, 0],
        [1, 1],
      ],
      reason: '«{mine}» meets «{theirs_text}»',
    };
    const seeker = {
      about: 'I sail. I sing.',
      sentences: [sentence('I sail.', 1, 0), sentence('I sing.', 0, 1)],
    };
    const candidate = {
      about: 'Boats!',
      sentences: [sentence('Boats!', 1, 0), sentence('From elsewhere.', 0, 1)],
    };
    const [forward, backward] = read(term, seeker, candidate);
    expect(backward).toMatchObject({
      direction: 'seeker_to_candidate',
      log_odds: 0.5,
      reason: '«I sail.» meets «Boats!»',
    });
    expect(forward).toMatchObject({
      direction: 'candidate_to_seeker',
      log_odds: 1,
      reason: '«Boats!» meets «I sail.»',
    });
  });

  it('finds values as whole words in a text', () => {
    const term = {
      compare: 'mentions',
      me: 'tags',
      other: 'about',
      knots: [
        [0, 0],
        [1, 1],
      ],
      reason: '{They} write about {shared}',
    };
    const text = (about: string) =>
      said(term, { values: { tags: ['typescript', 'go', 'java', 'c'] } }, { about });
    expect(text('TypeScript, and some GO!')).toEqual([
      'seeker_to_candidate: They write about TypeScript and Go',
    ]);
    expect(text('JavaScript, C++ and gophers')).toEqual([]);
    expect(text('I write C.')).toEqual(['seeker_to_candidate: They write about C']);
  });

  it('names the rarest words of both texts, and common words and numbers give no points', () => {
    const term = {
      compare: 'shared_words',
      knots: [
        [0, 0],
        [1, 1],
      ],
      reason: 'Both name {shared}',
    };
    const both = (mine: string, theirs: string) => said(term, { about: mine }, { about: theirs });
    expect(both('Experience with HACCP and Pastry', 'We ask for pastry, haccp and experience')).toEqual([
      'both: Both name HACCP, Pastry and Experience',
    ]);
    expect(both('I have been here for 12 years', 'we have been there for 12 years')).toEqual([]);
  });

  it('counts conditions by role', () => {
    const term = {
      compare: 'distance',
      field: 'city',
      knots: [[0, 1]],
      unless: { other: { remote: true } },
      reason: '{km} km apart',
      reason_equal: 'Both in {value}',
    };
    const remote = { city: lisbon, values: { remote: true } };
    expect(said(term, { city: lisbon }, remote)).toEqual(['candidate_to_seeker: Both in Lisbon, Portugal']);
  });

  it('renders days, ratios and completeness', () => {
    const recency = {
      compare: 'recency',
      knots: [
        [0, 1],
        [10, 0],
      ],
      reason: '{Their} profile changed {days:day|days} ago',
    };
    expect(said(recency, { daysAgo: 20 }, { daysAgo: 1 })).toEqual([
      'seeker_to_candidate: Their profile changed 1 day ago',
    ]);
    const ratio = {
      compare: 'ratio',
      me: 'pay',
      other: 'pay_max',
      knots: [
        [1, 0],
        [2, 1],
      ],
    };
    expect(read(ratio, { values: { pay: 2 } }, { values: { pay_max: 3 } })).toMatchObject([
      { log_odds: 0.5 },
    ]);
    expect(
      read({ ...ratio, missing: -0.25 }, { values: { pay: 0 } }, { values: { pay_max: 3 } }),
    ).toMatchObject([{ direction: 'both', log_odds: -0.25 }]);
    const completeness = {
      compare: 'completeness',
      fields: ['age', 'goal'],
      knots: [
        [0, -1],
        [1, 1],
      ],
    };
    expect(read(completeness, { values: { age: 1, goal: 'long' } }, { values: { age: 1 } })).toEqual([
      { name: 'term', direction: 'candidate_to_seeker', log_odds: 1 },
    ]);
  });
});

describe('the reasons shown', () => {
  const term = (reason: string, log_odds: number, direction: 'both' | 'seeker_to_candidate' = 'both') => ({
    name: reason,
    direction,
    log_odds,
    reason,
  });

  it('are at most six, strongest first, strong evidence against last', () => {
    const many = Array.from({ length: 9 }, (_, n) => term(`Reason ${n}`, 0.2 + n / 10));
    const shown = chooseReasons([...many, term('You want different things', -0.9), term('A trifle', -0.2)]);
    expect(shown).toEqual([
      'Reason 8',
      'Reason 7',
      'Reason 6',
      'Reason 5',
      'Reason 4',
      'But you want different things',
    ]);
  });

  it('are not repeated', () => {
    const repeated = [
      term('They ski', 0.3, 'seeker_to_candidate'),
      term('They ski', 0.2, 'seeker_to_candidate'),
    ];
    expect(chooseReasons(repeated)).toEqual(['They ski']);
    const mirrored = [term('You ski, they sail', 0.3), term('They sail, you ski', 0.2)];
    expect(chooseReasons(mirrored)).toEqual(['You ski, they sail']);
  });

  it('include weak ones only if there are few others', () => {
    expect(chooseReasons([term('Weak', 0.05)])).toEqual(['Weak']);
    expect(chooseReasons([term('One', 0.5), term('Two', 0.4), term('Weak', 0.05)])).toEqual(['One', 'Two']);
    expect(chooseReasons([])).toEqual([]);
  });
});

describe('the sentences of the shipped domains', () => {
  const terms = shippedVersions().flatMap((version) =>
    version.read().scorecard.terms.map((term) => ({ domain: version.domain, term })),
  );
  const sentences = terms.flatMap(({ domain, term }) =>
    (['reason', 'reason_equal', 'reason_against'] as const).flatMap((kind) => {
      const template = term[kind];
      return template === undefined
        ? []
        : [{ domain, kind, template, name: `${domain} ${term.name} ${kind}` }];
    }),
  );
  /** Units that have one form. */
  const unchanging = /^(?:km|kg|h|%|was)$/;
  const filled = (template: string, value: string | number) =>
    fillTemplate(template, { equal: false, words: wordsFor(template, value) }, true)!;
  const wordsFor = (template: string, value: string | number) =>
    Object.fromEntries(
      parseTemplate(template).flatMap((part) => (typeof part === 'string' ? [] : [[part.name, value]])),
    );

  it('are many', () => {
    expect(sentences.length).toBeGreaterThan(80);
  });

  it.each(sentences.map(({ name, template }) => [name, template]))(
    '%s counts in the right form',
    (_, template) => {
      for (const value of [1, 'at least 1', 'up to 1']) {
        const [, following = ''] = /\b1 ([a-z%]+)/.exec(filled(template, value)) ?? [];
        expect([template, unchanging.test(following) || !following.endsWith('s')]).toEqual([template, true]);
      }
      expect(filled(template, 2)).not.toMatch(/ {2}|\b2 (?:year|day|star|month)\b/);
    },
  );

  it('begin in lower case after «But»', () => {
    for (const { kind, template, name } of sentences) {
      if (kind !== 'reason_against') continue;
      const sentence = filled(template, 'x');
      const [shown] = chooseReasons([{ name, direction: 'both', log_odds: -1, reason: sentence }]);
      expect([name, shown]).toEqual([name, expect.stringMatching(/^But [a-z0-9]/)]);
    }
  });
});

/**
 * Shipped terms as a training could leave them: the opposite of the declared points, or points where none are
 * declared.
 */
describe('a sentence of a shipped term', () => {
  const values = (given: FieldValues) => person({ values: given });
  const cases: readonly (readonly [domain: string, term: string, FieldValues, FieldValues, string | null])[] =
    [
      [
        'dating',
        'open_goal',
        { relationship_goal: 'figuring_out' },
        { relationship_goal: 'figuring_out' },
        'Both are still',
      ],
      ['dating', 'open_goal', { relationship_goal: 'long_term' }, { relationship_goal: 'long_term' }, null],
      ['dating', 'open_goal', { relationship_goal: 'casual' }, { relationship_goal: 'casual' }, null],
      ['dating', 'open_goal', { relationship_goal: 'long_term' }, { relationship_goal: 'marriage' }, null],
      [
        'dating',
        'relationship_goal',
        { relationship_goal: 'long_term' },
        { relationship_goal: 'long_term' },
        'Both want',
      ],
      [
        'dating',
        'relationship_goal',
        { relationship_goal: 'long_term' },
        { relationship_goal: 'marriage' },
        'Goals that go',
      ],
      [
        'dating',
        'relationship_goal',
        { relationship_goal: 'long_term' },
        { relationship_goal: 'casual' },
        null,
      ],
      ['dating', 'age_gap', { age: 30 }, { age: 52 }, '22 years apart'],
      ['dating', 'attachment', {}, { attachment_style: 'secure' }, 'They come across as secure'],
      ['agent-to-agent', 'retention', { stores_data: false }, { stores_data: false }, 'Neither keeps data'],
      ['agent-to-agent', 'retention', { stores_data: true }, { stores_data: true }, null],
      ['agent-to-agent', 'language', { languages: ['en'] }, { languages: ['de'] }, null],
      ['agent-to-agent', 'language', { languages: ['en'] }, { languages: ['en'] }, 'Both handle'],
      ['founder-investor', 'lead', { seeking_lead: false }, { leads_rounds: true }, null],
      ['founder-investor', 'lead', { seeking_lead: true }, { leads_rounds: false }, null],
      [
        'hiring',
        'sponsorship',
        { needs_sponsorship: true },
        { sponsorship_offered: true },
        'Visa sponsorship is needed and offered',
      ],
      ['hiring', 'sponsorship', { needs_sponsorship: false }, { sponsorship_offered: true }, null],
      ['hiring', 'relocation', { role: 'job' }, { open_to_relocation: false }, null],
      ['marketplace', 'price_within_budget', { budget_max: 100 }, { price: 90 }, 'The price is within'],
      ['marketplace', 'price_within_budget', { budget_max: 100 }, { price: 105 }, null],
      ['marketplace', 'price_within_budget', { budget_max: 100 }, { price: 300 }, null],
    ];

  it.each(cases)('%s %s is true of %j and %j', (domain, name, seeker, candidate, expected) => {
    const shipped = shippedVersions()
      .find((each) => each.domain === domain)!
      .read();
    const declared = shipped.scorecard.terms.find((term) => term.name === name)!;
    const learnable = learnableTerm(shipped, declared, NOW_MS);
    const praised = learnable.withValues(learnable.values.map(() => 0.7));
    const [me, other] = [values(seeker), values(candidate)];
    for (const term of [declared, praised]) {
      const ready = readyTerm(shipped, term, NOW_MS);
      const reading = ready.read(me, other);
      const sentence = renderReason(ready, reading, 'forward', me, other);
      if (term === praised) {
        expect(reading).toMatchObject({ state: 'counted', points: 0.7 });
        if (expected === null) expect(sentence).toBeNull();
        else expect(sentence).toContain(expected);
      } else if (reading.points > 0 && sentence !== null) expect(sentence).toContain(expected);
    }
  });

  it('is not there where training turned what is declared around', () => {
    const shipped = shippedVersions()
      .find(({ domain }) => domain === 'dating')!
      .read();
    const declared = shipped.scorecard.terms.find(({ name }) => name === 'relationship_goal')!;
    const learnable = learnableTerm(shipped, declared, NOW_MS);
    const ready = readyTerm(shipped, learnable.withValues(learnable.values.map(() => -0.7)), NOW_MS);
    const [one, same] = [
      values({ relationship_goal: 'marriage' }),
      values({ relationship_goal: 'marriage' }),
    ];
    expect(renderReason(ready, ready.read(one, same), 'forward', one, same)).toBeNull();
    const casual = values({ relationship_goal: 'casual' });
    expect(renderReason(ready, ready.read(one, casual), 'forward', one, casual)).toMatch(/^You want/);
  });
});
