/** Options that several commands share, and the parsers of their values. */
import { type Command, InvalidArgumentError, Option } from 'commander';

export interface DataOptions {
  readonly data: string;
  readonly json?: true;
}

/** `--data` and `--json`. */
export function withDataOptions(command: Command): Command {
  return command
    .addOption(new Option('--data <folder>', 'the data folder').env('COUNTERPART_DATA').default('./data'))
    .option('--json', 'print JSON, for programs');
}

export function collect(value: string, earlier: readonly string[] = []): readonly string[] {
  return [...earlier, value];
}

/** `dating,hiring` */
export function commaList(value: string): readonly string[] {
  const parts = value
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');
  if (parts.length === 0) throw new InvalidArgumentError('Expected names with commas between them.');
  return parts;
}

export function positiveNumber(value: string): number {
  const number = Number(value);
  if (!(number > 0 && Number.isFinite(number))) throw new InvalidArgumentError('Expected a number above 0.');
  return number;
}

export function positiveInteger(value: string): number {
  const number = positiveNumber(value);
  if (!Number.isSafeInteger(number)) throw new InvalidArgumentError('Expected a whole number above 0.');
  return number;
}

/** 0, 1, 2, … */
export function wholeNumber(value: string): number {
  const number = Number(value);
  if (value.trim() === '' || !Number.isSafeInteger(number) || number < 0)
    throw new InvalidArgumentError('Expected a whole number, 0 or more.');
  return number;
}

/** 0 to 1. */
export function share(value: string): number {
  const number = Number(value);
  if (value.trim() === '' || !(number >= 0 && number <= 1))
    throw new InvalidArgumentError('Expected a share from 0 to 1: 0.2 is a fifth.');
  return number;
}

/** `2026-11-26`, `2026-11-26T12:00:00Z`. Gives ISO 8601, UTC. */
export function moment(value: string): string {
  const at = Date.parse(value);
  if (Number.isNaN(at))
    throw new InvalidArgumentError('Expected a date (2026-11-26) or a time (2026-11-26T12:00:00Z).');
  return new Date(at).toISOString();
}

const units = { m: 60_000, h: 3_600_000, d: 86_400_000, y: 365 * 86_400_000 } as const;

/** `2030-12-31`, `2030-12-31T12:00:00Z`, or a time from now: `90d`, `12h`, `1y`. Gives ISO 8601. */
export function timeToCome(value: string, nowMs: number): string {
  const span = /^(\d{1,6})([mhdy])$/.exec(value);
  const at =
    span === null ? Date.parse(value) : nowMs + Number(span[1]) * units[span[2] as keyof typeof units];
  if (Number.isNaN(at)) {
    throw new InvalidArgumentError('Expected a date (2030-12-31) or a time from now (90d, 12h, 1y).');
  }
  return new Date(at).toISOString();
}
