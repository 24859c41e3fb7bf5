-- The tables of a new PostgreSQL database, as the migrations up to 0021 leave them in SQLite. Later migrations
-- change both. Text is in the order of its bytes (collate "C"), whatever the order of the database is.

-- Epoch milliseconds as ISO 8601, UTC, with milliseconds.
create function iso_time(ms bigint) returns text language sql immutable strict parallel safe as $$
  select to_char(to_timestamp(ms / 1000) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.')
    || lpad((ms % 1000)::text, 3, '0') || 'Z'
$$;

-- Degrees as radians, and the square of a number; 0 where PostgreSQL would report an underflow.
create function radians_of(degrees float8) returns float8 language sql immutable strict parallel safe as $$
  select case when abs(degrees) < 1e-150 then 0::float8 else degrees * (pi() / 180) end
$$;
create function square_of(x float8) returns float8 language sql immutable strict parallel safe as $$
  select case when abs(x) < 1e-150 then 0::float8 else x * x end
$$;

-- The great-circle distance of domains/filter.ts, in km. The last bit may be another one, as the sine is that of
-- the system's library.
create function distance_km(lat_a float8, lon_a float8, lat_b float8, lon_b float8)
returns float8 language sql immutable strict parallel safe as $$
  select 2 * 6371.0088 * asin(least(1::float8, sqrt(
    square_of(sin(radians_of(lat_b - lat_a) / 2))
    + cos(radians_of(lat_a)) * cos(radians_of(lat_b)) * square_of(sin(radians_of(lon_b - lon_a) / 2)))))
$$;

create table tenants (
  tenant_id text collate "C" primary key,
  name text collate "C" not null unique,
  email text collate "C" not null,
  created_at text collate "C" not null,
  domains text collate "C" not null,
  settings text collate "C" not null
);
create table api_keys (
  tenant_id text collate "C" not null,
  key_id text collate "C" not null,
  hash text collate "C" not null unique,
  scopes text collate "C" not null,
  rate double precision not null,
  burst double precision not null,
  created_at text collate "C" not null,
  expires_at text collate "C",
  revoked_at text collate "C",
  constraint api_keys_key primary key (tenant_id, key_id)
);
create table definitions (
  tenant_id text collate "C" not null,
  domain text collate "C" not null,
  version integer not null,
  source text collate "C" not null,
  constraint definitions_key primary key (tenant_id, domain, version)
);
create table counters (
  name text collate "C" primary key,
  value bigint not null
);
create table profiles (
  tenant_id text collate "C" not null,
  domain text collate "C" not null,
  user_id text collate "C" not null,
  schema_version text collate "C" not null,
  fields text collate "C" not null,
  derived text collate "C" not null,
  places text collate "C" not null,
  layers text collate "C" not null,
  extras text collate "C" not null,
  preferences text collate "C" not null,
  missing_required text collate "C" not null,
  complete integer not null,
  created_at text collate "C" not null,
  updated_at text collate "C" not null,
  last_enriched_at text collate "C",
  revision bigint not null,
  constraint profiles_key primary key (tenant_id, domain, user_id)
);
create index profiles_of_person on profiles (tenant_id, user_id);
create table context_items (
  tenant_id text collate "C" not null,
  domain text collate "C" not null,
  user_id text collate "C" not null,
  context_id text collate "C" not null,
  source text collate "C" not null,
  content text collate "C" not null,
  content_hash text collate "C" not null,
  minhash bytea not null,
  created_at text collate "C" not null,
  constraint context_items_key primary key (tenant_id, context_id)
);
create index context_items_by_time on context_items (tenant_id, user_id, domain, created_at, context_id);
create table changes (
  tenant_id text collate "C" not null,
  domain text collate "C" not null,
  user_id text collate "C" not null,
  sequence bigint not null,
  kind text collate "C" not null,
  constraint changes_key primary key (tenant_id, domain, user_id)
);
create index changes_in_order on changes (tenant_id, domain, sequence);
create table outcomes (
  tenant_id text collate "C" not null,
  domain text collate "C" not null,
  seeker_id text collate "C" not null,
  candidate_id text collate "C" not null,
  label text collate "C" not null,
  weight double precision not null,
  match_id text collate "C",
  at text collate "C" not null,
  is_current integer not null,
  key_id text collate "C",
  constraint outcomes_key primary key (tenant_id, seeker_id, domain, candidate_id, label)
);
create table triplets (
  tenant_id text collate "C" not null,
  domain text collate "C" not null,
  triplet_id text collate "C" not null,
  seeker_id text collate "C" not null,
  positive_id text collate "C" not null,
  negative_id text collate "C" not null,
  weight double precision not null,
  state text collate "C" not null,
  run_id text collate "C",
  created_at text collate "C" not null,
  candidate_id text collate "C" default '' not null,
  label text collate "C" default '' not null,
  constraint triplets_key primary key (tenant_id, domain, triplet_id)
);
create index triplets_by_state on triplets (tenant_id, domain, state);
create table idempotency_keys (
  tenant_id text collate "C" not null,
  route text collate "C" not null,
  key text collate "C" not null,
  fingerprint text collate "C" not null,
  claimed_at_ms bigint not null,
  expires_at_ms bigint not null,
  status integer,
  body text collate "C",
  request_id text collate "C",
  constraint idempotency_keys_key primary key (tenant_id, route, key)
);
create table jobs (
  tenant_id text collate "C" not null,
  job_id text collate "C" not null,
  kind text collate "C" not null,
  status text collate "C" not null,
  resource_type text collate "C",
  resource_id text collate "C",
  user_id text collate "C",
  unique_key text collate "C",
  input text collate "C" not null,
  keep integer not null,
  progress double precision not null,
  detail text collate "C",
  checkpoint text collate "C",
  result text collate "C",
  error text collate "C",
  takes integer not null,
  cancel_requested integer not null,
  due_ms bigint,
  lease_owner text collate "C",
  created_at text collate "C" not null,
  started_at text collate "C",
  finished_at text collate "C",
  constraint jobs_key primary key (tenant_id, job_id)
);
create index jobs_by_status on jobs (status, kind, due_ms, job_id);
create index jobs_leased on jobs (lease_owner, job_id) where lease_owner is not null;
create index jobs_of_person on jobs (tenant_id, user_id) where user_id is not null;
create unique index jobs_unique_key on jobs (tenant_id, kind, unique_key) where finished_at is null;
create table datasets (
  tenant_id text collate "C" not null,
  dataset_id text collate "C" not null,
  name text collate "C" not null,
  version integer not null,
  source text collate "C" not null,
  may_export integer not null,
  may_train integer not null,
  terms text collate "C" not null,
  item_count bigint not null,
  event_count bigint not null,
  files text collate "C" not null,
  created_at text collate "C" not null,
  ready_at text collate "C",
  constraint datasets_key primary key (tenant_id, dataset_id)
);
create unique index datasets_by_name on datasets (tenant_id, name, version);
create table secrets (
  name text collate "C" primary key,
  value bytea not null
);
create table heads (
  tenant_id text collate "C" not null,
  user_id text collate "C" not null,
  head text collate "C" not null,
  encoder_id text collate "C" not null,
  source_domain text collate "C" not null,
  codes bytea not null,
  scale double precision not null,
  sentences text collate "C" not null,
  sentence_codes bytea not null,
  made_from text collate "C" not null,
  made_at text collate "C" not null,
  constraint heads_by_encoder_key primary key (tenant_id, user_id, head, encoder_id)
);
create index heads_of_encoder on heads (encoder_id, tenant_id, head, user_id);
create table encoder_roles (
  role text collate "C" primary key,
  encoder_id text collate "C" not null,
  setting text collate "C",
  model text collate "C",
  since text collate "C" not null,
  rows_at_start bigint not null
);
create table rows_to_encode (
  tenant_id text collate "C" not null,
  domain text collate "C" not null,
  user_id text collate "C" not null,
  constraint rows_to_encode_key primary key (tenant_id, domain, user_id)
);
create index triplets_of_run on triplets (tenant_id, run_id, triplet_id);
create index triplets_of_pair_positive on triplets (tenant_id, seeker_id, positive_id);
create index triplets_of_pair_negative on triplets (tenant_id, seeker_id, negative_id);
create index outcomes_newest on outcomes (tenant_id, seeker_id, domain, is_current, at);
create index outcomes_by_time on outcomes (tenant_id, domain, at, seeker_id, candidate_id);
create table shown_matches (
  tenant_id text collate "C" not null,
  match_id text collate "C" not null,
  domain text collate "C" not null,
  seeker_id text collate "C" not null,
  answer text collate "C" not null,
  at_ms bigint not null,
  confirmed_ms bigint,
  constraint shown_matches_key primary key (tenant_id, match_id)
);
create index shown_matches_by_time on shown_matches (at_ms);
create table shown_candidates (
  tenant_id text collate "C" not null,
  match_id text collate "C" not null,
  position integer not null,
  domain text collate "C" not null,
  candidate_id text collate "C" not null,
  score double precision not null,
  confirmed_ms bigint,
  constraint shown_candidates_key primary key (tenant_id, match_id, position)
);
create table training_runs (
  tenant_id text collate "C" not null,
  run_id text collate "C" not null,
  domain text collate "C" not null,
  tier text collate "C" not null,
  job_id text collate "C" not null,
  forced integer not null,
  ended text collate "C",
  triplets_used bigint not null,
  estimated_minutes bigint not null,
  version text collate "C",
  metrics text collate "C",
  reason text collate "C",
  created_at text collate "C" not null,
  started_at text collate "C",
  finished_at text collate "C",
  constraint training_runs_key primary key (tenant_id, run_id)
);
create index training_runs_of_domain on training_runs (tenant_id, domain, run_id);
create table learned_from (
  tenant_id text collate "C" not null,
  user_id text collate "C" not null,
  run_id text collate "C" not null,
  domain text collate "C" not null,
  constraint learned_from_key primary key (tenant_id, user_id, run_id, domain)
);
create index learned_from_of_run on learned_from (run_id);
create table model_heads (
  tenant_id text collate "C" not null,
  domain text collate "C" not null,
  tier text collate "C" not null,
  version text collate "C" not null,
  run_id text collate "C" not null,
  card text collate "C" not null,
  files text collate "C" not null,
  created_at text collate "C" not null,
  deployed_at text collate "C",
  in_force integer not null,
  constraint model_heads_key primary key (tenant_id, version)
);
create index model_heads_of_domain on model_heads (tenant_id, domain, tier, in_force);
create index model_heads_of_run on model_heads (tenant_id, run_id);
create table llm_spending (
  tenant_id text collate "C" not null,
  day text collate "C" not null,
  usd double precision not null,
  input_tokens bigint not null,
  output_tokens bigint not null,
  constraint llm_spending_key primary key (tenant_id, day)
);
create table erased_from_heads (
  tenant_id text collate "C" not null,
  run_id text collate "C" not null,
  user_id text collate "C" not null,
  constraint erased_from_heads_key primary key (tenant_id, run_id, user_id)
);
create table models (
  tenant_id text collate "C" not null,
  model_id text collate "C" not null,
  name text collate "C" not null,
  version integer not null,
  architecture text collate "C" not null,
  dataset_id text collate "C" not null,
  base_model_id text collate "C",
  tokenizer_id text collate "C",
  job_id text collate "C" not null,
  ended text collate "C",
  made text collate "C",
  error text collate "C",
  created_at text collate "C" not null,
  constraint models_key primary key (tenant_id, model_id)
);
create unique index models_by_name on models (tenant_id, name, version);
create table simulations (
  tenant_id text collate "C" not null,
  simulation_id text collate "C" not null,
  model_id text collate "C" not null,
  asked text collate "C" not null,
  job_id text collate "C" not null,
  ended text collate "C",
  result text collate "C",
  error text collate "C",
  created_at text collate "C" not null,
  constraint simulations_key primary key (tenant_id, simulation_id)
);
create table tokenizers (
  tenant_id text collate "C" not null,
  tokenizer_id text collate "C" not null,
  name text collate "C" not null,
  version integer not null,
  dataset_id text collate "C",
  modalities text collate "C" not null,
  layout text collate "C",
  progressive_masking integer not null,
  job_id text collate "C",
  ended text collate "C",
  made text collate "C",
  error text collate "C",
  created_at text collate "C" not null,
  constraint tokenizers_key primary key (tenant_id, tokenizer_id)
);
create unique index tokenizers_by_name on tokenizers (tenant_id, name, version);
create table idempotency_people (
  tenant_id text collate "C" not null,
  user_id text collate "C" not null,
  route text collate "C" not null,
  key text collate "C" not null,
  constraint idempotency_people_key primary key (tenant_id, user_id, route, key),
  constraint idempotency_people_of_key foreign key (tenant_id, route, key) references idempotency_keys (tenant_id, route, key) on delete cascade
);
create index idempotency_people_by_key on idempotency_people (tenant_id, route, key);
create table erased_in_work (
  tenant_id text collate "C" not null,
  person_hash text collate "C" not null,
  route text collate "C" not null,
  key text collate "C" not null,
  constraint erased_in_work_key primary key (tenant_id, person_hash, route, key),
  constraint erased_in_work_of_key foreign key (tenant_id, route, key) references idempotency_keys (tenant_id, route, key) on delete cascade
);
create index erased_in_work_by_key on erased_in_work (tenant_id, route, key);
create table erased_answers (
  tenant_id text collate "C" not null,
  key_hash text collate "C" not null,
  expires_at_ms bigint not null,
  constraint erased_answers_key primary key (tenant_id, key_hash)
);
create index idempotency_keys_in_work on idempotency_keys (tenant_id) where status is null;
create index rows_to_encode_of_person on rows_to_encode (tenant_id, user_id);
create index triplets_of_positive on triplets (tenant_id, positive_id, domain);
create index triplets_of_negative on triplets (tenant_id, negative_id, domain);
create index training_runs_unfinished on training_runs (tenant_id, domain) where ended is null;
create table shown_pairs (
  tenant_id text collate "C" not null,
  seeker_id text collate "C" not null,
  domain text collate "C" not null,
  candidate_id text collate "C" not null,
  at_ms bigint not null,
  constraint shown_pairs_key primary key (tenant_id, seeker_id, domain, candidate_id)
);
create index outcomes_of_candidate on outcomes (tenant_id, candidate_id, domain, seeker_id, label);
create index shown_matches_of_seeker on shown_matches (tenant_id, seeker_id, match_id);
create index shown_candidates_of_person on shown_candidates (tenant_id, candidate_id, match_id, position);
create index idempotency_keys_by_expiry on idempotency_keys (expires_at_ms);
create index erased_answers_by_expiry on erased_answers (expires_at_ms);
create table console_sessions (
  hash text collate "C" primary key,
  tenant_id text collate "C" not null,
  key_id text collate "C" not null,
  scopes text collate "C" not null,
  created_at_ms bigint not null,
  expires_at_ms bigint not null,
  used_at_ms bigint not null
);
create index console_sessions_of_key on console_sessions (tenant_id, key_id, created_at_ms);
create index console_sessions_by_end on console_sessions (expires_at_ms);
create table console_links (
  hash text collate "C" primary key,
  tenant_id text collate "C" not null,
  key_id text collate "C" not null,
  scopes text collate "C" not null,
  created_at_ms bigint not null,
  expires_at_ms bigint not null
);
create index console_links_of_key on console_links (tenant_id, key_id, created_at_ms);
create index console_links_by_end on console_links (expires_at_ms);
create unique index api_keys_by_id on api_keys (key_id);
create table people_counts (
  tenant_id text collate "C" not null,
  domain text collate "C" not null,
  people bigint not null,
  constraint people_counts_key primary key (tenant_id, domain)
);
create table outcome_counts (
  tenant_id text collate "C" not null,
  domain text collate "C" not null,
  day text collate "C" not null,
  label text collate "C" not null,
  outcomes bigint not null,
  "current" bigint not null,
  constraint outcome_counts_key primary key (tenant_id, domain, day, label)
);
create table mutual_counts (
  tenant_id text collate "C" not null,
  domain text collate "C" not null,
  day text collate "C" not null,
  label text collate "C" not null,
  other_label text collate "C" not null,
  pairs bigint not null,
  constraint mutual_counts_key primary key (tenant_id, domain, day, label, other_label)
);
create table matches_to_count (
  tenant_id text collate "C" not null,
  match_id text collate "C" not null,
  constraint matches_to_count_key primary key (tenant_id, match_id)
);
create table empty_matches (
  tenant_id text collate "C" not null,
  match_id text collate "C" not null,
  constraint empty_matches_key primary key (tenant_id, match_id)
);
create table match_days (
  tenant_id text collate "C" not null,
  domain text collate "C" not null,
  day text collate "C" not null,
  matches bigint not null,
  empty bigint not null,
  shown bigint not null,
  newcomers bigint not null,
  scores text collate "C" not null,
  constraint match_days_key primary key (tenant_id, domain, day)
);
create table exposed_people (
  tenant_id text collate "C" not null,
  domain text collate "C" not null,
  candidate_id text collate "C" not null,
  times bigint not null,
  constraint exposed_people_key primary key (tenant_id, candidate_id, domain)
);
create table exposure_counts (
  tenant_id text collate "C" not null,
  domain text collate "C" not null,
  times bigint not null,
  people bigint not null,
  constraint exposure_counts_key primary key (tenant_id, domain, times)
);
create table coverage_days (
  tenant_id text collate "C" not null,
  domain text collate "C" not null,
  day text collate "C" not null,
  sampled integer not null,
  shares text collate "C" not null,
  constraint coverage_days_key primary key (tenant_id, domain, day)
);
create index coverage_days_by_day on coverage_days (day);
create table job_log (
  tenant_id text collate "C" not null,
  job_id text collate "C" not null,
  entry integer not null,
  at_ms bigint not null,
  attempt integer not null,
  progress double precision not null,
  detail text collate "C" not null,
  constraint job_log_key primary key (tenant_id, job_id, entry)
);
create index outcomes_of_key on outcomes (tenant_id, domain, key_id, seeker_id);
create table replaced_outcomes (
  tenant_id text collate "C" not null,
  domain text collate "C" not null,
  seeker_id text collate "C" not null,
  candidate_id text collate "C" not null,
  label text collate "C" not null,
  key_id text collate "C" not null,
  weight double precision not null,
  match_id text collate "C",
  at text collate "C" not null,
  constraint replaced_outcomes_key primary key (tenant_id, seeker_id, domain, candidate_id, label, key_id)
);
create index replaced_outcomes_of_candidate on replaced_outcomes (tenant_id, candidate_id, domain, seeker_id, label, key_id);
create index replaced_outcomes_of_domain on replaced_outcomes (tenant_id, domain, key_id, seeker_id);
create index shown_matches_confirmed on shown_matches (tenant_id, domain, match_id) where confirmed_ms is not null;
create index shown_candidates_confirmed on shown_candidates (tenant_id, domain, match_id) where confirmed_ms is not null;
create table calibrations (
  tenant_id text collate "C" not null,
  domain text collate "C" not null,
  version text collate "C" not null,
  outcomes bigint not null,
  standing bigint not null,
  curves text collate "C",
  fitted_at text collate "C" not null,
  constraint calibrations_key primary key (tenant_id, domain, version)
);

insert into counters (name, value)
values ('changes', 0), ('accounts', 0), ('jobs', 0), ('encoders', 0), ('models', 0);

-- Counters of the statistics. No statement writes both directions of a pair, so that each row's trigger sees the
-- other direction as it was before the statement.
create function count_people() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into people_counts values (new.tenant_id, new.domain, 1)
      on conflict (tenant_id, domain) do update set people = people_counts.people + 1;
  else
    update people_counts set people = people - 1 where tenant_id = old.tenant_id and domain = old.domain;
    delete from people_counts where tenant_id = old.tenant_id and domain = old.domain and people = 0;
  end if;
  return null;
end $$;
create trigger people_counts_of_new after insert or delete on profiles
  for each row execute function count_people();

create function add_outcome(o outcomes, sign int) returns void language plpgsql as $$
begin
  insert into outcome_counts values (o.tenant_id, o.domain, substr(o.at, 1, 10), o.label, sign, sign * o.is_current)
    on conflict (tenant_id, domain, day, label) do update
    set outcomes = outcome_counts.outcomes + excluded.outcomes,
      "current" = outcome_counts."current" + excluded."current";
  if sign < 0 then
    delete from outcome_counts where tenant_id = o.tenant_id and domain = o.domain
      and day = substr(o.at, 1, 10) and label = o.label and outcomes = 0;
  end if;
  if o.is_current <> 1 or o.seeker_id = o.candidate_id then return; end if;
  insert into mutual_counts
    select o.tenant_id, o.domain, substr(greatest(o.at, other.at), 1, 10),
      least(o.label, other.label), greatest(o.label, other.label), sign
    from outcomes other
    where other.tenant_id = o.tenant_id and other.seeker_id = o.candidate_id and other.domain = o.domain
      and other.candidate_id = o.seeker_id and other.is_current = 1
    on conflict (tenant_id, domain, day, label, other_label) do update
    set pairs = mutual_counts.pairs + excluded.pairs;
  if sign < 0 then
    delete from mutual_counts where tenant_id = o.tenant_id and domain = o.domain and pairs = 0
      and o.label in (label, other_label);
  end if;
end $$;
create function count_outcome() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then perform add_outcome(old, -1); end if;
  if tg_op <> 'DELETE' then perform add_outcome(new, 1); end if;
  return null;
end $$;
create trigger outcomes_of_new after insert or delete on outcomes
  for each row execute function count_outcome();
create trigger outcomes_of_changed after update on outcomes
  for each row when (old.at is distinct from new.at or old.is_current is distinct from new.is_current)
  execute function count_outcome();

create function note_match() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into matches_to_count values (new.tenant_id, new.match_id);
  else
    delete from matches_to_count where tenant_id = old.tenant_id and match_id = old.match_id;
    delete from empty_matches where tenant_id = old.tenant_id and match_id = old.match_id;
  end if;
  return null;
end $$;
create trigger matches_to_count_of_new after insert or delete on shown_matches
  for each row execute function note_match();
