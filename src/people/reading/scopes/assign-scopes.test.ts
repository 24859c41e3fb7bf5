import { describe, expect, it, test } from 'vitest';
import type { ExtractionSettings } from '../../../domains/extraction-settings.ts';
import { readText } from '../words/read-text.ts';
import { SpellingCorrector } from '../words/word-forms.ts';
import { assignScopes } from './assign-scopes.ts';
import { compileScopeCues } from './compile-scope-cues.ts';

function scopesOf(text: string, settings: Partial<ExtractionSettings> = {}): ReadonlySet<string> {
  const cues = compileScopeCues(settings);
  return new Set(assignScopes(readText(text, new SpellingCorrector([])), cues).scopes);
}

it('"ISO" before the number of a standard searches nothing', () => {
  expect([...scopesOf('ISO/IEC 27001 and SOC 2')]).toEqual(['self']);
  expect([...scopesOf('ISO 14001 certified')]).toEqual(['self']);
  expect([...scopesOf('ISO a flatmate')]).toEqual(['wish']);
});

describe('clauses that start with a kin noun', () => {
  it.each([
    "Our children's hospital is in Leeds",
    'Our children’s hospital, which has 400 beds, is in Leeds',
    'Our client, a bank, is in Leeds',
    'Our family business is in Leeds',
    'Our family-run restaurant is in Leeds',
    'Our sister company is in Leeds',
    'Our parent company is in Leeds',
    'Our Mother & Baby store is in Leeds',
    "Our kids' clothing brand is in Leeds",
    'Our teacher training platform is in Leeds',
    'Our son et lumière is in Leeds',
    'Our ex-Google team is in Leeds',
    'Our international team is in Leeds',
    'Our friendly team is in Leeds',
    'My client-facing job is in Leeds',
    'My mother tongue is Polish',
  ])('is about the profile: %s', (text) => {
    expect([...scopesOf(text)]).toEqual(['self']);
  });

  it.each([
    'My brother is 40',
    'My children are 4 and 7',
    'My mother-in-law is 70',
    'My ex-wife is 40',
    'My boss earns 200k',
    'My best friend runs a business',
    'Our clients are banks',
    'Our biggest client pays us monthly',
  ])('is about another person: %s', (text) => {
    expect(scopesOf(text)).toContain('other');
  });
});

describe('behalf_cues', () => {
  const settings = { behalf_cues: ['(my|our) _ ... needs a carer'] };

  it('put the clause into the scope of the profile', () => {
    expect(scopesOf('My mother needs a carer in Leeds')).toContain('other');
    expect([...scopesOf('My mother needs a carer in Leeds', settings)]).toEqual(['self']);
  });

  it('do not hide the cues that they contain', () => {
    const withWish = { behalf_cues: ['(my|our) _ ... is looking for'] };
    expect([...scopesOf('My family is looking for a nanny', withWish)]).toEqual(['self', 'wish']);
  });
});

describe('neutral_others', () => {
  it('reads statements about other people, in domains where people shop for others', () => {
    expect(scopesOf('My wife loves gardening.', { neutral_others: false })).toContain('other');
    expect(scopesOf('My wife loves gardening.', { neutral_others: true })).not.toContain('other');
  });
});

describe('a text by an author for another person', () => {
  const spokenFor = (text: string) => {
    const cues = compileScopeCues({ spoken_for_cues: ['she [now] (needs|hopes for) (£|#)'] });
    return assignScopes(readText(text, new SpellingCorrector([])), cues).isSpokenFor;
  };

  it.each([
    'My cousin has a company in Dakar. She needs £9000.',
    'Hello. Sorry for this. My cousin has a company. She hopes for 200k. I ran a bakery, I am no help, and I am proud.',
  ])('is about that person: %s', (text) => {
    expect(spokenFor(text)).toBe(true);
  });

  it.each([
    'My cousin has a company in Dakar. She is glad.',
    'My cousin has a company. She needs £9000. I invest in farms, I like them, and I am rich.',
  ])('is about the author: %s', (text) => {
    expect(spokenFor(text)).toBe(false);
  });
});

describe('spoken_for_cues', () => {
  const text = 'My nephew is a cook in Leeds. He could start on Monday.';

  it('make a text about a relative that of the relative', () => {
    expect(scopesOf(text)).toContain('other');
    expect([...scopesOf(text, { spoken_for_cues: ['(he|she) could start'] })]).toEqual(['self']);
  });

  it('leave the texts of writers who speak of themselves', () => {
    const own = `${text} I am a nurse. I work nights. I want days.`;
    expect(scopesOf(own, { spoken_for_cues: ['(he|she) could start'] })).toContain('other');
  });
});

describe('a wish that goes on', () => {
  const last = (text: string) => {
    const read = readText(text, new SpellingCorrector([]));
    return assignScopes(read, compileScopeCues({ wish_cues: ['wanted', 'what do you need'] })).scopes.at(-1);
  };
  it.each([
    ['Wanted: a translator. Under 300 ms, please.', 'wish'],
    ['What do you need from others? Payments', 'wish'],
    ['Wanted: a translator. The office is in Leeds.', 'self'],
    ['Payments wanted? The office is in Leeds.', 'self'],
  ])('%s: %s', (text, expected) => {
    expect(last(text)).toBe(expected);
  });
});

test('a line with a label of its own does not continue a long line', () => {
  const text = 'approval: always, before any opinion of ours leaves the house\nwants: [transcription]';
  expect(readText(text, new SpellingCorrector([])).sentences).toHaveLength(2);
});

describe('a pronoun goes on with another person', () => {
  const last = (text: string) => {
    const read = readText(text, new SpellingCorrector([]));
    return assignScopes(read, compileScopeCues({})).scopes.at(-1);
  };
  it.each([
    ["I paint and I sing. I'm tall. My sister laughs. She lives in Leeds.", 'other'],
    ["I paint and I sing. I'm tall. My sister laughs. She asks where I live now.", 'self'],
    ['My sister laughs. She lives in Leeds.', 'self'],
  ])('%s: %s', (text, expected) => {
    expect(last(text)).toBe(expected);
  });
});
