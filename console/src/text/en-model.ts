const count = (value: number) => value.toLocaleString('en');
const digits = (value: number) =>
  value.toLocaleString('en', { minimumFractionDigits: 3, maximumFractionDigits: 3 });

/** Names of baselines may have commas. */
const named = (names: readonly string[]) => names.map((name) => `«${name}»`).join(', ');

interface RuleWords {
  readonly wanted: number;
  readonly filled: number;
  readonly held: boolean;
  readonly in_top?: number;
  readonly pin_at?: number;
  readonly max_share?: number;
}

export const modelText = {
  digits,
  back: 'All models',
  simulate: 'Simulate',
  continueFrom: 'Train further',
  status: {
    queued: 'Queued',
    training: 'Training',
    evaluating: 'Evaluating',
    ready: 'Ready',
    failed: 'Failed',
  } as Readonly<Record<string, string>>,
  card: {
    title: 'Model card',
    architecture: 'Architecture',
    architectures: {
      'sequential-recommender': 'Sequential recommender',
      'generative-retriever': 'Generative retriever',
    } as Readonly<Record<string, string>>,
    base: 'Base',
    fromScratch: 'Trained from scratch',
    dataset: 'Dataset',
    tokenizer: 'Tokenizer',
    data: 'Trained on',
    dataOf: (people: number, events: number) => `${count(people)} people, ${count(events)} events`,
    items: 'Items ranked',
    history: 'Longest history',
    historyOf: (items: number) => `${count(items)} items`,
    capabilities: 'Can',
    parameters: 'Parameters',
    fit: 'Fit',
    fitOf: (epochs: number, minutes: number) =>
      `${count(epochs)} epochs in ${minutes < 1 ? `${count(Math.ceil(minutes * 60))} s` : `${minutes.toLocaleString('en', { maximumFractionDigits: 1 })} min`}`,
    chosen: 'Chosen by',
    chosenBy: (protocol: 'time' | 'leave_one_out') =>
      protocol === 'time' ? 'time: what came after a moment' : 'leave one out: the last event but one',
    created: 'Created',
    id: 'Id',
    reasons: 'Why these settings',
  },
  evaluation: {
    title: 'Evaluation',
    none: 'There is no evaluation: nothing could be held out, or the settings asked for none.',
    loses: (baselines: readonly string[]) => `This model loses to ${named(baselines)} in this split.`,
    undecided: (baselines: readonly string[]) =>
      `It is not proven better than ${named(baselines)} in this split.`,
    tied: (share: string) =>
      `${share} of the targets are at the same moment as another event of their person: the order of the import decides which is the target, and may give it away.`,
    wins: 'This model is above every baseline in this split, by more than the 95 % interval of the differences on the same people.',
    split: 'Split',
    splitOf: (kind: string, ties: string) =>
      `${kind === 'temporal' ? 'By time' : 'Leave one out'}, ties ${ties}`,
    metric: 'Metric',
    metrics: {
      ndcg: (cutoff: number) => `nDCG@${cutoff}`,
      recall: (cutoff: number) => `Recall@${cutoff}`,
      mrr: () => 'MRR',
      coverage: () => 'Coverage',
      exposure_gini: () => 'Exposure Gini',
    },
    meanings: {
      ndcg: 'How near to the top the item stands that people took next. More is better.',
      recall: 'Share of people whose next item is among the first. More is better.',
      mrr: 'Mean of one over the rank of the next item. More is better.',
      coverage: 'Share of the catalogue that is shown to anyone. More is broader.',
      exposure_gini: 'How unevenly items are shown: 0 is even, near 1 is a few items for all.',
    },
    cases: (cases: number, all: number) =>
      cases === all
        ? `${count(cases)} people, one target each.`
        : `A sample of ${count(cases)} of ${count(all)} people.`,
    unseen: (share: string, repeated: string) =>
      `${share} of the targets never occur in the training data; ${repeated} repeat an item of the history.`,
    value: (value: number | null, low: number | null, high: number | null) => {
      if (value === null) return 'no cases';
      return low === null || high === null
        ? digits(value)
        : `${digits(value)} (${digits(low)} to ${digits(high)})`;
    },
    model: 'This model',
    blend: 'This model, as it serves',
    part: (name: string) => (name === 'network alone' ? 'Its network alone' : `Part: ${name}`),
    worse: 'model loses',
    better: 'model wins',
    open: 'no clear difference',
    leftOut: (name: string, reason: string) => `Not compared with ${name}: ${reason}`,
    label: 'Metrics with 95 % intervals',
  },
  curve: {
    title: 'Curve of training',
    lead: 'nDCG@10 of the network alone, on the targets by which training chooses its epoch.',
    best: (epoch: number, ndcg: number) => `Epoch ${count(epoch)} was kept: ${digits(ndcg)}.`,
    differs: (judged: number) =>
      `The evaluation says ${digits(judged)}. It is measured on later targets, which chose nothing, of the model as it serves. The curve's best point was chosen on its own targets, so it is a little too good.`,
    liveLead: 'nDCG@10 of the validations that this page has seen so far. It follows by itself.',
    label: 'Validation nDCG@10 by epoch',
    columns: ['Epoch', 'nDCG@10'] as const,
    read: (epoch: number, ndcg: number) => `Epoch ${count(epoch)}: ${digits(ndcg)}`,
    epoch: (epoch: number) => `epoch ${count(epoch)}`,
    none: 'No validation has ended yet.',
    progress: 'Progress of the training',
    now: (stage: string, epoch: number | undefined) =>
      epoch === undefined ? stage : `${stage}, epoch ${count(epoch)}`,
    loss: (loss: number) => `loss ${digits(loss)}`,
    left: (minutes: number) =>
      minutes < 1 ? 'less than a minute left' : `about ${Math.ceil(minutes)} min left`,
  },
  blend: {
    title: 'What serves',
    lead: 'The score of an item is the sum of these parts, each times its weight: its log-odds against the others.',
    part: 'Part',
    short: 'Weight, short histories',
    long: 'Weight, long histories',
    alone: 'nDCG@10 alone',
    adds: 'Adds',
    people: (people: number) =>
      `Figures are of the ${count(people)} people by whom the weights were chosen: they compare the parts, and are no evaluation.`,
    names: {
      network: 'Network',
      ease_recent: 'EASE, last items',
      ease_history: 'EASE, whole history',
      neighbours: 'Neighbours of the last items (item-kNN)',
      markov: 'What followed the last item (Markov)',
      own_frequency: 'What the person takes most often',
      popularity: 'Popularity',
      recent_popularity: 'Recent popularity',
    } as Readonly<Record<string, string>>,
  },
  play: {
    title: 'Predict playground',
    lead: 'Pick what a person took, oldest first. The model says which items come next.',
    notReady: 'The model can be asked when it is ready.',
    noScope: 'Predictions need a key with the scope «infer».',
    find: 'Find items',
    findHint: 'The beginning of an id, or several ids separated by commas.',
    found: 'Items found',
    nothing: 'No item has such an id.',
    more: 'Show more items',
    add: (title: string) => `Add ${title}`,
    history: 'History, oldest first',
    empty: 'Nothing yet: the ranking is that of a new person.',
    remove: (title: string) => `Remove ${title}`,
    clear: 'Clear',
    ranking: 'Ranking',
    mode: 'How',
    predict: 'Rank the catalogue',
    generate: 'Generate codes',
    limit: 'Items',
    score: (score: number) => score.toLocaleString('en', { maximumFractionDigits: 4 }),
    scoreHint:
      'Scores are log-odds: 0.7 more is twice the odds. Bars begin at the lowest score shown, not at 0.',
    logHint: 'Scores are log-probabilities of the items. Bars begin at the lowest score shown, not at 0.',
    inHistory: 'in the history',
    context: 'Context of the prediction',
    contextUnknown: 'unknown',
    conditions: 'More of the request',
    conditionsHint:
      'Keys of the request as JSON: filters, boosts, rules, exclude_item_ids, person_features; person_id or session_id stands in place of the history.',
    conditionsExample: '{"rules": [{"filter": {"kind": "tea"}, "min_share": 0.4, "in_top": 5}]}',
    conditionsWrong: 'This is no object of JSON yet.',
    apply: 'Apply',
    rules: 'What became of the rules',
    rule: ({ wanted, filled, held, in_top, pin_at, max_share }: RuleWords) =>
      pin_at === undefined
        ? `${held ? 'Held' : 'Not held'}: ${filled} of the first ${in_top} places, ${max_share === undefined ? 'at least' : 'at most'} ${wanted}.`
        : `${held ? 'Held' : 'Not held'}: place ${pin_at}.`,
    ruleCost: (places: number, score: number) =>
      `Changes ${count(places)} ${places === 1 ? 'place' : 'places'}, gives up ${score.toLocaleString('en', { maximumFractionDigits: 4 })} of the score.`,
    moved: (places: number) => (places > 0 ? `up ${count(places)}` : `down ${count(-places)}`),
    noneLeft: 'No item is left under these conditions.',
    fallbacks: {
      popularity: 'Nothing is read from a history: items rank by popularity.',
      context: 'There is no history: items rank by what people take in this context, such as the hour.',
      person_features: 'There is no history: items rank by what people of these features take.',
    },
    picture: 'Picture',
    pictureOf: (title: string) => `Open the picture of ${title} in a new tab`,
    trained: (events: number) => (events === 0 ? 'new item' : `${count(events)} events`),
    unknown: 'not in the catalogue',
    tooLong: (items: number) => `The model reads at most ${count(items)} items.`,
    code: 'As code',
    codeLead: 'The same request. The key is read from the environment.',
  },
} as const;
