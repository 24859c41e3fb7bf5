/** The shipped domains: the folders `<domain>/` beside this file. A file is read once, at its first use. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { DomainDefinition } from './definition.ts';
import { parseDefinition } from './parse-definition.ts';

/** A version of a domain; its file is read at the first use. */
export interface DomainVersion {
  readonly domain: string;
  readonly version: number;
  readonly origin: 'shipped' | 'own';
  /** The text of the file. */
  source(): string;
  /** Returns the same object every time. Throws when the file has faults or is named for another domain. */
  read(): DomainDefinition;
}

const DEFINITION = 'definition.yaml';

let versions: readonly DomainVersion[] | undefined;
let definitions: readonly DomainDefinition[] | undefined;

/** One version of each domain, by name. Reads no file. */
export function shippedVersions(): readonly DomainVersion[] {
  versions ??= readdirSync(import.meta.dirname)
    .filter((name) => existsSync(join(import.meta.dirname, name, DEFINITION)))
    .sort((a, b) => a.localeCompare(b))
    .map(shippedVersion);
  return versions;
}

/** Reads all files. */
export function shippedDomains(): readonly DomainDefinition[] {
  definitions ??= shippedVersions().map((version) => version.read());
  return definitions;
}

/** Reads no file. */
export function shippedDomainNames(): readonly string[] {
  return shippedVersions().map(({ domain }) => domain);
}

export function shippedDomain(name: string): DomainDefinition | undefined {
  return shippedVersions()
    .find(({ domain }) => domain === name)
    ?.read();
}

function shippedVersion(domain: string): DomainVersion {
  let definition: DomainDefinition | undefined;
  const source = () => readFileSync(join(import.meta.dirname, domain, DEFINITION), 'utf8');
  const read = () => {
    definition ??= readShipped(domain, source());
    return definition;
  };
  return {
    domain,
    origin: 'shipped',
    get version() {
      return read().version;
    },
    source,
    read,
  };
}

function readShipped(domain: string, source: string): DomainDefinition {
  const definition = parseDefinition(source, join(domain, DEFINITION));
  if (definition.domain !== domain)
    throw new Error(`${join(domain, DEFINITION)} defines ${definition.domain}; name its folder so`);
  return definition;
}
