const count = (value: number) => value.toLocaleString('en');
const percent = (share: number) =>
  `${(share * 100).toLocaleString('en', { maximumFractionDigits: share < 0.1 ? 1 : 0 })} %`;

export const datasetText = {
  back: 'All datasets',
  measuring: 'This dataset is being measured for the first time. The figures appear by themselves.',
  noEvents: 'There are no events in this dataset, only items.',
  point: 'Point at the chart to read its numbers.',
  facts: {
    items: 'Items',
    people: 'People',
    events: 'Events',
    sessions: 'Sessions',
    repeats: 'Repeated events',
    span: 'Time span',
    leftOut: 'No history',
  },
  leftOut: (negative: number, impossible: number) =>
    `${count(negative)} below 0, ${count(impossible)} with an impossible time`,
  withEvents: (items: number) => `${count(items)} with events`,
  perPerson: (mean: number) => `${mean.toLocaleString('en', { maximumFractionDigits: 1 })} a person`,
  repeated: (events: number) => `${count(events)} of an item that the person had before`,
  // Dates are not broken at their hyphens.
  between: (first: string, last: string) => `${first} to ${last}`.replaceAll('-', '\u2011'),
  days: (days: number) => (days === 1 ? '1 day' : `${count(days)} days`),
  time: {
    title: 'Events over time',
    lead: (days: number) => (days === 1 ? 'By day, in UTC.' : `In bins of ${count(days)} days, in UTC.`),
    label: 'Events over time',
    columns: ['First day', 'Events'] as const,
    read: (from: string, events: number) => `${from}: ${count(events)} events`,
  },
  tail: {
    title: 'Long tail',
    lead: (half: number, gini: number) =>
      `Half of the events fall on ${percent(half)} of the items. Gini coefficient ${gini.toFixed(2)}: 0 is even, near 1 is very uneven.`,
    label: 'Share of events by share of items, the most frequent items first',
    columns: ['Share of items', 'Share of events'] as const,
    read: (items: number, events: number) =>
      `The most frequent ${percent(items)} of the items have ${percent(events)} of the events`,
    ends: ['most frequent items', 'all items'] as const,
    top: 'all events',
    head: 'Most frequent items',
    events: (events: number, share: number) => `${count(events)} · ${percent(share)}`,
  },
  lengths: {
    histories: 'Lengths of histories',
    historiesLabel: 'People by number of their events',
    historiesColumns: ['Events of a person', 'People'] as const,
    people: (length: string, people: number) => `${count(people)} people with ${length} events`,
    sessions: 'Lengths of sessions',
    sessionsLabel: 'Sessions by number of their events',
    sessionsColumns: ['Events of a session', 'Sessions'] as const,
    sessionCount: (length: string, sessions: number) => `${count(sessions)} sessions of ${length} events`,
    summary: (median: number, p95: number, longest: number) =>
      `Median ${count(median)}, 95 % at most ${count(p95)}, longest ${count(longest)}.`,
    gap: (minutes: number) => `A pause of more than ${minutes} minutes begins another session.`,
    between: (from: number, to: number) => (from === to ? count(from) : `${count(from)}–${count(to)}`),
  },
  fields: {
    title: 'Fields of items',
    lead: 'What the texts of the items hold. A line «name: value» is a field.',
    share: (items: number, share: number) => `${count(items)} · ${percent(share)}`,
  },
  kinds: 'Kinds of events',
  kindCount: (shown: number, all: number | null) =>
    all === null
      ? 'More than 10,000 kinds; the most frequent.'
      : shown < all
        ? `The first ${shown} of ${count(all)}.`
        : '',
  about: 'About',
  source: 'Source',
  sources: {
    workspace_upload: 'Uploaded by the workspace',
    workspace_uri: 'Read from an address',
    provider_catalog: 'From the provider',
  } as Readonly<Record<string, string>>,
  terms: 'Terms',
  repeats: 'Repeats',
  repeatsKept: 'People take an item again: models learn repeats.',
  baskets: 'Baskets',
  basketsBy: {
    basket_id: 'By basket_id: models learn the next basket.',
    session_id: 'By session_id: models learn what the next session has.',
  } as Readonly<Record<string, string>>,
  context: 'Context of events',
  weight: (weight: number) => `, weight ${weight.toLocaleString('en')}`,
  access: 'Access',
  id: 'Id',
} as const;
