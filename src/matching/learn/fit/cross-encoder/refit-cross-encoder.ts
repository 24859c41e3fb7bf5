/**
 * Lets a validated cross encoder learn the outcomes that it was validated on. It continues from its own
 * weights with a short schedule, so that it stays close to the validated network. The networks without a
 * third of the people are not refitted: no later training may validate itself by a network that has seen
 * everything.
 */
import type { CrossEncoder } from '../../../ranking/cross-encoder/cross-encoder.ts';
import { pairTokenizer } from '../../../ranking/cross-encoder/pair-tokenizer.ts';
import type { CrossEncoderInput } from './choose-cross-encoder.ts';
import { continuationOf } from './continue-cross-encoder.ts';
import { trainCrossEncoder } from './train-cross-encoder.ts';

/** Share of the steps that the validated network took. */
const STEPS_SHARE = 0.25;

export async function refitCrossEncoder(
  input: CrossEncoderInput,
  validated: CrossEncoder,
  steps: number,
): Promise<CrossEncoder> {
  const { vocabulary, model } = validated;
  const start = continuationOf(validated, vocabulary)!.from(model);
  const problem = { ...input, vocabulary, tokens: input.persons.map(pairTokenizer(vocabulary).person) };
  const refit = Math.max(1, Math.round(STEPS_SHARE * steps));
  const { encoder } = await trainCrossEncoder(problem, input.rows, { steps: refit, schedule: refit }, start);
  return encoder;
}
