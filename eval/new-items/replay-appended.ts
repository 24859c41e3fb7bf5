/**
 * Replays test cases in the order of their times against a model that knows nothing of appended items. Each
 * person gets a list of 10, and then the person's next item is appended as an event. So new items gain by
 * their events, and lose by impressions without.
 */
import type { OpenModel } from '../../src/behaviour/sequence-models/models/architecture.ts';
import {
  knownContents,
  linkByContent,
} from '../../src/behaviour/sequence-models/new-items/link-by-content.ts';
import { newItemRate, rateBase } from '../../src/behaviour/sequence-models/new-items/new-item-rate.ts';
import { exploreNewItems, scoreOfNew } from '../../src/behaviour/sequence-models/new-items/rank-new-items.ts';
import { selectBest } from '../../src/behaviour/sequence-models/serving/select-best.ts';
import { type Cases, targetItem } from '../../src/behaviour/sequence-models/splits/split.ts';
import type { Planted } from '../generative/planted-stock.ts';
import type { AppendedStock } from './appended-stock.ts';

const LIMIT = 10;

export interface ReplayReport {
  readonly recall: number;
  /** With known items alone. */
  readonly recallWithout: number;
  readonly hitRecall: number;
  readonly hitCases: number;
  /** Shares of the places, 0..1: of hits, of dead items that were trained with, of appended ones. */
  readonly hitPlaces: number;
  readonly deadPlaces: number;
  readonly appendedDeadPlaces: number;
}

export async function replayAppended(
  model: OpenModel,
  cases: Cases,
  { isHit, isDead, catalogue }: Planted,
  stock: AppendedStock,
  explorationShare: number,
): Promise<ReplayReport> {
  const links = linksOf(stock, catalogue.textVectors!);
  const counts = new Map(stock.appended.map((item) => [item, { events: 0, shown: 0 }]));
  const sums = { found: 0, without: 0, hitCases: 0, hits: 0, places: 0, hit: 0, dead: 0, appendedDead: 0 };
  const places = Math.floor(LIMIT * explorationShare);
  let [events, shown] = [0, 0];
  for (const which of byTime(cases)) {
    const history = historyOf(cases, which);
    const seen = new Set(history);
    const scores = await scoresAfter(model, history, stock);
    const base = rateBase({ events, shown }, stock.known.length);
    const linked = stock.appended
      .filter((item) => !seen.has(item))
      .map((item) => {
        const { events: own, shown: impressions } = counts.get(item)!;
        const rate = newItemRate({ events: own, shown: impressions, eventsSince: events }, base);
        const scoreOf = (id: string) => scores[stock.numberOf[Number(id)]!];
        return {
          item,
          score: scoreOfNew({ neighbours: links.get(item)!, rate }, scoreOf),
          shown: impressions,
        };
      })
      .filter(({ score }) => !Number.isNaN(score));
    const known = bestKnown(scores, seen, stock);
    const merged = [...known, ...linked]
      .sort((a, b) => b.score - a.score)
      .slice(0, LIMIT)
      .map(({ item }) => item);
    const list = exploreNewItems(merged, linked, { limit: LIMIT, places });
    const target = targetItem(cases, which);
    const isFound = Number(list.includes(target));
    sums.found += isFound;
    sums.without += Number(known.some(({ item }) => item === target));
    sums.hitCases += isHit[target]!;
    sums.hits += isHit[target]! * isFound;
    for (const item of list) {
      sums.places++;
      sums.hit += isHit[item]!;
      sums[stock.numberOf[item]! < 0 ? 'appendedDead' : 'dead'] += isDead[item]!;
      const count = counts.get(item);
      if (count !== undefined) count.shown++;
    }
    shown += list.length;
    events++;
    const taken = counts.get(target);
    if (taken !== undefined) taken.events++;
  }
  return {
    recall: sums.found / cases.people.length,
    recallWithout: sums.without / cases.people.length,
    hitRecall: sums.hits / Math.max(1, sums.hitCases),
    hitCases: sums.hitCases,
    hitPlaces: sums.hit / sums.places,
    deadPlaces: sums.dead / sums.places,
    appendedDeadPlaces: sums.appendedDead / sums.places,
  };
}

function linksOf(
  { known, appended }: AppendedStock,
  { values, width }: { values: Float32Array; width: number },
) {
  const vectorOf = (item: number) => values.subarray(item * width, (item + 1) * width);
  const contents = knownContents(known.map(vectorOf));
  return new Map(
    appended.map((item) => {
      const link = linkByContent(vectorOf(item), contents);
      const neighbours = Array.from(link?.neighbours ?? [], (row, n) => {
        return { itemId: String(known[row]!), weight: link!.weights[n]! };
      });
      return [item, neighbours];
    }),
  );
}

function byTime({ people, targets, histories }: Cases): readonly number[] {
  const timeOf = (which: number) => histories.timestampsMs[targets[which]!]!;
  return [...people.keys()].sort((a, b) => timeOf(a) - timeOf(b));
}

function historyOf({ histories, people, ends }: Cases, which: number): Uint32Array {
  return histories.items.subarray(histories.offsets[people[which]!]!, ends[which]!);
}

async function scoresAfter(model: OpenModel, history: Uint32Array, { numberOf }: AppendedStock) {
  const items = history.map((item) => numberOf[item]! >>> 0).filter((item) => item < 0xffff_ffff);
  const read = items.subarray(Math.max(0, items.length - model.maxHistoryItems));
  return model.score({ offsets: Uint32Array.of(0, read.length), items: read });
}

function bestKnown(scores: Float32Array, seen: ReadonlySet<number>, { known, numberOf }: AppendedStock) {
  const left = scores.slice();
  for (const item of seen) if (numberOf[item]! >= 0) left[numberOf[item]!] = Number.NaN;
  return Array.from(
    selectBest(left, LIMIT, (item) => item),
    (item) => {
      return { item: known[item]!, score: scores[item]! };
    },
  );
}
