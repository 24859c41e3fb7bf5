/** Settings in words: the table of `counterpart help serve`, and warnings for the log. */
import { entries, type Settings } from './settings.ts';

export interface SettingRow {
  readonly variable: string;
  readonly flag: string;
  readonly form: string;
  readonly fallback: string;
  readonly meaning: string;
  readonly example: string;
}

/** The table of `counterpart help serve` and of the README. */
export function describeSettings(): readonly SettingRow[] {
  return entries.map(([, { variable, flag, form, meaning, example, schema }]) => ({
    variable,
    flag,
    form,
    fallback: String(schema.parse(undefined) ?? '(none)'),
    meaning,
    example,
  }));
}

/** Warnings about accepted settings that have no effect: log lines at the start. */
export function settingsWarnings(settings: Settings): readonly string[] {
  return [
    ...(settings.replicaUrl !== null && settings.databaseUrl === null
      ? ['COUNTERPART_REPLICA_URL has no effect without DATABASE_URL: an embedded database has one server.']
      : []),
    ...(settings.llmUrl !== null && settings.llmModel === null
      ? ['LLM_URL is set without LLM_MODEL: only tenants with a model of their own have a language model.']
      : []),
    ...(settings.llmUrl === null && (settings.llmModel !== null || settings.llmApiKey !== null)
      ? [
          'LLM_MODEL or LLM_API_KEY is set without LLM_URL: only tenants with an address of their own have a language model.',
        ]
      : []),
    ...(settings.llmDailyUsd !== null && settings.llmPrice === '0,0'
      ? ['COUNTERPART_LLM_DAILY_USD limits nothing while COUNTERPART_LLM_PRICE is 0,0.']
      : []),
    ...(settings.extraction !== 'rules' && settings.llmUrl === null
      ? [
          `COUNTERPART_EXTRACTION is ${settings.extraction} and LLM_URL is not set: rules read the texts of tenants without an address of their own.`,
        ]
      : []),
    ...(settings.oidcIssuer?.startsWith('https:') && settings.publicUrl === null
      ? [
          'OIDC_ISSUER is set without PUBLIC_URL: behind a proxy with a certificate, the redirect address is then not the one that the provider knows.',
        ]
      : []),
  ];
}
