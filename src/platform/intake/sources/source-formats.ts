/** Formats of files of people, by the ending of the name. */
export const sourceFormats = [
  'csv',
  'tsv',
  'ndjson',
  'json',
  'yaml',
  'html',
  'xml',
  'xlsx',
  'parquet',
] as const;
export type SourceFormat = (typeof sourceFormats)[number];

const formatsByEnding: Readonly<Record<string, SourceFormat>> = {
  csv: 'csv',
  tsv: 'tsv',
  tab: 'tsv',
  ndjson: 'ndjson',
  jsonl: 'ndjson',
  json: 'json',
  jsonld: 'json',
  yaml: 'yaml',
  yml: 'yaml',
  html: 'html',
  htm: 'html',
  xml: 'xml',
  rss: 'xml',
  atom: 'xml',
  xlsx: 'xlsx',
  xlsm: 'xlsx',
  parquet: 'parquet',
};

export const isPacked = (file: string) => /\.(gz|zst)$/i.test(file);

/** By the ending of the name without `.gz` or `.zst`. undefined: unknown. */
export function formatOf(file: string): SourceFormat | undefined {
  const ending = /\.([^.]+?)(\.gz|\.zst)?$/i.exec(file)?.[1]?.toLowerCase();
  return ending === undefined ? undefined : formatsByEnding[ending];
}
