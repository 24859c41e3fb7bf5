/** The counters of the statistics by brute force, from the rows themselves. */
import type { TenantId } from '../../../contract/brands.ts';
import { NEWCOMER_DAYS, SCORE_BUCKETS } from '../statistics-store.ts';
import type { StoreUnderTest } from './store-under-test.ts';

const NEWCOMER_MS = NEWCOMER_DAYS * 86_400_000;

interface OutcomeRow {
  readonly seeker_id: string;
  readonly candidate_id: string;
  readonly label: string;
  readonly at: string;
  readonly is_current: number;
}

interface MatchRow {
  readonly match_id: string;
  readonly at_ms: number;
}

interface CandidateRow extends MatchRow {
  readonly candidate_id: string;
  readonly score: number;
  readonly created_at: string;
}

/** All matches are counted. `shownAtFirst`: by match, how many its answer showed. */
export async function recount(
  under: StoreUnderTest,
  tenant: TenantId,
  domain: string,
  shownAtFirst: ReadonlyMap<string, number>,
) {
  const rows = async <Row>(statement: string) =>
    (await under.query(statement, tenant, domain)) as unknown as readonly Row[];
  const outcomes = await rows<OutcomeRow>('select * from outcomes where tenant_id = ? and domain = ?');
  const matches = await rows<MatchRow>('select * from shown_matches where tenant_id = ? and domain = ?');
  const candidates = await rows<CandidateRow>(
    `select c.*, m.at_ms, p.created_at from shown_candidates c
     join shown_matches m on m.match_id = c.match_id
     join profiles p on p.domain = c.domain and p.user_id = c.candidate_id
     where c.tenant_id = ? and c.domain = ?`,
  );
  return {
    people: (await rows('select * from profiles where tenant_id = ? and domain = ?')).length,
    outcomes: outcomeDays(outcomes),
    mutual: mutualDays(outcomes),
    matches: matchDays(matches, candidates, shownAtFirst),
    exposure: exposure(candidates),
  };
}

const dayOf = (atMs: number) => new Date(atMs).toISOString().slice(0, 10);
const sorted = <Key extends string, Value>(groups: ReadonlyMap<Key, Value>) =>
  [...groups].sort(([a], [b]) => (a < b ? -1 : 1));

function outcomeDays(outcomes: readonly OutcomeRow[]) {
  const groups = Map.groupBy(outcomes, ({ at, label }) => JSON.stringify([at.slice(0, 10), label]));
  return sorted(groups).map(([key, members]) => {
    const [day, label] = JSON.parse(key) as [string, string];
    return { day, label, outcomes: members.length, current: members.filter((row) => row.is_current).length };
  });
}

function mutualDays(outcomes: readonly OutcomeRow[]) {
  const current = outcomes.filter((row) => row.is_current);
  const pairs = current.flatMap((outcomeRow) => {
    const other = current.find(
      (row) => row.seeker_id === outcomeRow.candidate_id && row.candidate_id === outcomeRow.seeker_id,
    );
    if (other === undefined || outcomeRow.seeker_id >= outcomeRow.candidate_id) return [];
    const [, later] = [outcomeRow.at, other.at].sort();
    return [JSON.stringify([later!.slice(0, 10), ...[outcomeRow.label, other.label].sort()])];
  });
  return sorted(Map.groupBy(pairs, (pair) => pair)).map(([key, members]) => {
    const [day, ...labels] = JSON.parse(key) as [string, string, string];
    return { day, labels, pairs: members.length };
  });
}

function matchDays(
  matches: readonly MatchRow[],
  candidates: readonly CandidateRow[],
  shownAtFirst: ReadonlyMap<string, number>,
) {
  const shownOn = Map.groupBy(candidates, (row) => dayOf(row.at_ms));
  return sorted(Map.groupBy(matches, (row) => dayOf(row.at_ms))).map(([day, members]) => {
    const shown = shownOn.get(day) ?? [];
    const scores = new Array<number>(SCORE_BUCKETS).fill(0);
    for (const { score } of shown) scores[Math.min(SCORE_BUCKETS - 1, Math.floor(score * SCORE_BUCKETS))]!++;
    return {
      day,
      matches: members.length,
      empty: members.filter((row) => shownAtFirst.get(row.match_id) === 0).length,
      shown: shown.length,
      newcomers: shown.filter((row) => row.at_ms - Date.parse(row.created_at) < NEWCOMER_MS).length,
      scores,
    };
  });
}

function exposure(candidates: readonly CandidateRow[]) {
  const times = [...Map.groupBy(candidates, (row) => row.candidate_id).values()].map((rows) => rows.length);
  return [...Map.groupBy(times, (count) => count)]
    .map(([count, people]) => ({ times: count, people: people.length }))
    .sort((a, b) => a.times - b.times);
}
