/**
 * Writes a public dataset as JSONL for `counterpart datasets import`. `npm run bench -- convert
 * ml-1m|ml-100k|amazon-beauty OUT.jsonl`; `COUNTERPART_TEST_DATA` names the folder of the datasets.
 */
import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { type PublicDataset, publicDatasetFolder, publicDatasets } from './converters/public-datasets.ts';

const [name, output] = process.argv.slice(2);
if (name === undefined || output === undefined || !Object.hasOwn(publicDatasets, name)) {
  console.error(`Usage: npm run bench -- convert ${Object.keys(publicDatasets).join('|')} OUT.jsonl`);
  process.exit(2);
}
const folder = publicDatasetFolder(name as PublicDataset);
if (folder === null) {
  console.error(`There is no ${name} here; COUNTERPART_TEST_DATA names the folder that has it.`);
  process.exit(1);
}
await pipeline(
  Readable.from(publicDatasets[name as PublicDataset](folder)),
  createWriteStream(output, { mode: 0o600 }),
);
