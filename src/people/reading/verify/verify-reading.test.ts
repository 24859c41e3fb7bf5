import { describe, expect, it } from 'vitest';
import { shippedDomain } from '../../../domains/shipped-domains.ts';
import { openTextEncoder } from '../../../engines/encoders/open-text-encoder.ts';
import { openGazetteer } from '../../places/gazetteer.ts';
import { compileExtractor } from '../compile-extractor.ts';
import { claimsOf } from './claims.ts';
import { describeClaims, evidenceNames, isGiven, networkEvidence } from './evidence.ts';
import { tokensOf } from './text-tokens.ts';
import { openTokenizer, type VerifierFile, verifierOf } from './verifier.ts';
import { examine, type Verifiable, verifyReading } from './verify-reading.ts';

const encoder = await openTextEncoder('embedded');
const { resolve: resolvePlace, populationOf } = await openGazetteer();
const tools = { encoder, resolvePlace, populationOf };
const agents = await compileExtractor(shippedDomain('agent-to-agent')!, tools, { verifier: () => null });
const pieces = await openTokenizer();
const TEXT = 'Our agent does translation over gRPC. Looking for an agent that does bookkeeping.';
const verifiable = (await agents.verifiable(TEXT, 0)) as Verifiable;
const owners = { offers: 'capabilities', asks: 'needs' };

/** Decides by the network alone, as far as it knows the claim. */
const fileOf = (weights: Partial<VerifierFile['weights']>): VerifierFile => ({
  card: { command: '' },
  domain: 'agent-to-agent',
  tokens: 64,
  kinds: ['capabilities', 'needs', 'protocols'].map((field) => `value ${field}`),
  labels: [
    { kind: 'value', field: 'industries', value: 'finance' },
    { kind: 'text', field: 'need_text', value: null },
  ],
  weights: { ...Object.fromEntries(evidenceNames.map((name) => [name, 0])), ...weights } as never,
  texts: { bias: 0, label: 1 },
  keep: 0.5,
  add: 0.6,
  find: 0.6,
});

const tokens = tokensOf(TEXT, pieces.tokenizer, { first: pieces.first, last: pieces.last, most: 64 });
const kinds = new Map(fileOf({}).kinds.map((name, row) => [name, row]));
const claims = claimsOf(
  [verifiable.read.candidates, ...verifiable.otherwise],
  verifiable.read.document,
  tokens,
  kinds,
);
const find = (field: string, value: string) =>
  claims.find((claim) => claim.field.name === field && claim.value === value)!;

describe('the claims of a text', () => {
  it('are those of either owner, where the rules read one', () => {
    expect(find('capabilities', 'translation').byRules).toBeGreaterThan(0.6);
    expect(find('needs', 'translation').byRules).toBeNull();
    expect(find('needs', 'accounting').byRules).toBeGreaterThan(0.6);
    expect(find('capabilities', 'accounting').byRules).toBeNull();
  });

  it('stand at their words, in their sentence', () => {
    const { span, place } = find('protocols', 'grpc').mentions[0]!;
    expect(TEXT.slice(...span)).toContain('gRPC');
    const [first, last] = place.sentence;
    expect(TEXT.slice(tokens.starts[first], tokens.ends[last - 1])).toBe(
      'Our agent does translation over gRPC',
    );
  });

  it('are given or not', () => {
    expect(isGiven(find('capabilities', 'translation'), verifiable.read.extraction)).toBe(true);
    expect(isGiven(find('needs', 'translation'), verifiable.read.extraction)).toBe(false);
  });

  it('are described by what the network says of them', () => {
    const count = claims.reduce((sum, { mentions }) => sum + mentions.length, 0);
    const said = { mentions: new Array<number>(count).fill(9), labels: [], places: [] };
    const [features] = describeClaims(
      claims,
      networkEvidence(said, claims, []),
      verifiable.read.extraction,
      owners,
    );
    expect(features![evidenceNames.indexOf('mention')]).toBe(5);
    expect(features![evidenceNames.indexOf('has a label')]).toBe(0);
  });
});

/** Says `odds` of mentions of a value of a field, and of labels. */
async function verified(odds: Readonly<Record<string, number>>, labels: readonly number[] = [-9, 9]) {
  const file = fileOf({ bias: -1, mention: 1, label: 1 });
  const verifier = verifierOf(file, pieces, async () => ({
    mentions: claims.flatMap(({ field, value, mentions }) =>
      mentions.map(() => odds[`${field.name} ${String(value)}`] ?? 3),
    ),
    labels,
    places: [5n, 0n],
  }));
  const { extraction } = await verifyReading(verifiable, verifier);
  return Object.fromEntries(extraction.values.map(({ field, value }) => [field, value]));
}

describe('a verified reading', () => {
  it('is without what hardly holds, and has what surely does', async () => {
    const fields = await verified({
      'capabilities translation': -3,
      'needs translation': 4,
      'capabilities accounting': -4,
    });
    expect(fields).not.toHaveProperty('capabilities');
    expect(fields).toMatchObject({ needs: ['translation', 'accounting'] });
  });

  it('has values that the network alone knows, with a place', async () => {
    expect(await verified({}, [4, 9])).toMatchObject({ industries: ['finance'] });
    expect(await verified({}, [-4, 9])).not.toHaveProperty('industries');
  });

  it('is without a text that it hardly has', async () => {
    expect(await verified({}, [-9, 9])).toHaveProperty('need_text');
    expect(await verified({}, [-9, -9])).not.toHaveProperty('need_text');
  });
});

it('examines nothing of a text without words', async () => {
  const verifier = verifierOf(fileOf({}), pieces, () => Promise.reject(new Error('was asked')));
  expect(await examine({ ...verifiable, text: ' \n' }, verifier)).toBeNull();
});

it('is not asked about long texts, nor about other domains', async () => {
  expect(await agents.verifiable(TEXT.repeat(100), 0)).toBeNull();
  const dating = await compileExtractor(shippedDomain('dating')!, tools);
  expect(await dating.verifiable('29F in Lisbon', 0)).toBeNull();
});
