/**
 * The shipped domains: the folders `<domain>/` beside this file, each with `definition.yaml` and
 * `words/en.yaml`. A file is read once, at its first use.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DefinitionWithoutWords, type DomainDefinition } from './definition.ts';
import { joinSource } from './join-source.ts';
import { readYaml } from './read-yaml.ts';
import { withWords } from './with-words.ts';

/** A version of a domain; its files are read at the first use. */
export interface DomainVersion {
  readonly domain: string;
  readonly version: number;
  readonly origin: 'shipped' | 'own';
  /** The text of the definition, as one file. */
  source(): string;
  /** Returns the same object every time. Throws when the file has faults or is named for another domain. */
  read(): DomainDefinition;
}

const DEFINITION = 'definition.yaml';
const WORDS = join('words', 'en.yaml');

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
  let withoutWords: DefinitionWithoutWords | undefined;
  let whole: DomainDefinition | undefined;
  const definition = () => {
    withoutWords ??= readDefinition(domain);
    return withoutWords;
  };
  return {
    domain,
    origin: 'shipped',
    get version() {
      return definition().version;
    },
    source: () => joinSource(textOf(domain, DEFINITION), textOf(domain, WORDS)),
    read: () => {
      whole ??= withWords(definition(), textOf(domain, WORDS), join(domain, WORDS));
      return whole;
    },
  };
}

function readDefinition(domain: string): DefinitionWithoutWords {
  const fileName = join(domain, DEFINITION);
  const definition = readYaml(textOf(domain, DEFINITION), DefinitionWithoutWords, fileName);
  if (definition.domain !== domain)
    throw new Error(`${fileName} defines ${definition.domain}; name its folder so`);
  return definition;
}

function textOf(domain: string, fileName: string): string {
  return readFileSync(join(import.meta.dirname, domain, fileName), 'utf8');
}
