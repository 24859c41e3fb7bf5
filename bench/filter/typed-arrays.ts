/** The naive implementation: one loop over typed arrays and a bounded heap of the best. */
import { topPositions } from '../../src/matching/index/top-positions.ts';
import type { Competitor } from './competitor.ts';
import type { FlatPeople } from './flat-people.ts';

export function typedArrays(): Competitor {
  let people: FlatPeople;
  return {
    name: 'typed-array loop',
    load: async (flatPeople) => {
      people = flatPeople;
    },
    async best({ genders, ages: [from, to], intercept, points, k }) {
      const { rows, age, gender, goal, style, place, tie } = people;
      const wanted = Uint8Array.from({ length: 256 }, (_, code) => Number(genders.includes(code)));
      const passing = new Uint32Array(rows);
      const scores = new Float64Array(rows);
      let count = 0;
      for (let n = 0; n < rows; n++) {
        if (wanted[gender[n]!] === 0 || age[n]! < from || age[n]! > to) continue;
        passing[count] = n;
        scores[count] =
          intercept +
          points.goal[goal[n]!]! +
          points.age[age[n]!]! +
          points.place[place[n]!]! +
          points.style[style[n]!]!;
        count++;
      }
      const isBefore = (a: number, b: number) => {
        const order = tie[passing[a]!]! - tie[passing[b]!]!;
        return order < 0 || (order === 0 && a < b);
      };
      const best = topPositions(scores.subarray(0, count), k, Number.NEGATIVE_INFINITY, isBefore, () => true);
      return best.map((position) => passing[position]!);
    },
    close: async () => undefined,
  };
}
