import { plural } from './plural.ts';

/** The form view of a definition, and the files that it is read from and written to. */
export const domainFormText = {
  views: 'Views of the definition',
  view: { yaml: 'YAML', fields: 'Fields', scorecard: 'Scorecard' },
  openFile: 'Open a file',
  download: 'Download',
  fileHint: 'A file may also be dropped on this page. It becomes your draft.',
  fileTooLarge: (name: string, size: string) => `${name} has ${size}. A definition has at most 1 MiB.`,
  fileNoText: (name: string, line: number) =>
    `${name}, line ${line}: this is no text in UTF-8. Save the file as UTF-8 and open it again.`,
  fileOpened: (name: string) => `${name} is open.`,

  unreadable:
    'The form needs readable YAML with a list of fields. Mend the faults below in the YAML view first.',
  yamlOnly: 'Rules, wordings, sides and what else the form does not show stay in the YAML as they are.',
  toYaml: 'Show in the YAML',
  fixed: 'This entry is written elsewhere in the file. Change it in the YAML.',
  shared: 'Other entries of the file repeat this one, and change with it.',
  referredTo: 'Other parts of the file repeat parts of this field. Remove it in the YAML.',

  name: 'Name',
  label: 'Name in sentences',
  kind: 'Kind',
  type: 'Type',
  types: {
    integer: 'whole number',
    number: 'number',
    boolean: 'yes or no',
    enum: 'one of a list',
    string: 'text',
    place: 'place',
  },
  required: 'Required of candidates',
  multiple: 'Several values',
  priority: 'Priority',
  priorities: { high: 'high', medium: 'medium', low: 'low' },
  values: 'Values',
  valuesHint: 'Enter adds one.',
  valuesShared: 'The list stands elsewhere in the file. Change it in the YAML.',
  least: 'Least',
  most: 'Most',
  unit: 'Unit',
  description: 'Description',
  wishes: 'A wish in a text becomes a preference',
  wishesNone: 'The field has no rules of its own for wishes.',
  rules: (count: number) =>
    count === 0 ? 'Rules are made from this schema.' : `${plural(count, 'rule', 'rules')} in the YAML.`,
  notRead: 'No text is read for this field.',
  faultsOf: (count: number) => plural(count, 'fault', 'faults'),
  remove: 'Remove the field',
  add: 'Add a field',
  addName: 'Name of the new field',
  addFault: 'Lower-case letters, digits and _, a letter first, and a name that no field has.',

  noScorecard:
    'The file has no scorecard, so the terms are made from the schema. Write one in the YAML to weigh them yourself.',
  intercept: 'Starting points',
  baseRate: 'Base rate',
  temperature: 'Temperature',
  weight: 'Weight',
  weightOf: (term: string) => `Weight of ${term}`,
  shareOf: 'of the range of all terms',
  points: 'Points',
  shareLead:
    'The weight multiplies the points of a term. The percentage is its share of the range of all points.',
  missingOf: 'Without a value',
  same: 'Same',
  different: 'Different',
  ofTerm: (what: string, term: string) => `${what}: ${term}`,
  noTerms: 'The scorecard has no terms yet. Add them in the YAML.',

  sample: 'Take a sample person',
  nextSample: 'Take another one',
  noSamples: 'This domain has no sample people.',
} as const;
