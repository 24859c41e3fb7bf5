/** The state of the playground, all of it in the address. */
import type { MatchRequest } from '../../api/queries.ts';
import { isRecord, textOf } from '../../parts/read-unknown.ts';
import { parseWeights } from './weight-form.ts';

/** The settings that a run sends beside the person and the domain, with the names of POST /v1/match. */
export type Settings = Pick<
  MatchRequest,
  | 'limit'
  | 'filters'
  | 'stages'
  | 'weights'
  | 'diversity'
  | 'explore'
  | 'reciprocal'
  | 'budget_ms'
  | 'exclude_shown_days'
  | 'explain'
>;

export interface MatchSearch {
  readonly domain?: string;
  readonly user?: string;
  /** The person comes from a text, which no address has. */
  readonly mode?: 'text';
  readonly a?: Settings;
  /** Present while two settings are compared. */
  readonly b?: Settings;
  /** The settings that the panel edits. */
  readonly edit?: 'b';
  /** The candidate whose card is open, with the terms of the score. */
  readonly open?: string;
  /** The candidate whose absence is to be explained. */
  readonly ask?: string;
  /** Whether the funnel is open. Absent: it is where it explains something. */
  readonly funnel?: boolean;
}

const numbers = ['limit', 'diversity', 'explore', 'budget_ms', 'exclude_shown_days'] as const;

/** Reads an address. A part of the wrong form is left out; the service checks the values. */
export function parseMatchSearch(raw: Record<string, unknown>): MatchSearch {
  const domain = textOf(raw.domain);
  const user = textOf(raw.user);
  const open = textOf(raw.open);
  const ask = textOf(raw.ask);
  return {
    ...(domain !== undefined && { domain }),
    ...(user !== undefined && { user }),
    ...(raw.mode === 'text' && { mode: 'text' as const }),
    ...(isRecord(raw.a) && { a: parseSettings(raw.a) }),
    ...(isRecord(raw.b) && { b: parseSettings(raw.b) }),
    ...(isRecord(raw.b) && raw.edit === 'b' && { edit: 'b' as const }),
    ...(open !== undefined && { open }),
    ...(ask !== undefined && { ask }),
    ...(typeof raw.funnel === 'boolean' && { funnel: raw.funnel }),
  };
}

function parseSettings(raw: Record<string, unknown>): Settings {
  const settings: Settings = {};
  for (const name of numbers) if (typeof raw[name] === 'number') settings[name] = raw[name];
  if (typeof raw.explain === 'boolean') settings.explain = raw.explain;
  if (isRecord(raw.filters)) settings.filters = raw.filters;
  if (isRecord(raw.stages)) settings.stages = raw.stages;
  if (isRecord(raw.weights)) settings.weights = parseWeights(raw.weights);
  const reciprocal = (['product', 'harmonic', 'min', 'off'] as const).find((name) => name === raw.reciprocal);
  if (reciprocal !== undefined) settings.reciprocal = reciprocal;
  return settings;
}

/**
 * The request of a run, or undefined while the person or the domain is missing. Explained unless it is
 * switched off. `written`: the text of a person who comes from one.
 */
export function requestOf(
  { domain, user, mode }: MatchSearch,
  settings: Settings | undefined,
  written: string,
): MatchRequest | undefined {
  if (domain === undefined) return undefined;
  const rest = { domain, explain: true, ...settings, record: false } as const;
  if (mode === 'text') return written.trim() === '' ? undefined : { profile: { context: written }, ...rest };
  return user === undefined ? undefined : { user_id: user, ...rest };
}

/** Settings with a change; a key that is set to undefined goes. */
export function changed(
  settings: Settings | undefined,
  change: { [Key in keyof Settings]: Settings[Key] | undefined },
): Settings {
  const next = { ...settings, ...change };
  return Object.fromEntries(Object.entries(next).filter(([, value]) => value !== undefined)) as Settings;
}
