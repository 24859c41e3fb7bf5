/**
 * A market as a training set: investors and companies with their profiles, and every first deal as a choice.
 * Later deals of a pair say nothing about the choice of a new company, which is what is to be predicted.
 */
import { readFileSync } from 'node:fs';
import { tenantId } from '../../src/contract/brands.ts';
import { parseDefinition } from '../../src/domains/parse-definition.ts';
import { encoderId, type TextEncoder } from '../../src/engines/encoders/text-encoder.ts';
import { nothingShown } from '../../src/matching/learn/set/testing/nothing-shown.ts';
import type { TrainingPerson, TrainingSet } from '../../src/matching/learn/training-set.ts';
import { SeededRandom } from '../../src/platform/numeric/seeded-random.ts';
import { quantizeFinely } from '../../src/platform/storage/quantized-vector.ts';
import { plainRow } from '../../src/platform/storage/testing/plain-row.ts';
import type { Market } from './market.ts';

export const crunchbaseInvesting = parseDefinition(
  readFileSync(new URL('crunchbase-investing.v1.yaml', import.meta.url), 'utf8'),
  'crunchbase-investing.v1.yaml',
);
const TENANT = tenantId('ten_crunchbase');
/** Minimum deals for an investor's usual round size; with fewer, the size would reveal single deals. */
const FEWEST_ROUNDS = 5;

/** Investors are people 0 to I − 1, companies I to I + C − 1. */
export async function trainingSetOf(
  market: Market,
  encoder: TextEncoder,
  seed: number,
): Promise<TrainingSet> {
  const { investors, companies, edgeInvestor, edgeCompany, edgeFirstAtMs, atMs } = market;
  const people = [
    ...(await peopleOf(market, encoder, investors, 'investor')),
    ...(await peopleOf(market, encoder, companies, 'company')),
  ];
  const ids = people.map(({ userId }) => userId);
  const candidates = edgeCompany.map((company) => investors.length + company);
  const E = edgeInvestor.length;
  return {
    tier: 'tenant',
    tenants: [TENANT],
    definition: crunchbaseInvesting,
    encoderId: encoderId(encoder.identity),
    frozenAtMs: atMs,
    people,
    outcomes: {
      people: ids,
      seekers: edgeInvestor,
      candidates,
      labels: new Uint8Array(E).fill(1),
      weights: new Float64Array(E).fill(1),
      atMs: edgeFirstAtMs,
    },
    outcomeLabels: new Uint16Array(E),
    labelNames: ['accepted'],
    triplets: {
      seekers: edgeInvestor,
      positives: candidates,
      negatives: drawnCompanies(market, seed),
      weights: new Float64Array(E).fill(1),
    },
    shown: nothingShown(ids),
  };
}

/** Draws negatives as the service does: eligible candidates that the seeker never labelled. */
function drawnCompanies({ investors, companies, edgeInvestor, held }: Market, seed: number): Uint32Array {
  const random = new SeededRandom(seed);
  return edgeInvestor.map((investor) => {
    for (;;) {
      const company = random.below(companies.length);
      if (!held[investor]!.has(company)) return investors.length + company;
    }
  });
}

async function peopleOf(
  market: Market,
  encoder: TextEncoder,
  names: readonly string[],
  role: 'investor' | 'company',
): Promise<readonly TrainingPerson[]> {
  const sizes = Map.groupBy(
    market.dealsBefore.filter(({ roundUsd }) => roundUsd !== null),
    (deal) => deal[role],
  );
  const vectors = await encoder.encode(names);
  const at = new Date(market.atMs).toISOString();
  return names.map((name, n) => {
    const rounds = (sizes.get(name) ?? []).map(({ roundUsd }) => roundUsd!);
    const size =
      role === 'company' ? rounds.at(-1) : rounds.length < FEWEST_ROUNDS ? undefined : upperMedian(rounds);
    const key = role === 'company' ? 'last_round_usd' : 'usual_round_usd';
    const userId = `${role} ${name}`;
    return {
      tenantId: TENANT,
      userId,
      row: plainRow(
        TENANT,
        crunchbaseInvesting,
        userId,
        { role, name, ...(size !== undefined && { [key]: size }) },
        at,
      ),
      profileVector: {
        domain: crunchbaseInvesting.domain,
        sourceDomain: crunchbaseInvesting.domain,
        encoderId: encoderId(encoder.identity),
        vector: quantizeFinely(vectors[n]!),
        sentences: [],
        from: ['name'],
        at,
      },
    };
  });
}

function upperMedian(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1]!;
}
