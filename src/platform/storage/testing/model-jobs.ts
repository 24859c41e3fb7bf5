/**
 * The plainest possible queue, in memory: the model that the stores are tested against. It has no claims and
 * no changes.
 */
import type { Job, NewJob } from '../job.ts';
import { type JobEnd, MAX_TAKES } from '../job-store.ts';

/** A job counts as at least so much running time. */
const LEAST_COST_MS = 100;

type Row = { -readonly [Name in keyof Job]: Job[Name] };

interface Turn {
  readonly row: Row;
  /** Where it begins on the clock of its kind. */
  readonly atMs: number;
  readonly forgivenMs: number;
  /** How many jobs of its kind run or begin before it. */
  readonly ahead: number;
}

interface ModelTake {
  readonly limits: Readonly<Record<string, number>>;
  readonly perTenant: number;
  readonly limit: number;
  readonly nowMs: number;
  readonly leaseMs: number;
}

export class ModelJobs {
  readonly rows = new Map<string, Row>();
  /** Up to where each tenant has been served on the clock of a kind, and since when. */
  readonly #shares = new Map<string, { readonly servedMs: number; readonly asOfMs: number }>();
  readonly #clocks = new Map<string, { readonly servedMs: number; readonly takenMs: number }>();
  /** When the running attempt of a job began. */
  readonly #takenMs = new Map<string, number>();

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
    { limits, perTenant, limit, nowMs, leaseMs }: ModelTake,
  ): { readonly taken: readonly string[]; readonly givenUp: readonly string[] } {
    const due = [...this.rows.values()].filter(
      (row) => row.kind in limits && (dueMs(row) ?? Number.POSITIVE_INFINITY) <= nowMs,
    );
    const givenUp = first(due.filter(isHopeless), [dueMs], limit);
    const turns = Object.entries(limits).flatMap(([kind, most]) =>
      this.#turns(
        kind,
        due.filter((row) => row.kind === kind && !isHopeless(row)),
        { most, perTenant, nowMs },
      ).slice(0, limit),
    );
    const kindTakenMs = ({ row }: Turn) => this.#clocks.get(row.kind)?.takenMs ?? 0;
    const next = first(turns, [({ ahead }) => ahead, kindTakenMs, ({ row }) => dueMs(row)], limit, rowOf);
    for (const row of [...next.map(rowOf), ...givenUp])
      if (row.status === 'running') this.#charge(row, row.leaseExpiresMs!);
    const clocks = new Map(this.#clocks);
    const clockOf = (kind: string) => clocks.get(kind)?.servedMs ?? 0;
    for (const [share, own] of Map.groupBy(next, ({ row }) => shareOf(row))) {
      const [{ row, forgivenMs }] = own as [Turn];
      const fromMs = Math.max(this.#share(row).servedMs - forgivenMs, clockOf(row.kind));
      this.#shares.set(share, { servedMs: fromMs + own.length * LEAST_COST_MS, asOfMs: nowMs });
    }
    for (const { row, atMs } of next) {
      row.takes++;
      const servedMs = Math.max(atMs, this.#clocks.get(row.kind)?.servedMs ?? 0);
      this.#clocks.set(row.kind, { servedMs, takenMs: nowMs });
    }
    for (const row of [...next.map(rowOf), ...givenUp]) {
      row.status = 'running';
      row.leaseOwner = owner;
      row.leaseExpiresMs = nowMs + leaseMs;
      row.runAfterMs = null;
      row.startedAt ??= new Date(nowMs).toISOString();
      this.#takenMs.set(row.jobId, nowMs);
    }
    return { taken: next.map(({ row }) => row.jobId), givenUp: givenUp.map((row) => row.jobId) };
  }

  /** The jobs of a kind in their order, as far as the limits let them run. */
  #turns(
    kind: string,
    due: Row[],
    { most, perTenant, nowMs }: { most: number; perTenant: number; nowMs: number },
  ): readonly Turn[] {
    const live = [...this.rows.values()].filter(
      (row) => row.kind === kind && row.status === 'running' && row.leaseExpiresMs! > nowMs,
    );
    const clockMs = this.#clocks.get(kind)?.servedMs ?? 0;
    const turns: Turn[] = [];
    const ofTenant = ({ tenantId }: Row, rows: readonly Row[]) =>
      rows.filter((row) => row.tenantId === tenantId);
    const begun = () => turns.map(rowOf);
    const running = (row: Row) => ofTenant(row, live).length + ofTenant(row, begun()).length;
    const forgivenMs = (row: Row) => {
      const waiting = ofTenant(row, due);
      const isAsking = [...ofTenant(row, live), ...waiting].some(({ status }) => status === 'running');
      return isAsking
        ? 0
        : Math.max(0, Math.min(...waiting.map((each) => dueMs(each)!)) - this.#share(row).asOfMs);
    };
    const atMs = (row: Row) =>
      Math.max(this.#share(row).servedMs - forgivenMs(row), clockMs) +
      LEAST_COST_MS * ofTenant(row, begun()).length;
    while (live.length + turns.length < most) {
      const may = due.filter((row) => running(row) < perTenant && !begun().includes(row));
      const [row] = first(may, [running, atMs, dueMs], 1);
      if (row === undefined) break;
      const ahead = live.length + turns.length;
      turns.push({ row, atMs: atMs(row), forgivenMs: forgivenMs(row), ahead });
    }
    return turns;
  }

  #share(row: Row) {
    return this.#shares.get(shareOf(row)) ?? { servedMs: 0, asOfMs: 0 };
  }

  /** For the time of an attempt, beyond the least cost of its turn. */
  #charge(row: Row, endMs: number): void {
    const restMs = Math.max(0, endMs - this.#takenMs.get(row.jobId)! - LEAST_COST_MS);
    this.#shares.set(shareOf(row), { servedMs: this.#share(row).servedMs + restMs, asOfMs: endMs });
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
    this.#charge(row, nowMs);
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

const rowOf = ({ row }: Turn) => row;
const shareOf = ({ tenantId, kind }: Row) => `${tenantId} ${kind}`;
const isHopeless = (row: Row) => row.status === 'running' && (row.cancelRequested || row.takes >= MAX_TAKES);

/** The `count` least by these numbers, one after the other, then by the job's id. */
function first<Each>(
  all: readonly Each[],
  by: readonly ((each: Each) => number | null)[],
  count: number,
  rowOfEach: (each: Each) => Row = (each) => each as unknown as Row,
): Each[] {
  const compare = (a: Each, b: Each) => {
    for (const value of by) if (value(a) !== value(b)) return value(a)! - value(b)!;
    return rowOfEach(a).jobId < rowOfEach(b).jobId ? -1 : 1;
  };
  return all.toSorted(compare).slice(0, count);
}
