/** A domain's file, read: throws `invalid_request` with line-precise messages where it is not a definition. */
import { DomainDefinition } from './definition.ts';
import { readYaml } from './read-yaml.ts';

export function parseDefinition(yamlText: string, fileName: string): DomainDefinition {
  return readYaml(yamlText, DomainDefinition, fileName);
}
