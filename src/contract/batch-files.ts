/** The parts that all batch requests share: rows from a file, and an answer as a file. */
import { z } from 'zod';

export const SourceFormat = z.string().min(1).max(32).optional().describe('`jsonl` (default) or `parquet`.');

interface FromFile {
  readonly source_uri?: string | undefined;
  readonly source_format?: string | undefined;
}

export const formatHasSource = [
  ({ source_uri, source_format }: FromFile): boolean =>
    source_uri !== undefined || source_format === undefined,
  { message: 'is the format of source_uri, which is missing', path: ['source_format'] },
] satisfies Parameters<z.ZodType<FromFile>['refine']>;

interface ToFile {
  readonly explain?: boolean | undefined;
  readonly output_format: 'jsonl' | 'parquet';
}

export const reasonsAreLines = [
  ({ explain, output_format }: ToFile): boolean => explain !== true || output_format === 'jsonl',
  { message: 'needs output_format jsonl: reasons are lists', path: ['explain'] },
] satisfies Parameters<z.ZodType<ToFile>['refine']>;
