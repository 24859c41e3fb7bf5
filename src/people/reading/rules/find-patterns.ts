/** Evaluates `pattern` rules, sentence by sentence, in RE2's linear-time engine. */
import type { RE2JS } from 're2js';
import type { PatternRule } from '../../../domains/extraction-rules.ts';
import { compilePattern } from '../../../domains/string-pattern.ts';
import { type Findings, type FoundValue, isReadable, type TextDocument } from '../document.ts';
import { memberOf, type PhraseGroup, type TextMatcher } from '../phrases/phrase-group.ts';

const CONFIDENCE = 0.8;
const MAX_MATCHES = 50;
const MAX_CHARACTERS = 512;

export interface CompiledPattern {
  readonly pattern: RE2JS;
  readonly except: RE2JS | null;
  readonly needs: TextMatcher<true> | null;
}

export function compilePatternRule(rule: PatternRule, group: PhraseGroup): CompiledPattern {
  const { except, case_sensitive: caseSensitive } = rule;
  return {
    pattern: compilePattern(rule.pattern, caseSensitive),
    except: except === undefined ? null : compilePattern(except, caseSensitive),
    needs: memberOf(rule.needs, group),
  };
}

const nothing: Findings = { values: [], foundPreferences: [] };

export function findPatterns(
  document: TextDocument,
  rule: PatternRule,
  { pattern, except, needs }: CompiledPattern,
): Findings {
  const values: FoundValue[] = [];
  const searched =
    needs === null
      ? null
      : new Set(needs.matches(document).map(({ first }) => document.words[first]!.sentence));
  if (searched?.size === 0) return nothing;
  for (const [position, sentence] of document.sentences.entries()) {
    if (values.length >= MAX_MATCHES || (rule.first_sentence && position > 0)) break;
    if (searched !== null && !searched.has(position)) continue;
    const matcher = pattern.matcher(document.text.slice(sentence.start, sentence.end));
    while (values.length < MAX_MATCHES && matcher.find()) {
      const found = trimmedSpan(
        document.text,
        sentence.start + matcher.start('value'),
        sentence.start + matcher.end('value'),
      );
      if (found === null || except?.matcher(document.text.slice(...found)).find()) continue;
      const value = valueAt(document, rule, found);
      if (value !== null) values.push(value);
    }
  }
  return {
    values,
    foundPreferences: values.map((value) => ({
      ...value,
      preference: { kind: 'value', value: value.value, negated: false },
    })),
  };
}

function trimmedSpan(text: string, start: number, end: number): readonly [number, number] | null {
  if (start < 0 || end <= start) return null;
  if (end - start > MAX_CHARACTERS) return null;
  const piece = text.slice(start, end);
  const lead = /^[\s\p{P}]*/u.exec(piece)![0].length;
  const inner = piece.slice(lead).replace(/[\s.,;:!?'"”’)\]]+$/u, '');
  return inner === '' ? null : [start + lead, start + lead + inner.length];
}

function valueAt(
  document: TextDocument,
  rule: PatternRule,
  span: readonly [number, number],
): FoundValue | null {
  const first = firstWordFrom(document, span[0]);
  if (!isReadable(document, first, rule.reads)) return null;
  const last = Math.max(first + 1, firstWordFrom(document, span[1]));
  const value = document.text.slice(...span);
  const words = document.words.slice(first, last);
  // "RoadOwl": words that are written as one are a name, though each of them is listed.
  const isWhole = !/[\p{L}\p{N}€$£]/u.test(document.text.slice(span[1], span[1] + 1));
  const isInvented =
    (isWhole && /\p{Ll}\p{Lu}/u.test(value) && !document.isListed(value.toLowerCase())) ||
    words.some(({ word }) => !document.isListed(word));
  const isGlued = words.length > 2 * value.split(/\s+/).length;
  if (rule.unlisted && (!isInvented || isGlued)) return null;
  return { value, first, last, span, confidence: rule.confidence ?? CONFIDENCE, origin: 'rules' };
}

/** The first word that ends after the offset, by bisection. */
function firstWordFrom({ words }: TextDocument, offset: number): number {
  let [low, high] = [0, words.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (words[middle]!.end <= offset) low = middle + 1;
    else high = middle;
  }
  return low;
}
