/**
 * Assigns each word its scope: the profile itself, the wished-for counterpart, another person, the past, or a
 * quotation (`quoted-text.ts`). One pass over a sentence starts with `self`, or with the scope of its
 * section's heading. Cues switch the scope, a new clause ends the past, and a clause in the profile's own
 * voice ends the scope of another person.
 */
import { quotedWords } from '../words/quoted-text.ts';
import type { ReadText } from '../words/read-text.ts';
import { carriesWish, carryOthers } from './carry-scopes.ts';
import type { ScopeCues } from './compile-scope-cues.ts';
import { headingOf } from './headings.ts';
import { markCompetitors } from './marks/mark-competitors.ts';
import { markFormerValues } from './marks/mark-former-values.ts';
import { markRelatives } from './marks/mark-relatives.ts';
import { markWishedAges } from './marks/mark-wished-ages.ts';
import { markWishedPeople } from './marks/mark-wished-people.ts';
import { asksReader } from './questions-to-readers.ts';
import { scopeSentence } from './scope-sentence.ts';
import { describeOther, isSpokenFor, isWrittenFor, writersWords } from './spoken-for.ts';
import type { WordScope } from './word-scope.ts';

export interface ScopedText extends ReadText {
  /** By word. */
  readonly scopes: readonly WordScope[];
  /** Another person wrote the text for the person of the profile. */
  readonly isSpokenFor: boolean;
}

export function assignScopes(read: ReadText, cues: ScopeCues): ScopedText {
  const scopes = scopesOfSentences(read, cues);
  const quoted = quotedWords(read);
  if (quoted !== null) for (const at of scopes.keys()) if (quoted[at] === 1) scopes[at] = 'quoted';
  if (cues.wishesAges) markWishedAges(read, scopes);
  if (cues.wishesAges) markWishedPeople(read, scopes);
  const spokenFor = isSpokenFor(read, scopes, cues);
  if (spokenFor || isWrittenFor(read)) {
    const aside = cues.ownWishes === null ? [] : writersWords(read, cues.words);
    if (spokenFor) describeOther(read, scopes);
    for (const at of aside) scopes[at] = 'other';
  }
  if (cues.wishesAges) markRelatives(read, scopes);
  if (!spokenFor && cues.ownWishes !== null) carryOthers(read, scopes, cues.words.writer);
  markCompetitors(read, scopes);
  if (cues.marksChanges) markFormerValues(read, scopes);
  return { ...read, scopes, isSpokenFor: spokenFor };
}

function scopesOfSentences(read: ReadText, cues: ScopeCues): WordScope[] {
  const scopes: WordScope[] = new Array(read.words.length).fill('self');
  let section: WordScope = 'self';
  for (const [position, sentence] of read.sentences.entries()) {
    const heading = headingOf(read, position, cues.headings);
    if (heading !== null && heading.last === sentence.last) {
      section = heading.payload;
      scopes.fill(heading.payload, sentence.first, sentence.last);
      continue;
    }
    if (cues.neutralYou && asksReader(read, sentence)) continue;
    const before = read.sentences[position - 1];
    const start =
      heading?.payload ??
      (before !== undefined && carriesWish(read, before, sentence, scopes) ? 'wish' : section);
    scopeSentence(read, sentence, start, cues, scopes);
  }
  return scopes;
}
