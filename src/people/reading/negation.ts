/**
 * Finds the words in the scope of a negation. The scope of a negator ends with its clause, or with a list
 * whose last item begins with "or" or "nor" ("no drama, games or hookups"). It ends earlier at a terminator
 * ("but", "just", "only") or a new "I". The terms (pseudo-negation, termination, negation after the phrase)
 * are those of NegEx (Chapman et al., 2001).
 */
import { denyCrossed } from './crossed-items.ts';
import { PhraseMatcher } from './phrase-matcher.ts';
import type { ReadText, Sentence, Word } from './read-text.ts';
import { denyUnderHeadings } from './refusing-headings.ts';

/** `label`: denies what follows its colon alone. */
type CueKind = 'not' | 'none' | 'label';

const negators = [
  '(not|no|never|dont|doesnt|didnt|isnt|arent|aint|wasnt|wont|wouldnt|cant|shouldnt|without|nor|neither|none|nope|zero|minus|except|avoid|avoiding|hate|hates|dislike|havent|hasnt|nobody|nothing)',
  '(rather than|instead of|anything but|far from|allergic to|opposed to|other than|more than just)',
  '(tired|sick|fed up|done|bored|through|finished) (of|with)',
  '(over|past) (the|all the|casual|one night|hookup*|fling*|games)',
  '(not|isnt|arent|no longer) (into|after|interested in|looking for|a fan of|here for|up for|about|seeking|ready for)',
  'no longer',
  'stop with',
  '(dont|do not|not) [even|really|yet] (know|sure) (if|whether)',
  '(we|i|it|they|weve|ive|have|has) (dropped|discontinued|scrapped|phased out|abandoned|ditched|stopped (offering|supporting|using|selling))',
];

/** Pseudo-negations: they contain a negator and negate nothing. */
const pseudoNegators = [
  '(isnt|arent|wasnt|not|never) (afraid|scared|shy|worried|bothered)',
  'not (only|just|sure|afraid|to mention|a problem|a big deal|too bad|shy|scared)',
  '(no|not a) (doubt|worries|problem|pressure|matter|idea|clue|joke|rush|wonder|hurry)',
  'cant (wait|stop|get enough|live without|resist|help|imagine|find|decide)',
  '(couldnt|hard to|impossible to|never) find',
  '(dont|wouldnt|doesnt|do not|would not) (mind|hesitate|worry|be shy|be afraid)',
  '(why|whether or|if|or|believe it or) not',
  'never (too|say never|mind)',
  'nothing (but|beats|better)',
  '(dont|do not) know',
  'no (later|less|more|fewer|older|younger|further|farther|smaller) than',
  '(not|no) (older|younger|further|farther|more|less|bigger|larger|smaller|taller|wider|longer|higher|lower) (than|of|as)',
  'not (over|above|under|below|exceeding|beyond|past|until|before) [£|€|$] #',
  'hate (to|when|it when|that)',
  'nothing [too|very|really] (serious|heavy|deep|fancy|crazy|complicated|official) (with|between)',
  '(zero|no) (waste|frills|fuss|iron|show|nonsense|slip|exceptions|offers)',
  '(over|past) the [_] (past|last|next|course|years|months|weekend|summer|winter|world|globe|phone|internet|web|air|country|counter|moon|long|line|top|_ years)',
];

/** "Dealbreakers: smoking, hookups" */
const refusedLabels = [
  '(dealbreaker*|deal breaker*|turnoff*|turn off*|red flag*|hard no[s|es]|hard pass[es]|no go*|no nos|not for me|please no|strictly no|dislikes|pet hates)',
];

export type NegationCues = PhraseMatcher<CueKind>;

const englishCues: NegationCues = new PhraseMatcher<CueKind>();
for (const phrase of negators) englishCues.add(phrase, 'not');
for (const phrase of pseudoNegators) englishCues.add(phrase, 'none');
for (const phrase of refusedLabels) englishCues.add(phrase, 'label');

