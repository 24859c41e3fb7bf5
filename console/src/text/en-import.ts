import { plural } from './plural.ts';

/** The import. Its screens alone load it, so that the first view does not. */
export const importText = {
  title: 'Import people',
  lead: 'Nothing is stored until you press «Import». The file is read in this browser; the service is sent rows to check.',
  domain: 'Into the domain',
  file: 'File',
  choose: 'Choose a file',
  another: 'Choose another file',
  drop: 'Or drop a file here: Excel, CSV, TSV, JSON, NDJSON, YAML, Parquet or an XML feed, also as .gz or .zst.',
  reading: 'Reading the beginning of the file',
  empty: 'This file has no rows.',
  cannotRead: 'The file cannot be read any more. It may have been changed or removed; choose it again.',
  size: (bytes: number) =>
    bytes < 1_000_000
      ? `${Math.max(1, Math.round(bytes / 1000)).toLocaleString('en')} kB`
      : `${(bytes / 1_000_000).toFixed(1)} MB`,
  columnsFound: (count: number) => plural(count, 'column', 'columns'),
  format: {
    csv: 'CSV',
    tsv: 'TSV',
    xlsx: 'Excel',
    ndjson: 'NDJSON, one object a line',
    json: 'JSON',
    yaml: 'YAML',
    xml: 'XML feed',
    html: 'JSON-LD of a page',
    parquet: 'Parquet',
  } as Readonly<Record<string, string>>,
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
  repeatedWays: {
    refuse: 'Leave out the later ones',
    replace: 'Each replaces the person',
    merge: 'Merge their values into the person',
  },
  known: 'Known form',
  byForm: 'Its records are read by this form. There is nothing to map.',
  byColumns: 'The columns are mapped by hand, below.',
  mapColumns: 'Map the columns myself',
  useForm: 'Read it by this form',
  otherDomain: (become: string, domain: string) => `Its records become ${become} of the domain ${domain}.`,
  toDomain: (domain: string) => `Import into ${domain}`,
  noDomain: (domain: string) => `This workspace has no domain ${domain}, so the columns are mapped below.`,
  formFault: (fault: string) => `This domain cannot take the form, so the columns are mapped below: ${fault}`,
  columns: 'Columns',
  columnsLead: 'What each column becomes. The guess follows names and values; change what is wrong.',
  bodies: 'Each row has the form in which this service takes people, so there is nothing to map.',
  column: (name: string) => (name.trim() === '' ? '(no name)' : name),
  becomes: (name: string) => `«${name.trim() === '' ? '(no name)' : name}» becomes`,
  downloadMapping: 'Download the mapping',
  times: (count: number) => plural(count, 'time', 'times'),
  valueTable: (values: number, unknown: number) =>
    unknown === 0
      ? `${plural(values, 'value', 'values')} of the column`
      : `${plural(unknown, 'value has', 'values have')} no meaning yet: their rows will not be imported`,
  valueBecomes: (value: string) => `«${value}» means`,
  valueRefused: '(reject the row)',
  valueNotGiven: '(not given)',
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
    lat: (name: string) => `${name}, latitude`,
    lon: (name: string) => `${name}, longitude`,
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
  row: (row: number) => `Line ${row.toLocaleString('en')}`,
  rowRejected: 'Will not be imported',
  wishes: 'Wishes',
  text: 'Text',
  check: 'Check and import',
  checkLead:
    'Each row is checked as the import would check it. The service reads the rows and stores none of them.',
  checkDo: 'Check the file',
  checking: 'Checking the file',
  stopCheck: 'Stop the check',
  checked: (rows: number, ready: number) =>
    `${plural(rows, 'row', 'rows')}: ${ready.toLocaleString('en')} can be imported.`,
  rejected: (count: number) => `${plural(count, 'row', 'rows')} will not be imported.`,
  repeated: (count: number, way: 'refuse' | 'replace' | 'merge') =>
    `${plural(count, 'row has', 'rows have')} the id of an earlier row, and ${
      {
        refuse: 'will be rejected. Choose above whether such rows replace the person or are merged into it',
        replace: 'will replace the person',
        merge: 'will be merged into the person',
      }[way]
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
  counts: (counts: Readonly<Record<'rows' | 'stored' | 'replaced' | 'merged' | 'rejected', number>>) =>
    `${plural(counts.rows, 'row', 'rows')}: ${(['stored', 'replaced', 'merged', 'rejected'] as const)
      .map((what) => `${counts[what].toLocaleString('en')} ${what}`)
      .join(', ')}.`,
  doneRejected: (count: number) => `${plural(count, 'row was', 'rows were')} not imported.`,
  warned: (rows: number, row: number, message: string) =>
    `${plural(rows, 'row was', 'rows were')} imported with a warning, the first in line ${row.toLocaleString('en')}: ${message}`,
  rejects: 'Rows that are not imported',
  rejectsFirst: (shown: number, all: number) =>
    `The first ${shown.toLocaleString('en')} of ${all.toLocaleString('en')}.`,
  rejectRow: 'Line',
  rejectReason: 'Reason',
  download: 'Download them as CSV',
  rejectsFile: (name: string) => `${name.replace(/\.[^.]*$/, '')}-rejects.csv`,
  firstMatch: 'See a first match',
  toPeople: 'See the people',
  close: 'Import another file',
} as const;
