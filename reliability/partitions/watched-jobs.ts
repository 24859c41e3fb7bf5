/**
 * Watches the jobs in the database itself, around the proxies: which worker holds a lease, and every end of a
 * job. A job that ends twice was finished by a worker that had lost it.
 */
import type pg from 'pg';

const watching = `
  create table watched_ends (job_id text not null, status text not null, result text);
  create function watch_end() returns trigger language plpgsql as $$ begin
    insert into watched_ends values (new.job_id, new.status, new.result);
    return null;
  end $$;
  create trigger watch_ends after update on jobs for each row when (new.finished_at is not null)
    execute function watch_end();`;

export interface WatchedJobs {
  /** Whether the worker with the process id holds the lease of a job that callers see. */
  isWorking(pid: number): Promise<boolean>;
  /** Jobs that a second worker took over. */
  takenOver(): Promise<number>;
  /** A sentence for each job that did not end exactly once. */
  faults(): Promise<readonly string[]>;
}

export async function watchJobs(client: pg.Client): Promise<WatchedJobs> {
  await client.query(watching);
  const count = async (question: string, ...values: readonly string[]) => {
    const { rows } = await client.query(`select count(*) as count from jobs where keep = 1 and ${question}`, [
      ...values,
    ]);
    return Number(rows[0].count);
  };
  return {
    isWorking: async (pid) => (await count('lease_owner like $1', `%:${pid}:%`)) > 0,
    takenOver: () => count('takes > 1'),
    faults: async () => {
      const { rows } = await client.query(`
        select j.kind, j.job_id, j.status, count(e.job_id) as ends, string_agg(e.status, ', ') as seen
        from jobs j left join watched_ends e on e.job_id = j.job_id
        where j.keep = 1 group by j.kind, j.job_id, j.status having count(e.job_id) <> 1`);
      return rows.map(
        ({ kind, job_id, status, ends, seen }) =>
          `${kind} ${job_id} is ${status} and has ended ${ends} times: ${seen}`,
      );
    },
  };
}
