/** Formats of sources. */
import { apiError } from '../../contract/errors.ts';

const sourceFormats = ['jsonl', 'parquet'] as const;
export type SourceFormat = (typeof sourceFormats)[number];

/** Throws 422 `unsupported_format`. */
export function sourceFormat(given: string): SourceFormat {
  const format = sourceFormats.find((known) => known === given);
  if (format === undefined) {
    throw apiError(
      'unsupported_format',
      `The format «${given}» is not supported for imports; there are ${sourceFormats.join(' and ')}.`,
      { supported: sourceFormats },
    );
  }
  return format;
}

/** The format by the file extension, without `.gz`. Undefined if unknown. */
export function formatOfName(name: string): SourceFormat | undefined {
  const ending = /\.([^.]+?)(\.gz)?$/i.exec(name)?.[1]?.toLowerCase();
  return ending === 'jsonl' || ending === 'ndjson' ? 'jsonl' : ending === 'parquet' ? 'parquet' : undefined;
}

export function isPackedName(name: string): boolean {
  return /\.gz$/i.test(name);
}
