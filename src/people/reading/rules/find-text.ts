/**
 * Evaluates `text` rules: finds sentences for soft fields. Only the words of a sentence in the rule's scope
 * are kept, without the clauses at either end that hold only hard facts ("man, 61, retired").
 */
import type { TextRule } from '../../../domains/extraction-rules.ts';
import type { VectorBlock } from '../../../platform/numeric/vector-block.ts';
import type { TextDocument } from '../document.ts';
import type { TextMatcher } from '../phrases/phrase-group.ts';
import { PhraseMatcher } from '../phrases/phrase-matcher.ts';
import { startsWithTwoLetters } from '../words/letters.ts';
import type { Sentence } from '../words/read-text.ts';

export interface CompiledText {
  readonly rule: TextRule;
  readonly cues: TextMatcher<true> | null;
  readonly notCues: TextMatcher<true> | null;
  readonly prototypes: VectorBlock | null;
}

export interface FoundText {
  readonly value: string;
  readonly span: readonly [number, number];
  readonly confidence: number;
  readonly origin: 'rules' | 'encoder';
}

/** A part of a sentence: UTF-16 offsets [start, end) and words [first, last). */
interface Piece {
  readonly start: number;
  readonly end: number;
  readonly first: number;
  readonly last: number;
  /** Words of content that no hard field has taken. */
  readonly free: number;
}

const MAX_ENCODED = 400;
const MAX_ENCODED_CHARACTERS = 400;
/** Content words that a piece needs. */
const MIN_CONTENT_WORDS = 2;
/** Content words that a clause needs beside a hard fact. */
const MIN_REMAINING_WORDS = 2;

/** Words that say nothing by themselves, or only introduce a hard fact. */
const stopWords = new Set(
  'a an the i im ive id me my we our you your he she they his her their it its is am are was were be been being and or but so of to in on at for from with by as that this there here have has had do does did not no just also very really too then than if im hi hey hello ok okay lol haha well name names called live lives living based located city location age aged years year yrs yo old looking seeking single gender currently now originally moved born raised profile bio about am ish straight male female man woman guy girl person years some any more most much who what which when where how something anything someone somebody want wants wanting open relationship date dating meet meeting new please here still hoping hope find only maybe guess think sure know dont cant wont ill youll gonna wanna let lets yes yeah pls plz say says one two three out up down again now today days week weeks month months ago until been turn turned turning next last'.split(
    ' ',
  ),
);

/** `taken`: by word, 1 where a hard field has its value from the word. */
export async function findText(
  document: TextDocument,
  { rule, cues, notCues, prototypes }: CompiledText,
  taken: Uint8Array,
): Promise<FoundText | null> {
  const excluded = new Set([...sentencesWith(document, notCues), ...smallTalkIn(document)]);
  const cued = sentencesWith(document, cues);
  const readable = document.sentences.flatMap((sentence, position) => {
    if (excluded.has(position) || document.languages.isForeign[position] === true) return [];
    return piecesOf(document, sentence, rule, cued.has(position), taken).map((piece) => ({
      piece,
      position,
    }));
  });
  const pieces = readable.map(({ piece }) => piece);
  if (pieces.reduce((sum, { free }) => sum + free, 0) < rule.min_free_words) return null;
  if (rule.take !== 'matching') return joinPieces(document, pieces, rule, 0.7, 'rules');
  // A sentence with a cue needs no vector.
  const uncued = readable.filter(({ position }) => !cued.has(position)).map(({ piece }) => piece);
  const near = await nearPrototypes(document, uncued, rule, prototypes);
  const kept = readable.filter(({ position, piece }) => cued.has(position) || near.has(piece));
  const hasCue = kept.some(({ position }) => cued.has(position));
  return joinPieces(
    document,
    kept.map(({ piece }) => piece),
    rule,
    0.8,
    hasCue ? 'rules' : 'encoder',
  );
}

const smallTalk = new PhraseMatcher<true>();
for (const phrase of [
  '(hi|hello|hey|heya|hiya|howdy|greetings|good (morning|evening|afternoon|day)) [there|all|everyone|everybody|guys|folks]',
  '(thanks|thank you|thx|ty|cheers) [so much|a lot|again|for (that|this|the help|your message)]',
  '[that|this|it] (sounds|looks|seems) (good|great|fine|perfect|nice|interesting)',
  '(ok|okay|great|cool|perfect|sure|no problem|no worries|got it|understood|will do|alright)',
  '(bye|goodbye|see you|see ya|talk|speak|ttyl|have a (nice|good|great) (day|one|weekend)) [soon|later|tomorrow|then|next week]',
  '(are you|is (anyone|anybody|somebody|someone)) (there|around|here|still there|online)',
  '(how are you|hows it going|whats up|nice to (meet|e meet) you|let me know|any news|test|testing)',
])
  smallTalk.add(phrase, true);

/** Sentences that are only small talk: "thanks, that sounds good. talk tomorrow". */
function smallTalkIn(document: TextDocument): ReadonlySet<number> {
  const polite = new Set(
    smallTalk
      .longest(document)
      .flatMap(({ first, last }) => Array.from({ length: last - first }, (_, step) => first + step)),
  );
  return new Set(
    document.sentences.flatMap(({ first, last }, position) => {
      let other = 0;
      for (let at = first; at < last && other === 0; at++) if (!polite.has(at)) other++;
      return other === 0 ? [position] : [];
    }),
  );
}

