/**
 * The claims that a text may make: values and preferences that some reading of it found, each with all its
 * places. Beside the rules' own reading there are two others: as if all of the text were about its writer,
 * and as if all were about the counterpart. A claim of the right owner is thus known even where the rules
 * took the wrong one.
 */
import type { FieldDefinition } from '../../../domains/field.ts';
import type { Candidate } from '../decision/candidate.ts';
import { type Preference, type TextDocument, wordsAt } from '../document.ts';
import type { StatedClaim } from '../llm/stated-claim.ts';
import type { MarkedPlace } from './marked-place.ts';
import { piecesIn, type TextTokens } from './text-tokens.ts';

type Span = readonly [number, number];

interface Mention {
  readonly span: Span;
  readonly place: MarkedPlace;
}

export interface Claim {
  readonly kind: 'value' | 'preference';
  readonly field: FieldDefinition;
  readonly value: string | number | boolean | Preference;
  /** "value protocols mcp"; null: a number, or a refused value. */
  readonly label: string | null;
  readonly mentions: readonly Mention[];
  /** The highest probability in the rules' own reading; null: they do not propose it. */
  readonly byRules: number | null;
  /** By a language model; null: it does not state it, or none was asked. */
  readonly stated: Stated | null;
}

type Stated = Pick<StatedClaim, 'span' | 'isCertain'>;

/** The candidates of each reading of a text; the rules' own reading first. */
export type Readings = readonly (readonly Candidate[])[];

interface FoundClaim {
  readonly claim: Claim;
  readonly places: Map<string, Mention>;
  byRules: number | null;
  stated: Stated | null;
}

/** A statement of a reading, wherever it stands. */
export type Said = Pick<Claim, 'kind' | 'field' | 'value'>;

/** The network's reading of a text. `kinds`: rows of its table. */
export interface NetworkText {
  readonly windows: readonly TextTokens[];
  readonly kinds: ReadonlyMap<string, number>;
}

/**
 * `fields`: those that a language model may speak of. Claims without a place that the network reads are left
 * out, but for those that a language model states.
 */
export function claimsOf(
  readings: Readings,
  document: TextDocument,
  network: NetworkText,
  stated: readonly StatedClaim[] = [],
  fields: readonly FieldDefinition[] = [],
): Claim[] {
  const claims = new Map<string, FoundClaim>();
  const find = (said: Said, span: Span, first: number): FoundClaim => {
    const key = claimKey(said.kind, said.field.name, said.value);
    const found = claims.get(key) ?? newClaim(said);
    claims.set(key, found);
    const mention = mentionOf(said, span, first, document, network);
    if (mention !== null) found.places.set(span.join(), mention);
    return found;
  };
  for (const [reading, candidates] of readings.entries()) {
    for (const candidate of candidates) {
      const { kind, field, span, finding, probability } = candidate;
      const found = find({ kind, field, value: saidBy(candidate) }, span, finding.first);
      if (reading === 0) found.byRules = Math.max(probability, found.byRules ?? 0);
    }
  }
  for (const { kind, field: name, value, span, isCertain } of stated) {
    const field = fields.find((field) => field.name === name);
    if (field === undefined || document.words.length === 0) continue;
    const found = find({ kind, field, value }, span, wordsAt(document, span)[0]);
    found.stated = { span, isCertain: isCertain || found.stated?.isCertain === true };
  }
  return [...claims.values()]
    .filter(({ places, stated }) => places.size > 0 || stated !== null)
    .map(({ claim, places, byRules, stated }) => ({
      ...claim,
      mentions: [...places.values()],
      byRules,
      stated,
    }));
}

export const claimKey = (kind: Claim['kind'], field: string, value: Claim['value']): string =>
  `${kind} ${field} ${JSON.stringify(value)}`;

export const saidBy = (candidate: Candidate): Claim['value'] =>
  candidate.kind === 'value' ? candidate.value : candidate.preference;

export const keyOfCandidate = (candidate: Candidate): string =>
  claimKey(candidate.kind, candidate.field.name, saidBy(candidate));

function newClaim(said: Said): FoundClaim {
  const label = labelOf(said.kind, said.field.name, said.value);
  const claim: Claim = { ...said, label, mentions: [], byRules: null, stated: null };
  return { claim, places: new Map(), byRules: null, stated: null };
}

function labelOf(kind: Claim['kind'], field: string, value: Claim['value']): string | null {
  if (typeof value === 'object')
    return value.kind === 'value' && !value.negated ? labelOf(kind, field, value.value) : null;
  return typeof value === 'number' ? null : labelKey(kind, field, value);
}

export const labelKey = (kind: string, field: string, value: string | boolean): string =>
  `${kind} ${field} ${value}`;

/** `first`: the first word of the place. */
function mentionOf(
  said: Said,
  span: Span,
  first: number,
  { words, sentences }: TextDocument,
  { windows, kinds }: NetworkText,
): Mention | null {
  const kind = kinds.get(kindOf(said)) ?? kinds.get(`${said.kind} ${said.field.name}`);
  const window = windows.findIndex((tokens) => tokens.ends.at(-2)! > span[0]);
  const pieces = window < 0 ? null : piecesIn(windows[window]!, span);
  if (kind === undefined || pieces === null) return null;
  const sentence = sentences[words[first]!.sentence]!;
  const around = piecesIn(windows[window]!, [words[sentence.first]!.start, words[sentence.last - 1]!.end]);
  return { span, place: { window, words: pieces, sentence: around ?? pieces, kind } };
}

function kindOf({ kind, field, value }: Said): string {
  const name = `${kind} ${field.name}`;
  if (typeof value === 'number') return name;
  if (typeof value !== 'object') return `${name} ${value}`;
  if (value.kind === 'value') return typeof value.value === 'number' ? name : `${name} ${value.value}`;
  if (value.kind === 'distance') return name;
  return `${name} ${value.gte !== undefined || value.gt !== undefined ? 'at least' : 'at most'}`;
}
