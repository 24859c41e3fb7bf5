/**
 * The table of settings: variable, flag, meaning, default and check of each. `read-settings.ts` reads them
 * once; no other file reads the environment.
 */
import type { z } from 'zod';
import type { Setting } from './setting.ts';
import { bucketSettings } from './settings/bucket-settings.ts';
import { importSettings } from './settings/import-settings.ts';
import { jobSettings } from './settings/job-settings.ts';
import { modelSettings } from './settings/model-settings.ts';
import { observabilitySettings } from './settings/observability-settings.ts';
import { requestSettings } from './settings/request-settings.ts';
import { retentionSettings } from './settings/retention-settings.ts';
import { searchEngineSettings } from './settings/search-engine-settings.ts';
import { serviceSettings } from './settings/service-settings.ts';
import { signInSettings } from './settings/sign-in-settings.ts';

const settings = {
  ...serviceSettings,
  ...signInSettings,
  ...requestSettings,
  ...modelSettings,
  ...jobSettings,
  ...importSettings,
  ...retentionSettings,
  ...bucketSettings,
  ...searchEngineSettings,
  ...observabilitySettings,
} as const satisfies Readonly<Record<string, Setting>>;

type SettingName = keyof typeof settings;
export type Settings = { readonly [Name in SettingName]: z.output<(typeof settings)[Name]['schema']> };

/** Names and settings in the order of the table. */
export const entries = Object.entries(settings) as unknown as readonly (readonly [SettingName, Setting])[];
