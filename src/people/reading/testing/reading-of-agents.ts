/**
 * Reads texts by the shipped rules of agents alone: the network could mend what a test of a rule wants to see.
 */
import { shippedDomain } from '../../../domains/shipped-domains.ts';
import { openTextEncoder } from '../../../engines/encoders/open-text-encoder.ts';
import { openGazetteer } from '../../places/gazetteer.ts';
import { compileExtractor } from '../compile-extractor.ts';

const encoder = await openTextEncoder('embedded');
const { resolve: resolvePlace, populationOf } = await openGazetteer();
const tools = { encoder, resolvePlace, populationOf };
const agents = await compileExtractor(shippedDomain('agent-to-agent')!, tools, { reader: () => null });

export async function readingOf(text: string, wanted?: ReadonlySet<string>) {
  const { values, preferences } = await agents.extract(text, Date.parse('2026-06-01'), {}, { wanted });
  return { fields: Object.fromEntries(values.map(({ field, value }) => [field, value])), preferences };
}
