/** Sample agents for agent-to-agent: what they do was written by hand; their terms are drawn. */
import { SeededRandom } from '../../src/platform/numeric/seeded-random.ts';
import { deck } from './deck.ts';
import { readYamlParts } from './read-parts.ts';
import type { SampleProfile } from './sample-profile.ts';

interface Trade {
  readonly capability: string;
  /** Further capabilities that go with it. */
  readonly also?: readonly string[];
  readonly needs: readonly string[];
  readonly input: readonly string[];
  readonly output: readonly string[];
  /** USD a call, from … to. */
  readonly price: readonly [number, number];
  /** ms, from … to. */
  readonly latency: readonly [number, number];
  readonly agents: readonly SampleAgent[];
}

interface SampleAgent {
  readonly id: string;
  readonly offer: string;
  readonly industries?: readonly string[];
  readonly languages?: readonly string[];
  readonly compliance?: readonly string[];
  readonly autonomy?: 'on_request' | 'human_in_the_loop' | 'autonomous';
  readonly region?: readonly string[];
}

const { trades, needTexts } = readYamlParts<{
  readonly trades: readonly Trade[];
  readonly needTexts: Readonly<Record<string, readonly [string, string]>>;
}>('agents');

export function agentSamples(): SampleProfile[] {
  const random = new SeededRandom(20260402);
  const needDecks = Object.fromEntries(
    Object.entries(needTexts).map(([need, texts]) => [need, deck(random, texts)]),
  );
  const rows = trades.flatMap((trade) =>
    trade.agents.map((agent, position) => row(trade, agent, position, random, needDecks)),
  );
  return rows;
}

type NeedDecks = Readonly<Record<string, () => string>>;

/** Every third agent describes its needs in free text, the others in fields. */
function row(
  trade: Trade,
  agent: SampleAgent,
  position: number,
  random: SeededRandom,
  needDecks: NeedDecks,
): SampleProfile {
  const needs = random.sample(trade.needs, random.between(1, Math.min(3, trade.needs.length)));
  const needText = needs.map((need) => needDecks[need]!()).join(' ');
  const terms = termsOf(trade, agent, needs, random);
  const shared = {
    capabilities: [trade.capability, ...(trade.also ?? [])],
    input_modalities: trade.input,
    output_modalities: trade.output,
    ...terms,
  };
  if (position % 3 === 1) {
    return { user_id: agent.id, fields: shared, context: `${agent.offer} ${needText}` };
  }
  return { user_id: agent.id, fields: { ...shared, needs, offer_text: agent.offer, need_text: needText } };
}

const protocolSets: readonly (readonly string[])[] = [
  ['mcp', 'rest'],
  ['mcp', 'a2a'],
  ['mcp'],
  ['mcp', 'a2a', 'rest'],
  ['mcp', 'rest', 'grpc'],
  ['rest', 'webhook', 'mcp'],
  ['a2a', 'rest'],
  ['a2a', 'json_rpc', 'mcp'],
];

function termsOf(
  trade: Trade,
  agent: SampleAgent,
  needs: readonly string[],
  random: SeededRandom,
): Record<string, unknown> {
  const isFree = random.chance(0.07);
  const price = isFree ? 0 : roundPrice(between(trade.price, random));
  const latency = roundTo(between(trade.latency, random), 2);
  const region =
    agent.region ??
    (random.chance(0.6) ? [random.pick(['eu', 'us', 'eu', 'us', 'uk', 'canada'])] : undefined);
  return {
    protocols: random.pick(protocolSets),
    languages: agent.languages ?? ['en', ...(random.chance(0.3) ? [random.pick(['de', 'fr', 'es'])] : [])],
    ...(agent.industries === undefined ? {} : { industries: agent.industries }),
    price_per_call: price,
    pricing_model: isFree ? 'free' : 'per_call',
    ...limitsOf(needs, random),
    latency_ms: latency,
    ...(random.chance(0.6) ? { uptime_percent: random.pick([99, 99.5, 99.9, 99.95]) } : {}),
    ...(region === undefined ? {} : { data_region: region }),
    ...(agent.compliance === undefined ? {} : { compliance: agent.compliance }),
    auth: [random.pick(['api_key', 'oauth2', 'jwt', 'api_key', 'none', 'mtls'])],
    autonomy: agent.autonomy ?? random.pick(['on_request', 'on_request', 'autonomous']),
    stores_data: random.chance(0.3),
  };
}

/** Its limits of price and time: about the terms of such agents. */
function limitsOf(needs: readonly string[], random: SeededRandom) {
  const sought = trades.filter((trade) => needs.includes(trade.capability));
  const dearest = Math.max(...sought.map((trade) => trade.price[1]));
  const slowest = Math.max(...sought.map((trade) => trade.latency[1]));
  return {
    max_price_per_call: roundPrice(dearest * (0.3 + random.uniform())),
    max_latency_ms: roundTo(slowest * (0.5 + random.uniform()), 1),
  };
}

/** Prices and times spread over orders of magnitude, so they are drawn on a log scale. */
function between([low, high]: readonly [number, number], random: SeededRandom): number {
  return low * (high / low) ** random.uniform();
}

function roundTo(value: number, digits: number): number {
  return Number(value.toPrecision(digits));
}

function roundPrice(value: number): number {
  return roundTo(value, value < 0.1 ? 1 : 2);
}
