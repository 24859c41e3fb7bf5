import { describe, expect, it } from 'vitest';
import { assignScopes, compileScopeCues } from './assign-scopes.ts';
import { readText } from './read-text.ts';
import { SpellingCorrector } from './word-forms.ts';

function scopesOf(text: string, neutralOthers: boolean): ReadonlySet<string> {
  const cues = compileScopeCues({ neutral_others: neutralOthers });
  return new Set(assignScopes(readText(text, new SpellingCorrector([])), cues).scopes);
}

describe('neutral_others', () => {
  it('reads what is said of "my wife" where people shop for others', () => {
    expect(scopesOf('My wife loves gardening.', false)).toContain('other');
    expect(scopesOf('My wife loves gardening.', true)).not.toContain('other');
  });
});
