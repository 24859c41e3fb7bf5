/**
 * Writes texts with the reading of the rules and the gold, a window a line, for the fit of the network. A line
 * per domain with the names of its kinds and labels comes first.
 */

import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import type { DomainDefinition } from '../../../src/domains/definition.ts';
import {
  compileExtractor,
  type ExplainingExtractor,
  type ExtractionTools,
} from '../../../src/people/reading/compile-extractor.ts';
import { type Claim, claimsOf } from '../../../src/people/reading/network/claims.ts';
import { kindsOf, labelsOf, type NamedLabel } from '../../../src/people/reading/network/names.ts';
import { openTokenizer, windowsOfText } from '../../../src/people/reading/network/reader-pieces.ts';
import type { TextTokens } from '../../../src/people/reading/network/text-tokens.ts';
import { framedTexts } from '../asked/frames.ts';
import { Case } from '../read-cases.ts';
import { isClaimRight, isLabelRight } from './gold-of-claims.ts';
import { isLastRound, type LabelledText, labelledTexts, textsOfOthers } from './labelled-texts.ts';

export async function writeNetworkTexts(
  definitions: readonly DomainDefinition[],
  tools: ExtractionTools,
  texts: string | undefined,
  path: string,
): Promise<void> {
  const pieces = await openTokenizer();
  const out = createWriteStream(path);
  for (const definition of definitions) {
    const [kinds, labels] = [kindsOf(definition), labelsOf(definition)];
    await write({
      domain: definition.domain,
      kinds: kinds.map(({ field, value }) => [field, value]),
      labels: labels.map(({ name }) => name),
      groups: groupsOf(labels),
    });
  }
  for (const definition of definitions) {
    const [kinds, labels] = [kindsOf(definition), labelsOf(definition)];
    const rows = new Map(kinds.map(({ key }, row) => [key, row]));
    const extractor = await compileExtractor(definition, tools, { reader: () => null });
    const others = definitions.filter((other) => other !== definition);
    for (const text of [
      ...labelledTexts(definition, texts),
      ...framedCases(definition),
      ...textsOfOthers(definition, others, texts),
    ])
      for (const line of await linesOf(extractor, text, labels, rows)) await write(line);
  }
  out.end();
  await once(out, 'finish');

  async function write(line: unknown): Promise<void> {
    if (!out.write(`${JSON.stringify(line)}\n`)) await once(out, 'drain');
  }

  async function linesOf(
    extractor: ExplainingExtractor,
    { set, index, domain, given, places, alone, isProfile, isOfOther }: LabelledText,
    labels: readonly NamedLabel[],
    rows: ReadonlyMap<string, number>,
  ): Promise<unknown[]> {
    const undecided = await extractor.undecided(given.text, Date.parse(given.now), given.known);
    // Documents in other languages are kept for the weights of the evidence.
    if (undecided === null || undecided.isForeign) return [];
    const { read, otherwise } = undecided;
    const windows = windowsOfText(read.document.text, pieces);
    const isMeant = (value: unknown) => isOfOther !== true && (alone === undefined || value === alone);
    const claims = claimsOf([read.candidates, ...otherwise], read.document, { windows, kinds: rows });
    const judged = claims.map((claim) => ({
      claim,
      right: isMeant(claim.value) ? isClaimRight(claim, given, tools.resolvePlace) : null,
    }));
    return windows.map((tokens, window) => {
      const mentions = judged.flatMap(({ claim, right }) =>
        claim.mentions
          .filter(({ place }) => place.window === window)
          .map(({ place: { words, sentence, kind } }) => ({ words, sentence, kind, right })),
      );
      const stated = labels.map((label) => {
        const right =
          label.kind === 'profile' ? isProfile : isMeant(label.value) ? isLabelRight(label, given) : null;
        if (right !== true || windows.length === 1) return right;
        return isStatedIn(tokens, label, places, judged, window) ? true : null;
      });
      return {
        domain,
        set,
        isLast: isLastRound({ domain, set }),
        index,
        window,
        ids: tokens.ids,
        mentions,
        labels: stated.map((is) => (is === null ? null : Number(is))),
      };
    });
  }
}

/** Whether the window has the words that state a value: by the labeller's place, or by a right claim. */
function isStatedIn(
  { starts, ends }: TextTokens,
  { kind, field, value }: NamedLabel,
  places: LabelledText['places'],
  judged: readonly { readonly claim: Claim; readonly right: boolean | null }[],
  window: number,
): boolean {
  if (kind === 'text') return false;
  if (kind === 'profile') return window === 0;
  const place = kind === 'preference' ? places[`>${field}`] : (places[`${field}=${value}`] ?? places[field]);
  if (place !== undefined && starts.some((start, at) => start < place[1] && ends[at]! > place[0]))
    return true;
  return judged.some(
    ({ claim, right }) =>
      right === true &&
      claim.label === `${kind} ${field} ${value}` &&
      claim.mentions.some(({ place: { window: of } }) => of === window),
  );
}

/** Positions of labels that exclude each other. */
function groupsOf(labels: readonly NamedLabel[]): number[][] {
  const single = [...labels.entries()].filter(([, { isSingle }]) => isSingle);
  return [...Map.groupBy(single, ([, { field }]) => field).values()].map((of) => of.map(([at]) => at));
}

function framedCases(definition: DomainDefinition): LabelledText[] {
  const requests = definition.extraction?.requests;
  if (requests === undefined) return [];
  const { offers, asks } = requests;
  return framedTexts(definition, offers).map(({ text, value, isAsked }, index) => ({
    domain: definition.domain,
    set: 'frames',
    index,
    given: Case.parse({ text, fields: { [isAsked ? asks : offers]: [value] }, only: [offers, asks] }),
    places: {},
    language: 'en',
    isProfile: null,
    alone: value,
  }));
}
