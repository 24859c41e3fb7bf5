/**
 * Writes texts with the reading of the rules and the gold, a line each, for the fit of a verifier's network.
 */
import { writeFileSync } from 'node:fs';
import type { DomainDefinition } from '../../../src/domains/definition.ts';
import {
  compileExtractor,
  type ExplainingExtractor,
  type ExtractionTools,
} from '../../../src/people/reading/compile-extractor.ts';
import { claimsOf } from '../../../src/people/reading/verify/claims.ts';
import { tokensOf } from '../../../src/people/reading/verify/text-tokens.ts';
import { openTokenizer } from '../../../src/people/reading/verify/verifier.ts';
import { framedTexts } from '../asked/frames.ts';
import { casesFolder } from '../evaluate.ts';
import { Case, readCases, rounds } from '../read-cases.ts';
import { firstReadings, trainingSets } from './first-readings.ts';
import { isClaimRight, isLabelRight } from './gold-of-claims.ts';
import { kindsOf, labelsOf } from './label-tables.ts';

/** Word pieces of a text that a verifier reads. */
export const MOST_TOKENS = 288;

export async function writeVerifierTexts(
  definition: DomainDefinition,
  tools: ExtractionTools,
  folder: string,
  path: string,
): Promise<void> {
  const pieces = await openTokenizer();
  const [kinds, labels] = [kindsOf(definition), labelsOf(definition)];
  const lines: unknown[] = [
    {
      domain: definition.domain,
      kinds: kinds.map(({ field, value }) => [field, value]),
      labels: labels.map(({ name }) => name),
    },
  ];
  const rows = new Map(kinds.map(({ key }, row) => [key, row]));
  const sets = [
    ...(['dev', ...rounds] as const).map((set) => ({
      set,
      isFirst: false,
      definition,
      cases: readCases(casesFolder, definition.domain, set) ?? [],
    })),
    ...trainingSets(definition).map((set) => ({ ...set, isFirst: false })),
    ...firstReadings(folder, definition).map((set) => ({ ...set, isFirst: true })),
  ];
  const current = await compileExtractor(definition, tools, { verifier: () => null });
  for (const { set, isFirst, definition: rules, cases } of sets) {
    const extractor = isFirst ? await compileExtractor(rules, tools, { verifier: () => null }) : current;
    for (const [index, given] of cases.entries()) {
      const line = await textLine(extractor, given);
      if (line !== null) lines.push({ set, index, isFirst, ...line });
    }
  }
  const { offers, asks } = definition.extraction!.requests!;
  for (const [index, { text, value, isAsked }] of framedTexts(definition, offers).entries()) {
    const given = Case.parse({ text, fields: { [isAsked ? asks : offers]: [value] }, only: [offers, asks] });
    const line = await textLine(current, given, value);
    if (line !== null) lines.push({ set: 'frames', index, isFirst: false, ...line });
  }
  writeFileSync(path, lines.map((line) => `${JSON.stringify(line)}\n`).join(''));

  /** `alone`: the value that the gold speaks of. */
  async function textLine(extractor: ExplainingExtractor, given: Case, alone?: string) {
    const verifiable = await extractor.verifiable(given.text, Date.parse(given.now), given.known);
    if (verifiable === null) return null;
    const { read, otherwise } = verifiable;
    const { tokenizer, first, last } = pieces;
    const tokens = tokensOf(given.text, tokenizer, { first, last, most: MOST_TOKENS });
    const isMeant = (value: unknown) => alone === undefined || value === alone;
    const mentions = claimsOf([read.candidates, ...otherwise], read.document, tokens, rows).flatMap(
      (claim) => {
        const right = isMeant(claim.value) ? isClaimRight(claim, given, tools.resolvePlace) : null;
        return claim.mentions.map(({ place }) => ({ ...place, right }));
      },
    );
    return {
      ids: tokens.ids,
      mentions,
      labels: labels.map((label) => (isMeant(label.value) ? isLabelRight(label, given) : null)),
    };
  }
}
