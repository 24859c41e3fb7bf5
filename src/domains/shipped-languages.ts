/**
 * The rules of the shipped domains for languages other than English. `<domain>/words/<code>.yaml` has the
 * rules of a domain. `words/<code>.yaml` has words that hold for all domains (`shared-words.ts`). `<domain>/words/any.yaml` has
 * rules that hold in all these languages (amounts, models of things).
 */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { DomainDefinition } from './definition.ts';
import { LanguageCode, LanguageRules, languageFaults } from './language-rules.ts';
import { readYaml } from './read-yaml.ts';
import { sharedWords } from './shared-words.ts';

const lists = [
  'wish_cues',
  'self_cues',
  'other_cues',
  'past_cues',
  'spoken_for_cues',
  'wish_headings',
  'self_headings',
  'negators',
] as const;

/**
 * A tenant's own version of a shipped domain may lack fields or values: rules for them are left out. `pause`
 * is called between two languages.
 */
export async function withShippedLanguages(
  definition: DomainDefinition,
  pause?: () => Promise<void> | undefined,
): Promise<DomainDefinition> {
  const languages: Partial<Record<LanguageCode, LanguageRules>> = {};
  for (const code of LanguageCode.options) {
    await pause?.();
    const own = readRules(join(definition.domain, 'words', `${code}.yaml`));
    if (own === null) continue;
    const common = sharedWords(code);
    const joined = lists.map((list) => [list, [...(common[list] ?? []), ...(own[list] ?? [])]] as const);
    const shared = readRules(join(definition.domain, 'words', 'any.yaml')) ?? LanguageRules.parse({});
    languages[code] = {
      ...Object.fromEntries(joined.filter(([, phrases]) => phrases.length > 0)),
      ...(common.place_cues === undefined ? {} : { place_cues: common.place_cues }),
      same_as_english: own.same_as_english,
      fields: withShared(own.fields, shared.fields),
    };
  }
  for (const { path } of languageFaults(languages, definition.fields)) {
    const [code, , field] = path as [LanguageCode, string, string];
    delete languages[code]?.fields[field];
  }
  return Object.keys(languages).length === 0 ? definition : { ...definition, languages };
}

/** The language's own rules come first. */
function withShared(own: LanguageRules['fields'], shared: LanguageRules['fields']): LanguageRules['fields'] {
  const fields = { ...own };
  for (const [field, rules] of Object.entries(shared)) fields[field] = [...(own[field] ?? []), ...rules];
  return fields;
}

function readRules(fileName: string): LanguageRules | null {
  const path = join(import.meta.dirname, fileName);
  return existsSync(path) ? readYaml(readFileSync(path, 'utf8'), LanguageRules, fileName) : null;
}
