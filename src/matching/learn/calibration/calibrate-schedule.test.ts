/** The times at which the worker fits level and temperature, and its behaviour after a failed fit. */
import { describe, expect, it } from 'vitest';
import { tenantId } from '../../../contract/brands.ts';
import { builtInLabels } from '../../../domains/active-domain.ts';
import { shippedDomain } from '../../../domains/shipped-domains.ts';
import type { StoredCalibration } from '../../../platform/storage/calibration-store.ts';
import { createPriorCatalog } from '../../ranking/models/model-catalog.ts';
import { type CalibrateParts, calibrateSchedule } from './calibrate-schedule.ts';
import { calibrationDue } from './calibration-due.ts';

const TENANT = tenantId('ten_a');
const line = { default: { kind: 'identity' as const }, sides: {} };
const curves = { light_ml: line, embedding: line, cross_encoder: line };

function world(standing: number) {
  const state = { standing, kept: [] as StoredCalibration[], fits: 0, broken: false, version: 1 };
  const calibrations = {
    standingOutcomes: async () => [{ tenantId: TENANT, domain: 'dating', standing: state.standing }],
    calibrations: async () => state.kept,
    keepCalibration: async (calibration: StoredCalibration) => {
      state.kept = [...state.kept.filter(({ version }) => version !== calibration.version), calibration];
      state.version++;
    },
  };
  const store = { calibrations, learning: { modelsVersion: async () => state.version } };
  const parts: CalibrateParts = {
    store: store as unknown as CalibrateParts['store'],
    models: createPriorCatalog(),
    domainFor: async () => ({
      definition: shippedDomain('dating')!,
      labels: builtInLabels,
      threshold: 1000,
    }),
    fitting:
      async () =>
      async (_, { models }) => {
        state.fits++;
        if (state.broken) throw new Error('the process dies');
        return models.map(({ version }) => ({ version, outcomes: state.standing, curves }));
      },
    clock: () => 0,
  };
  const schedule = calibrateSchedule(parts);
  const context = { signal: new AbortController().signal } as Parameters<typeof schedule.run>[0];
  return { state, run: () => schedule.run(context), restarted: () => calibrateSchedule(parts).run(context) };
}

describe('level and temperature of a tenant', () => {
  it('are fitted at 20 outcomes for every tier, and then by growth', async () => {
    const { state, run } = world(19);
    await run();
    expect(state.fits).toBe(0);
    state.standing = 20;
    await run();
    await run();
    expect([state.fits, state.kept.length]).toEqual([1, 2]);
    state.standing = 39;
    await run();
    expect(state.fits).toBe(1);
    state.standing = 40;
    await run();
    expect(state.fits).toBe(2);
  });

  it('are fitted at the next look after a fit that failed, and by a new process', async () => {
    const { state, run, restarted } = world(30);
    state.broken = true;
    await expect(run()).rejects.toThrow('dies');
    expect(state.kept).toEqual([]);
    state.broken = false;
    await run();
    expect(state.kept).toHaveLength(2);
    await restarted();
    expect(state.fits).toBe(2);
  });

  it('are fitted again after many outcomes were withdrawn', () => {
    const known = { standing: 400, outcomes: 400 };
    expect(calibrationDue(known, 499)).toBe(false);
    expect(calibrationDue(known, 500)).toBe(true);
    expect(calibrationDue(known, 300)).toBe(true);
    expect(calibrationDue(undefined, 19)).toBe(false);
  });
});
