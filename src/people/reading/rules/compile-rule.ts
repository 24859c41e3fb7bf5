/** Compiles one rule: phrases to automata, prototypes to vectors, patterns to RE2. */
import type { ExtractionRule } from '../../../domains/extraction-rules.ts';
import type { LanguageRules } from '../../../domains/language-rules.ts';
import type { TextEncoder } from '../../../engines/encoders/text-encoder.ts';
import { VectorBlock } from '../../../platform/numeric/vector-block.ts';
import { findAges } from '../ages/find-ages.ts';
import { findPreferredAges } from '../ages/find-preferred-ages.ts';
import type { Findings, TextDocument } from '../document.ts';
import { memberOf, type PhraseGroup } from '../phrases/phrase-group.ts';
import { compilePlaceCues } from '../places/compile-place-cues.ts';
import { findPlaces } from '../places/find-places.ts';
import type { PlaceTools } from '../places/place-tools.ts';
import { findNumbers } from '../quantities/find-numbers.ts';
import { compilePatternRule, findPatterns } from './find-patterns.ts';
import { compileBoolean, compilePhrases, findPhrases } from './find-phrases.ts';
import { compilePrototypes, findPrototypes } from './find-prototypes.ts';
import type { CompiledText } from './find-text.ts';

export interface ExtractionTools extends PlaceTools {
  readonly encoder: TextEncoder;
  /** Cues of places of another language; undefined: English. */
  readonly placeCues?: LanguageRules['place_cues'];
  /**
   * Called between two pieces of the compilation, which takes a tenth of a second: others get their turn
   * meanwhile.
   */
  readonly pause?: () => Promise<void> | undefined;
}

type FindingRule = Exclude<ExtractionRule, { rule: 'text' | 'default' }>;

export interface CompiledRule {
  readonly rule: FindingRule;
  /** `readsWish`: reads the wish scope, for preferences, in place of the rule's own scope. */
  find(document: TextDocument, readsWish: boolean): Findings | Promise<Findings>;
}

/** The phrases of all rules; those of excluding cues apart, since no spelling is corrected to them. */
export interface PhraseGroups {
  readonly cues: PhraseGroup;
  readonly excluding: PhraseGroup;
}

export async function compileRule(
  rule: FindingRule,
  tools: ExtractionTools,
  groups: PhraseGroups,
): Promise<CompiledRule> {
  switch (rule.rule) {
    case 'age':
      return {
        rule,
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
      const cues = {
        cues: memberOf(rule.cues, groups.cues),
        notCues: memberOf(rule.not_cues, groups.excluding),
        parts: memberOf(rule.parts, groups.cues),
      };
      const wished = { ...rule, reads: 'wish' as const };
      return {
        rule,
        find: (document, readsWish) => findNumbers(document, readsWish ? wished : rule, cues),
      };
    }
    case 'place': {
      const cues = compilePlaceCues(rule, groups.cues, tools.placeCues);
      return {
        rule,
        find: (document, readsWish) =>
          findPlaces(document, readsWish ? { ...rule, reads: 'wish' } : rule, cues, tools),
      };
    }
    case 'phrases':
    case 'boolean': {
      const compiled =
        rule.rule === 'phrases'
          ? await compilePhrases(rule, groups.cues, groups.excluding, tools.pause)
          : compileBoolean(rule, groups.cues, groups.excluding);
      return {
        rule,
        find: (document, readsWish) => findPhrases(document, compiled, readsWish),
      };
    }
    case 'prototype': {
      const prototypes = await compilePrototypes(rule, tools.encoder);
      const wished = { ...rule, reads: 'wish' as const };
      return {
        rule,
        find: (document, readsWish) => findPrototypes(document, readsWish ? wished : rule, prototypes),
      };
    }
    case 'pattern': {
      const pattern = compilePatternRule(rule, groups.excluding);
      const wished = { ...rule, reads: 'wish' as const };
      return {
        rule,
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
  groups: PhraseGroups,
): Promise<CompiledText> {
  return {
    rule,
    cues: memberOf(rule.cues, groups.cues),
    notCues: memberOf(rule.not_cues, groups.excluding),
    prototypes: rule.prototypes === undefined ? null : new VectorBlock(await encoder.encode(rule.prototypes)),
  };
}
