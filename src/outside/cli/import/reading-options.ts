/** The options for reading a text file, where its bytes do not tell. */
import { type Command, InvalidArgumentError, Option } from 'commander';
import { type Delimiter, delimiters, type Quote, quotes } from '../../../platform/intake/dialect.ts';
import { type Encoding, encodings } from '../../../platform/intake/encodings.ts';
import { delimiterWords, type Mapping } from '../../../platform/intake/mapping/mapping-schema.ts';
import { type Decimal, decimals } from '../../../platform/intake/number-text.ts';
import type { GivenReading } from '../../../platform/intake/sources/reading.ts';

export interface ReadingOptions {
  readonly encoding?: Encoding;
  readonly delimiter?: Delimiter;
  readonly quote?: Quote | 'none';
  readonly decimal?: Decimal;
  readonly skipLines?: number;
}

export function withReadingOptions(command: Command): Command {
  return command
    .addOption(
      new Option('--encoding <name>', 'of a text file; default: found by its bytes').choices(encodings),
    )
    .option(
      '--delimiter <sign>',
      'between columns: , ; | tab (or comma, semicolon, bar); default: found',
      delimiter,
    )
    .addOption(
      new Option('--quote <sign>', 'around cells; default: ", and none in files of tabs').choices([
        ...quotes,
        'none',
      ]),
    )
    .addOption(new Option('--decimal <sign>', 'of numbers; default: found').choices(decimals))
    .option('--skip-lines <lines>', 'lines before the header; default: found', lines);
}

/** The options, or the mapping's value where an option is not given. */
export function givenReading(
  { encoding, delimiter, quote, decimal, skipLines }: ReadingOptions,
  mapping: Pick<Mapping, 'encoding' | 'delimiter' | 'quote' | 'decimal' | 'skip_lines' | 'sheet'> = {},
): GivenReading {
  return {
    encoding: encoding ?? mapping.encoding,
    delimiter: delimiter ?? mapping.delimiter,
    quote: quote === undefined ? mapping.quote : quote === 'none' ? null : quote,
    decimal: decimal ?? mapping.decimal,
    skipLines: skipLines ?? mapping.skip_lines,
    sheet: mapping.sheet,
  };
}

function delimiter(value: string): Delimiter {
  const found =
    delimiters.find((known) => known === value || (value === '\\t' && known === '\t')) ??
    delimiterWords[value];
  if (found === undefined) throw new InvalidArgumentError('Expected , ; | or tab.');
  return found;
}

function lines(value: string): number {
  if (!/^\d{1,6}$/.test(value)) throw new InvalidArgumentError('Expected a number of lines, 0 or more.');
  return Number(value);
}
