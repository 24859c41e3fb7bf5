/**
 * The shipped domains: the files `<domain>.v<N>.yaml` of this folder. A file is read once, at its first use.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type DomainDefinition, schemaVersion } from './definition.ts';
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

const fileNamePattern = /^([a-z][a-z0-9-]*)\.v(\d+)\.yaml$/;

let versions: readonly DomainVersion[] | undefined;
let definitions: readonly DomainDefinition[] | undefined;

/** Newest version last within a domain. */
export function shippedVersions(): readonly DomainVersion[] {
  versions ??= readdirSync(import.meta.dirname)
    .flatMap((fileName) => versionOf(fileName) ?? [])
    .sort((a, b) => a.domain.localeCompare(b.domain) || a.version - b.version);
  return versions;
}

/** Newest version last within a domain. Reads all files. */
export function shippedDomains(): readonly DomainDefinition[] {
  definitions ??= shippedVersions().map((version) => version.read());
  return definitions;
}

/** Reads no file. */
export function shippedDomainNames(): readonly string[] {
  return [...new Set(shippedVersions().map(({ domain }) => domain))];
}

/** The newest shipped version of a domain. */
export function shippedDomain(name: string): DomainDefinition | undefined {
  return shippedVersions()
    .findLast(({ domain }) => domain === name)
    ?.read();
}

function versionOf(fileName: string): DomainVersion | undefined {
  const [, domain, version] = fileNamePattern.exec(fileName) ?? [];
  if (domain === undefined) return undefined;
  let definition: DomainDefinition | undefined;
  return {
    domain,
    version: Number(version),
    origin: 'shipped',
    source: () => readFileSync(pathOf(fileName), 'utf8'),
    read: () => {
      definition ??= readShipped(fileName);
      return definition;
    },
  };
}

function pathOf(fileName: string): string {
  return join(import.meta.dirname, fileName);
}

function readShipped(fileName: string): DomainDefinition {
  const path = pathOf(fileName);
  const definition = parseDefinition(readFileSync(path, 'utf8'), fileName);
  if (`${schemaVersion(definition)}.yaml` !== fileName) {
    throw new Error(
      `${path} defines ${schemaVersion(definition)}; name the file ${schemaVersion(definition)}.yaml`,
    );
  }
  return definition;
}
