/** Compiles what a domain has for the reading of its texts: fields, languages, cues, requests and sides. */
import type { DomainDefinition } from '../../domains/definition.ts';
import type { FieldDefinition } from '../../domains/field.ts';
import { withShippedLanguages } from '../../domains/shipped-languages.ts';
import { compileTextAnalysis } from './analyse-text.ts';
import { compileRequests } from './asked/request-texts.ts';
import { labelWordsOf } from './decision/label-words.ts';
import type { TextDocument } from './document.ts';
import { type FittedModels, withShippedModels } from './fitted-models.ts';
import { withRulesOfSchema } from './from-schema/rules-of-schema.ts';
import { compileLanguage } from './languages/compile-language.ts';
import { memberOf, PhraseGroup } from './phrases/phrase-group.ts';
import { createRecordReader } from './record/read-record.ts';
import type { ExtractionTools, PhraseGroups } from './rules/compile-rule.ts';
import { compileField } from './rules/compiled-field.ts';
import { compileScopeCues } from './scopes/compile-scope-cues.ts';
import { sideWeightsOf } from './side/decide-side.ts';

export async function compileDomain(
  declared: DomainDefinition,
  tools: ExtractionTools,
  given: Partial<FittedModels>,
) {
  const models = withShippedModels(given);
  // Opened here and not with the first text, which would wait for it.
  const reader = await models.reader(declared);
  const definition = withRulesOfSchema(
    declared.languages === undefined ? await withShippedLanguages(declared, tools.pause) : declared,
  );
  const groups: PhraseGroups = { cues: new PhraseGroup(), excluding: new PhraseGroup() };
  const fields = await Promise.all(definition.fields.map((field) => compileField(field, tools, groups)));
  const readers = await Promise.all(
    Object.entries(definition.languages ?? {}).map(([code, rules]) =>
      compileLanguage(code, rules, fields, tools),
    ),
  );
  const wishesAges = definition.fields.some(({ extract }) =>
    extract?.some((rule) => rule.rule === 'age' && rule.wish_gives_preference),
  );
  await tools.pause?.();
  const scopeCues = compileScopeCues(definition.extraction, wishesAges);
  const documentOf = compileTextAnalysis(scopeCues, groups.cues, tools.encoder);
  await tools.pause?.();
  const sideName = definition.sides?.field;
  const ordered = fields.toSorted(
    (a, b) => readingOrder(a.field, sideName) - readingOrder(b.field, sideName),
  );
  const offTopic = memberOf(definition.extraction?.off_topic, groups.excluding);
  const onTopic = memberOf(definition.extraction?.on_topic, groups.excluding);
  await tools.pause?.();
  const requests = compileRequests(
    definition.extraction?.requests,
    groups.excluding,
    onTopic,
    models.askedWords(definition.domain),
  );
  const records = createRecordReader(definition);
  await tools.pause?.();
  const sides = definition.fields.find(({ name }) => name === sideName)?.values;
  const sideWeights =
    sides === undefined ? null : sideWeightsOf(definition.domain, sides, models.decision, models.sides);
  return {
    definition,
    /** The network; null: it does not know the domain. */
    reader,
    fields,
    /** The fields in the order of their reading. */
    ordered,
    /** Readers of other languages. */
    readers,
    /** The field of the side, its values and weights, where the domain has sides. */
    sideName,
    sides,
    sideWeights,
    requests,
    records,
    decisionFacts: { model: models.decision, definition, labelWords: labelWordsOf(definition.fields) },
    documentOf,
    isOffTopic: (document: TextDocument) => isOffTopic(document, offTopic, onTopic),
  };
}

type Topic = ReturnType<typeof memberOf>;

/** Whether the text has a phrase of another topic, and none of the domain's own. */
function isOffTopic(document: TextDocument, offTopic: Topic, onTopic: Topic): boolean {
  if (offTopic === null || offTopic.matches(document).length === 0) return false;
  return onTopic === null || onTopic.matches(document).length === 0;
}

/**
 * The side first, since it decides which rules are used. Soft fields come last: they take the words that hard
 * ones leave.
 */
function readingOrder(field: FieldDefinition, sideName: string | undefined): number {
  if (field.name === sideName) return 0;
  return field.kind === 'soft' ? 2 : 1;
}
