/** Formats of sources. */
import { apiError } from '../../../contract/errors.ts';

/** Formats of catalogues. */
const sourceFormats = ['jsonl', 'parquet'] as const;
/** Formats of datasets. */
const datasetFormats = [...sourceFormats, 'csv', 'tsv'] as const;
export type SourceFormat = (typeof datasetFormats)[number];

/** Throws 422 `unsupported_format`. */
export function sourceFormat(given: string): SourceFormat {
  return knownFormat(given, sourceFormats);
}

/** Throws 422 `unsupported_format`. */
export function datasetFormat(given: string): SourceFormat {
  return knownFormat(given, datasetFormats);
}

function knownFormat(given: string, supported: readonly SourceFormat[]): SourceFormat {
  const format = supported.find((known) => known === given);
  if (format === undefined) {
    const names = `${supported.slice(0, -1).join(', ')} and ${supported.at(-1)}`;
    throw apiError(
      'unsupported_format',
      `The format «${given}» is not supported for imports; there are ${names}.`,
      { supported },
    );
  }
  return format;
}

const formatOfEnding: Readonly<Record<string, SourceFormat>> = {
  jsonl: 'jsonl',
  ndjson: 'jsonl',
  parquet: 'parquet',
  csv: 'csv',
  tsv: 'tsv',
  // MovieLens: ratings.dat, u.data, u.item, u.user. They are known by their lines.
  dat: 'csv',
  data: 'csv',
  item: 'csv',
  user: 'csv',
};

/** The format by the file extension, without `.gz`. Undefined if unknown. */
export function formatOfName(name: string): SourceFormat | undefined {
  const ending = /\.([^.]+?)(\.gz)?$/i.exec(name)?.[1]?.toLowerCase() ?? '';
  return Object.hasOwn(formatOfEnding, ending) ? formatOfEnding[ending] : undefined;
}

export function isPackedName(name: string): boolean {
  return /\.gz$/i.test(name);
}
