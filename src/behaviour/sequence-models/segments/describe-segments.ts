/**
 * Describes each segment by the items that its people have taken more often than all people. An item
 * counts once a person, and is named only if several people of the segment have taken it, so that a segment
 * tells nothing of one person.
 */
import type { Segment, SegmentItem } from '../../../contract/model-segments.ts';
import type { Assigned } from './assign-people.ts';

export interface SegmentPeople {
  /** By person: numbers of items [P]. */
  readonly histories: readonly Uint32Array[];
  readonly itemIds: readonly string[];
}

/** People of a segment who have taken an item, before it is named: so many, and this share. */
const LEAST_PEOPLE = 5;
const LEAST_SHARE = 0.02;
const MOST_ITEMS = 10;
const NAMING_ITEMS = 3;
const MAX_TEXT = 80;

/** `texts`: by id. */
export function describeSegments(
  people: SegmentPeople,
  assigned: Assigned,
  lifts: readonly (readonly LiftedItem[])[],
  texts: ReadonlyMap<string, string>,
): readonly Segment[] {
  const P = people.histories.length;
  return lifts.map((items, segment) => {
    const size = assigned.sizes[segment]!;
    const named = items.map(({ itemId, people: takers, lift }): SegmentItem => {
      const text = (texts.get(itemId) ?? '').slice(0, MAX_TEXT);
      return { item_id: itemId, text, people: takers, lift };
    });
    return {
      segment: segment + 1,
      name: nameOf(named, segment),
      ...{ people: size, share: size / P },
      medoid_events: people.histories[assigned.medoids[segment]!]!.length,
      mean_distance: meanDistance(assigned, segment),
      items: named,
    };
  });
}

function nameOf(items: readonly SegmentItem[], segment: number): string {
  const names = items.slice(0, NAMING_ITEMS).map(({ item_id, text }) => firstLine(text) || item_id);
  return names.length === 0 ? `Segment ${segment + 1}` : names.join(' · ');
}

/** A text may go on with features. */
function firstLine(text: string): string {
  return text.split('\n', 1)[0]!.trim();
}

function meanDistance({ segments, distances, sizes }: Assigned, segment: number): number {
  let sum = 0;
  for (const [person, distance] of distances.entries()) if (segments[person] === segment) sum += distance;
  return sum / Math.max(1, sizes[segment]!);
}

export interface LiftedItem {
  readonly itemId: string;
  readonly people: number;
  readonly lift: number;
}

/** By segment, the greatest lift first. */
export function liftsOf(
  { histories, itemIds }: SegmentPeople,
  { segments, sizes }: Pick<Assigned, 'segments' | 'sizes'>,
): readonly (readonly LiftedItem[])[] {
  const all = new Uint32Array(itemIds.length);
  const bySegment = Array.from(sizes, () => new Map<number, number>());
  for (const [person, history] of histories.entries()) {
    const own = bySegment[segments[person]!]!;
    for (const item of new Set(history)) {
      all[item]!++;
      own.set(item, (own.get(item) ?? 0) + 1);
    }
  }
  return bySegment.map((counts, segment) => {
    const size = sizes[segment]!;
    const least = Math.max(LEAST_PEOPLE, LEAST_SHARE * size);
    return [...counts]
      .filter(([, people]) => people >= least)
      .map(([item, people]) => {
        return { itemId: itemIds[item]!, people, lift: people / size / (all[item]! / histories.length) };
      })
      .filter(({ lift }) => lift > 1)
      .sort((a, b) => b.lift - a.lift || b.people - a.people || (a.itemId < b.itemId ? -1 : 1))
      .slice(0, MOST_ITEMS);
  });
}
