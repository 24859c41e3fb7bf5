/** The generator of each domain's sample corpus. */
import { agentSamples } from './agents.ts';
import { datingSamples } from './dating.ts';
import { founderInvestorSamples } from './founder-investor.ts';
import { hiringSamples } from './hiring.ts';
import { marketplaceSamples } from './marketplace.ts';
import { productSamples } from './products.ts';
import type { SampleProfile } from './sample-profile.ts';

export const corpora: Readonly<Record<string, () => readonly SampleProfile[]>> = {
  'agent-to-agent': agentSamples,
  dating: datingSamples,
  'founder-investor': founderInvestorSamples,
  hiring: hiringSamples,
  marketplace: marketplaceSamples,
  'product-recommendation': productSamples,
};
