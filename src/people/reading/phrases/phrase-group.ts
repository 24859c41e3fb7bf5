/**
 * The phrases of many rules in one automaton, so that a text is walked once for all of them. Each rule has a
 * member with its own phrases and gets its own matches, in the order in which it would find them alone.
 */

import type { ReadText } from '../words/read-text.ts';
import { type PhraseMatch, PhraseMatcher, withoutOverlaps } from './phrase-matcher.ts';

interface Tagged {
  readonly member: number;
  readonly payload: unknown;
}

/** A matcher of whole texts, as rules need it. */
export interface TextMatcher<Payload> {
  add(phrase: string, payload: Payload): void;
  matches(read: ReadText): PhraseMatch<Payload>[];
  longest(read: ReadText): PhraseMatch<Payload>[];
}

export class PhraseGroup {
  readonly #matcher = new PhraseMatcher<Tagged>();
  #members = 0;
  /** The matches of the last text, by member. Words are a text's own, so they tell texts apart. */
  #words: ReadText['words'] | null = null;
  #found: PhraseMatch<unknown>[][] = [];

  /** Whole words of the phrases of all members. */
  get vocabulary(): ReadonlySet<string> {
    return this.#matcher.vocabulary;
  }

  /** Whether the word is a prefix of the phrases with a short ending. */
  hasPrefixOf(word: string): boolean {
    return this.#matcher.hasPrefixOf(word);
  }

  member<Payload>(): TextMatcher<Payload> {
    const member = this.#members++;
    // Equal payloads of a member stay one, as a text may match them by several phrases.
    const tags = new Map<Payload, Tagged>();
    const matches = (read: ReadText) => (this.#matchesIn(read)[member] ?? []) as PhraseMatch<Payload>[];
    return {
      add: (phrase, payload) => {
        const tag = tags.get(payload) ?? { member, payload };
        tags.set(payload, tag);
        this.#matcher.add(phrase, tag);
      },
      matches,
      longest: (read) => withoutOverlaps(matches(read)),
    };
  }

  #matchesIn(read: ReadText): PhraseMatch<unknown>[][] {
    if (this.#words === read.words) return this.#found;
    const found: PhraseMatch<unknown>[][] = [];
    for (const { first, last, payload: tag, corrected } of this.#matcher.matches(read)) {
      const own = { first, last, payload: tag.payload, corrected };
      const known = found[tag.member];
      if (known === undefined) found[tag.member] = [own];
      else known.push(own);
    }
    [this.#words, this.#found] = [read.words, found];
    return found;
  }
}

/** A member of a group that is matched at once. */
export function memberOf(
  phrases: readonly string[] | undefined,
  group: PhraseGroup,
): TextMatcher<true> | null {
  if (phrases === undefined) return null;
  const matcher = group.member<true>();
  for (const phrase of phrases) matcher.add(phrase, true);
  return matcher;
}
