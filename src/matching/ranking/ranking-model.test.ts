import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { asLogOdds } from '../../contract/brands.ts';
import { shippedDomain } from '../../domains/shipped-domains.ts';
import { dot } from '../../platform/numeric/vectors.ts';
import { calibrate, curveFor } from './calibration-curve.ts';
import { domainPrior } from './models/model-catalog.ts';
import { personLinks } from './neighbours/person-links.ts';
import { personEvidence, withoutPeople } from './person-effects.ts';
import {
  crossEncoderFor,
  decodeRankingModel,
  decodeValidatedModel,
  encodeRankingModel,
  type RankingModel,
} from './ranking-model.ts';
import { backwardQuery, forwardQuery } from './text-projections.ts';

const dating = shippedDomain('dating')!;
const prior = domainPrior(dating);
const people = {
  userIds: ['ana', 'ben "b"', '林'],
  selectivity: Float32Array.of(0.1, 0.2, 0.3),
  desirability: Float32Array.of(-1, 0, 1),
  selectivityVariance: Float32Array.of(0.25, 0.5, 0.75),
  desirabilityVariance: Float32Array.of(0.5, 0.25, 0.125),
  unknown: { selectivity: 1, desirability: 2 },
  dimension: 2,
  taste: Float32Array.of(1, 2, 3, 4, 5, 6),
  appeal: Float32Array.of(0.5, 0, 0, 0.5, 1, 1),
};
const trained: RankingModel = {
  card: { ...prior.card, version: 'tenant-dating.v1@1', tier: 'tenant', outcomes: 12 },
  personEffects: people,
  projections: { rank: 1, dimension: 3, rater: Float32Array.of(1, 2, 3), rated: Float32Array.of(0, 1, 0) },
  crossEncoder: {
    vocabulary: { fields: [{ kind: 'number', name: 'age', knots: [20, 40] }], sentenceDimension: 3 },
    model: Buffer.of(1, 2, 3),
  },
};

describe('a stored ranking model', () => {
  const decoded = ({ card, files }: ReturnType<typeof encodeRankingModel>) =>
    decodeRankingModel(JSON.parse(JSON.stringify(card)), async (name) => {
      const file = files.get(name);
      if (file === undefined) throw new Error(`there is no ${name}`);
      return file;
    });

  it('is read back unchanged', async () => {
    expect(await decoded(encodeRankingModel(trained))).toEqual(trained);
    expect(await decoded(encodeRankingModel(prior))).toEqual(prior);
  });

  it('has its neighbours in a file of their own; an erased person is in none of their links', async () => {
    const neighbours = {
      alike: personLinks([[{ column: 1, value: 0.5 }], [{ column: 0, value: 0.25 }], []]),
      chosen: personLinks([[{ column: 2, value: 1 }], [{ column: 2, value: 0.5 }], []]),
      weight: 2,
      unit: 0.25,
    };
    const withNeighbours = { ...trained, personEffects: { ...people, neighbours } };
    const encoded = encodeRankingModel(withNeighbours);
    expect(await decoded(encoded)).toEqual(withNeighbours);
    expect(personEvidence(withNeighbours.personEffects, 0, 2).neighbours).toBeCloseTo(2 * Math.log(2), 6);
    const left = withoutPeople(withNeighbours.personEffects, new Set(['ana']));
    expect(personEvidence(left, 0, 1).neighbours).toBe(0);
    const file = encodeRankingModel({ ...trained, personEffects: left }).files.get('neighbours.bin')!;
    expect(file.length).toBe(4 * 2 * (2 + 1 + 0 + 1));
  });

  it('has a validated twin beside it, which is read back too; earlier cards have none', async () => {
    const twin = { ...trained, personEffects: withoutPeople(people, new Set(['ana'])), projections: null };
    const encoded = encodeRankingModel(trained, twin);
    expect(await decoded(encoded)).toEqual(trained);
    const read = async (name: string) => encoded.files.get(name)!;
    expect(await decodeValidatedModel(encoded.card, read)).toEqual(twin);
    const { judged: _, ...earlier } = encodeRankingModel(trained).card;
    expect(await decodeValidatedModel(earlier, read)).toBeNull();
    // A model that starts from this one takes over nothing of the twin.
    expect((await decoded(encoded)).card).not.toHaveProperty('judged');
  });

  it('is read from a card that was written before there was a cross encoder', async () => {
    const encoded = encodeRankingModel(prior);
    const { cross_encoder: _, ...earlier } = encoded.card;
    expect(await decoded({ ...encoded, card: earlier as typeof encoded.card })).toEqual(prior);
  });

  it('leaves out a cross encoder whose sentences are of another encoder', () => {
    const card = { ...trained.card, encoder_id: 'one@1' };
    expect(crossEncoderFor({ ...trained, card }, 'one@1')).toBe(trained.crossEncoder);
    expect(crossEncoderFor({ ...trained, card }, 'two@1')).toBeNull();
  });

  it('is refused where a file is missing or was changed', async () => {
    const { card, files } = encodeRankingModel(trained);
    await expect(decoded({ card, files: new Map() })).rejects.toThrow(/there is no/);
    const changed = Uint8Array.from(files.get('people.bin')!);
    changed[0]! ^= 1;
    await expect(decoded({ card, files: new Map([...files, ['people.bin', changed]]) })).rejects.toThrow(
      /SHA-256/,
    );
  });
});

