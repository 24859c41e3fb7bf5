/**
 * The weights of the evidence for a claim. They are fitted on first readings of texts that the network had not
 * seen, by `eval/extraction-network.ts`.
 */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { evidenceNames } from './evidence-names.ts';
import { networkFolder } from './network-files.ts';

const Weights = z.record(z.string(), z.number());

export const DecisionWeights = z.strictObject({
  /** The command that fitted it; `README.md` beside the file explains it. */
  card: z.looseObject({ command: z.string() }),
  /** Log-odds by feature of a claim. */
  weights: z.record(z.enum(evidenceNames), z.number()),
  /** Log-odds by "domain.field" and "domain.field preference": how far its claims can be trusted. */
  effects: Weights,
  /** Log-odds that a text has a soft field: a bias, and by log-odds of its label. */
  texts: z.strictObject({ bias: z.number(), label: z.number() }),
  /** Least probabilities of a claim that the rules give, that they propose, and that the network alone finds. */
  keep: z.number(),
  add: z.number(),
  find: z.number(),
});
export type DecisionWeights = z.infer<typeof DecisionWeights>;

export const decisionFile = new URL('decision.json', networkFolder);

let shipped: DecisionWeights | undefined;

export function shippedDecision(): DecisionWeights {
  shipped ??= DecisionWeights.parse(JSON.parse(readFileSync(decisionFile, 'utf8')));
  return shipped;
}

/**
 * Changes with every weight of it, 16 hex digits. The network and its decision are fitted together, so it also
 * tells whether the evidence is the one that a workspace's decision was fitted on.
 */
export function decisionId({ weights, effects, keep, add, find }: DecisionWeights): string {
  const all = [evidenceNames.map((name) => weights[name]), Object.entries(effects).sort(), keep, add, find];
  return createHash('sha256').update(JSON.stringify(all)).digest('hex').slice(0, 16);
}
