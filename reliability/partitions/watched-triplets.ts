/**
 * Watches the triplets in the database itself, around the proxies: which run took each of them, and which
 * ones it gave back. So a triplet that two runs have learned from shows, and one that no run has.
 */
import type pg from 'pg';

const watching = `
  create table watched_triplets (triplet_id text not null, seeker_id text not null, candidate_id text not null,
    label text not null, what text not null, run_id text);
  create function watch_triplet() returns trigger language plpgsql as $$
  declare
    known triplets := coalesce(new, old);
    what text := case when tg_op = 'INSERT' then 'made' when tg_op = 'DELETE' then 'erased' else new.state end;
  begin
    if tg_op = 'UPDATE' and new.state = old.state and new.run_id is not distinct from old.run_id then
      return null;
    end if;
    insert into watched_triplets values
      (known.triplet_id, known.seeker_id, known.candidate_id, known.label, what, known.run_id);
    return null;
  end $$;
  create trigger watch_triplets after insert or update or delete on triplets
    for each row execute function watch_triplet();`;

/** Each gives a sentence for every row that does not hold once all runs have ended. */
const questions = [
  // An erasure takes the triplets of an outcome that name the person.
  `select 'the outcome of ' || o.seeker_id || ' about ' || o.candidate_id || ' has no triplet' as fault from outcomes o
     where o.is_current = 1
       and not exists (select from triplets t where t.seeker_id = o.seeker_id and t.candidate_id = o.candidate_id
         and t.label = o.label and t.state <> 'withdrawn')
       and not exists (select from watched_triplets w where w.seeker_id = o.seeker_id
         and w.candidate_id = o.candidate_id and w.label = o.label and w.what = 'erased')`,
  `select count(*) || ' equal triplets of ' || seeker_id || ': ' || positive_id || ' above ' || negative_id as fault
     from triplets where state <> 'withdrawn'
     group by seeker_id, positive_id, negative_id, candidate_id, label having count(*) > 1`,
  `select 'the triplet ' || triplet_id || ' waits for a run' as fault from triplets where state = 'pending'`,
  `select 'the triplet ' || triplet_id || ' is of the run ' || run_id || ', which is ' || coalesce(ended, 'gone')
     as fault from triplets left join training_runs using (run_id)
     where state = 'used' and coalesce(ended, '') not in ('deployed', 'rejected')`,
  `select 'the triplet ' || triplet_id || ' was learned from by ' || string_agg(distinct run_id, ' and ') as fault
     from watched_triplets join training_runs using (run_id)
     where what = 'used' and ended in ('deployed', 'rejected')
     group by triplet_id having count(distinct run_id) > 1`,
  `select 'the run ' || training_runs.run_id || ' says that it used ' || triplets_used || ' triplets, and took ' ||
       count(triplet_id) as fault
     from training_runs left join watched_triplets on watched_triplets.run_id = training_runs.run_id and what = 'used'
     group by training_runs.run_id, triplets_used having count(triplet_id) <> triplets_used`,
];

export interface WatchedTriplets {
  faults(): Promise<readonly string[]>;
}

export async function watchTriplets(client: pg.Client): Promise<WatchedTriplets> {
  await client.query(watching);
  return {
    faults: async () => {
      const faults: string[] = [];
      for (const question of questions)
        for (const { fault } of (await client.query(question)).rows) faults.push(fault);
      return faults;
    },
  };
}
