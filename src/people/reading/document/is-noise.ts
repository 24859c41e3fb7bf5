/** Leaves of a record that say nothing of its subject: addresses, ids, hashes, times, names of files. */
import type { Path } from './blocks.ts';

/** The last word of a key. */
const noisyKey =
  /(?:^|[_\-. ])(?:url|uri|href|src|link|images?|img|logo|icon|avatar|photos?|picture|thumbnail|uuid|guid|hash|sig|signature|token|checksum|e?mail|phone|fax|tel|slug|handle|sha|etag|vector|timestamp|created at|updated at|className)$/i;
/** Flags of A2A agent cards and of shop feeds. */
const noisyFlag =
  /^(?:streaming|push notifications|state transition history|nsfw|published|taxable|variant taxable|variant requires shipping|gift card|active|enabled|visible)$/i;
const noisyValue =
  /^(?:[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f-]{14,24}|(?=\S*\d)[A-Za-z0-9+/=_-]{24,}|\d{4}-\d\d-\d\d(?:T\S+)?|[\w./-]+\.(?:png|jpe?g|gif|svg|webp|ico|pdf|css|js|mp4))$/;

export function isNoise(path: Path, value: string): boolean {
  const key = spaced(String(path.findLast((step) => typeof step === 'string') ?? ''));
  return noisyKey.test(key) || noisyFlag.test(key) || noisyValue.test(value.trim());
}

const spaced = (key: string) => key.replace(/([a-z\d])([A-Z])/g, '$1 $2').replace(/[_-]+/g, ' ');
