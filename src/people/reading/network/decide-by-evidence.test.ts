import { Tensor } from 'onnxruntime-node';
import { describe, expect, it } from 'vitest';
import { shippedDomain } from '../../../domains/shipped-domains.ts';
import { openTextEncoder } from '../../../engines/encoders/open-text-encoder.ts';
import { openGazetteer } from '../../places/gazetteer.ts';
import { compileExtractor } from '../compile-extractor.ts';
import { claimsOf } from './claims.ts';
import { decideByEvidence } from './decide-by-evidence.ts';
import type { DecisionWeights } from './decision-weights.ts';
import { namesOfDomain } from './domain-names.ts';
import { readerOf } from './domain-reader.ts';
import { byMention, describeClaims, isGiven } from './evidence.ts';
import { evidenceNames } from './evidence-names.ts';
import { openTokenizer, windowsOfText } from './reader-pieces.ts';

const encoder = await openTextEncoder('embedded');
const { resolve: resolvePlace, populationOf } = await openGazetteer();
const tools = { encoder, resolvePlace, populationOf };
const domain = shippedDomain('agent-to-agent')!;
const agents = await compileExtractor(domain, tools, { reader: () => null });
const pieces = await openTokenizer();
const names = (await namesOfDomain(domain))!;
const TEXT = 'Our agent does translation over gRPC. Looking for an agent that does bookkeeping.';
const undecided = (await agents.undecided(TEXT, 0))!;
const owners = { offers: 'capabilities', asks: 'needs' };
const windows = windowsOfText(TEXT, pieces);
const claims = claimsOf([undecided.read.candidates, ...undecided.otherwise], undecided.read.document, {
  windows,
  kinds: names.kinds,
});
const find = (field: string, value: string) =>
  claims.find((claim) => claim.field.name === field && claim.value === value)!;

/** Decides by the network alone, as far as it knows the claim. */
const decision: DecisionWeights = {
  card: { command: '' },
  weights: {
    ...Object.fromEntries(evidenceNames.map((name) => [name, 0])),
    ...{ bias: -1, mention: 1, label: 1 },
  } as DecisionWeights['weights'],
  effects: {},
  texts: { bias: 0, label: 1 },
  keep: 0.5,
  add: 0.6,
  find: 0.6,
};

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
    const { starts, ends } = windows[place.window]!;
    const [first, last] = place.sentence;
    expect(TEXT.slice(starts[first], ends[last - 1])).toBe('Our agent does translation over gRPC');
  });

  it('are given or not', () => {
    expect(isGiven(find('capabilities', 'translation'), undecided.read.extraction)).toBe(true);
    expect(isGiven(find('needs', 'translation'), undecided.read.extraction)).toBe(false);
  });

  it('are described by what the network says of them', () => {
    const count = claims.reduce((sum, { mentions }) => sum + mentions.length, 0);
    const mentions = byMention(claims, new Array<number>(count).fill(9));
    const network = { mentions, labels: new Map(), windows: 1, isForeign: false };
    const [features] = describeClaims(claims, network, undecided.read.extraction, owners);
    expect(features![evidenceNames.indexOf('mention')]).toBe(5);
    expect(features![evidenceNames.indexOf('has a label')]).toBe(0);
  });
});

/** A network that says these log-odds of places by their kind, and of labels by their key; -9 of other labels. */
function readerThatSays(places: Readonly<Record<string, number>>, labels: Readonly<Record<string, number>>) {
  const kindAt = new Map([...names.kinds].map(([key, row]) => [row, key]));
  return readerOf(
    names,
    decision,
    {
      read: ({ ids }) =>
        Promise.resolve({
          labels: Float32Array.from(
            names.labels,
            ({ kind, field, value }) => labels[`${kind} ${field} ${value}`] ?? -9,
          ),
          places: BigInt64Array.from(names.labels, () => 5n),
          tokens: new Tensor('float32', new Float32Array(ids.length), [ids.length, 1]),
        }),
      mentions: (_, marked) =>
        Promise.resolve(Float32Array.from(marked, ({ kind }) => places[kindAt.get(kind)!] ?? 3)),
    },
    pieces,
  );
}

async function decided(
  places: Readonly<Record<string, number>>,
  labels: Readonly<Record<string, number>> = {},
) {
  // Labels of what the places say, so that one sign does not outvote the other.
  const agreeing = Object.fromEntries(
    claims.flatMap(({ label }) => (label === null ? [] : [[label, places[label] ?? 3]])),
  );
  const texts = { 'text offer_text null': 9, 'text need_text null': 9 };
  const reader = readerThatSays(places, { ...texts, ...agreeing, ...labels });
  const reading = await reader.read(TEXT);
  const { extraction } = await decideByEvidence({ ...undecided, reading }, reader);
  return Object.fromEntries(extraction.values.map(({ field, value }) => [field, value]));
}

describe('a decided reading', () => {
  it('is without what hardly holds, and has what surely does', async () => {
    const fields = await decided({
      'value capabilities translation': -3,
      'value needs translation': 4,
      'value capabilities accounting': -4,
    });
    expect(fields).not.toHaveProperty('capabilities');
    expect(fields).toMatchObject({ needs: ['translation', 'accounting'] });
  });

  it('has values that the network alone knows, with a place', async () => {
    expect(await decided({}, { 'value industries finance': 5 })).toMatchObject({ industries: ['finance'] });
    expect(await decided({}, { 'value industries finance': -4 })).not.toHaveProperty('industries');
  });

  it('is without a text that it hardly has', async () => {
    expect(await decided({})).toHaveProperty('need_text');
    expect(await decided({}, { 'text need_text null': -9 })).not.toHaveProperty('need_text');
  });
});

it('reads nothing of a text without words', async () => {
  expect(await readerThatSays({}, {}).read(' \n')).toBeNull();
});
