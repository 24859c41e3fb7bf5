/** Reads a text that is one record, or a list of them, as a whole; null: it is none. */
import type { DocumentParts, Format } from './blocks.ts';
import { readCode } from './read-code.ts';
import { readDelimited } from './read-delimited.ts';
import { readJson } from './read-json.ts';
import { readYamlText } from './read-yaml.ts';

export function readRecord(text: string): (DocumentParts & { readonly format: Format }) | null {
  const json = readJson(text);
  if (json !== null) return { format: 'json', ...json };
  const delimited = readDelimited(text);
  if (delimited !== null) return delimited;
  const code = readCode(text);
  if (code !== null) return { format: 'code', ...code };
  const yaml = readYamlText(text);
  return yaml === null ? null : { format: 'yaml', ...yaml };
}
