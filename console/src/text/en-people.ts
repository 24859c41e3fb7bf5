import { plural } from './plural.ts';

/** The list of people, and the import. */
export const peopleText = {
  title: 'People',
  lead: (people: number, domain: string) => `${plural(people, 'person', 'people')} in ${domain}.`,
  domain: 'Domain',
  prefix: 'Id begins with',
  table: 'People in the order of their ids',
  id: 'Id',
  changed: 'Last change',
  complete: 'Complete',
  incomplete: 'Incomplete',
  lacks: (names: string) => `lacks ${names}`,
  match: 'Match',
  matchOf: (id: string) => `Open a match for ${id}`,
  nothingKnown: 'Nothing yet',
  next: 'Next page',
  previous: 'Previous page',
  toFirst: 'First page',
  pages: 'Pages of the list',
  none: (prefix: string) => `No id begins with «${prefix}»`,
  noneHint: 'Ids are compared letter by letter. Clear the search to see everybody.',
  clear: 'Clear the search',
  import: 'Import',
  recent: 'Recently opened',
  firstTitle: (domain: string) => `Nobody is in ${domain} yet`,
  firstLead: 'Bring people in, and see in a minute who suits whom.',
  firstFile: 'Import a file',
  firstFileLead:
    'A CSV or NDJSON file from your product. You see what each column becomes before anything is sent.',
  firstSamples: 'Load sample people',
  firstSamplesLead: 'About 200 invented people of this domain, to look around. Erase them when you are done.',
  firstCode: 'Or let your application send them with POST /v1/users.',
  noSamples: 'This domain has no sample people.',
  needsWrite: 'Bringing people in needs a key with the scope «write».',
  samplesName: 'Sample people',
} as const;

function swallowedBy(lines: number): string {
  return lines < 2
    ? ''
    : `; it took ${plural(lines - 1, 'more line', 'more lines')} with it, which ${lines === 2 ? 'is' : 'are'} not read`;
}

