/**
 * Spearman's correlation of the serving encoder on a file in STS-B's form: `npm run eval -- encoder
 * FILE.csv`.
 */
import { correlatePairs, readScoredPairs } from '../bench/encoders/evaluate-encoder.ts';
import { openTextEncoder } from '../src/engines/encoders/open-text-encoder.ts';

const [path] = process.argv.slice(2);
if (path === undefined) throw new Error('which file? npm run eval -- encoder FILE.csv');
const encoder = await openTextEncoder(process.env.TEXT_ENCODER ?? 'embedded');
const pairs = await readScoredPairs(path);
const value = await correlatePairs((texts) => encoder.encode(texts), pairs);
console.log(
  `${encoder.identity.name}: Spearman ${value.toFixed(4)} on ${pairs.scores.length} pairs of ${path}`,
);
await encoder.close();