/** The negators of another language. */
export function compileNegators(phrases: readonly string[]): NegationCues {
  const cues = new PhraseMatcher<CueKind>();
  for (const phrase of phrases) cues.add(phrase, 'not');
  return cues;
}

const terminators = new Set([
  'but',
  'just',
  'only',
  'however',
  'though',
  'instead',
  'although',
  'because',
  'so',
  'until',
  'unless',
  'rather',
]);

/** Negations that follow the phrase: "casual isn't for me", "hookups? no thanks". */
const refusals = new PhraseMatcher<true>();
for (const phrase of [
  '(is|are|was|were) (not|never|no longer) [really|so much] (for me|my thing|my style|my cup of tea|what (i|im) ...|something (i|im) ...|on the table|an option|of interest)',
  '(isnt|arent|aint) [really|so much] (for me|my thing|my style|my cup of tea|what (i|im) ...|something (i|im) ...|on the table|an option|of interest)',
  '(not|never|isnt|arent) [really] (for me|my thing|my style|my cup of tea|interested|wanted|welcome|needed)',
  '(i|ive|i have) never [really|actually] (touched|used|tried|done|learned|learnt|worked)',
  '[is|are] (not|isnt|arent|never) [strictly|really|absolutely] (required|necessary|essential|mandatory|compulsory|a must)',
  '(no thanks|no thank you|need not apply|no way|nope|hard no|hard pass|dealbreaker*|deal breaker*|turnoff*|turn off*|get lost|stay away|swipe left)',
  '(is|are) (a|an) [big|huge|hard|total|instant] (no|dealbreaker|deal breaker|turnoff|turn off|red flag)',
  '(is|are) [not] out',
  '(is|are|would be|will be|feels|seems) (an insult|unacceptable|out of the question|a no go|no go|pointless|no use)',
  '(doesnt|dont|does not|do not|wont) [really] (count|qualify|cut it|work for (me|us|him|her))',
  // Things that are gone, or not there yet: "a German version existed until 2023", "FedRAMP has been applied
  // for".
  '(has|have|had|was|were|is|are|been) [since|now|also|recently] [been] (removed|withdrawn|discontinued|deprecated|phased out|scrapped|abandoned|switched off|shut down)',
  '(has|have|is|was) [been] (applied for|(not|never) [yet] (granted|certified|audited|awarded))',
  '(is|are) no longer (maintained|supported|offered|available|provided|needed|in use|used)',
  '(is|are|remains) [still|only|merely] (under consideration|being considered|in preparation|pending|under way|underway|on the roadmap|in the pipeline|a plan|a dream|wishful thinking)',
  '(existed|ran|worked|offered|supported) until',
  '(which|that) (i|we) (no longer|dont|wont|never) _',
  '(it|that|this|which) is (gone|history|over|no more)',
  '(is|are|comes|come) [only] (planned|coming soon|in the works|a year away|next year|next quarter|later this year)',
])
  refusals.add(phrase, true);

/** "Vertical software for shipyards? No." */
const denials = /^(?:no|nah|nope|never)$/;
/** Before an answer in an interview: "A: Never." */
const answerMark = /^(?:a|answer)$/;
const MAX_WORDS_BEFORE_REFUSAL = 6;
const MAX_ITEM_WORDS = 4;
/** Longest scope, which also keeps a text of negators alone in linear time. */
const MAX_WORDS = 30;
const MAX_ITEMS = 8;
/**
 * Negators of verbs, and the words between one and the colon of its label: "We don't back: …", but "no
 * product: …".
 */
const refusingVerb = /^(?:dont|doesnt|wont|never|avoid|avoiding|cant)$/;
const MAX_LABEL_WORDS = 2;
/** "Does not want: hookups, pen pals", "not interested in: games". */
const wishingVerb =
  /^(?:want|wants|wanted|seeking|looking|interested|into|after|here|welcome|accepted|allowed)$/;

export interface Negations {
  /** By word: the first word of the negator whose scope it is in. */
  readonly negatorOf: readonly (number | undefined)[];
  /** The first words of all refusals. */
  readonly refusalStarts: ReadonlySet<number>;
  /** The last clauses of questions that "no" answers. */
  readonly deniedClauses: ReadonlySet<number>;
}

