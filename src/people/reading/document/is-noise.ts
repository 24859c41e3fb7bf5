/** Leaves of a record that say nothing of its subject: addresses, ids, hashes, times, names of files. */
import type { Path } from './blocks.ts';

const words = (list: string): ReadonlySet<string> => new Set(list.split(' '));

/** Last words of keys. */
const noisyEnds = words(
  'url uri href src link image images img logo icon avatar photo photos picture thumbnail uuid guid hash sig signature token checksum email mail phone fax tel slug handle sha etag vector timestamp',
);
/** Flags of A2A agent cards and of shop feeds. */
const noisyFlags = new Set([
  ...['streaming', 'push notifications', 'state transition history', 'nsfw', 'published', 'taxable'],
  ...['variant taxable', 'variant requires shipping', 'gift card', 'active', 'enabled', 'visible'],
  ...['created at', 'updated at', 'class name'],
]);
const noisyValues = [
  /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f-]{14,24}$/,
  /^(?=\S*\d)[\w+/=-]{24,}$/,
  /^\d{4}-\d\d-\d\d(?:T\S+)?$/,
  /^[\w./-]+\.(?:png|jpe?g|gif|svg|webp|ico|pdf|mp4)$/,
  // A path, and not the library "Vue.js".
  /^[\w.-]*\/[\w./-]+\.(?:css|js)$/,
];
/** A longer value is no id. UTF-16 units. */
const LONGEST_NOISE = 200;

export function isNoise(path: Path, value: string): boolean {
  const key = spaced(String(path.findLast((step) => typeof step === 'string') ?? ''));
  if (noisyFlags.has(key) || noisyEnds.has(key.slice(key.lastIndexOf(' ') + 1))) return true;
  // "post_id": "009"
  if (key.endsWith(' id') && /^\S*\d\S*$/.test(value)) return true;
  return value.length <= LONGEST_NOISE && noisyValues.some((noise) => noise.test(value.trim()));
}

const spaced = (key: string) =>
  key
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .replace(/[_-]+/g, ' ')
    .toLowerCase();
