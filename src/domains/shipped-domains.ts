/** The domains that come with the product: the `<domain>.v<N>.yaml` files beside this one, read once. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type DomainDefinition, schemaVersion } from './definition.ts';
import { parseDefinition } from './parse-definition.ts';

const fileNamePattern = /^[a-z][a-z0-9-]*\.v\d+\.yaml$/;

let cached: readonly DomainDefinition[] | undefined;

/** Newest version last within a domain; throws when a shipped file is faulty or named for another domain. */
export function shippedDomains(): readonly DomainDefinition[] {
  cached ??= readdirSync(import.meta.dirname)
    .filter((name) => fileNamePattern.test(name))
    .map(readShipped)
    .sort((a, b) => a.domain.localeCompare(b.domain) || a.version - b.version);
  return cached;
}

/** The newest shipped version of a domain. */
export function shippedDomain(name: string): DomainDefinition | undefined {
  return shippedDomains().findLast((definition) => definition.domain === name);
}

function readShipped(fileName: string): DomainDefinition {
  const path = join(import.meta.dirname, fileName);
  const definition = parseDefinition(readFileSync(path, 'utf8'), fileName);
  if (`${schemaVersion(definition)}.yaml` !== fileName) {
    throw new Error(
      `${path} defines ${schemaVersion(definition)}; name the file ${schemaVersion(definition)}.yaml`,
    );
  }
  return definition;
}
