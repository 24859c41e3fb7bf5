/** The changes that a new definition makes to the one in force. */
import type { DomainChanges } from '../../contract/domain.ts';
import { schemaVersion } from '../../domains/definition.ts';
import type { DefinitionOutline } from '../../domains/definition-outline.ts';
import { incompatibleChanges } from './incompatible-changes.ts';
import { changesCompleteness } from './revalidate-rows.ts';

export function definitionChanges(
  before: DefinitionOutline,
  after: DefinitionOutline,
  peopleStored: boolean,
): DomainChanges {
  const fields = difference(before.fields, after.fields);
  return {
    against: schemaVersion(before.definition),
    fields,
    terms: difference(before.terms, after.terms),
    others: changedKeys(others(before), others(after)),
    incompatible: [...incompatibleChanges(comparable(before), comparable(after))],
    people_stored: peopleStored,
    revalidates: peopleStored && changesCompleteness(comparable(before), comparable(after)),
  };
}

interface Named {
  readonly name: string;
}

function difference(before: readonly Named[], after: readonly Named[]): DomainChanges['fields'] {
  const [was, is] = [byName(before), byName(after)];
  return {
    added: after.filter(({ name }) => !was.has(name)).map(({ name }) => name),
    removed: before.filter(({ name }) => !is.has(name)).map(({ name }) => name),
    changed: after.flatMap((part) => {
      const earlier = was.get(part.name);
      const changed = earlier === undefined ? [] : changedKeys(earlier, part);
      return changed.length === 0 ? [] : [{ name: part.name, changed }];
    }),
  };
}

function byName(named: readonly Named[]): ReadonlyMap<string, Named> {
  return new Map(named.map((part) => [part.name, part]));
}

/** `rules` is left out, because their number is part of `extract`. */
function changedKeys(before: object, after: object): string[] {
  const [was, is] = [before, after] as Record<string, unknown>[];
  return [...new Set([...Object.keys(before), ...Object.keys(after)])].filter(
    (key) => key !== 'rules' && JSON.stringify(was![key]) !== JSON.stringify(is![key]),
  );
}

function others({ definition, intercept, base_rate, temperature, digests }: DefinitionOutline): object {
  const { version: _, domain: __, ...rest } = definition;
  return { ...rest, intercept, base_rate, temperature, ...digests };
}

function comparable({ definition, fields }: DefinitionOutline) {
  return { ...definition, fields };
}
