/**
 * Tells the things that a text is about from those that it only mentions. An aside is a thing
 *
 *   - after a preposition: "a lamp for my desk", "goes straight into the washing machine", "vase on a shelf"
 *   - that another thing has to do with: "fits a phone", "holds a paperback"
 *   - that is there already: "I had a kettle", "last year she got earrings", "the cabinet is narrow"
 *   - that describes another: "juice groove", "hardcover notebook"
 *   - in a later sentence than the first thing, unless that sentence says that it is wanted or lists it
 *
 * Where sentences of a text name a wanted thing ("looking for a grinder"), all things of other sentences are
 * asides. An aside counts where nothing else is named.
 */
import type { TextDocument } from '../document.ts';
import { endingWith } from '../phrases/beside-words.ts';

/** Words [first, last) that name a thing. */
interface Named {
  readonly first: number;
  readonly last: number;
}

const words = (list: string) => new Set(list.split(' '));

const prepositions = words(
  'in into inside on onto with without under beneath over above beside near from at against through off behind around between around as than by across toward towards via per incl including includes',
);
/** Before "for" these look for the thing itself. */
const searches = words(
  'looking look searching search shopping shop hunting hunt asking ask need money budget spend spending pay paying saving saved market ideas recommendations suggestions recommendation suggestion sale wishing keen gone going love hankering dollars euros euro pounds bucks quid usd eur gbp',
);
/** Before "of" these are places of the thing. */
const partsOfThings = words(
  'part side corner inside top back front bottom edge leg arm door pocket out case',
);
/** Verbs by which one thing has to do with another. */
const relations = words(
  'fit fits hold holds carry carries match matches matching replace replaces keep keeps protect protects suit suits charge charges power powers cover covers hide hides accommodate accommodates clean cleans fitting holding matching replacing protecting complements goes sits hangs stands writes reads plays collects drives repairs write read play collect',
);
const determiners = words('a an the my your our his her their its this that any every each some');
const owners = words('the my your our his her their its this that');
/** Adjectives of things that are there already. */
const former = words('old last previous current existing broken dead former late');
/** Words between a preposition and the thing that end the preposition's reach. */
const stops = words(
  'and or but is are was want wants wanted need needs find get buy buying sell sells selling order give giving wear have has gift present looking that which who so then',
);
/** Phrases of things that are there already, or were. */
const possession = endingWith(
  [
    '(i|we|he|she|they|mum|mom|dad) [already|still|also|just] (have|has|had|own|owned|got|bought|tried|returned)',
    '(i|we|he|she|they|mum|mom|dad) [already|still|also|just] (broke|lost|collect[s]|play[s])',
    '(already|used to) (have|has|own|owned|had|got)',
    '(had|got (her|him|them|me)|ive (got|had|tried))',
    '(she|he|they|mum|mom|dad|shes|hes|theys|mums|moms|dads) (loves|likes|adores)',
  ].map((phrase) => `${phrase} [a|an|the|two|three|some|my|enough|(loads|plenty|lots) of] [_] [_]`),
);
const past = /(?:^| )last (?:year|christmas|time|birthday|month|week) /;
const wants = endingWith(
  [
    '(selling|giving away|getting rid of|parting with|letting go of|like to (get|buy|have|find)|dreaming of)',
    '(want|wants|wanted|wanting|wanna|need|needs|needed|require|requires|would like|id like|id love|would love)',
    '((looking|searching|hunting|shopping) for|looking 4|searching|search|seeking|after|iso|wtb|wish for)',
    '(recommend*|suggest*|show me|treat _ to|help me (find|choose|pick)|whats a good|what is a good)',
    '(find (me|us|a|an|some)|get (me|her|him|them|us|my|a|an|some)|buy|buying|order|in the market for)',
    '(thinking (of|about)|thought of|wishlist|wish list|any|best|good|plus|also|another)',
  ].map((phrase) => `${phrase} [_] [_] [_] [_] [_] [_] [_]`),
);
/**
 * Phrases for needs of the reader or of the thing, which are not wanted: "You would need two people and a
 * van".
 */
const othersWhoNeed = 'you|youll|youd|it|they|buyer|buyers|collector|collection|removal|transport';
const neededOfOthers = new RegExp(
  `(?:^|(?:^| )(?:${othersWhoNeed})(?: (?:will|would|may|might|ll|also))*) ?needs?(?= )`,
);
/** Words after a thing that only describes another: "juice groove", "olive oil base", "dishwasher safe". */
const trailers = words(
  'safe proof friendly compatible included incl base groove ties scent scented scents flavour flavor flavoured flavored print prints printed pattern patterned lined lining effect motif notes lovers lover fans owner owners enthusiast enthusiasts shop store department aisle drawer compartment pocket pockets slot loop loops hook hooks buckle buckles button buttons trim collar strap straps zip zipper logo embroidery texture weave fabric yarn thread colour color coloured colored inspired themed shaped',
);

const MAX_BETWEEN = 3;
const MAX_BEFORE = 9;
const MAX_ITEM_WORDS = 5;

/** The nearness of a thing to the topic of the text. */
type Rank = 'aside' | 'former' | 'central';

