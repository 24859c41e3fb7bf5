/**
 * The people that a sentence of another language wishes for: those named after a verb of wanting
 * (`wishes` of its words).
 */
import type { PhraseMatch, PhraseMatcher } from '../phrases/phrase-matcher.ts';
import type { ReadText, Sentence } from '../words/read-text.ts';
import type { WishSign } from './compile-scope-cues.ts';

export class PeopleAfterVerbs {
  /** First words of people who are the counterpart after a verb, and of people who always are. */
  readonly #people = new Set<number>();
  readonly #always = new Set<number>();
  readonly #afterVerbs = new Set<number>();
  readonly #company = new Set<number>();
  #wishes = false;

  constructor(read: ReadText, { first, last }: Sentence, signs: PhraseMatcher<WishSign>) {
    const found = signs.matches(read, first, last);
    if (found.length === 0) return;
    const by = (sign: WishSign) => found.filter(({ payload }) => payload === sign);
    const writers = by('writer');
    const isWriter = (person: PhraseMatch<WishSign>) =>
      writers.some((writer) => writer.first < person.last && person.last <= writer.last);
    for (const { last: after } of by('verb')) this.#afterVerbs.add(after);
    for (const { first: start } of by('fronted')) this.#always.add(start);
    for (const person of nearest(by('person'))) if (!isWriter(person)) this.#people.add(person.first);
    for (const company of by('company')) {
      if (isWriter(company)) continue;
      if (company.first === first) this.#always.add(company.first);
      else for (let at = company.first; at < company.last; at++) this.#company.add(at);
    }
  }

  /** Whether a wished-for person is named from this word on. Called once a word, in order. */
  isWishedFrom(at: number): boolean {
    if (this.#afterVerbs.has(at)) this.#wishes = true;
    return this.#always.has(at) || (this.#wishes && this.#people.has(at));
  }

  /** The writer speaks of themselves again. */
  endWish(): void {
    this.#wishes = false;
  }

  /** Whether the word is of a person beside the writer. */
  isCompany(at: number): boolean {
    return this.#company.has(at);
  }
}

/** The shortest of the phrases that end with the same noun: "die Natur, einen Mann" is "einen Mann". */
function nearest(people: readonly PhraseMatch<WishSign>[]): Iterable<PhraseMatch<WishSign>> {
  const byEnd = new Map<number, PhraseMatch<WishSign>>();
  for (const person of people) {
    const known = byEnd.get(person.last);
    if (known === undefined || isDetermined(person, known)) byEnd.set(person.last, person);
  }
  return byEnd.values();
}

/** Whether the first has a determiner, and fewer words than the second, or the second has none. */
function isDetermined(one: PhraseMatch<WishSign>, other: PhraseMatch<WishSign>): boolean {
  const length = one.last - one.first;
  const known = other.last - other.first;
  return length > 1 && (known === 1 || length < known);
}