describe('person effects', () => {
  it('are 0 for people without an entry', () => {
    expect(personEvidence(people, -1, -1)).toEqual({
      selectivity: 0,
      desirability: 0,
      affinity: 0,
      neighbours: 0,
      variance: 3,
    });
    expect(personEvidence(people, 0, -1).affinity).toBe(0);
    expect(personEvidence(people, 1, 2)).toEqual({
      selectivity: people.selectivity[1],
      desirability: 1,
      affinity: 7,
      neighbours: 0,
      variance: 0.625,
    });
  });

  it('drop erased people and keep the others unchanged', () => {
    const left = withoutPeople(people, new Set(['ana']));
    expect(left.userIds).toEqual(['ben "b"', '林']);
    expect(personEvidence(left, 0, 1)).toEqual(personEvidence(people, 1, 2));
  });
});

describe('projections', () => {
  const vector = fc.float32Array({ minLength: 4, maxLength: 4, min: -1, max: 1, noNaN: true });
  const matrix = fc.float32Array({ minLength: 8, maxLength: 8, min: -1, max: 1, noNaN: true });

  it('are applied to the seeker alone, in both directions', () => {
    fc.assert(
      fc.property(vector, vector, matrix, matrix, (seeker, candidate, rater, rated) => {
        const projections = { rank: 2, dimension: 4, rater, rated };
        const project = (m: Float32Array, v: Float32Array) =>
          Float32Array.from([0, 4], (at) => dot(m.subarray(at, at + 4), v));
        const similarity = (a: Float32Array, b: Float32Array) =>
          dot(a, b) + dot(project(rater, a), project(rated, b));
        expect(dot(forwardQuery(projections, seeker), candidate)).toBeCloseTo(
          similarity(seeker, candidate),
          4,
        );
        expect(dot(backwardQuery(projections, seeker), candidate)).toBeCloseTo(
          similarity(candidate, seeker),
          4,
        );
      }),
    );
  });
});

describe('calibration', () => {
  it('keeps every order', () => {
    const curves = [
      { kind: 'identity' as const },
      { kind: 'platt' as const, slope: 0.4, offset: 1 },
      {
        kind: 'isotonic' as const,
        knots: [[-2, -1] as [number, number], [0, 0.1] as [number, number], [3, 0.4] as [number, number]],
      },
    ];
    const number = fc.double({ min: -20, max: 20, noNaN: true });
    fc.assert(
      fc.property(fc.constantFrom(...curves), number, number, (curve, a, b) => {
        fc.pre(b - a > 1e-6);
        expect(calibrate(curve, asLogOdds(a))).toBeLessThan(calibrate(curve, asLogOdds(b)));
      }),
    );
  });

  it('is chosen by the side of the rater', () => {
    const platt = { kind: 'platt' as const, slope: 2, offset: 0 };
    const curves = { default: { kind: 'identity' as const }, sides: { job: platt } };
    expect(curveFor(curves, 'job')).toBe(platt);
    expect(curveFor(curves, 'toString')).toBe(curves.default);
    expect(curveFor(curves, null)).toBe(curves.default);
  });
});