export function withoutAsides<Match extends Named>(
  document: TextDocument,
  matches: readonly Match[],
): readonly Match[] {
  if (matches.length < 2) return matches;
  const ranked = matches.map((match, at) => ({ match, rank: rankOf(document, match, matches[at + 1]) }));
  const ofRank = (wanted: Rank) => ranked.filter(({ rank }) => rank === wanted).map(({ match }) => match);
  const central = ofRank('central');
  // "My old kettle broke" names the wanted thing where nothing else does.
  if (central.length === 0) return ofRank('former').length > 0 ? ofRank('former') : matches;
  const sentenceOf = ({ first }: Match) => document.words[first]!.sentence;
  const wanted = new Set(central.filter(({ first }) => isWanted(document, first)).map(sentenceOf));
  if (wanted.size > 0)
    return central.filter((match) => wanted.has(sentenceOf(match)) || isListed(document, match));
  const isItem = (match: Match) => isListed(document, match) && isListed(document, central[0]!);
  // In a title, words behind the thing and a comma describe it: "sunglasses, brown gradient lenses".
  const title = central[0]!;
  const isOfTitle = ({ first }: Match) =>
    document.words[first]!.sentence === sentenceOf(title) &&
    (document.words[first]!.clause === document.words[title.first]!.clause || isJoined(document, first));
  return central.filter((match) => isOfTitle(match) || isItem(match));
}

/**
 * Whether "and" or a like word joins the thing to one before it, up to two words before: "a lamp and a blue
 * rug".
 */
function isJoined({ words: all }: TextDocument, first: number): boolean {
  for (let at = first; at > 0 && at > first - MAX_BETWEEN; at--) {
    if (/[&+/]/.test(all[at]!.gap) || /^(?:and|or|plus|also|und)$/.test(all[at - 1]!.form)) return true;
  }
  return false;
}

function rankOf(document: TextDocument, { first, last }: Named, next: Named | undefined): Rank {
  const { clause, sentence } = document.words[first]!;
  const after = document.words[last];
  // "Hardcover notebook": the last of two things side by side is meant.
  if (next?.first === last && after!.clause === clause) return 'aside';
  if (
    after !== undefined &&
    after.sentence === sentence &&
    trailers.has(after.form) &&
    after.clause === clause
  )
    return 'aside';
  // "The laptop has to fit".
  if (isFitted(document, last)) return 'aside';
  const lead = before(document, first);
  if (past.test(lead)) return 'aside';
  if (possession.test(lead)) return 'former';
  for (let at = first - 1; at >= 0 && at >= first - 1 - MAX_BETWEEN; at--) {
    const word = document.words[at]!;
    // "w/ travel case": a stroke ends the clause.
    const isShort = word.form === 'with' && document.words[at + 1]!.gap.startsWith('/');
    if (isShort) return 'aside';
    if (word.clause !== clause || /^[\d$€£]/.test(word.form) || stops.has(word.form)) break;
    if (former.has(word.form)) return 'former';
    if (relatesAt(document, at, first) || (word.form === 'the' && sentence > 0)) return 'aside';
  }
  return 'central';
}

function isFitted({ words: all }: TextDocument, last: number): boolean {
  for (let at = last; at < last + MAX_BETWEEN && all[at]?.clause === all[last - 1]!.clause; at++) {
    if (/^fits?$/.test(all[at]!.form)) return true;
    if (!/^(?:has|have|needs?|must|should|to|can|will|that|it)$/.test(all[at]!.form)) return false;
  }
  return false;
}

/** Whether the word makes the thing at `first` an aside. */
function relatesAt({ words: all }: TextDocument, at: number, first: number): boolean {
  const { form } = all[at]!;
  if (prepositions.has(form) || relations.has(form)) return true;
  const previous = all[at - 1];
  const earlier = previous?.sentence === all[at]!.sentence ? previous.form : '';
  if (form === 'for') return earlier !== '' && !searches.has(earlier) && !/^[\d$€£]/.test(earlier);
  if (form === 'of') return partsOfThings.has(earlier);
  return form === 'to' && at + 1 < first && determiners.has(all[at + 1]!.form);
}

/** The clause before the word, as far as it is near. */
function before({ words: all }: TextDocument, first: number): string {
  const forms: string[] = [];
  for (let at = first - 1; at >= 0 && at >= first - MAX_BEFORE; at--) {
    if (all[at]!.clause !== all[first]!.clause) break;
    forms.unshift(all[at]!.form);
  }
  return forms.join(' ');
}

/** Whether the thing is what the author wants: a cue stands before it in its sentence. */
function isWanted({ words: all }: TextDocument, first: number): boolean {
  const forms: string[] = [];
  for (let at = first - 1; at >= 0 && at >= first - MAX_BEFORE; at--) {
    if (all[at]!.sentence !== all[first]!.sentence) break;
    forms.unshift(all[at]!.form);
  }
  return wants.test(forms.join(' ').replace(neededOfOthers, '').trimStart());
}

/** Whether the thing is a short line or sentence of its own: "- yoga mat". */
function isListed({ sentences, words: all }: TextDocument, { first: at, last: end }: Named): boolean {
  const { first, last, beginsLine } = sentences[all[at]!.sentence]!;
  if (!beginsLine || last - first > MAX_ITEM_WORDS || at - first > 2) return false;
  const isLabelled = all.slice(first + 1, at + 1).some(({ gap }) => gap.includes(':'));
  const isOwned = all.slice(first, at).some(({ form }) => owners.has(form));
  const isSubject = end < last && /^(?:is|are|has|have|can)$/.test(all[end]!.form);
  return !isLabelled && !isOwned && !isSubject;
}