/** `contrasts`: words of another language that end a scope, besides the English ones. */
export function findNegations(
  read: ReadText,
  cues: NegationCues = englishCues,
  contrasts?: ReadonlySet<string>,
): Negations {
  const negatorOf: (number | undefined)[] = new Array(read.words.length).fill(undefined);
  const refusalStarts = new Set<number>();
  const deniedClauses = new Set<number>();
  for (const sentence of read.sentences) {
    for (const match of cues.longest(read, sentence.first, sentence.last)) {
      if (match.payload === 'none') continue;
      if (match.payload === 'label' && !/^\s*:/.test(read.words[match.last]?.gap ?? '')) continue;
      // "No-iron shirts", "zero-waste soap": a negator with a hyphen denies its own word alone.
      const isCompound = read.words[match.last]?.gap === '-' && match.last - match.first === 1;
      const end = isCompound ? match.last + 1 : scopeEnd(read, sentence, match.first, match.last, contrasts);
      // A phrase may begin inside the negator: "looking for marriage" in "not looking for marriage".
      for (let at = match.first + 1; at < end; at++) negatorOf[at] ??= match.first;
    }
  }
  denyUnderHeadings(read, negatorOf);
  for (const match of refusals.matches(read)) refusalStarts.add(match.first);
  for (const { first } of read.sentences)
    if (first > 0 && isDenial(read, first)) deniedClauses.add(read.words[first - 1]!.clause);
  denyCrossed(read, negatorOf);
  return { negatorOf, refusalStarts, deniedClauses };
}

/**
 * After "not" these deny a degree alone: the commas of "not too heavy, green or black" are none of its list.
 */
const degrees = new Set(['too', 'so', 'very', 'overly', 'particularly', 'especially', 'that']);

/** Whether a sentence begins with the answer "no". */
function isDenial(read: ReadText, first: number): boolean {
  const { words } = read;
  const next = words[first + 1];
  if (answerMark.test(words[first]!.form) && /^\s*[:.)]/.test(next?.gap ?? ''))
    return denials.test(next!.form) && /\?/.test(words[first]!.gap) && endsAnswer(words, first + 1);
  return denials.test(words[first]!.form) && isAnswer(read, first);
}

/** Whether the word is all of an answer: "… for shipyards? No. We left them", but not "a needle? No idea". */
function isAnswer({ words }: ReadText, at: number): boolean {
  return endsAnswer(words, at) && /\?/.test(words[at]!.gap);
}

function endsAnswer(words: ReadText['words'], at: number): boolean {
  const next = words[at + 1];
  return next === undefined || next.clause !== words[at]!.clause || /^\s*:/.test(next.gap);
}

