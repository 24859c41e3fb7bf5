/**
 * Texts for the fit of a verifier (`src/people/reading/verify/`), and the weights of its evidence.
 *
 * npm run eval -- extraction-verifier --write FILE --first-readings FOLDER npm run eval --
 * extraction-verifier --weigh FILE … --first-readings FOLDER [--check]    --check: prints only
 *
 * `models/extraction-verifier/training` fits the network with the first, and gives the files for the second:
 * what networks that were fitted without a round say of it. FOLDER has the rules at the first reading of each
 * round. The second prints precision and recall of these first readings, without and with a verifier whose
 * weights are fitted on the other rounds.
 */
import { parseArgs } from 'node:util';
import { shippedDomain } from '../src/domains/shipped-domains.ts';
import { openTextEncoder } from '../src/engines/encoders/open-text-encoder.ts';
import { openGazetteer } from '../src/people/places/gazetteer.ts';
import { weighEvidence } from './extraction/verifier/weigh-evidence.ts';
import { writeVerifierTexts } from './extraction/verifier/write-texts.ts';

const { values: flags, positionals } = parseArgs({
  args: process.argv.slice(2),
  allowPositionals: true,
  options: {
    domain: { type: 'string', default: 'agent-to-agent' },
    write: { type: 'string' },
    weigh: { type: 'string' },
    'first-readings': { type: 'string' },
    check: { type: 'boolean', default: false },
  },
});
const folder = flags['first-readings'];
const definition = shippedDomain(flags.domain);
if (definition === undefined || folder === undefined || (flags.write ?? flags.weigh) === undefined)
  throw new Error('--write FILE or --weigh FILE …, and --first-readings FOLDER, of a shipped domain');
const encoder = await openTextEncoder('embedded');
const { resolve: resolvePlace, populationOf, mayBeginPlace } = await openGazetteer();
const tools = { encoder, resolvePlace, populationOf, mayBeginPlace };
if (flags.write !== undefined) await writeVerifierTexts(definition, tools, folder, flags.write);
else await weighEvidence(definition, tools, folder, [flags.weigh!, ...positionals], { writes: !flags.check });
await encoder.close();
