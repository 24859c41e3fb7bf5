import { describe, expect, it } from 'vitest';
import { assignScopes, compileScopeCues } from './assign-scopes.ts';
import { readText } from './read-text.ts';
import { SpellingCorrector } from './word-forms.ts';

function scopesOf(text: string, behalfCues: readonly string[] = []): ReadonlySet<string> {
  const cues = compileScopeCues({ behalf_cues: [...behalfCues] });
  return new Set(assignScopes(readText(text, new SpellingCorrector([])), cues).scopes);
}

describe('openings that name kin', () => {
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
  ])('%s: speaks of the profile', (text) => {
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
  ])('%s: speaks of somebody else', (text) => {
    expect(scopesOf(text)).toContain('other');
  });
});

describe('behalf_cues', () => {
  const cues = ['(my|our) _ ... needs a carer'];

  it('turn the clause into one about the profile', () => {
    expect(scopesOf('My mother needs a carer in Leeds')).toContain('other');
    expect([...scopesOf('My mother needs a carer in Leeds', cues)]).toEqual(['self']);
  });

  it('leave the cues that stand in them to be read', () => {
    const wishing = ['(my|our) _ ... is looking for'];
    expect([...scopesOf('My family is looking for a nanny', wishing)]).toEqual(['self', 'wish']);
  });
});
