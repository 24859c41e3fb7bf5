/**
 * Compiles the rules of the domains that have people, once their indexes are loaded. Otherwise the first text
 * would pay a tenth of a second and more. In that time every other request gets only its share of the turns.
 */
import type { DomainDefinition } from '../domains/definition.ts';
import type { WarmDefinition } from '../matching/index/candidate-index.ts';
import type { Extractor } from '../people/reading/extractor.ts';

/** Compiled rules take some megabytes each: those of many own domains are compiled when a text comes. */
const MOST_DOMAINS = 8;

/** Notes the definitions that `definitionOf` finds, to compile them afterwards. */
export function notingDefinitions(definitionOf: WarmDefinition): {
  readonly definitionOf: WarmDefinition;
  readonly noted: ReadonlySet<DomainDefinition>;
} {
  const noted = new Set<DomainDefinition>();
  return {
    noted,
    definitionOf: async (tenant, domain) => {
      const definition = await definitionOf(tenant, domain);
      if (definition !== null && noted.size < MOST_DOMAINS) noted.add(definition);
      return definition;
    },
  };
}

/** One after the other, in the slices that `rulesFor` takes of the event loop. */
export async function prepareRules(
  definitions: ReadonlySet<DomainDefinition>,
  rulesFor: (definition: DomainDefinition) => Promise<Extractor>,
  signal: AbortSignal,
): Promise<void> {
  for (const definition of definitions) {
    if (signal.aborted) return;
    // A text of the domain will report the fault.
    await rulesFor(definition).catch(() => {});
  }
}
