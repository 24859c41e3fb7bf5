/** Parses the file of a domain. Throws `invalid_request` with the line of each fault. */
import { DomainDefinition } from './definition.ts';
import { readYaml } from './read-yaml.ts';

export function parseDefinition(yamlText: string, fileName: string): DomainDefinition {
  return readYaml(yamlText, DomainDefinition, fileName);
}