function sentencesWith(document: TextDocument, matcher: TextMatcher<true> | null): ReadonlySet<number> {
  return new Set(matcher?.matches(document).map(({ first }) => document.words[first]!.sentence));
}

/** The runs of words in the rule's scope. Words about others count only in a sentence with a cue. */
function piecesOf(
  document: TextDocument,
  sentence: Sentence,
  rule: TextRule,
  isCued: boolean,
  taken: Uint8Array,
): Piece[] {
  const pieces: Piece[] = [];
  let run: number[] = [];
  const close = () => {
    const piece = trimPiece(document, sentence, run, rule, taken, isCued);
    if (piece !== null) pieces.push(piece);
    run = [];
  };
  for (let at = sentence.first; at < sentence.last; at++) {
    const scope = document.scopes[at]!;
    const isWanted =
      rule.reads === 'any' ||
      scope === rule.reads ||
      (rule.reads === 'self' && (scope === 'past' || (scope === 'other' && isCued)));
    if (isWanted) run.push(at);
    else close();
  }
  close();
  return pieces;
}

function trimPiece(
  document: TextDocument,
  sentence: Sentence,
  run: readonly number[],
  rule: TextRule,
  taken: Uint8Array,
  isCued: boolean,
): Piece | null {
  if (run.length === 0) return null;
  const { words } = document;
  const isFree = (at: number) => taken[at] !== 1;
  const isContent = (at: number) =>
    isFree(at) && !stopWords.has(words[at]!.form) && startsWithTwoLetters(words[at]!.word);
  const keepsAll = rule.take === 'whole' || rule.take === 'matching';
  const informative = keepsAll
    ? new Set(run.map((at) => words[at]!.clause))
    : informativeClauses(document, run, isContent, (at) => isCued || isFree(at));
  const inside = run.filter((at) => informative.has(words[at]!.clause));
  const [head, tail] = [inside[0], inside.at(-1)];
  if (head === undefined || tail === undefined) return null;
  const span = run.filter((at) => at >= head && at <= tail);
  const least = isCued ? Math.min(2, rule.min_words) : rule.min_words;
  if (span.filter(keepsAll ? () => true : isFree).length < least) return null;
  if (!keepsAll && span.filter(isContent).length < (isCued ? 1 : MIN_CONTENT_WORDS)) return null;
  const start = head === sentence.first ? sentence.start : words[head]!.start;
  const end = tail === sentence.last - 1 ? sentence.end : words[tail]!.end;
  return { start, end, first: head, last: tail + 1, free: span.filter(isContent).length };
}

/** Clauses with a content word; a clause that a hard fact was taken from needs two. */
function informativeClauses(
  { words }: TextDocument,
  run: readonly number[],
  isContent: (at: number) => boolean,
  isFree: (at: number) => boolean,
): ReadonlySet<number> {
  const byClause = Map.groupBy(run, (at) => words[at]!.clause);
  const informative = [...byClause].filter(([, members]) => {
    const content = members.filter(isContent).length;
    return content >= (members.every(isFree) ? 1 : MIN_REMAINING_WORDS);
  });
  return new Set(informative.map(([clause]) => clause));
}

async function nearPrototypes(
  document: TextDocument,
  pieces: readonly Piece[],
  rule: TextRule,
  prototypes: VectorBlock | null,
): Promise<ReadonlySet<Piece>> {
  if (prototypes === null || pieces.length === 0) return new Set();
  const texts = pieces
    .slice(0, MAX_ENCODED)
    .map(({ start, end }) => document.text.slice(start, Math.min(end, start + MAX_ENCODED_CHARACTERS)));
  const vectors = await document.encode(texts);
  return new Set(
    vectors.flatMap((vector, position) =>
      prototypes.dotsWith(vector).some((cosine) => cosine >= rule.threshold) ? [pieces[position]!] : [],
    ),
  );
}

function joinPieces(
  document: TextDocument,
  pieces: readonly Piece[],
  rule: TextRule,
  confidence: number,
  origin: FoundText['origin'],
): FoundText | null {
  const kept: Piece[] = [];
  let characters = 0;
  for (const piece of pieces) {
    const room = rule.max_characters - characters;
    if (piece.end - piece.start > room) {
      if (kept.length === 0) kept.push({ ...piece, end: wordEndBefore(document, piece, piece.start + room) });
      break;
    }
    kept.push(piece);
    characters += piece.end - piece.start + 1;
  }
  const [first, last] = [kept[0], kept.at(-1)];
  if (first === undefined || last === undefined) return null;
  const value = kept.map(({ start, end }) => document.text.slice(start, end)).join(' ');
  return { value, span: [first.start, last.end], confidence: rule.confidence ?? confidence, origin };
}

function wordEndBefore(document: TextDocument, piece: Piece, limit: number): number {
  let end = document.words[piece.first]!.end;
  for (let at = piece.first; at < piece.last && document.words[at]!.end <= limit; at++)
    end = document.words[at]!.end;
  return Math.min(end, limit);
}
