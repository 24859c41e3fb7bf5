/** The address of the screen: workspace (operators), domain, version, version to compare with, tab. */
export const tabs = ['definition', 'fields', 'scorecard', 'people', 'versions'] as const;
export type Tab = (typeof tabs)[number];

export interface DomainSearch {
  readonly tenant?: string;
  readonly domain?: string;
  readonly version?: number;
  readonly compare?: number;
  readonly tab?: Tab;
}

/** Faulty parts are left out. */
export function parseDomainSearch(raw: Readonly<Record<string, unknown>>): DomainSearch {
  const tenant = optionalText(raw.tenant);
  const domain = optionalText(raw.domain);
  const version = optionalVersion(raw.version);
  const compare = optionalVersion(raw.compare);
  const tab = tabs.find((known) => known === raw.tab);
  return {
    ...(tenant !== undefined && { tenant }),
    ...(domain !== undefined && { domain }),
    ...(version !== undefined && { version }),
    ...(compare !== undefined && { compare }),
    ...(tab !== undefined && tab !== 'definition' && { tab }),
  };
}

function optionalText(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' && value.length <= 128 ? value : undefined;
}

function optionalVersion(value: unknown): number | undefined {
  const version = Number(value);
  return Number.isInteger(version) && version >= 1 && version <= 9999 ? version : undefined;
}
