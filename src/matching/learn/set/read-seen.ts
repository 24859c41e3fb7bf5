/**
 * Reads the pairs that seekers have seen (`seen-candidates.ts`). Only matches with feedback are read, however
 * many there are: those named by an outcome of the set, and those that were confirmed.
 */
import type { TenantId } from '../../../contract/brands.ts';
import type { LearningStore, ShownPair } from '../../../platform/storage/learning-store.ts';
import type { ShownPairs } from '../training-set.ts';
import type { PeopleNumbers } from './people-numbers.ts';
import { Propensities } from './propensities.ts';
import { seenCandidates } from './seen-candidates.ts';
import type { Slate, Slates } from './slates.ts';

interface WantedPairs {
  readonly definition: { readonly domain: string };
  /** ISO 8601 */
  readonly frozenAt: string;
  readonly sources: readonly { readonly tenantId: TenantId }[];
}

interface NamedMatch {
  readonly tenantId: TenantId;
  readonly matchId: string;
}

interface SeenPair extends Pick<ShownPair, 'position' | 'atMs'> {
  readonly seeker: number;
  readonly candidate: number;
  readonly slate: number;
}

const PAGE_ROWS = 2000;
/** A match has at most 100 candidates. */
const MATCHES_A_READ = 20;
const noCandidate: ReadonlySet<string> = new Set();

/** The newest matches, about `bound` pairs, ordered by match and position. */
export async function readSeen(
  learning: Pick<LearningStore, 'confirmedMatches' | 'shownIn'>,
  wanted: WantedPairs,
  bound: number,
  numbers: PeopleNumbers,
  slates: Slates,
  propensities: Propensities = new Propensities(),
): Promise<Omit<ShownPairs, 'people'>> {
  const matches = await newestFirst(learning, wanted, slates);
  const groups: SeenPair[][] = [];
  let pairs = 0;
  for (let from = 0; from < matches.length && pairs < bound; from += MATCHES_A_READ) {
    const some = matches.slice(from, from + MATCHES_A_READ);
    for (const group of await readMatches(learning, wanted, some, numbers, slates, propensities)) {
      groups.push(group);
      pairs += group.length;
    }
  }
  return columnsOf(groups.reverse().flat().slice(-bound));
}

/** Match ids grow with time. */
async function newestFirst(
  learning: Pick<LearningStore, 'confirmedMatches'>,
  { definition, frozenAt, sources }: WantedPairs,
  slates: Slates,
): Promise<readonly NamedMatch[]> {
  const found = new Map<string, NamedMatch>();
  for (const slate of slates.all()) found.set(slate.matchId, slate);
  for (const { tenantId } of sources) {
    const pages = learning.confirmedMatches(tenantId, definition.domain, Date.parse(frozenAt), PAGE_ROWS);
    for await (const page of pages) for (const matchId of page) found.set(matchId, { tenantId, matchId });
  }
  return [...found.values()].sort((a, b) => (a.matchId < b.matchId ? 1 : -1));
}

/** The seen pairs of each match, newest first. */
async function readMatches(
  learning: Pick<LearningStore, 'shownIn'>,
  { definition, frozenAt }: WantedPairs,
  matches: readonly NamedMatch[],
  numbers: PeopleNumbers,
  slates: Slates,
  propensities: Propensities,
): Promise<readonly SeenPair[][]> {
  const seen = new Map<string, SeenPair[]>();
  for (const [tenantId, some] of Map.groupBy(matches, (match) => match.tenantId)) {
    const ids = some.map(({ matchId }) => matchId);
    const shown = await learning.shownIn(tenantId, definition.domain, ids, Date.parse(frozenAt));
    for (const [matchId, pairs] of Map.groupBy(shown, (pair) => pair.matchId)) {
      const slate = slates.ofMatch(matchId);
      if (slate !== undefined) notePropensities(propensities, slate, pairs, numbers);
      const decided = slate?.decided ?? noCandidate;
      seen.set(matchId, numbered(tenantId, seenCandidates(pairs, decided), numbers, slates));
    }
  }
  return matches.flatMap(({ matchId }) => {
    const pairs = seen.get(matchId) ?? [];
    return pairs.length === 0 ? [] : [pairs];
  });
}

/** Propensities of the candidates with a decision. */
function notePropensities(
  propensities: Propensities,
  { tenantId, number, decided }: Slate,
  pairs: readonly ShownPair[],
  numbers: PeopleNumbers,
): void {
  for (const { candidateId, propensity } of pairs) {
    if (propensity === null || !decided.has(candidateId)) continue;
    propensities.note(number, numbers.number(tenantId, candidateId), propensity);
  }
}

function numbered(
  tenantId: TenantId,
  pairs: readonly ShownPair[],
  numbers: PeopleNumbers,
  slates: Slates,
): SeenPair[] {
  return pairs.flatMap(({ matchId, seekerId, candidateId, position, atMs }) => {
    const seeker = numbers.known(tenantId, seekerId);
    // Without a decision nothing is known of the seeker's taste, and an erasure would not find the model.
    if (seeker === undefined) return [];
    const candidate = numbers.number(tenantId, candidateId);
    return [{ seeker, candidate, position, atMs, slate: slates.number(tenantId, matchId) }];
  });
}

function columnsOf(pairs: readonly SeenPair[]): Omit<ShownPairs, 'people'> {
  return {
    seekers: Uint32Array.from(pairs, ({ seeker }) => seeker),
    candidates: Uint32Array.from(pairs, ({ candidate }) => candidate),
    positions: Uint16Array.from(pairs, ({ position }) => position),
    atMs: Float64Array.from(pairs, ({ atMs }) => atMs),
    slates: Int32Array.from(pairs, ({ slate }) => slate),
  };
}