export const importText = {
  title: 'Import people',
  lead: 'The file stays in this browser until you press «Import»; then its rows are sent to the service.',
  domain: 'Into the domain',
  file: 'File',
  choose: 'Choose a file',
  another: 'Choose another file',
  drop: 'Or drop a CSV or NDJSON file here.',
  reading: 'Reading the beginning of the file',
  empty: 'This file has no rows.',
  doesNotEnd: (row: number) =>
    `Row ${row.toLocaleString('en')} does not end: a quote is probably opened and never closed. Correct it, or choose another delimiter or encoding.`,
  cannotRead: 'The file cannot be read any more. It may have been changed or removed; choose it again.',
  size: (bytes: number) =>
    bytes < 1_000_000
      ? `${Math.max(1, Math.round(bytes / 1000)).toLocaleString('en')} kB`
      : `${(bytes / 1_000_000).toFixed(1)} MB`,
  columnsFound: (count: number) => plural(count, 'column', 'columns'),
  format: { csv: 'CSV', ndjson: 'NDJSON, one object a line' } as Readonly<Record<string, string>>,
  encoding: 'Encoding',
  encodings: {
    'utf-8': 'UTF-8',
    'windows-1252': 'Western European (Windows-1252)',
    'utf-16le': 'UTF-16, little end first',
    'utf-16be': 'UTF-16, big end first',
  } as Readonly<Record<string, string>>,
  delimiter: 'Columns are separated by',
  delimiters: { ',': 'Comma', ';': 'Semicolon', '\t': 'Tab', '|': 'Bar' } as Readonly<Record<string, string>>,
  quoting: 'Texts are quoted by',
  quotes: { '"': 'Double quotes', "'": 'Single quotes', none: 'Nothing' } as Readonly<Record<string, string>>,
  decimal: 'Decimal sign',
  decimals: { point: 'Point (1.5)', comma: 'Comma (1,5)' } as Readonly<Record<string, string>>,
  header: 'Names of the columns',
  headerLine: (line: number) => `In line ${line}`,
  leftOut: (lines: readonly string[]) =>
    `Left out before the names of the columns: ${lines
      .slice(0, 3)
      .map((line) => `«${line.slice(0, 60)}»`)
      .join(', ')}`,
  repeatedIds: 'Rows that repeat an id',
  repeatedWays: { refuse: 'Leave out the later ones', replace: 'Each replaces the person' },
  columns: 'Columns',
  columnsLead: 'What each column becomes. The guess follows names and values; change what is wrong.',
  bodies: 'Each line is a body of POST /v1/users already, so there is nothing to map.',
  column: (name: string) => (name.trim() === '' ? '(no name)' : name),
  becomes: (name: string) => `«${name.trim() === '' ? '(no name)' : name}» becomes`,
  noValues: 'no values in the first rows',
  guessedBy: { name: 'guessed by the name', values: 'guessed by the values', nothing: '' } as Readonly<
    Record<string, string>
  >,
  targets: {
    ignore: 'Leave out',
    id: 'Id of the person',
    text: 'Text to be read',
    extra: 'Keep as it is, unused for matching',
    groupPlain: 'General',
    groupFields: 'Fields',
    groupWishes: 'Wishes for the other person',
    required: (name: string) => `${name} (required)`,
    from: (name: string) => `${name}, at least`,
    to: (name: string) => `${name}, at most`,
    within: (name: string) => `${name}, within km`,
  },
  requiredTitle: 'Needed before others see a person',
  requiredId: 'Id of the person',
  requiredFrom: (column: string) => `from «${column}»`,
  requiredMissing: 'no column; it may be read in a text',
  requiredIdMissing: 'choose the column of the id',
  noText: 'no column, and no text that could say it',
  preview: 'Preview',
  previewLead: 'The first rows as they will be sent.',
  read: 'Show what is read in the texts',
  readLead: 'The service reads these rows, and stores none of them.',
  readAgain: 'Read again',
  row: (row: number) => `Row ${row.toLocaleString('en')}`,
  rowRejected: 'Will not be imported',
  wishes: 'Wishes',
  text: 'Text',
  check: 'Check and import',
  checkLead: 'The check reads the whole file in this browser. Nothing is sent.',
  checkDo: 'Check the file',
  checking: 'Checking the file',
  stopCheck: 'Stop the check',
  checked: (rows: number, ready: number) =>
    `${plural(rows, 'row', 'rows')}: ${ready.toLocaleString('en')} can be imported.`,
  rejected: (count: number) => `${plural(count, 'row', 'rows')} will not be imported.`,
  repeated: (count: number, replaces: boolean) =>
    `${plural(count, 'row has', 'rows have')} the id of an earlier row, and ${count === 1 ? 'is' : 'are'} ${
      replaces ? 'sent to replace the person' : 'left out. Choose above whether they replace the person'
    }.`,
  notCompared: 'The file has more than ten million ids; whether later ones repeat was not checked.',
  unreadable: (count: number) =>
    `${plural(count, 'row has', 'rows have')} bytes that this encoding does not have. Choose another encoding above.`,
  swallowed: (lines: number) =>
    `${plural(lines, 'line', 'lines')} within wrong quotes: rows may be among them that are not read.`,
  shortRows: (count: number) =>
    `${plural(count, 'row has', 'rows have')} fewer cells than the header. What they lack is not given.`,
  unnamed: (cells: number) => `${plural(cells, 'value', 'values')} in columns without a name.`,
  keptQuotes: (cells: number) =>
    `${plural(cells, 'cell is', 'cells are')} within quotes and ${cells === 1 ? 'keeps' : 'keep'} them: choose above by what texts are quoted.`,
  lacking: (name: string, count: number) =>
    `${plural(count, 'row', 'rows')} without a value for ${name}; a text may still say it.`,
  interrupted: (done: number, all: number) =>
    `An import of this file stopped after ${done.toLocaleString('en')} of ${all.toLocaleString('en')} rows.`,
  goOn: 'Go on from there',
  refusedBefore: 'refused by the service before the page was closed',
  importDo: (count: number) => `Import ${plural(count, 'row', 'rows')}`,
  running: (name: string) => `Importing ${name}`,
  progress: (done: number, all: number) => `${done.toLocaleString('en')} of ${all.toLocaleString('en')} rows`,
  stop: 'Stop',
  stopped: (done: number) => `Stopped after ${plural(done, 'row', 'rows')}. Rows that were sent stay.`,
  resume: 'Continue',
  failed: 'The import was interrupted. What was sent stays; it can go on from there.',
  done: (stored: number) => `${plural(stored, 'row was', 'rows were')} imported.`,
  readingBehind: (percent: string) =>
    `Matches already find them. Their texts are now read in full, and values may still change: ${percent}.`,
  toJobs: 'See the job',
  doneRejected: (count: number) => `${plural(count, 'row was', 'rows were')} not imported.`,
  warned: (rows: number, row: number, message: string) =>
    `${plural(rows, 'row was', 'rows were')} imported with a warning, the first in row ${row.toLocaleString('en')}: ${message}`,
  rejects: 'Rows that are not imported',
  rejectsFirst: (shown: number, all: number) =>
    `The first ${shown.toLocaleString('en')} of ${all.toLocaleString('en')}.`,
  rejectRow: 'Row',
  rejectReason: 'Reason',
  download: 'Download them as CSV',
  rejectsFile: (name: string) => `${name.replace(/\.[^.]*$/, '')}-rejects.csv`,
  firstMatch: 'See a first match',
  toPeople: 'See the people',
  close: 'Import another file',
  noId: 'the row has no id',
  roundedNumber: (key: string) => `${key}: the number has more digits than a number keeps; write it as text`,
  badId: 'the id must have 1 to 256 characters, without control characters such as line ends',
  longText: 'the text has more than 256 KiB',
  undoubledQuote: (line: number, lines: number) =>
    `within the quotes that open in line ${line.toLocaleString('en')} a quote is not doubled${swallowedBy(lines)}`,
  unclosedQuote: (line: number, lines: number) =>
    `the quote that opens in line ${line.toLocaleString('en')} is not closed${swallowedBy(lines)}`,
  undecoded: (encoding: string) => `it has bytes that are not ${encoding}`,
  repeatsRow: (row: number, first: number) =>
    `row ${row.toLocaleString('en')} has the id of row ${first.toLocaleString('en')}`,
  notAnObject: 'the line is no JSON object',
  otherDomain: (domain: string) => `the line belongs to the domain «${domain.slice(0, 60)}»`,
  tooManyCells: (cells: number, columns: number) => `the row has ${cells} cells and the header ${columns}`,
  wrongValue: (name: string, value: string, expected: string) => `${name}: «${value}» is not ${expected}`,
  numberFrom: (whole: boolean, range: readonly [number, number] | undefined) =>
    `${whole ? 'a whole number' : 'a number'}${range === undefined ? '' : ` from ${range[0]} to ${range[1]}`}`,
  yesOrNo: 'yes or no',
  oneOf: (values: string) => `one of ${values}`,
} as const;
