/**
 * The claims that a text may make: values and preferences that some reading of it found, each with all its
 * places. Beside the rules' own reading there are two others: as if all of the text were about its writer,
 * and as if all were about the counterpart. A claim of the right owner is thus known even where the rules
 * took the wrong one.
 */
import type { FieldDefinition } from '../../../domains/field.ts';
import type { Candidate } from '../decision/candidate.ts';
import type { Preference, TextDocument } from '../document.ts';
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
}

/** The candidates of each reading of a text; the rules' own reading first. */
export type Readings = readonly (readonly Candidate[])[];

interface FoundClaim {
  readonly claim: Claim;
  readonly places: Map<string, Mention>;
  byRules: number | null;
}

/** `kinds`: rows of the network's table. A claim without a place that the network reads is left out. */
export function claimsOf(
  readings: Readings,
  document: TextDocument,
  windows: readonly TextTokens[],
  kinds: ReadonlyMap<string, number>,
): Claim[] {
  const claims = new Map<string, FoundClaim>();
  for (const [reading, candidates] of readings.entries()) {
    for (const candidate of candidates) {
      const mention = mentionOf(candidate, document, windows, kinds);
      if (mention === null) continue;
      const key = keyOfCandidate(candidate);
      const found = claims.get(key) ?? newClaim(candidate);
      claims.set(key, found);
      found.places.set(mention.span.join(), mention);
      if (reading === 0) found.byRules = Math.max(candidate.probability, found.byRules ?? 0);
    }
  }
  return [...claims.values()].map(({ claim, places, byRules }) => ({
    ...claim,
    mentions: [...places.values()],
    byRules,
  }));
}

export const claimKey = (kind: Claim['kind'], field: string, value: Claim['value']): string =>
  `${kind} ${field} ${JSON.stringify(value)}`;

const saidBy = (candidate: Candidate) =>
  candidate.kind === 'value' ? candidate.value : candidate.preference;

export const keyOfCandidate = (candidate: Candidate): string =>
  claimKey(candidate.kind, candidate.field.name, saidBy(candidate));

function newClaim(candidate: Candidate): FoundClaim {
  const { kind, field } = candidate;
  const value = saidBy(candidate);
  const claim: Claim = {
    kind,
    field,
    value,
    label: labelOf(kind, field.name, value),
    mentions: [],
    byRules: null,
  };
  return { claim, places: new Map(), byRules: null };
}

function labelOf(kind: Claim['kind'], field: string, value: Claim['value']): string | null {
  if (typeof value === 'object')
    return value.kind === 'value' && !value.negated ? labelOf(kind, field, value.value) : null;
  return typeof value === 'number' ? null : labelKey(kind, field, value);
}

export const labelKey = (kind: string, field: string, value: string | boolean): string =>
  `${kind} ${field} ${value}`;

function mentionOf(
  candidate: Candidate,
  { words, sentences }: TextDocument,
  windows: readonly TextTokens[],
  kinds: ReadonlyMap<string, number>,
): Mention | null {
  const { span, finding } = candidate;
  const kind = kinds.get(kindOf(candidate)) ?? kinds.get(`${candidate.kind} ${candidate.field.name}`);
  const window = windows.findIndex((tokens) => tokens.ends.at(-2)! > span[0]);
  const pieces = window < 0 ? null : piecesIn(windows[window]!, span);
  if (kind === undefined || pieces === null) return null;
  const { first, last } = sentences[words[finding.first]!.sentence]!;
  const sentence = piecesIn(windows[window]!, [words[first]!.start, words[last - 1]!.end]);
  return { span, place: { window, words: pieces, sentence: sentence ?? pieces, kind } };
}

function kindOf(candidate: Candidate): string {
  const name = `${candidate.kind} ${candidate.field.name}`;
  if (candidate.kind === 'value')
    return typeof candidate.value === 'number' ? name : `${name} ${candidate.value}`;
  const { preference } = candidate;
  if (preference.kind === 'value')
    return typeof preference.value === 'number' ? name : `${name} ${preference.value}`;
  if (preference.kind === 'distance') return name;
  return `${name} ${preference.gte !== undefined || preference.gt !== undefined ? 'at least' : 'at most'}`;
}
