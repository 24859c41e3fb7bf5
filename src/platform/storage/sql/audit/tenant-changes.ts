/**
 * The differences between two states of a tenant, by setting. Values that may be or hold a secret are left
 * out: headers, keys, and addresses, whose path can hold one. The entry says that they changed.
 */
import type { Tenant, TenantDomain } from '../../store.ts';

export interface SettingChange {
  readonly setting: string;
  readonly domain?: string;
  readonly from?: unknown;
  readonly to?: unknown;
}

const domainSettings = ['version', 'threshold', 'labels', 'fairExposure', 'explore', 'engine'] as const;
const shown = ['shareOutcomes', 'keepDocuments', 'extraction', 'memoryHosts'] as const;
const hidden = ['memoryHeader', 'enrichmentUrl', 'enrichmentHeader'] as const;
const shownOfModel = ['model', 'dailyUsd', 'concurrency'] as const;
const hiddenOfModel = ['url', 'apiKey'] as const;

export function tenantChanges(earlier: Tenant, later: Tenant): readonly SettingChange[] {
  const [was, is] = [earlier.settings, later.settings];
  const [wasModel, isModel] = [was.llm ?? {}, is.llm ?? {}];
  return [
    ...domainChanges(earlier, later),
    ...shown.flatMap((name) => changeOf({ setting: nameOf(name) }, was[name], is[name])),
    ...hidden.flatMap((name) => hiddenChange(nameOf(name), was[name], is[name])),
    ...shownOfModel.flatMap((name) =>
      changeOf({ setting: `language_model.${nameOf(name)}` }, wasModel[name], isModel[name]),
    ),
    ...hiddenOfModel.flatMap((name) =>
      hiddenChange(`language_model.${nameOf(name)}`, wasModel[name], isModel[name]),
    ),
  ];
}

function domainChanges(earlier: Tenant, later: Tenant): readonly SettingChange[] {
  const names = new Set([...earlier.domains, ...later.domains].map(({ domain }) => domain));
  return [...names].flatMap((domain) => {
    const [was, is] = [find(earlier, domain), find(later, domain)];
    return domainSettings.flatMap((name) =>
      changeOf({ setting: nameOf(name), domain }, was?.[name], is?.[name]),
    );
  });
}

const find = ({ domains }: Tenant, name: string): TenantDomain | undefined =>
  domains.find(({ domain }) => domain === name);

function changeOf(named: SettingChange, was: unknown, is: unknown): readonly SettingChange[] {
  if (areEqual(was, is)) return [];
  return [{ ...named, from: was ?? null, to: is ?? null }];
}

function hiddenChange(setting: string, was: unknown, is: unknown): readonly SettingChange[] {
  return areEqual(was, is) ? [] : [{ setting }];
}

const areEqual = (a: unknown, b: unknown) => JSON.stringify(a ?? null) === JSON.stringify(b ?? null);

const nameOf = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
