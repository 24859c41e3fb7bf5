/**
 * A shipped domain has two files: `definition.yaml` says what the domain means, `words/en.yaml` how English
 * texts say it. The words have the lists of `extraction`, and the rules of each field by its name:
 *
 *   wish_cues: ["must have", "ideal candidate"]
 *   fields:
 *     age:
 *       - {rule: age, wish_gives_preference: true}
 */
import { z } from 'zod';
import type { DefinitionWithoutWords, DomainDefinition } from './definition.ts';
import { rulesFaults } from './extraction-rule-check.ts';
import { ExtractionRule } from './extraction-rules.ts';
import { ExtractionFacts, ExtractionWords } from './extraction-settings.ts';
import { FieldName } from './field.ts';
import { readYaml } from './read-yaml.ts';

const EnglishWords = z.strictObject({
  ...ExtractionWords.shape,
  fields: z.record(FieldName, z.array(ExtractionRule).min(1).max(50)),
});

/** Throws `invalid_request` with the line of each fault of the words. */
export function withWords(
  definition: DefinitionWithoutWords,
  wordsText: string,
  fileName: string,
): DomainDefinition {
  const { fields: rules, requests, ...lists } = readYaml(wordsText, wordsOf(definition), fileName);
  const { requests: requestFacts, ...facts } = definition.extraction ?? ExtractionFacts.parse({});
  return {
    ...definition,
    // In the order of the schema, since digests compare a definition with one that was read from one file.
    extraction: {
      ...lists,
      ...facts,
      ...(requestFacts && requests && { requests: { ...requestFacts, ...requests } }),
    },
    fields: definition.fields.map((field) => {
      const extract = rules[field.name];
      return extract === undefined ? field : { ...field, extract };
    }),
  };
}

function wordsOf({ fields, extraction }: DefinitionWithoutWords) {
  return EnglishWords.superRefine(({ fields: rules, requests }, context) => {
    for (const { path, message } of rulesFaults(rules, fields))
      context.addIssue({ code: 'custom', path: ['fields', ...path], message });
    if ((requests === undefined) !== (extraction?.requests === undefined)) {
      const message = 'requests need both their fields, in the definition, and their phrases, in the words';
      context.addIssue({ code: 'custom', path: ['requests'], message });
    }
  });
}
