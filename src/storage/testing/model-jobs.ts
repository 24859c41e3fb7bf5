/**
 * The plainest possible queue, in memory: the model that the stores are tested against. It has no claims and
 * no changes.
 */
import type { Job, NewJob } from '../job.ts';
import { type JobEnd, MAX_TAKES } from '../job-store.ts';

type Row = { -readonly [Name in keyof Job]: Job[Name] };

export class ModelJobs {
  readonly rows = new Map<string, Row>();

  create({ runAfterMs, ...job }: NewJob): 'created' | 'exists' {
    const same = [...this.rows.values()].some(
      (row) =>
        row.finishedAt === null &&
        row.uniqueKey !== null &&
        row.tenantId === job.tenantId &&
        row.kind === job.kind &&
        row.uniqueKey === job.uniqueKey,
    );
    if (same) return 'exists';
    const nothing = { detail: null, checkpoint: null, result: null, error: null, leaseOwner: null };
    const never = { leaseExpiresMs: null, startedAt: null, finishedAt: null };
    this.rows.set(job.jobId, {
      ...job,
      ...nothing,
      ...never,
      runAfterMs,
      status: 'queued',
      progress: 0,
      takes: 0,
      cancelRequested: false,
    });
    return 'created';
  }

  take(
    owner: string,
    limits: Readonly<Record<string, number>>,
    limit: number,
    nowMs: number,
    leaseMs: number,
  ): { readonly taken: readonly string[]; readonly givenUp: readonly string[] } {
    const due = [...this.rows.values()]
      .filter((row) => row.kind in limits && (dueMs(row) ?? Number.POSITIVE_INFINITY) <= nowMs)
      .sort((a, b) => dueMs(a)! - dueMs(b)! || (a.jobId < b.jobId ? -1 : 1));
    const hopeless = (row: Row) =>
      row.status === 'running' && (row.cancelRequested || row.takes >= MAX_TAKES);
    const givenUp = due.filter(hopeless).slice(0, limit);
    const room = new Map(
      Object.entries(limits).map(([kind, most]) => [kind, most - this.#live(kind, nowMs)]),
    );
    const taken: Row[] = [];
    for (const row of due) {
      const left = room.get(row.kind)!;
      if (hopeless(row) || left <= 0 || taken.length === limit) continue;
      room.set(row.kind, left - 1);
      taken.push(row);
    }
    for (const row of [...taken, ...givenUp]) {
      row.status = 'running';
      row.leaseOwner = owner;
      row.leaseExpiresMs = nowMs + leaseMs;
      row.runAfterMs = null;
      row.startedAt ??= new Date(nowMs).toISOString();
    }
    for (const row of taken) row.takes++;
    return { taken: taken.map((row) => row.jobId), givenUp: givenUp.map((row) => row.jobId) };
  }

  #live(kind: string, nowMs: number): number {
    return [...this.rows.values()].filter((row) => row.kind === kind && (row.leaseExpiresMs ?? 0) > nowMs)
      .length;
  }

  heartbeat(owner: string, ids: readonly string[], nowMs: number, leaseMs: number) {
    const held = ids.filter((id) => this.rows.get(id)?.leaseOwner === owner);
    for (const id of held) this.rows.get(id)!.leaseExpiresMs = nowMs + leaseMs;
    return {
      lost: ids.filter((id) => !held.includes(id)),
      cancelRequested: held.filter((id) => this.rows.get(id)!.cancelRequested),
    };
  }

  finish(owner: string, id: string, end: JobEnd, nowMs: number): 'finished' | 'lost' {
    const row = this.rows.get(id);
    if (row?.leaseOwner !== owner) return 'lost';
    Object.assign(row, { status: end.status, leaseOwner: null, leaseExpiresMs: null });
    if (end.status === 'queued') {
      if (row.cancelRequested) Object.assign(row, { status: 'running', leaseExpiresMs: end.runAfterMs });
      else row.runAfterMs = end.runAfterMs;
      row.takes--;
      if (end.afresh) Object.assign(row, { takes: 0, progress: 0, startedAt: null });
      return 'finished';
    }
    row.finishedAt = new Date(nowMs).toISOString();
    if (end.status === 'succeeded') Object.assign(row, { progress: 1, result: end.result });
    if (end.status === 'failed') row.error = end.error;
    if (end.status === 'succeeded' && !row.keep) this.rows.delete(id);
    return 'finished';
  }

  cancel(id: string, nowMs: number): Job['status'] | null {
    const row = this.rows.get(id);
    if (row === undefined) return null;
    if (row.status === 'running') row.cancelRequested = true;
    if (row.status === 'queued') {
      Object.assign(row, {
        status: 'cancelled',
        runAfterMs: null,
        finishedAt: new Date(nowMs).toISOString(),
      });
    }
    return row.status;
  }

  forgetFinished(beforeMs: number): number {
    const before = this.rows.size;
    for (const [id, row] of this.rows)
      if (row.finishedAt !== null && Date.parse(row.finishedAt) < beforeMs) this.rows.delete(id);
    return before - this.rows.size;
  }

  /** Newest first. */
  list(): readonly Job[] {
    return [...this.rows.values()].sort((a, b) => (a.jobId < b.jobId ? 1 : -1));
  }
}

function dueMs(row: Row): number | null {
  return row.status === 'queued' ? row.runAfterMs : row.leaseExpiresMs;
}
