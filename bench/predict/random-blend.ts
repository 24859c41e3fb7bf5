/** A blend of all parts with as many links as a model keeps at most, at random: the worst case of its cost. */
import type { Blend } from '../../src/behaviour/sequence-models/models/sequential/blend/blend-scorer.ts';
import { randomOrder, randomUniform } from '../../src/platform/numeric/random-streams.ts';

const both = { short: 1, long: 1 };
/** Bounds the entries of a part, as in a model. */
const MAX_ENTRIES = 2 ** 23;

export function randomBlend(items: number): Blend {
  return {
    weights: {
      lengths: { short: 2, long: 50 },
      weights: {
        network: both,
        ease_recent: both,
        ease_history: both,
        neighbours: both,
        markov: both,
        popularity: both,
        recent_popularity: both,
      },
      offset: -5,
    },
    links: { ease: links(items, 200), neighbours: links(items, 100), markov: links(items, 100) },
    recentCounts: Float32Array.from(randomUniform(1, 'recent counts', items)),
  };
}

function links(items: number, most: number) {
  const width = Math.min(most, Math.floor(MAX_ENTRIES / items));
  const order = randomOrder(1, 'links', items);
  return {
    offsets: Uint32Array.from({ length: items + 1 }, (_, item) => item * width),
    items: Uint32Array.from({ length: items * width }, (_, at) => order[(at * 7919) % items]!),
    weights: Float32Array.from(randomUniform(1, 'weights', items * width)),
  };
}
