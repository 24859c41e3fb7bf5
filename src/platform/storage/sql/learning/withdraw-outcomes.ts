/**
 * One part of a withdrawal, in the caller's transaction. A withdrawn outcome never happened:
 *
 *   versions   The newest remaining version of each label stands for the label, and the newest label of the
 *              pair is the current one again.
 *   triplets   Triplets that name a seeker and a candidate whose current outcome was withdrawn are withdrawn,
 *              also where a run has used them. The label that stands again, and outcomes left without a
 *              triplet, get new ones.
 *   runs       An unfinished run of the domain has read the outcomes, or will. It is cancelled with its job,
 *              so that a later result is refused like that of a lost lease.
 */
import { type Kysely, sql } from 'kysely';
import type { OutcomeSelection, WithdrawalPart, WithdrawnPart } from '../../withdrawal.ts';
import type { Tables } from '../tables.generated.ts';
import { cancelUnfinishedRun } from './cancel-unfinished-run.ts';
import { recomputeTriplets } from './recompute-triplets.ts';
import { selectedPairs } from './select-outcomes.ts';
import { startRun } from './training-runs.ts';
import { tripletMaker } from './triplet-maker.ts';

type Version = Tables['outcomes'];

export async function withdrawPart(db: Kysely<Tables>, part: WithdrawalPart): Promise<WithdrawnPart> {
  const { tenantId, domain, selection, pairs } = part;
  const selected = await selectedPairs(db, tenantId, domain, selection, pairs);
  if (selected.length === 0)
    return { outcomes: 0, tripletsWithdrawn: 0, tripletsRecomputed: 0, more: false, runId: null };
  await cancelUnfinishedRun(db, tenantId, domain, part.at);
  const call = `${part.withdrawalId}${String(part.number).padStart(6, '0')}`;
  const maker = tripletMaker(db, part, call);
  const totals = { outcomes: 0, tripletsWithdrawn: 0, tripletsRecomputed: 0 };
  const bySeeker = Map.groupBy(selected.slice(0, pairs), ({ seeker_id }) => seeker_id);
  for (const [seekerId, ofSeeker] of bySeeker) {
    const candidates = [...new Set(ofSeeker.map(({ candidate_id }) => candidate_id))];
    const { removed, changed } = await withdrawVersions(db, part, seekerId, candidates);
    totals.outcomes += removed;
    const gone = await recomputeTriplets(db, part, maker, seekerId, changed);
    const remade = gone.filter((id) => id.startsWith(`tri_${part.withdrawalId}`)).length;
    totals.tripletsWithdrawn += gone.length - remade;
    totals.tripletsRecomputed -= remade;
  }
  totals.tripletsRecomputed += maker.standing();
  const more = (await selectedPairs(db, tenantId, domain, selection, 1)).length > 0;
  return { ...totals, more, runId: more ? null : await startAnew(db, part) };
}

/** Returns the candidates whose current outcome was withdrawn. */
async function withdrawVersions(
  db: Kysely<Tables>,
  part: WithdrawalPart,
  seekerId: string,
  candidates: readonly string[],
): Promise<{ readonly removed: number; readonly changed: readonly string[] }> {
  const versions = await versionsOf(db, part, seekerId, candidates);
  const changed: string[] = [];
  let removed = 0;
  for (const [candidateId, ofPair] of Map.groupBy(versions, (version) => version.candidate_id)) {
    const left = ofPair.filter((version) => !isSelected(version, part.selection));
    if (left.length === ofPair.length) continue;
    removed += ofPair.length - left.length;
    const current = ofPair.find(({ is_current }) => is_current === 1);
    if (current === undefined || !left.includes(current)) changed.push(candidateId);
    await putVersions(db, part, seekerId, candidateId, left);
  }
  return { removed, changed };
}

/** Everything that is known of the pairs: outcomes, superseded ones, and those that other keys replaced. */
async function versionsOf(
  db: Kysely<Tables>,
  { tenantId, domain }: WithdrawalPart,
  seekerId: string,
  candidates: readonly string[],
): Promise<readonly Version[]> {
  const outcomes = await db
    .selectFrom('outcomes')
    .selectAll()
    .where('tenant_id', '=', tenantId)
    .where('seeker_id', '=', seekerId)
    .where('domain', '=', domain)
    .where('candidate_id', 'in', [...candidates])
    .execute();
  const replaced = await db
    .selectFrom('replaced_outcomes')
    .selectAll()
    .where('tenant_id', '=', tenantId)
    .where('seeker_id', '=', seekerId)
    .where('domain', '=', domain)
    .where('candidate_id', 'in', [...candidates])
    .execute();
  return [
    ...outcomes,
    ...replaced.map((row) => ({
      ...row,
      key_id: row.key_id === '' ? null : row.key_id,
      is_current: 0 as const,
    })),
  ];
}

function isSelected(
  version: Version,
  { keyId, seekerId, candidateId, since, until }: OutcomeSelection,
): boolean {
  return (
    (keyId === undefined || version.key_id === keyId) &&
    (seekerId === undefined || version.seeker_id === seekerId) &&
    (candidateId === undefined || version.candidate_id === candidateId) &&
    (since === undefined || version.at >= since) &&
    (until === undefined || version.at <= until)
  );
}

/** Stores the remaining versions of a pair: the newest of each label, the rest as replaced. */
async function putVersions(
  db: Kysely<Tables>,
  { tenantId, domain }: WithdrawalPart,
  seekerId: string,
  candidateId: string,
  left: readonly Version[],
): Promise<void> {
  for (const table of ['outcomes', 'replaced_outcomes'] as const) {
    await db
      .deleteFrom(table)
      .where('tenant_id', '=', tenantId)
      .where(sql.ref<string>('seeker_id'), '=', seekerId)
      .where('domain', '=', domain)
      .where('candidate_id', '=', candidateId)
      .execute();
  }
  const newestFirst = left.toSorted(
    (a, b) => b.is_current - a.is_current || (a.at < b.at ? 1 : a.at > b.at ? -1 : 0),
  );
  const standing = new Set<string>();
  for (const version of newestFirst) {
    const { is_current, ...row } = version;
    if (standing.has(row.label)) {
      await db
        .insertInto('replaced_outcomes')
        .values({ ...row, key_id: row.key_id ?? '' })
        .execute();
      continue;
    }
    await db
      .insertInto('outcomes')
      .values({ ...row, is_current: standing.size === 0 ? 1 : 0 })
      .execute();
    standing.add(row.label);
  }
}

async function startAnew(db: Kysely<Tables>, { run, job }: WithdrawalPart): Promise<string | null> {
  const started = await startRun(db, { run, job, atLeast: 1 });
  return started.state === 'too_few' ? null : started.run.runId;
}
