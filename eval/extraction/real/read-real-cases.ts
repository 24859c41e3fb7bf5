/**
 * Labelled real documents, a line of JSON each in `labels/DOMAIN.jsonl`. A document whose source has no licence
 * was rewritten, and stands in its line. Others are not part of this repository: they are read by their id from
 * a folder that the caller names. Documents of `held-out/DOMAIN.jsonl` come from other
 * repositories, were all rewritten, and nothing is fitted on them. Texts of `../contrast/DOMAIN.jsonl` have the
 * same form: they were written with words that tempt a reader to a value that they do not state.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { Case } from '../read-cases.ts';

const Place = z.tuple([z.number().int().nonnegative(), z.number().int().positive()]);

const LabelledDocument = z.strictObject({
  id: z.string(),
  /** The repository that it comes from, `owner/name`. */
  source: z.string(),
  kind: z.string(),
  format: z.string(),
  language: z.string(),
  text: z.string().optional(),
  /** false: the document is no profile of its domain, and gives nothing. */
  profile: z.boolean(),
  fields: z.record(z.string(), z.unknown()),
  preferences: z.record(z.string(), z.unknown()),
  ignore: z.array(z.string()),
  /** UTF-16 offsets [start, end) of the words that state a value, by `field`, `field=value` or `>field`. */
  places: z.record(z.string(), Place),
  /** Values that a careless reader would take, where they stand, and why they are wrong. */
  traps: z.array(
    z.tuple([
      z.string(),
      z.union([z.string(), z.number(), z.boolean()]),
      Place,
      z.enum(['other', 'past', 'denied', 'wanted', 'word']),
    ]),
  ),
});
type LabelledDocument = z.infer<typeof LabelledDocument>;

export interface RealCase extends Omit<LabelledDocument, 'text' | 'fields' | 'preferences' | 'ignore'> {
  readonly given: Case;
  /** Nothing is fitted on it. */
  readonly isHeldOut: boolean;
}

const labelsFolder = join(import.meta.dirname, 'labels');
const heldOutFolder = join(import.meta.dirname, 'held-out');
const contrastFolder = join(import.meta.dirname, '../contrast');

/** `texts`: the folder of originals (`DOMAIN.jsonl` with `id` and `text`); undefined: rewritten ones alone. */
export function readRealCases(
  domain: string,
  texts: string | undefined,
): { readonly cases: readonly RealCase[]; readonly absent: number } {
  const originals = originalsIn(texts, domain);
  const documents = [
    ...documentsIn(labelsFolder, domain).map((document) => ({ ...document, isHeldOut: false })),
    ...documentsIn(heldOutFolder, domain).map((document) => ({ ...document, isHeldOut: true })),
  ];
  const cases = documents.flatMap(({ text = '', fields, preferences, ignore, ...rest }) => {
    const read = text === '' ? originals.get(rest.id) : text;
    if (read === undefined) return [];
    const given = Case.parse({ text: read, fields, preferences, ignore });
    return [{ ...rest, given }];
  });
  return { cases, absent: documents.length - cases.length };
}

/** Invented texts whose words tempt a reader. */
export function readContrastCases(domain: string): { readonly given: Case; readonly profile: boolean }[] {
  return documentsIn(contrastFolder, domain).map(({ text, profile, fields, preferences, ignore }) => ({
    given: Case.parse({ text, fields, preferences, ignore }),
    profile,
  }));
}

const documentsIn = (folder: string, domain: string): LabelledDocument[] =>
  linesOf(join(folder, `${domain}.jsonl`)).map((line) => LabelledDocument.parse(line));

function originalsIn(folder: string | undefined, domain: string): ReadonlyMap<string, string> {
  if (folder === undefined) return new Map();
  const Original = z.looseObject({ id: z.string(), text: z.string() });
  const originals = linesOf(join(folder, `${domain}.jsonl`)).map((line) => Original.parse(line));
  return new Map(originals.map(({ id, text }) => [id, text]));
}

function linesOf(path: string): unknown[] {
  if (!existsSync(path)) return [];
  const lines = readFileSync(path, 'utf8').split('\n');
  return lines.filter((line) => line !== '').map((line): unknown => JSON.parse(line));
}
