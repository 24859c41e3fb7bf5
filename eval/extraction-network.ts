/**
 * Texts for the fit of the network that reads beside the rules (`src/people/reading/network/`), and the weights
 * of its evidence.
 *
 *   npm run eval -- extraction-network --write FILE [--texts FOLDER]
 *   npm run eval -- extraction-network --weigh --sets real2 [--texts FOLDER] [--check]    --check: prints only
 *   npm run eval -- extraction-network --weigh --languages [--texts FOLDER] [--check]
 *
 * FOLDER has the originals of real documents. `models/reading-network/training` fits the network with the first.
 * The second reads sets that it was fitted without, and the last rounds. The third moves the weight of documents in
 * other languages alone, which no network was fitted on.
 */
import { parseArgs } from 'node:util';
import { shippedVersions } from '../src/domains/shipped-domains.ts';
import { openTextEncoder } from '../src/engines/encoders/open-text-encoder.ts';
import { openGazetteer } from '../src/people/places/gazetteer.ts';
import { weighEvidence } from './extraction/network/weigh-evidence.ts';
import { writeNetworkTexts } from './extraction/network/write-texts.ts';

const { values: flags } = parseArgs({
  args: process.argv.slice(2),
  options: {
    write: { type: 'string' },
    weigh: { type: 'boolean', default: false },
    sets: { type: 'string', default: '' },
    languages: { type: 'boolean', default: false },
    texts: { type: 'string' },
    check: { type: 'boolean', default: false },
  },
});
if (flags.write === undefined && !flags.weigh) throw new Error('--write FILE, or --weigh');
const definitions = shippedVersions().map((version) => version.read());
const encoder = await openTextEncoder('embedded');
const { resolve: resolvePlace, resolveGiven, populationOf, mayBeginPlace } = await openGazetteer();
const tools = { encoder, resolvePlace, resolveGiven, populationOf, mayBeginPlace };
if (flags.write !== undefined) await writeNetworkTexts(definitions, tools, flags.texts, flags.write);
else
  await weighEvidence(definitions, tools, flags.texts, flags.sets.split(','), {
    writes: !flags.check,
    ofLanguages: flags.languages,
    command: `npm run eval -- extraction-network --weigh ${flags.languages ? '--languages' : `--sets ${flags.sets}`}`,
  });
await encoder.close();
