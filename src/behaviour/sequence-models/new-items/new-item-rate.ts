/**
 * How much a new item is taken compared with a known one, from its first events and impressions. The events
 * of an item are Poisson, and its rate has a gamma prior, so that an item without evidence has the prior
 * rate, and evidence soon outweighs it:
 *
 *   exposure = E / C + shown · base
 *   rate     = (events + PRIOR_EVENTS · prior) / (exposure + PRIOR_EVENTS)
 *
 * E events since the item came, C known items: E / C is what a known item has had in this time. base: events
 * an impression of a known item. So an item that is shown and not taken falls, and dead stock is soon shown
 * no more.
 */
export interface NewItemCounts {
  /** Events on the item since it came. */
  readonly events: number;
  /** How often it was shown. */
  readonly shown: number;
  /** Events on all items since it came. */
  readonly eventsSince: number;
}

/** The evidence that weighs as much as the prior, in events of a known item. */
const PRIOR_EVENTS = 0.1;
/** The rate of an item without evidence, which has to earn its places. */
const PRIOR_RATE = 0.2;
const MAX_RATE = 100;

export interface RateBase {
  /** C */
  readonly knownItems: number;
  /** Events an impression of a known item. */
  readonly eventsAnImpression: number;
}

/** Share of the events that follow an impression; the others come by themselves. */
const FOLLOWING_SHARE = 0.05;
/** While few lists are counted, an impression is not worth more events than this. */
const MAX_EVENTS_AN_IMPRESSION = 0.005;

/** `totals`: events of the dataset, and places of the lists that may have new items. */
export function rateBase(
  totals: { readonly events: number; readonly shown: number },
  knownItems: number,
): RateBase {
  const followed = (FOLLOWING_SHARE * totals.events) / Math.max(1, totals.shown);
  return { knownItems, eventsAnImpression: Math.min(MAX_EVENTS_AN_IMPRESSION, followed) };
}

export function newItemRate({ events, shown, eventsSince }: NewItemCounts, base: RateBase): number {
  const exposure = eventsSince / Math.max(1, base.knownItems) + shown * base.eventsAnImpression;
  const rate = (events + PRIOR_EVENTS * PRIOR_RATE) / (exposure + PRIOR_EVENTS);
  return Math.min(MAX_RATE, rate);
}
