/**
 * Reads a text that may be a request (`request-texts.ts`): first as a profile, and as a request if it offers
 * nothing.
 */

import type { Candidate } from '../decision/candidate.ts';
import { THRESHOLD } from '../decision/decide.ts';
import type { TextDocument } from '../document.ts';
import { nothingRead, type ReadFields } from '../read-fields.ts';
import { scopesWithOwnAgents } from '../scopes/agents-of-writer.ts';
import { ofOwnersAfterQuestion } from './after-question.ts';
import { askedOffers } from './asked-offers.ts';
import { demandsAfter } from './demands-after-offers.ts';
import { withOneOwner } from './one-owner.ts';
import { withOwnLimits } from './own-limits.ts';
import { asksFrom, firstCueOf, isOwnOffer, type RequestCues, scopesOfRequest } from './request-texts.ts';
import { statesLittle } from './states-little.ts';

type Read = (document: TextDocument) => Promise<ReadFields>;

/**
 * `asked`: first words of the things that are known to be asked for, though no phrase says so; null: not
 * known yet.
 */
export async function readMaybeRequest(
  textDocument: TextDocument,
  cues: RequestCues,
  read: Read,
  asked: readonly number[] | null = null,
): Promise<ReadFields> {
  const document = { ...textDocument, scopes: scopesWithOwnAgents(textDocument) };
  const from = asksFrom(document, cues, asked ?? []);
  const asRequest = async () =>
    withoutValues(await read({ ...document, scopes: scopesOfRequest(document, cues) }), cues.without);
  if (from !== null && from < 0) return asRequest();
  const cue = firstCueOf(document, cues, asked ?? []);
  const demanded = demandsAfter(document, cue, cues);
  const plain = await read(demanded === null ? document : { ...document, scopes: demanded.scopes });
  const unknown = asked === null ? askedOffers(plain, document, cues, cue) : null;
  if (unknown !== null)
    return readMaybeRequest({ ...document, scopes: unknown.scopes }, cues, read, unknown.asked);
  if (from !== null && offersNothing(plain, document, cues, from)) return asRequest();
  // "For those who want quick translations" asks for nothing.
  if (demanded !== null && cue === null && !asks(plain, cues))
    return limited(ofOwner(await read(document), cues, null));
  return limited(ofOwner(plain, cues, demanded?.isDemanded ?? null));

  function limited(plainly: ReadFields): ReadFields {
    if (statesLittle(plainly, document, cues)) return nothingRead(document);
    const of = ofOwnersAfterQuestion(withOneOwner(plainly, cues), cues);
    const isAsking = cue !== null || asks(of, cues);
    const wishes = isAsking || document.scopes.includes('wish');
    const values = withOwnLimits(of.extraction.values, cues.limits, wishes);
    const read = { ...of, extraction: { ...of.extraction, values } };
    return isAsking ? read : withoutWishes(read, cues);
  }
}

const asks = ({ extraction }: ReadFields, cues: RequestCues) =>
  extraction.values.some(({ field }) => field === cues.asks);

/**
 * "Nothing leaves the house until a person has agreed": a wish of a text that asks for nothing is mostly
 * none.
 */
function withoutWishes(read: ReadFields, cues: RequestCues): ReadFields {
  const values = read.extraction.values.filter(({ field }) => !cues.wishes.has(field));
  return { ...read, extraction: { values, preferences: {}, preferenceSpans: {} } };
}

/** Removes offered values that stand in conditions, and preferences of requests that do not. */
function ofOwner(read: ReadFields, cues: RequestCues, isDemanded: Uint8Array | null): ReadFields {
  const { words } = read.document;
  const at = ([start]: readonly [number, number]) => words.findIndex(({ end }) => end > start);
  const inCondition = (span: readonly [number, number] | undefined) =>
    isDemanded !== null && span !== undefined && isDemanded[at(span)] === 1;
  const { values, preferences, preferenceSpans } = read.extraction;
  const kept = <Of>(all: Readonly<Record<string, Of>>) =>
    Object.fromEntries(
      Object.entries(all).filter(
        ([name]) => !cues.prefers.has(name) || inCondition(preferenceSpans[name]?.span),
      ),
    );
  return {
    ...read,
    extraction: {
      values: values.filter(({ field, span }) => !cues.without.has(field) || !inCondition(span)),
      preferences: kept(preferences),
      preferenceSpans: kept(preferenceSpans),
    },
  };
}

/** A text that asks in its first words is a request, whatever it asks for. */
const ASKS_AT_ONCE = 3;

function offersNothing(
  { candidates, extraction }: ReadFields,
  document: TextDocument,
  { offers, asks }: RequestCues,
  from: number,
): boolean {
  const asked = new Set(
    extraction.values.filter(({ field }) => field === asks).flatMap(({ value }) => value),
  );
  // A thing that is named first and asked for later is asked for: "A jingle for my podcast! Looking for an
  // agent that composes music".
  const isOwn = (candidate: Candidate) =>
    candidate.kind === 'value' &&
    candidate.field.name === offers &&
    candidate.probability >= THRESHOLD &&
    isOwnOffer(document, candidate.finding.first, from) &&
    !asked.has(candidate.value as string);
  const isAsked = extraction.values.some(({ field }) => field === asks || field === offers);
  const isAtOnce = from < ASKS_AT_ONCE || document.words[from]!.sentence <= 1;
  return (isAsked || isAtOnce) && !candidates.some(isOwn);
}

function withoutValues(read: ReadFields, fields: ReadonlySet<string>): ReadFields {
  const values = read.extraction.values.filter(({ field }) => !fields.has(field));
  return { ...read, extraction: { ...read.extraction, values } };
}
