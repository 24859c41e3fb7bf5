/** Compiles one rule: phrases to automata, prototypes to vectors, patterns to RE2. */
import type { ExtractionRule } from '../domains/extraction-rules.ts';
import type { TextEncoder } from '../encoders/text-encoder.ts';
import type { Findings, TextDocument } from './document.ts';
import { findAges } from './find-age.ts';
import { findNumbers } from './find-numbers.ts';
import { compilePatternRule, findPatterns } from './find-patterns.ts';
import { compileBoolean, compilePhrases, findPhrases, matcherOf } from './find-phrases.ts';
import { compilePlaceCues, findPlaces, type PlaceTools } from './find-places.ts';
import { findPreferredAges } from './find-preferred-age.ts';
import { compilePrototypes, findPrototypes } from './find-prototypes.ts';
import type { CompiledText } from './find-text.ts';

export interface ExtractionTools extends PlaceTools {
  readonly encoder: TextEncoder;
}

type FindingRule = Exclude<ExtractionRule, { rule: 'text' | 'default' }>;

export interface CompiledRule {
  readonly rule: FindingRule;
  /** Words that a misspelled word may be corrected to. */
  readonly vocabulary: Iterable<string>;
  /** `readsWish`: reads the wish scope, for preferences, in place of the rule's own scope. */
  find(document: TextDocument, readsWish: boolean): Findings | Promise<Findings>;
}

export async function compileRule(rule: FindingRule, tools: ExtractionTools): Promise<CompiledRule> {
  switch (rule.rule) {
    case 'age':
      return {
        rule,
        vocabulary: [],
        find: (document, readsWish) => ({
          values:
            readsWish || rule.gives === 'preference' || rule.reads === 'wish'
              ? []
              : findAges(document, rule.range),
          foundPreferences:
            readsWish || rule.gives === 'preference'
              ? findPreferredAges(document, rule.range, rule.tolerance)
              : [],
        }),
      };
    case 'number': {
      const cues = { cues: matcherOf(rule.cues), notCues: matcherOf(rule.not_cues) };
      const wished = { ...rule, reads: 'wish' as const };
      return {
        rule,
        vocabulary: cues.cues?.vocabulary ?? [],
        find: (document, readsWish) => findNumbers(document, readsWish ? wished : rule, cues),
      };
    }
    case 'place': {
      const cues = compilePlaceCues(rule);
      return {
        rule,
        vocabulary: cues.cues.vocabulary,
        find: (document, readsWish) =>
          findPlaces(document, readsWish ? { ...rule, reads: 'wish' } : rule, cues, tools),
      };
    }
    case 'phrases':
    case 'boolean': {
      const compiled = rule.rule === 'phrases' ? compilePhrases(rule) : compileBoolean(rule);
      return {
        rule,
        vocabulary: compiled.matcher.vocabulary,
        find: (document, readsWish) => findPhrases(document, compiled, readsWish),
      };
    }
    case 'prototype': {
      const prototypes = await compilePrototypes(rule, tools.encoder);
      const wished = { ...rule, reads: 'wish' as const };
      return {
        rule,
        vocabulary: [],
        find: (document, readsWish) => findPrototypes(document, readsWish ? wished : rule, prototypes),
      };
    }
    case 'pattern': {
      const pattern = compilePatternRule(rule);
      const wished = { ...rule, reads: 'wish' as const };
      return {
        rule,
        vocabulary: [],
        find: (document, readsWish) => findPatterns(document, readsWish ? wished : rule, pattern),
      };
    }
    default:
      return rule satisfies never;
  }
}

export async function compileText(
  rule: Extract<ExtractionRule, { rule: 'text' }>,
  encoder: TextEncoder,
): Promise<CompiledText> {
  return {
    rule,
    cues: matcherOf(rule.cues),
    notCues: matcherOf(rule.not_cues),
    prototypes: rule.prototypes === undefined ? [] : await encoder.encode(rule.prototypes),
  };
}
