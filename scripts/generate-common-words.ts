/**
 * Writes the list by which `src/matching/ranking/scoring/word-frequencies.ts` tells common words. It has the whole
 * words of the shipped encoder's vocabulary, which is in order of their frequency in English. The words of
 * the sample profiles are added; they come first where they are common in a domain.
 *
 *   node scripts/run.mjs scripts/generate-common-words.ts
 */
import { readFile, writeFile } from 'node:fs/promises';
import { sampleProfiles } from '../src/domains/sample-profiles.ts';
import { shippedDomains } from '../src/domains/shipped-domains.ts';

const WORDS = 5000;
/** Profiles of a domain that must have a word for it to count as common there. */
const FEWEST_PROFILES = 3;
/** Ranks and shares of profiles between which a word goes from common to rare. */
const RANKS = [100, 10_000] as const;
const RAREST_SHARE = 0.005;

const root = new URL('../', import.meta.url);
const vocabulary = await readFile(new URL('models/text-encoder/vocabulary.txt', root), 'utf8');
const pieces = vocabulary.split('\n');
const whole = pieces.slice(pieces.indexOf('the')).filter((piece) => /^[a-z]+$/.test(piece));
/** 0 common, 1 rare. */
const rarity = new Map(
  whole.map((word, at) => [word, Math.max(0, Math.log((at + 1) / RANKS[0]) / Math.log(RANKS[1] / RANKS[0]))]),
);
for (const { domain } of shippedDomains()) {
  const counts = new Map<string, number>();
  const profiles = await sampleProfiles(domain);
  for (const { context = '', fields = {} } of profiles) {
    const text = [context, ...Object.values(fields).flat().map(String)].join(' ').replaceAll('_', ' ');
    for (const word of new Set(text.toLowerCase().match(/[\p{L}\p{N}+#]+/gu)))
      counts.set(word, (counts.get(word) ?? 0) + 1);
  }
  for (const [word, count] of counts) {
    if (count < FEWEST_PROFILES || /^\p{N}/u.test(word)) continue;
    const here = Math.log(profiles.length / count) / Math.log(1 / RAREST_SHARE);
    rarity.set(word, Math.min(rarity.get(word) ?? 1, here));
  }
}
const listed = [...rarity].sort(([a, x], [b, y]) => x - y || (a < b ? -1 : 1)).slice(0, WORDS);
const file = new URL('src/matching/ranking/scoring/common-words.txt', root);
await writeFile(file, `${listed.map(([word]) => word).join('\n')}\n`);
console.log(`${listed.length} words: ${file.pathname}`);
