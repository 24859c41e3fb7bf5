import { plural } from './plural.ts';

export const personText = {
  domain: 'Domain',
  profile: 'Profile',
  derived: 'Derived',
  preferences: 'Wishes for the other person',
  noPreferences: 'No wishes are stored.',
  extras: 'Not in the schema',
  extrasLead: 'Stored, and not used for ranking.',
  vectors: 'Heads',
  vectorsLead: 'The vectors of this profile, one for each domain that compares it.',
  sources: {
    fields: 'given by your application',
    context: 'read in a text',
    memory: 'read in an external memory',
    feedback: 'corrected by feedback',
    default: 'default of the domain',
    computed: 'computed',
  } as Readonly<Record<string, string>>,
  extractors: {
    client: '',
    rules: 'by rules',
    llm: 'by a language model',
    encoder: 'by the text encoder',
    none: '',
  } as Readonly<Record<string, string>>,
  missing: (names: string) =>
    `Required and missing: ${names}. Others do not see this person until these are known.`,
  noFields: 'No field is known.',
  texts: 'Texts',
  textsLead: 'Every stored text, newest first. Marked passages are where a value was read.',
  noTexts: 'No text is stored.',
  outcomes: 'Outcomes',
  noOutcomes: 'No outcome is stored.',
  asSeeker: 'decided on',
  asCandidate: 'was decided on by',
  superseded: 'replaced later',
  km: (length: number) => `${length.toLocaleString('en')} km`,
  mapOf: (place: string, radius: number | undefined, others: number) =>
    `Map around ${place}${radius === undefined ? '' : `, with a circle of ${radius} km`}${others === 0 ? '' : `, and ${plural(others, 'other person', 'other people')}`}`,
  mapPoint: (id: string, km: number) => `${id}, ${km < 10 ? km.toFixed(1) : Math.round(km)} km away`,
  mapCaption: (place: string, radius: number | undefined) =>
    radius === undefined
      ? `Lives in ${place}; no distance is wished for.`
      : `Within ${radius} km of ${place}.`,
  mapBeyond: (count: number) => `${plural(count, 'person is', 'people are')} beyond the edge of the map.`,
  wished: (from: string, to: string) => `wished from ${from} to ${to}`,
  rangeOf: (field: string, values: number) =>
    `Wished range of ${field}${values === 0 ? '' : ` with ${plural(values, 'person', 'people')} as dots`}`,
  reach: 'Whom they would see, and who would see them',
  reachLead: (most: number) =>
    `The first ${most} matches of this person, and this person’s place among the first 50 of each of them and of the people who were last shown this person. Nothing counts as shown.`,
  reachAsk: 'Run these matches',
  reachNobody: 'This person would see nobody. The match playground says at which stage everybody falls out.',
  rankIn: (rank: number | null) =>
    rank === null ? 'would not see this person among the first 50' : `would see this person at place ${rank}`,
  reachSum: (count: number, all: number) => `${count} of these ${all} would see this person.`,
  shownTo: 'Was shown to',
  shownToRow: (position: number) => `at place ${position}`,
  shownToToday: 'With the place that this person has in their matches today.',
  rankToday: (rank: number | null) =>
    rank === null
      ? 'today not among the first 50; those who were decided on are left out'
      : `today at place ${rank}`,
  timeLine: 'In time',
  timeLineLead: 'Larger dots stand for more of them.',
  lanes: {
    texts: 'Texts',
    decided: 'Decided on others',
    decidedOn: 'Was decided on',
    saw: 'Received matches',
    shownIn: 'Was shown',
  },
  laneMark: (count: number, from: string) =>
    count === 1 ? from : `${count.toLocaleString('en')}, from ${from}`,
  laneSaid: (count: number, first: string, last: string) =>
    count === 1 ? `once, ${first}` : `${count.toLocaleString('en')} times, from ${first} to ${last}`,
  notShown: 'No stored match has shown this person.',
  overridden: (value: string, how: string) => `Overridden: ${value} (${how})`,
  headFrom: (fields: string) => `made from ${fields}`,
  sees: 'Whom they would see',
  seesHint: 'Open the match playground with this person.',
  shown: (count: number) => `${plural(count, 'answer was', 'answers were')} shown to this person.`,
  erase: 'Erase this person',
  eraseTitle: 'Erase this person?',
  eraseLead:
    'The record, texts, outcomes, vectors and index rows are removed at once, in the chosen domain or in all. This cannot be undone.',
  eraseConfirm: 'Type the id to confirm',
  eraseScope: 'Erase in',
  eraseAll: 'All domains',
  eraseBlock: 'Refuse this id from now on',
  eraseBlockHelp: 'Nothing is stored for the id until the block is lifted over the API.',
  eraseDo: 'Erase',
  erasedTitle: 'Erased',
  erasedIn: (domains: string) => `What was erased in ${domains}:`,
  erased: {
    records: (count: number) => plural(count, 'record', 'records'),
    context_items: (count: number) => plural(count, 'text', 'texts'),
    outcomes: (count: number) => plural(count, 'outcome', 'outcomes'),
    triplets: (count: number) => plural(count, 'training triplet', 'training triplets'),
    vectors: (count: number) => plural(count, 'vector', 'vectors'),
  } as Readonly<Record<string, (count: number) => string>>,
  trained: (versions: string) => `Models that learned from outcomes of this person: ${versions}.`,
  notTrained: 'No kept model learned from outcomes of this person.',
  updated: 'Last change',
  schema: 'Schema',
} as const;
