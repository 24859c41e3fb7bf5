import { afterAll, beforeAll, expect } from 'vitest';
import { openTaskParts } from '../../../src/composition/open-task-parts.ts';
import { openSchedules } from '../../../src/composition/open-tasks.ts';
import { noFeatures } from '../../../src/contract/dataset-features.ts';
import { forgetAuditSchedule } from '../../../src/outside/accounts/forget-audit-schedule.ts';
import { retentionSettings } from '../../../src/platform/config/settings/retention-settings.ts';
import type { Settings } from '../../../src/platform/config/settings.ts';
import { type ComposedService, composed } from '../testing/composed-service.ts';
import { demonstrate } from './demonstrate.ts';
import { importCircle } from './import-circle.ts';

let plain: ComposedService;

beforeAll(async () => {
  plain = await composed();
});
afterAll(() => plain.stop());

/** A dataset of people that walk a circle of items: enough for a small model. */
/**
 * Three versions of a name, three days old; `left`: the ones left after the schedule ran with the settings.
 */
async function versionsAfter(settings: Partial<Settings>, left: readonly number[]): Promise<void> {
  const name = JSON.stringify(settings);
  const { store } = plain;
  const { tenantId: tenant } = (await store.accounts.tenantNamed('main'))!;
  for (let version = 1; version <= 3; version++) {
    const datasetId = `ds_${Object.keys(settings)[0]!.toLowerCase()}_${version}`;
    const createdAt = new Date(Date.now() - 3 * 86_400_000).toISOString();
    const access = { export: true, training: true };
    const terms = 'Ours.';
    await store.datasets.add(
      {
        tenantId: tenant,
        datasetId,
        name,
        source: 'workspace_upload',
        access,
        terms,
        features: noFeatures,
        createdAt,
      },
      { itemCount: 1, eventCount: 0, files: [], readyAt: createdAt },
    );
  }
  const versions = async () =>
    (await store.datasets.versions()).filter((one) => one.name === name).map(({ version }) => version);
  expect(await versions()).toEqual([3, 2, 1]);
  const parts = await openTaskParts(
    { ...plain.settings, ...settings },
    { onError: expect.fail, onNotice: () => {} },
  );
  const schedule = openSchedules(parts).find(({ kind }) => kind === 'expire_versions')!;
  await schedule.run({ signal: new AbortController().signal } as never);
  await parts.close();
  expect(await versions()).toEqual(left);
}

demonstrate(retentionSettings, {
  exportHours: async () => {
    const id = await importCircle(plain);
    const hoursOf = async (settings: Partial<Settings>, key: string) => {
      const { body } = await plain.send(`datasets/${id}/exports`, { format: 'jsonl' }, key);
      const { result } = await plain.ended(body.id, settings);
      const { expires_at } = result as { readonly expires_at: string };
      return (Date.parse(expires_at) - Date.now()) / 3_600_000;
    };
    expect(await hoursOf({}, 'first-export')).toBeCloseTo(1, 1);
    expect(await hoursOf({ exportHours: 5 }, 'second-export')).toBeCloseTo(5, 1);
  },
  datasetVersions: () => versionsAfter({ datasetVersions: 2 }, [3, 2]),
  datasetVersionDays: () => versionsAfter({ datasetVersionDays: 1 }, [3]),
  auditDays: async () => {
    const kept = async (auditDays: number) => {
      const { store } = plain;
      const entries = () => store.audit.page({ tenantId: null }, { before: null, limit: 100 });
      const later = () => Date.now() + 2 * 86_400_000;
      await forgetAuditSchedule(store.audit, later, auditDays).run({
        signal: new AbortController().signal,
      } as never);
      return (await entries()).map(({ action }) => action);
    };
    expect(await kept(3)).toContain('tenant.create');
    expect(await kept(1)).not.toContain('tenant.create');
  },
});
