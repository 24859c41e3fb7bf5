/**
 * The scopes of the words of one sentence, in one pass. `base` is the scope that goes on after a past or a
 * bracket, `state` that of the word.
 */
import type { ReadText, Sentence, Word } from '../words/read-text.ts';
import type { ScopeCues } from './compile-scope-cues.ts';
import { type CueMatch, cueAt, longestByFirst } from './cue-at.ts';
import { PeopleAfterVerbs } from './people-after-verbs.ts';
import type { WordScope } from './word-scope.ts';

export function scopeSentence(
  read: ReadText,
  sentence: Sentence,
  start: WordScope,
  cues: ScopeCues,
  scopes: WordScope[],
): void {
  const pass = new SentencePass(read, sentence, start, cues);
  for (let at = sentence.first; at < sentence.last; at++) scopes[at] = pass.scopeOf(at);
}

class SentencePass {
  readonly #read: ReadText;
  readonly #first: number;
  readonly #cues: ScopeCues;
  readonly #byFirst: ReadonlyMap<number, CueMatch>;
  readonly #people: PeopleAfterVerbs | null;
  #base: WordScope;
  #state: WordScope;
  #outsideBracket: WordScope | null = null;
  #hasKin = false;
  /** The first word after the last cue that counted. */
  #covered: number;

  constructor(read: ReadText, sentence: Sentence, start: WordScope, cues: ScopeCues) {
    [this.#read, this.#cues, this.#base, this.#state] = [read, cues, start, start];
    [this.#first, this.#covered] = [sentence.first, sentence.first];
    this.#byFirst = longestByFirst(cues.cues.matches(read, sentence.first, sentence.last));
    this.#people = cues.wishes === null ? null : new PeopleAfterVerbs(read, sentence, cues.wishes);
  }

  /** Called once a word, in order. */
  scopeOf(at: number): WordScope {
    const { words } = this.#read;
    const word = words[at]!;
    const before = at === this.#first ? undefined : words[at - 1];
    const opensClause = before === undefined || before.clause !== word.clause;
    this.#passBracket(word, before);
    this.#endAt(word, opensClause);
    this.#takeCue(at, opensClause || this.#cues.words.conjunctions.has(before.form), before);
    if (opensClause && this.#labelsReader(at)) this.#set('wish');
    return this.#state === 'self' && this.#people?.isCompany(at) === true ? 'other' : this.#state;
  }

  #set(scope: WordScope): void {
    if (scope !== 'past') this.#base = scope;
    this.#state = scope;
  }

  /** Another person's scope ends with its bracket: "dad of two (they're 6 and 9), 43". */
  #passBracket({ gap }: Word, before: Word | undefined): void {
    if (this.#outsideBracket !== null && gap.includes(')')) {
      this.#set(this.#outsideBracket);
      this.#outsideBracket = null;
      this.#hasKin = false;
    }
    if (before !== undefined && /(?:^|[\s,])\(/.test(gap)) this.#outsideBracket = this.#base;
  }

  #endAt({ form }: Word, opensClause: boolean): void {
    if (this.#state === 'past' && (opensClause || this.#cues.words.ends_past.has(form)))
      this.#state = this.#base;
    if (opensClause && this.#hasKin && aboutKin.test(form)) this.#set('other');
  }

  #takeCue(at: number, mayOpenClause: boolean, before: Word | undefined): void {
    const cue = at >= this.#covered ? cueAt(this.#read, at, this.#byFirst) : undefined;
    const ofCue = cue === undefined ? undefined : this.#nextScope(cue.payload, mayOpenClause, before);
    const isWished = this.#people?.isWishedFrom(at) === true;
    if (ofCue === 'self') this.#people?.endWish();
    const next = isWished && ofCue === undefined ? this.#nextScope('wish', mayOpenClause, before) : ofCue;
    if (cue?.payload === 'kin') this.#hasKin = true;
    if (cue !== undefined && (next !== undefined || isNeutral(cue))) {
      // A cue of `behalf_cues` may contain a cue of the wish: "our family is looking for a nanny".
      this.#covered = cue.payload === 'behalf' ? at + 1 : cue.last;
    }
    if (next !== undefined) this.#set(next);
  }

  #nextScope(
    cue: CueMatch['payload'],
    mayOpenClause: boolean,
    before: Word | undefined,
  ): WordScope | undefined {
    const isSubordinate = before !== undefined && this.#cues.words.subordinators.has(before.form);
    switch (cue) {
      case 'wish':
        return this.#state === 'other' && !mayOpenClause ? undefined : 'wish';
      case 'self':
        return isSubordinate && this.#state !== 'self' ? undefined : 'self';
      case 'weakSelf':
      case 'behalf':
        return mayOpenClause && !isSubordinate ? 'self' : undefined;
      case 'other':
        return mayOpenClause ? 'other' : undefined;
      case 'past':
        return this.#state === 'self' ? 'past' : undefined;
      case 'neutral':
      case 'attribute':
      case 'kin':
        return undefined;
      default:
        return cue satisfies never;
    }
  }

  /** "You: 28-36" */
  #labelsReader(at: number): boolean {
    const { words } = this.#read;
    return !this.#cues.neutralYou && words[at]!.form === 'you' && /^\s*[:–—-]/.test(words[at + 1]?.gap ?? '');
  }
}

const aboutKin = /^(?:who|whos|which|whose|hes|shes|theyre)$/;

const isNeutral = ({ payload }: CueMatch) => payload === 'neutral' || payload === 'attribute';