/** The colon of "no: cats, dogs", but not the face in "knows nothing :( so I need help". */
const beginsList = /^\s*:(?!['’]?-?[()\\/|DPp])/;

/** The first word after the scope of the negator. */
function scopeEnd(
  read: ReadText,
  sentence: Sentence,
  negator: number,
  from: number,
  contrasts: ReadonlySet<string> | undefined,
): number {
  const isThirdPerson = /^(?:doesnt|didnt|isnt|wasnt|hasnt)$/.test(read.words[negator]!.form);
  const isRefusal =
    refusingVerb.test(read.words[negator]!.form) ||
    (read.words[negator]!.form === 'not' && wishingVerb.test(read.words[negator + 1]?.form ?? ''));
  const labelWords = isRefusal ? MAX_LABEL_WORDS : 0;
  const limit = Math.min(sentence.last, from + MAX_WORDS);
  const isOfDegree = degrees.has(read.words[from]?.form ?? '');
  // "Must not: polyester, wool": a label denies its whole line.
  if (beginsList.test(read.words[from]?.gap ?? '') && !isAnswer(read, negator)) return limit;
  for (let at = from; at < limit; at++) {
    const word = read.words[at]!;
    if (at > from && (terminators.has(word.form) || (isThirdPerson && word.form === 'and'))) return at;
    if (at > from && contrasts?.has(word.form) === true) return at;
    if (at > from + 1 && /^(?:i|im|id|we)$/.test(word.form) && read.words[at - 1]!.form !== 'what') return at;
    if (word.clause === read.words[at - 1]?.clause) continue;
    // "What we don't do: crypto, weapons": a negated label denies its line.
    if (at <= from + labelWords && /^\s*:\s*$/.test(word.gap)) return limit;
    if (isOfDegree || !listContinues(read, sentence, at)) return at;
  }
  return limit;
}

/** Whether the comma before `start` continues a list: short items, the last of them with "or" or "nor". */
function listContinues(read: ReadText, sentence: Sentence, start: number): boolean {
  let at = start;
  for (
    let item = 0;
    item < MAX_ITEMS && at < sentence.last && /^\s*(?:,|\/)\s*$/.test(read.words[at]!.gap);
    item++
  ) {
    const { clause } = read.words[at]!;
    let length = 0;
    let hasOr = false;
    while (at < sentence.last && length <= MAX_ITEM_WORDS && read.words[at]!.clause === clause) {
      hasOr ||= read.words[at]!.form === 'or' || read.words[at]!.form === 'nor';
      at++;
      length++;
    }
    if (hasOr) return true;
    if (length > MAX_ITEM_WORDS) return false;
  }
  return false;
}

/** Whether the phrase of words [first, last) is negated, by a negator before it or a refusal after it. */
export function isNegated(
  read: ReadText,
  { negatorOf, refusalStarts, deniedClauses }: Negations,
  first: number,
  last: number,
): boolean {
  if (negatorOf[first] !== undefined) return true;
  if (deniesInside(read, negatorOf[last - 1] ?? first, first)) return true;
  const { sentence, clause } = read.words[first]!;
  if (deniedClauses.has(clause)) return true;
  // A phrase may end inside the refusal: "marriage is" in "marriage is out of the question".
  const from = Math.max(first + 1, last - 1);
  for (let at = from; at < last + MAX_WORDS_BEFORE_REFUSAL && read.words[at]?.sentence === sentence; at++) {
    // "English; Swedish not required" refuses the second alone.
    const isBeside = at <= last || read.words[at]!.clause === read.words[last - 1]!.clause;
    if (refusalStarts.has(at) && at - last <= 2 && isBeside) return true;
  }
  const next = read.words[last];
  if (next === undefined) return false;
  if (isRefusedLabel(read, next, last) || isDeniedBy(read, next, last)) return true;
  return next.sentence === sentence + 1 && refusalStarts.has(last) && /\?/.test(next.gap);
}

/**
 * Whether "no" inside a phrase denies it: "She draws no charts", but not "Chanel No 5". "I don't hear back"
 * is a phrase with its negation.
 */
const deniesInside = ({ words }: ReadText, negator: number, first: number): boolean =>
  negator > first && words[negator]!.form === 'no' && !/^\d/.test(words[negator + 1]?.form ?? '');

/** "Swedish yes, Finnish no", but not the code of Norwegian in "DA, NO". */
function isDeniedBy({ words }: ReadText, next: Word, at: number): boolean {
  const isBeside = next.gap === ' ' && next.clause === words[at - 1]!.clause;
  return isBeside && next.word === 'no' && words[at + 1]?.clause !== next.clause;
}

/** "Shipping: no", "can_ship": false, "Delivery? No.", but "Shipping: no problem". */
function isRefusedLabel({ words }: ReadText, next: Word, at: number): boolean {
  if (!/^["'\s]*[:=?]\s*$/.test(next.gap)) return false;
  if (!/^(?:no|none|false|never|nope|not)$/.test(next.form)) return false;
  const after = words[at + 1];
  if (after === undefined || after.clause !== next.clause) return true;
  return next.form === 'not'
    ? /^(?:possible|available|offered|included|needed|wanted)$/.test(after.form)
    : false;
}
