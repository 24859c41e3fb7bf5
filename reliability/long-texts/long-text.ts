/**
 * A text of a person as transcripts are: short sentences about themselves and others, with a long word that
 * no other text has.
 */
import type { SeededRandom } from '../../src/platform/numeric/seeded-random.ts';

const openings = ['I', 'My sister', 'We', 'A friend of mine', 'The neighbour', 'My ex'] as const;
const doings = [
  'moved to',
  'grew up near',
  'used to work in',
  'loves the markets of',
  'cycles through',
  'never liked',
] as const;
const places = ['Lisbon', 'Berlin', 'the mountains', 'Porto', 'a village by the sea', 'Madrid'] as const;
const more = [
  'and reads every evening',
  'but would rather cook',
  'because the children asked for it',
  'and is looking for somebody kind',
  'with two dogs and a cat',
  'and plays chess on Sundays',
] as const;

/** `bytes`: its length; all characters are ASCII. */
export function longText(random: SeededRandom, bytes: number): string {
  // Long enough for V8 to make it a view of the text.
  const word = `Kirchentellinsfurt${random.below(1_000_000_000).toString(36)}`;
  let text = '';
  while (text.length < bytes) {
    const age = 20 + random.below(50);
    const sentence = [random.pick(openings), random.pick(doings), random.pick(places), random.pick(more)];
    text += `${sentence.join(' ')} at ${age}, as the ${word}${random.below(1_000_000).toString(36)} says. `;
  }
  return text.slice(0, bytes);
}
