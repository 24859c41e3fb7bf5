import { plural } from './plural.ts';

const percent = (value: number) => `${(value * 100).toFixed(value < 0.1 ? 1 : 0)} %`;
const times = (value: number) => `${Number(value.toPrecision(2)).toLocaleString('en')} ×`;

/** Groups of people by what a model reads in their histories. */
export const segmentsText = {
  lead: 'People of a model’s dataset, grouped by what the model reads in their histories.',
  empty: 'No segments yet',
  emptyLead:
    'A model of behaviour finds the groups, and names each by what its people take more than others.',
  create: 'Segment people',
  newLead: 'Each person joins the group whose middle is nearest, and each group is named by its items.',
  do: 'Segment',
  model: 'Model',
  noModels: 'There is no ready model yet',
  noModelsLead: 'Segments are found by a model of behaviour.',
  number: 'Number of segments',
  automatic: 'As many as are separated best',
  fixed: 'A given number',
  run: 'Segments of people',
  runOf: (model: string, k: number) => `${plural(k, 'segment', 'segments')} of ${model}`,
  outcome: (people: number, leftOut: number, sessions: number) =>
    [
      `${plural(people, 'person', 'people')} in segments`,
      ...(leftOut === 0 ? [] : [`${leftOut.toLocaleString('en')} with too few events in none`]),
      ...(sessions === 0 ? [] : [`${plural(sessions, 'anonymous session', 'anonymous sessions')} in none`]),
    ].join(', ') + '.',
  separation: (silhouette: number) => {
    const how = silhouette >= 0.5 ? 'clearly' : silhouette >= 0.25 ? 'partly' : 'hardly';
    return `They are ${how} separated (${silhouette.toFixed(2)} of 1).`;
  },
  sizes: 'Sizes',
  size: (people: number, share: number) => `${plural(people, 'person', 'people')} · ${percent(share)}`,
  numbered: (segment: number, name: string) => `${segment}. ${name}`,
  alike: (distance: number, events: number) =>
    `Alike to ${percent(Math.max(0, 1 - distance))} in the mean. The person in the middle has ${plural(events, 'event', 'events')}.`,
  itemsLead: 'Below: how many times as often as by all people an item is taken, and by how many.',
  lift: times,
  takers: (people: number) => plural(people, 'person', 'people'),
  noItems: 'No item is taken by five people of it more often than by all.',
  people: 'Who is in which segment',
  peopleLead: 'The nearer to its middle, the more typical a person is of the segment.',
  show: 'Show the list',
  download: 'Download the list',
  gone: 'The list was kept for an hour, or somebody in it was erased. The same settings give the same segments again.',
  notRead:
    'The list cannot be shown here, because it is a Parquet file or out of reach. It can be downloaded.',
  first: (rows: number) => `The first ${rows.toLocaleString('en')} people are shown; the file has all.`,
  find: 'Find by the beginning of an id',
  segment: 'Segment',
  every: 'All segments',
  person: 'Person',
  distance: 'Distance',
  found: (rows: number) => plural(rows, 'person', 'people'),
  page: (page: number, of: number) => `Page ${page} of ${of}`,
  before: 'Earlier',
  next: 'Next',
  none: 'Nobody is found.',
  again: 'Segment again',
} as const;
