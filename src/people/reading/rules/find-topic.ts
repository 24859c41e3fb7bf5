/**
 * Finds the topic of a text among the things that it names. An ad for a dresser also names the mirror over
 * it, and a wish for a desk names the room that it is for. A name is the topic where a text or a label
 * ("Item: …") begins with it, or where it is the first one after a cue ("selling", "looking for"). A name
 * after an aside ("for my", "fits", "instead of") is not.
 */
import type { TopicRule } from '../../../domains/extraction-rules.ts';
import type { TextDocument } from '../document.ts';
import { memberOf, type PhraseGroup, type TextMatcher } from '../phrases/phrase-group.ts';

/** Words [first, last) that name a value. */
interface Named {
  readonly first: number;
  readonly last: number;
  readonly value: string | number | boolean;
  readonly confidence: number;
}

export interface CompiledTopic {
  readonly after: TextMatcher<true> | null;
  readonly aside: TextMatcher<true> | null;
}

/** Words between the beginning of the text and its topic, and between a cue and the topic. */
const MAX_WORDS_FROM_START = 7;
const MAX_WORDS_FROM_CUE = 9;
/** Words between an aside and the name that it puts aside: "for my daughter's new bike". */
const MAX_WORDS_FROM_ASIDE = 2;
/** Least confidence of a topic. */
const CONFIDENCE = 0.95;

export function compileTopic(rule: TopicRule, group: PhraseGroup): CompiledTopic {
  return { after: memberOf(rule.after, group), aside: memberOf(rule.aside, group) };
}

/**
 * Only the findings of the topic's value, or all that are no asides where no topic is found. `found` is in
 * text order.
 */
export function ofTopic<Found extends Named>(
  document: TextDocument,
  { after, aside }: CompiledTopic,
  found: readonly Found[],
): Found[] {
  if (found.length === 0) return [];
  // Without cues a text may be about several things: a shopper's two wishes.
  if (after === null && aside === null) return [...found];
  const cues = after?.matches(document) ?? [];
  const cueEnds = new Set(cues.map(({ last }) => last));
  const asideEnds = new Set(aside?.matches(document).map(({ last }) => last));
  // "Looking for a" is no aside, though "for a" is one.
  for (const { last } of cues) asideEnds.delete(last);
  const own = found.filter(({ first }) => !isAside(document, first, asideEnds));
  const topic = own.find((finding, position) => isTopic(document, finding, own[position - 1], cueEnds));
  if (topic === undefined) return own.length === 0 ? [...found] : own;
  const confidence = Math.max(CONFIDENCE, topic.confidence);
  return own.filter(({ value }) => value === topic.value).map((finding) => ({ ...finding, confidence }));
}

function isAside({ words }: TextDocument, first: number, ends: ReadonlySet<number>): boolean {
  const { clause } = words[first]!;
  for (let at = first; at >= 0 && first - at <= MAX_WORDS_FROM_ASIDE; at--) {
    if (ends.has(at) && at > 0 && words[at - 1]!.clause === clause) return true;
    if (words[at]!.clause !== clause) return false;
  }
  return false;
}

/** Whether the beginning or a cue stands before the name, and no other name between them. */
function isTopic(
  { words }: TextDocument,
  { first }: Named,
  before: Named | undefined,
  cueEnds: ReadonlySet<number>,
): boolean {
  const { sentence } = words[first]!;
  if (before === undefined && first <= MAX_WORDS_FROM_START) return true;
  for (let at = first; at > 0 && first - at <= MAX_WORDS_FROM_CUE; at--) {
    if (words[at - 1]!.sentence !== sentence || (before !== undefined && at < before.last)) return false;
    if (cueEnds.has(at)) return true;
  }
  return false;
}
