/** The public datasets that benchmarks and evaluations import. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { amazonBeautyLines } from './amazon-beauty.ts';
import { ml1mLines } from './ml-1m.ts';
import { ml100kLines } from './ml-100k.ts';

export const publicDatasets = {
  'ml-1m': ml1mLines,
  'ml-100k': ml100kLines,
  'amazon-beauty': amazonBeautyLines,
} as const satisfies Readonly<Record<string, (folder: string) => Generator<string>>>;

export type PublicDataset = keyof typeof publicDatasets;

const beside = fileURLToPath(new URL('../../../shared/data', import.meta.url));

/**
 * `COUNTERPART_TEST_DATA`, else `../shared/data` beside the repository; null where it has no such data set.
 */
export function publicDatasetFolder(name: PublicDataset): string | null {
  const folder = join(process.env.COUNTERPART_TEST_DATA ?? beside, name);
  return existsSync(folder) ? folder : null;
}
