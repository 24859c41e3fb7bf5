/**
 * What the database does not know of its columns, for `npm run tables`, which writes both into
 * `sql/tables.generated.ts`. A column without a type has that of the database.
 */

/** By `table.column`: types narrower than those of the database, as TypeScript. */
export const columnTypes: Readonly<Record<string, string>> = {
  'appended_rows.kind': "'item' | 'event'",
  'changes.kind': "'upsert' | 'delete'",
  'counters.name': "'changes' | 'accounts' | 'jobs' | 'models' | 'encoders'",
  'datasets.source': "'workspace_upload' | 'workspace_uri' | 'provider_catalog'",
  'encoder_roles.role': "'serving' | 'target'",
  'experiments.ended_by': "import('../../../contract/experiment.ts').ExperimentEnd",
  'jobs.status': "import('../job.ts').JobStatus",
  'model_heads.tier': "import('../../../contract/tier.ts').Tier",
  'models.ended': "'ready' | 'failed'",
  'search_indexes.state': "import('../search-index-store.ts').SearchIndex['state']",
  'simulations.ended': "'succeeded' | 'failed' | 'cancelled'",
  'tokenizers.ended': "'ready' | 'failed'",
  'training_runs.ended': "'deployed' | 'rejected' | 'failed' | 'cancelled'",
  'training_runs.tier': "import('../../../contract/tier.ts').Tier",
  'triplets.state': "'pending' | 'used' | 'withdrawn'",
};

/** By `table` or `table.column`: what its name does not say. */
export const notes: Readonly<Record<string, string>> = {
  audit_chains: 'The newest entry of an owner, and the last one that was removed for its age.',
  'blocked_people.person': 'Keyed hash of tenant and id.',
  calibrations: 'One row a tenant, domain and version of a model.',
  'calibrations.standing': 'Current outcomes of the domain when it was fitted.',
  candidate_exposure:
    'Fair exposure of a candidate; `likes` fade from `at_ms` on. `moving`: the next move can change the price.',
  'candidate_exposure.round': 'The last change of price or cap; 0: never.',
  'change_counters.value': "The sequence of the domain's last change.",
  changes: 'The last change of each row. Deletions stay, so that every follower sees them.',
  'context_items.minhash': 'Little-endian u32.',
  counters:
    '`changes`: the start of the change counters of new domains. The others grow with every change of their kind. `accounts`: account data. `jobs`: taken jobs. `encoders`: the roles of encoders. `models`: serving models and running experiments.',
  'datasets.erasures': 'null: none.',
  'datasets.features': 'null in rows of earlier versions: nothing is declared.',
  empty_matches: 'Matches that showed no one. Deleted by triggers on `shown_matches`.',
  encoder_roles:
    '`role` is `serving` (its vectors are compared) or `target` (its vectors will replace those).',
  erased_answers: 'The tombstone of a key that named an erased person.',
  'erased_answers.key_hash': 'SHA-256 of route and key, hex.',
  erased_in_work: "A person who was erased while the key's request was in progress. Deleted with the key.",
  'erased_in_work.person_hash': 'SHA-256, hex.',
  experiment_matches: 'A match that took part in an experiment. Deleted with the match.',
  'experiment_matches.arm': '0 control, 1 treatment; null: the candidates came from both.',
  experiment_picks: 'The arm that gave a candidate, where both ranked. Deleted with the match.',
  'experiments.shadow_dropped': 'Samples that found the queue full.',
  exposed_people: 'How many matches showed the person.',
  exposure_counts: 'How many people were shown exactly so many times.',
  'heads.halves': 'The ninth bit of each code. null: written by an earlier version.',
  'heads.sentences':
    '`[{text, scale}]`. The codes of all sentences lie one after the other in `sentence_codes`.',
  'idempotency_keys.lease_ms': 'The end of the lease of the owner, by the clock of the database.',
  'idempotency_keys.owner': 'The server that carries the request out.',
  'idempotency_keys.status': 'HTTP status of the answer; null while the request is in progress.',
  idempotency_people: 'A person that a key names, in its request or its answer. Deleted with the key.',
  'job_kinds.served_ms': 'The clock of the kind: where the last turn began.',
  'job_kinds.taken_ms': 'When a job of the kind was last taken; epoch ms.',
  'job_log.attempt': '`takes` of the job at that time.',
  'job_log.entry': 'Grows with time; thinning leaves gaps.',
  job_shares: 'The turns of a workspace among the jobs of a kind (`job-shares.ts`).',
  'job_shares.as_of_ms': 'When it last changed; epoch ms.',
  'job_shares.served_ms': 'Running time on the clock of the kind.',
  'jobs.due_ms':
    'When a worker may take the job. Queued: its start time. Running: the end of its lease. Finished: null.',
  'jobs.taken_ms': 'When the running attempt began. A new job is written without it.',
  learned_from: 'The people in the data that a run learned from.',
  likes_to_count: 'Expected likes of a remembered answer that are not in `candidate_exposure` yet.',
  'llm_spending.day': '2026-03-01, UTC.',
  'llm_spending.reserved_usd':
    'Reserved for questions under way. A process that dies leaves its reservations to the end of the day.',
  matches_to_count:
    'Matches that `match_days` and the exposure do not have yet. Written and deleted by triggers on `shown_matches`.',
  'model_alias_moves.move': '1, 2, … of the alias.',
  'model_heads.in_force': '1 for the one model of its tier that serves.',
  mutual_counts:
    'Pairs with a current outcome of both sides, by the day of the later one. Written by triggers on `outcomes`.',
  'mutual_counts.label': 'The lesser of the two labels.',
  outcome_counts: 'Written by triggers on `outcomes`.',
  'outcome_counts.current': 'Outcomes that are the current label of their pair.',
  'outcome_counts.day': '2026-03-01, UTC.',
  'outcomes.is_current': "1 for the pair's current label, the last recorded one.",
  'outcomes.key_id': 'The API key that sent it; null: not known.',
  people_counts: 'Written by triggers on `profiles`.',
  'refit_schedules.name': 'The alias.',
  replaced_outcomes:
    'An outcome that a key sent, and that the same label of the pair by another key has replaced.',
  'replaced_outcomes.key_id': 'Empty: not known.',
  rows_to_encode: 'Rows whose text the wanted encoder has not read.',
  rows_to_read:
    'Rows whose texts were read fast. `texts`: those that the values come from, in order; `values_before`: what the row had extracted before the first of them.',
  secrets: 'Keys for signing, created once and shared by all processes on the store.',
  shadow_requests: 'A sampled request that waits to be replayed.',
  'shown_candidates.confirmed_ms': 'When feedback confirmed that this candidate was seen; null: never.',
  'shown_matches.confirmed_ms': 'When feedback confirmed that all of the answer was seen; null: never.',
  shown_pairs:
    'The last time that a candidate was shown to a seeker. A match of that time is in `shown_matches`.',
  'training_runs.ended': 'Null while the job is unfinished; until then the job has the progress.',
  'training_runs.tenant_id': 'The tenant, or `SHARED_OWNER`.',
  triplets: 'The training examples; `state` is pending, used or withdrawn.',
  'triplets.candidate_id': 'The outcome that made the triplet, by its candidate and label.',
  'triplets.positive_id': 'Empty when no person was available.',
};
