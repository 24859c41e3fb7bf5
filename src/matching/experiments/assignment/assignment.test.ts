import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { tenantId } from '../../../contract/brands.ts';
import { shippedDomain } from '../../../domains/shipped-domains.ts';
import { sampleExperiment } from '../testing/sample-experiment.ts';
import { createAssigner } from './assign-unit.ts';
import { clusterFields, clusterOf } from './cluster-of.ts';
import { unitOf } from './unit-of.ts';

const secret = new Uint8Array(32).fill(7);
const lisbon = { key: 'a', name: 'Lisbon', country: 'PT', lat: 38.72, lon: -9.14 };
const amadora = { key: 'b', name: 'Amadora', country: 'PT', lat: 38.75, lon: -9.23 };
const tokyo = { key: 'c', name: 'Tokyo', country: 'JP', lat: 35.69, lon: 139.69 };

const person = (gender: string, wanted: readonly string[], place = lisbon) => ({
  fields: { gender },
  places: { location: place },
  preferences: { effective: { clauses: [{ op: 'in', field: 'gender', values: wanted }] as const } },
});

describe('the arm of a unit', () => {
  test('is the same in every process with the secret, and half of the units get each', () => {
    const [one, another] = [createAssigner(secret), createAssigner(Uint8Array.from(secret))];
    const experiment = sampleExperiment();
    let treated = 0;
    for (let n = 0; n < 4000; n++) {
      const assigned = one(experiment, `seeker ${n}`);
      expect(another(experiment, `seeker ${n}`)).toEqual(assigned);
      expect(assigned.takesPart).toBe(true);
      treated += assigned.arm;
    }
    // Four standard errors.
    expect(Math.abs(treated / 4000 - 0.5)).toBeLessThan(0.032);
  });

  test('another share moves no unit to the other arm', () => {
    const assign = createAssigner(secret);
    const whole = sampleExperiment();
    const tenth = sampleExperiment({ settings: { ...whole.settings, share: 0.1 } });
    let inside = 0;
    fc.assert(
      fc.property(fc.string(), (unit) => {
        expect(assign(tenth, unit).arm).toBe(assign(whole, unit).arm);
      }),
    );
    for (let n = 0; n < 4000; n++) if (assign(tenth, `seeker ${n}`).takesPart) inside += 1;
    expect(Math.abs(inside / 4000 - 0.1)).toBeLessThan(0.02);
  });

  test('differs between tenants, experiments and seeds', () => {
    const assign = createAssigner(secret);
    const armsOf = (experiment: ReturnType<typeof sampleExperiment>) =>
      Array.from({ length: 64 }, (_, n) => assign(experiment, `${n}`).arm).join('');
    const usual = sampleExperiment();
    const others = [
      sampleExperiment({ tenantId: tenantId('ten_other') }),
      sampleExperiment({ experimentId: 'exp_other' }),
      sampleExperiment({ settings: { ...usual.settings, seed: 1 } }),
    ];
    expect(new Set([usual, ...others].map(armsOf)).size).toBe(4);
  });
});

describe('a cluster', () => {
  const fields = clusterFields(shippedDomain('dating')!, { cell_km: 100 });

  test('is made of the first place and the first required choice by default', () => {
    expect(fields).toEqual({ place_field: 'location', cell_km: 100, block_field: 'gender' });
    expect(clusterFields(shippedDomain('hiring')!, { cell_km: 50 }).block_field).toBeNull();
    expect(
      clusterFields(shippedDomain('dating')!, { cell_km: 50, place_field: null }).place_field,
    ).toBeNull();
  });

  test('has both sides of a preference, and people nearby', () => {
    const woman = clusterOf(person('woman', ['man']), fields);
    expect(clusterOf(person('man', ['woman'], amadora), fields)).toBe(woman);
    expect(clusterOf(person('man', ['woman'], tokyo), fields)).not.toBe(woman);
    expect(clusterOf(person('woman', ['woman']), fields)).not.toBe(woman);
  });

  test('a person without a place or a preference has one too', () => {
    const nothing = { fields: {}, places: {}, preferences: { effective: { clauses: [] } } };
    expect(clusterOf(nothing, fields)).toBe('no place/');
  });

  test('with the day it is the unit of a switchback', () => {
    const given = { seekerId: 'ann', cluster: '1,2/man+woman', at: '2026-03-01T10:00:00.000Z' };
    expect(unitOf('split', given)).toBe('ann');
    expect(unitOf('cluster', given)).toBe('1,2/man+woman');
    expect(unitOf('switchback', given)).toBe('1,2/man+woman/2026-03-01');
  });
});
