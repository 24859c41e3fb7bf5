// Generated from docs/openapi.json by sdk/typescript/generate.
import type { Call } from '../call.ts';
import type { AnyDomain, DomainTypes, In } from '../domain.ts';
import type { CallOptions } from '../options.ts';
import type { List } from '../page.ts';
import type * as wire from '../types.generated.ts';
import { type Query, Resource } from './resource.ts';

export class UsersMethods<D extends DomainTypes = AnyDomain> extends Resource {
  /**
   * List users.
   *
   * The people of a domain in the order of their ids, by the bytes of their UTF-8: the one list that is
   * not newest first. All of them, those whose id begins with `prefix`, or those that `user_ids` names.
   * People who are added or erased meanwhile change no other place in the list. `people` is the number
   * of people in the domain.
   *
   * The key needs the scope `read`.
   */
  list(
    query: In<D, Query<wire.ListUsersData>>,
    options?: CallOptions,
  ): List<wire.UserList['data'][number], wire.UserList> {
    return this.rowsOf('listUsers', query, options);
  }

  /**
   * Export everything known of a user.
   *
   * Over all domains: records with preferences and provenance, every stored text, outcomes as seeker and
   * as candidate, the matches shown to the user and those in which the user stood, the models trained
   * with these outcomes, and what fair exposure counts of the user. The answer is one JSON document,
   * sent while it is read from the store; its length is not known before. It names other users by their
   * ids. An answer that was cut off is no complete JSON.
   *
   * The key needs the scope `export`.
   */
  export(userId: string, options?: CallOptions): Call<wire.UserExport> {
    return this.invoke('exportUser', { path: { user_id: userId } }, options);
  }

  /**
   * Search users.
   *
   * People of a domain by what begins with `q`, by filters, or both. `q` finds ids, words of titles, and
   * words of the values of hard fields: choices, texts and places, of at most 100 characters each. A
   * title is a text field that is called `name`, `title`, `headline` or the like. People whose word is
   * exactly `q` come first, then by the word and the id; without `q`, by the id. `sort` orders by a
   * value. A search looks at 5,000 people at most: where `complete` is false, a page may be short, and
   * `next_cursor` goes on. A write is found, and an erased person is gone, from the next search on.
   *
   * The key needs the scope `read`.
   */
  search(body: In<D, wire.UserSearch>, options?: CallOptions): Call<wire.UserSearchResult> {
    return this.invoke('searchUsers', { body }, options);
  }

  /**
   * Lift the block of an erased user.
   *
   * The id was blocked by `users.delete` with `block=true`. From now on it can be stored again. Nothing
   * of what was erased comes back. 404 where the id is not blocked.
   *
   * The key needs the scope `write`.
   */
  unblock(userId: string, options?: CallOptions): Call<wire.LiftedBlock> {
    return this.invoke('unblockUser', { path: { user_id: userId } }, options);
  }
}

export class ContextResource<D extends DomainTypes = AnyDomain> extends Resource {
  /**
   * Append text to a user.
   *
   * Adds chat messages, transcripts, behaviour events and uploads to a user. Near-identical content is
   * stored once (`deduplicated`). Vectors are recomputed when soft text changed, at most a few times a
   * minute for each user; beyond that, `refresh_pending` says that the update follows soon. An unknown
   * user is created.
   *
   * The key needs the scope `write`.
   */
  append(body: In<D, wire.AppendContextRequest>, options?: CallOptions): Call<wire.ContextResult> {
    return this.invoke('appendContext', { body }, options);
  }
}

export class DomainsResource extends Resource {
  /**
   * List domains.
   *
   * The enabled domains of the workspace with their versions in force, in the order in which they were
   * enabled.
   *
   * The key needs the scope `read`.
   */
  list(options?: CallOptions): Call<wire.DomainList> {
    return this.invoke('listDomains', {}, options);
  }

  /**
   * Read the definition of a domain.
   *
   * The definition as it was written, with a summary: fields, how many extraction rules each has, and
   * the points that each term of the scorecard can give. `versions` lists every version that the
   * workspace could use; `version` reads one of them.
   *
   * The key needs the scope `read`.
   */
  get(domain: string, query?: Query<wire.GetDomainData>, options?: CallOptions): Call<wire.DomainSource> {
    return this.invoke('getDomain', { path: { domain }, query }, options);
  }

  /**
   * Check a definition of a domain.
   *
   * Reads a definition without storing it: its faults with their lines, or a summary, what it would
   * change in the domain of the same name, and what it finds in up to five texts. The answer comes
   * within ten seconds of the request. A definition that takes too long (five seconds where other
   * workspaces wait) or too much memory to read has that as its only fault; where others leave too
   * little time, the answer is 503 `overloaded`.
   *
   * The key needs the scope `read` or `operator`.
   */
  check(body: wire.DomainCheckRequest, options?: CallOptions): Call<wire.DomainCheck> {
    return this.invoke('checkDomain', { body }, options);
  }

  /**
   * List the domains of a workspace.
   *
   * The enabled domains of the workspace with their versions in force.
   *
   * The key needs the scope `operator`.
   */
  listOf(tenantId: string, options?: CallOptions): Call<wire.DomainList> {
    return this.invoke('listTenantDomains', { path: { tenant_id: tenantId } }, options);
  }

  /**
   * Read the definition of a domain of a workspace.
   *
   * As `domains.get` answers a key of the workspace.
   *
   * The key needs the scope `operator`.
   */
  getOf(
    tenantId: string,
    domain: string,
    query?: Query<wire.GetTenantDomainData>,
    options?: CallOptions,
  ): Call<wire.DomainSource> {
    return this.invoke('getTenantDomain', { path: { tenant_id: tenantId, domain }, query }, options);
  }

  /**
   * Publish a version of a domain.
   *
   * Stores a definition as the next version of the domain and puts it in force, as `counterpart domains
   * add` does. The answer comes when stored people were read again for required fields. Where another
   * version is in force than `expected_version`, the version exists, or the definition takes away or
   * retypes what stored people have, the answer is 409 `conflict` and nothing changes. The same
   * definition again is answered as the first time.
   *
   * The key needs the scope `operator`.
   */
  publish(
    tenantId: string,
    domain: string,
    body: wire.PublishDomainRequest,
    options?: CallOptions,
  ): Call<wire.PublishedDomain> {
    return this.invoke('publishDomain', { path: { tenant_id: tenantId, domain }, body }, options);
  }
}

export class MatchMethods<D extends DomainTypes = AnyDomain> extends Resource {
  /**
   * Match many users.
   *
   * The answers of `match.run` for all users of the domain, for those of one side or of a filter, for
   * given ones, or for those of a file. The job (`match_batch`) counts them in `detail.people` and ends
   * with `result.download_url`, `people` and `failed`; a seeker who is unknown is a line with `error`.
   * All lines are made for the moment of the request. The matches give way to those of callers.
   * `llm_judge` runs only where `stages` enables it, within your budget. Nothing is stored as shown
   * unless `record` is true. The file is the same however often the job was interrupted; people erased
   * while it is made are not in it, and an erasure later removes a file that names the person.
   *
   * The key needs the scope `match`.
   */
  batch(body: In<D, wire.MatchBatchRequest>, options?: CallOptions): Call<wire.Job> {
    return this.invoke('matchBatch', { body }, options);
  }

  /**
   * Read what a match showed.
   *
   * The users that an answer of `match.run` showed, with their scores and positions, and how it came
   * about: the request, the models, the trace of the stages. Matches are kept for a year. An erased user
   * is gone from them; the matches of an erased seeker are gone as a whole.
   *
   * The key needs the scope `read`.
   */
  get(matchId: string, options?: CallOptions): Call<wire.MatchRecord> {
    return this.invoke('getMatch', { path: { match_id: matchId } }, options);
  }

  /**
   * List what matches showed.
   *
   * Newest first: who asked, when, with which key, and who stood in the first places. `match.get` has
   * the rest of an entry. Filters may be combined; a cursor is valid only with the same ones. Where
   * several are given, a page may have fewer entries than `limit`, or none, while `has_more` is true.
   * Matches with `record: false` are not in the log. It goes back a year; an erased user is gone from
   * it, and the matches of an erased seeker are gone as a whole.
   *
   * The key needs the scope `read`.
   */
  list(
    query?: Query<wire.ListMatchesData>,
    options?: CallOptions,
  ): List<wire.MatchLog['data'][number], wire.MatchLog> {
    return this.rowsOf('listMatches', query, options);
  }
}

export class FeedbackMethods<D extends DomainTypes = AnyDomain> extends Resource {
  /**
   * Say what became of matches.
   *
   * Outcomes of earlier matches: `accepted`, `rejected`, `converted`, `expired`, or a label of your own.
   * Each item is validated on its own; `errors` lists the items that were left out, with the reason. A
   * repeated label for the same pair replaces weight and time; a different label supersedes the earlier
   * one. `shown` confirms which answers of /match the seeker has really seen, all of an answer or some
   * of its users: seen matches without a decision are evidence for training. Outcomes become triplets
   * (seeker, positive, negative); enough triplets start a training run automatically.
   *
   * The key needs the scope `write`.
   */
  send(body: In<D, wire.FeedbackRequest>, options?: CallOptions): Call<wire.FeedbackSummary> {
    return this.invoke('sendFeedback', { body }, options);
  }
}

export class OutcomesResource<D extends DomainTypes = AnyDomain> extends Resource {
  /**
   * Take outcomes back.
   *
   * For outcomes that should not have been sent, such as those of a leaked key. A withdrawn outcome
   * never happened: the label that it superseded stands again where it is known, triplets and statistics
   * follow, and a decided candidate can be shown again. A queued or running run of the domain is
   * cancelled, and a new one learns from what is left. What serves stays in force until a run deploys
   * another model. A call takes back at most 20,000 outcomes; repeat it while `remaining` is not 0. A
   * call that was interrupted can be repeated.
   *
   * The key needs the scope `train`.
   */
  withdraw(body: In<D, wire.WithdrawRequest>, options?: CallOptions): Call<wire.Withdrawal> {
    return this.invoke('withdrawOutcomes', { body }, options);
  }
}

export class TrainingMethods<D extends DomainTypes = AnyDomain> extends Resource {
  /**
   * List training runs.
   *
   * Newest first. With `domain` only of that one; the cursor holds for the same.
   *
   * The key needs the scope `read` or `train`.
   */
  list(
    query?: Query<wire.ListTrainingRunsData>,
    options?: CallOptions,
  ): List<wire.TrainingRunList['data'][number], wire.TrainingRunList> {
    return this.rowsOf('listTrainingRuns', query, options);
  }

  /**
   * Read a training run.
   *
   * `queued`, `running`, `evaluating`, then `deployed`, `rejected`, `failed` or `cancelled`. `metrics`
   * compares the serving model with the new one, on outcomes that the new model did not learn from.
   * `reason` explains the result in plain words. `terms` has what the model learned, beside what the
   * domain declares.
   *
   * The key needs the scope `read` or `train`.
   */
  get(runId: string, options?: CallOptions): Call<wire.TrainingRunDetail> {
    return this.invoke('getTrainingRun', { path: { run_id: runId } }, options);
  }

  /**
   * Go back or forward to a kept run.
   *
   * The ranking model of this run replaces the serving one from the next match on; `in_force` shows
   * which one serves. A run that was never deployed is 409 `conflict`.
   *
   * The key needs the scope `train`.
   */
  deploy(runId: string, options?: CallOptions): Call<wire.TrainingRun> {
    return this.invoke('deployTrainingRun', { path: { run_id: runId } }, options);
  }

  /**
   * Choose the model that serves a domain, or none of your own.
   *
   * With a `run_id`, the ranking model of that run serves, as with `training.deploy`. With `run_id:
   * null` no model of your own serves: the shared model of the domain or its prior ranks. Both hold from
   * the next match on, in every process. Models are kept. A repetition is 200 again. A later run that is
   * better than what serves then deploys its model; so does one that is under way, unless you cancel it.
   *
   * The key needs the scope `train`.
   */
  deployModel(body: In<D, wire.DeployRequest>, options?: CallOptions): Call<wire.ServingModel> {
    return this.invoke('deployModel', { body }, options);
  }

  /**
   * Cancel a training run.
   *
   * A queued run is cancelled at once. A running one is signalled to stop and is still `running` in this
   * answer; poll it. Its triplets are free for the next run. A run that is already cancelled is 200
   * again; a run that ended otherwise is 409.
   *
   * The key needs the scope `train`.
   */
  cancel(runId: string, options?: CallOptions): Call<wire.TrainingRun> {
    return this.invoke('cancelTrainingRun', { path: { run_id: runId } }, options);
  }
}

export class StatisticsResource<D extends DomainTypes = AnyDomain> extends Resource {
  /**
   * Count outcomes.
   *
   * Outcomes by day and label, and the funnel from shown to mutual. Read from counters that every
   * outcome, withdrawal and erasure changes at once.
   *
   * The key needs the scope `read` or `train`.
   */
  outcomes(
    query: In<D, Query<wire.GetOutcomeStatisticsData>>,
    options?: CallOptions,
  ): Call<wire.OutcomeStatistics> {
    return this.invoke('getOutcomeStatistics', { query }, options);
  }

  /**
   * Count matches.
   *
   * Recorded matches by day, what they showed, and their scores. A match counts within seconds. An
   * erasure takes the matches of the person out, and the person out of the matches of others.
   *
   * The key needs the scope `read` or `train`.
   */
  matches(
    query: In<D, Query<wire.GetMatchStatisticsData>>,
    options?: CallOptions,
  ): Call<wire.MatchStatistics> {
    return this.invoke('getMatchStatistics', { query }, options);
  }

  /**
   * Measure who is shown.
   *
   * How unequally people are shown: the Lorenz curve and its Gini coefficient, over the recorded matches
   * of the last 365 days, whether their seekers saw them or not. `days` bounds the newcomers alone.
   * Where fair exposure is on, `fair_exposure` has its prices, and what each declared group gets.
   *
   * The key needs the scope `read` or `train`.
   */
  exposure(
    query: In<D, Query<wire.GetExposureStatisticsData>>,
    options?: CallOptions,
  ): Call<wire.ExposureStatistics> {
    return this.invoke('getExposureStatistics', { query }, options);
  }

  /**
   * Measure what is known of people.
   *
   * Which fields people have values of, where these come from, which are not understood, and which
   * correct a text, by a random sample of at most 2,000 people; exact in a smaller domain.
   *
   * The key needs the scope `read` or `train`.
   */
  fields(
    query: In<D, Query<wire.GetFieldStatisticsData>>,
    options?: CallOptions,
  ): Call<wire.FieldStatistics> {
    return this.invoke('getFieldStatistics', { query }, options);
  }
}

export class DatasetsMethods extends Resource {
  /**
   * Import a dataset.
   *
   * Items and behavioural events become an immutable snapshot; the job (`dataset_import`) ends with the
   * dataset in `result.dataset`. The body may have at most 1 MiB. Larger data is referenced by
   * `source_uri` and `format` (`jsonl`, `parquet`, `csv` or `tsv`; several files by `source_uris`;
   * `file:` below the data folder’s `imports/`, or a location that the operator allows), or imported
   * with the operator’s command line. Duplicate ids and events of unknown items are refused at once; the
   * error lists the first 100. `version` counts up for each `name`. `features` declares typed features;
   * items, and rows of people, then give their values in `attributes`. What is not declared is refused.
   * `kinds` declares how much an event of a kind counts in a training, and `repeats` that people take an
   * item again.
   *
   * The key needs the scope `data`.
   */
  create(body: wire.ImportDatasetRequest, options?: CallOptions): Call<wire.Job> {
    return this.invoke('importDataset', { body }, options);
  }

  /**
   * List datasets.
   *
   * Newest first; those that are still imported are not among them.
   *
   * The key needs the scope `data` or `read`.
   */
  list(
    query?: Query<wire.ListDatasetsData>,
    options?: CallOptions,
  ): List<wire.DatasetList['data'][number], wire.DatasetList> {
    return this.rowsOf('listDatasets', query, options);
  }

  /**
   * Read a dataset.
   *
   * The facts about a snapshot; never its rows. One that is still imported is not found.
   *
   * The key needs the scope `data` or `read`.
   */
  get(datasetId: string, options?: CallOptions): Call<wire.Dataset> {
    return this.invoke('getDataset', { path: { dataset_id: datasetId } }, options);
  }

  /**
   * Delete a dataset.
   *
   * Removes its rows, files and exports at once, and the rows that wait for a version, where this was
   * the last one of its name. Refused with 409 `conflict` while a job uses it: its exports, cuts of its
   * name, fits and adaptations on it, simulations of its events. Ready models and tokenizers of it go on
   * working. For ready models its files stay, unseen, until the last of them is deleted
   * (`kept_for_models`): they predict for its people by `person_id` and in batches as before. A model
   * that is trained from one of them has no texts of the items that only the deleted dataset had.
   *
   * The key needs the scope `data`.
   */
  delete(datasetId: string, options?: CallOptions): Call<wire.DeletedDataset> {
    return this.invoke('deleteDataset', { path: { dataset_id: datasetId } }, options);
  }

  /**
   * Read the statistics of a dataset.
   *
   * Counts, events over time, the long tail of items, histories, sessions, repeats and the fields of
   * items. Measured by the import and kept, so a request reads one small file. A dataset of an earlier
   * version is measured on its first request, which may answer 503 `warming_up`.
   *
   * The key needs the scope `data` or `read`.
   */
  statistics(datasetId: string, options?: CallOptions): Call<wire.DatasetStatistics> {
    return this.invoke('getDatasetStatistics', { path: { dataset_id: datasetId } }, options);
  }

  /**
   * Append items to a dataset.
   *
   * The items are durable when this is answered, and wait for the next version of the dataset’s name
   * (`datasets.snapshot`). Idempotent by `item_id`: an item that is there with the same content counts
   * as a duplicate; with other content the whole request is refused with 409 `conflict`. `attributes`
   * are those that the dataset declares. At most 1 MiB; all or nothing. Any version of the name may be
   * given.
   *
   * The key needs the scope `data`.
   */
  appendItems(datasetId: string, body: wire.AppendItemsRequest, options?: CallOptions): Call<wire.Appended> {
    return this.invoke('appendDatasetItems', { path: { dataset_id: datasetId }, body }, options);
  }

  /**
   * Append events to a dataset.
   *
   * The events are durable when this is answered, and wait for the next version of the dataset’s name
   * (`datasets.snapshot`). Idempotent by `event_id`: an event that was sent before with the same content
   * counts as a duplicate; with other content the whole request is refused with 409 `conflict`. Every
   * item must be in the newest version or have been appended, else 422 `unresolved_reference`. At most 1
   * MiB; all or nothing. Any version of the name may be given.
   *
   * The key needs the scope `data`.
   */
  appendEvents(
    datasetId: string,
    body: wire.AppendEventsRequest,
    options?: CallOptions,
  ): Call<wire.Appended> {
    return this.invoke('appendDatasetEvents', { path: { dataset_id: datasetId }, body }, options);
  }

  /**
   * Cut the next version of a dataset.
   *
   * Makes a dataset with an id of its own, the same name and the next version: the rows of the newest
   * version, and those that were appended since. The job (`dataset_snapshot`) ends with it in
   * `result.dataset`; `result.taken` counts the rows that waited, and `result.left_out` those that an
   * import of the same name has made meaningless since they were appended: rows whose id it has with
   * other content (`changed`), and events whose item it lacks (`unresolved`). Nothing waits: 409
   * `conflict`.
   *
   * The key needs the scope `data`.
   */
  snapshot(datasetId: string, options?: CallOptions): Call<wire.Job> {
    return this.invoke('snapshotDataset', { path: { dataset_id: datasetId } }, options);
  }

  /**
   * Export a dataset.
   *
   * Writes JSONL, one row a line, each tagged `"type": "item"`, `"person"` or `"event"`, or Parquet with
   * a column `type`: the formats that an import accepts. The job (`dataset_export`) ends with
   * `result.download_url`, which needs no key and is valid for an hour (`result.expires_at`). The
   * dataset’s terms must allow exports.
   *
   * The key needs the scope `data`.
   */
  export(datasetId: string, body: wire.ExportDatasetRequest, options?: CallOptions): Call<wire.Job> {
    return this.invoke('exportDataset', { path: { dataset_id: datasetId }, body }, options);
  }

  /**
   * List the items that rise.
   *
   * Items with more events in a window than in the one before, with the counts of both. A version is
   * read as it is; the newest one of its name also has the events appended since. Reading a large
   * dataset for the first time may answer 503 `warming_up`.
   *
   * The key needs the scope `data` or `read`.
   */
  trending(datasetId: string, body: wire.TrendingRequest, options?: CallOptions): Call<wire.Trending> {
    return this.invoke('listTrendingItems', { path: { dataset_id: datasetId }, body }, options);
  }

  /**
   * Merge anonymous sessions with people.
   *
   * Says that the anonymous events of a session are those of a person, as when somebody signs in. It
   * holds for the name of the dataset and from now on: events that wait and later ones of the session
   * are the person’s, predictions by `person_id` read them at once, and the next version that is cut has
   * them with the `person_id`. Versions that are there stay as they are. Idempotent; a session that was
   * merged with another person is refused with 409 `conflict`, and nothing of the request is kept.
   * Events that the session has of other people stay theirs.
   *
   * The key needs the scope `data`.
   */
  mergeSessions(
    datasetId: string,
    body: wire.MergeSessionsRequest,
    options?: CallOptions,
  ): Call<wire.MergedSessions> {
    return this.invoke('mergeDatasetSessions', { path: { dataset_id: datasetId }, body }, options);
  }

  /**
   * Erase a session.
   *
   * Erases all events of the session from all datasets of the workspace, whoever’s they are: those that
   * wait at once, those of versions for every reader at once and from the files within minutes, as for a
   * person (`users.delete`). A session that was merged with a person is merged no more. A session that
   * nothing names is no error.
   *
   * The key needs the scope `write`.
   */
  eraseSession(sessionId: string, options?: CallOptions): Call<wire.ErasedSession> {
    return this.invoke('eraseSession', { path: { session_id: sessionId } }, options);
  }
}

export class AdaptationsResource extends Resource {
  /**
   * Adapt a model to a dataset.
   *
   * Trains a pinned model on a dataset. The job (`model_adaptation`) reports epoch, loss and remaining
   * minutes in `detail` (`minutes_left` is the estimate, `minutes_left_at_most` holds if no fit stops
   * early, and is missing until the first evaluation has ended), and ends with the model’s card in
   * `result.model`. Settings that are left out are chosen from the shape of the data, and the card says
   * why. `base_model_id` continues from an earlier model: new items are added, old ones stay, and a
   * retriever keeps the tokenizer of that model. The dataset’s terms must allow training.
   *
   * The key needs the scope `train`.
   */
  create(body: wire.AdaptationRequest, options?: CallOptions): Call<wire.Job> {
    return this.invoke('adaptModel', { body }, options);
  }
}

export class ModelsResource extends Resource {
  /**
   * List models.
   *
   * Cards of models that can serve, newest first. `status` asks for those that are being trained or have
   * failed, or for all; a cursor is valid only with the same `status`.
   *
   * The key needs the scope `infer` or `train` or `read`.
   */
  list(
    query?: Query<wire.ListModelsData>,
    options?: CallOptions,
  ): List<wire.ModelList['data'][number], wire.ModelList> {
    return this.rowsOf('listModels', query, options);
  }

  /**
   * Read a model’s card.
   *
   * Identity, capabilities and quality of the model: `evaluation` in words, `evaluation_report` as data.
   * If the model loses to a baseline, the first sentence of `evaluation` says so.
   *
   * The key needs the scope `infer` or `train` or `read`.
   */
  get(modelId: string, options?: CallOptions): Call<wire.Model> {
    return this.invoke('getModel', { path: { model_id: modelId } }, options);
  }

  /**
   * Delete a model.
   *
   * Removes its files at once, and those of its deleted dataset if no other model reads them; within a
   * second no process answers with it. Refused with 409 `conflict` while its own job, an adaptation that
   * begins with it, or a simulation of it is not done. Models that were trained from it stay.
   *
   * The key needs the scope `train`.
   */
  delete(modelId: string, options?: CallOptions): Call<wire.DeletedFiles> {
    return this.invoke('deleteModel', { path: { model_id: modelId } }, options);
  }

  /**
   * List the items of a model.
   *
   * The items that the model ranks, in the byte order of their ids: title, text and features as they
   * stand in the text of the dataset, shortened.
   *
   * The key needs the scope `infer` or `train` or `read`.
   */
  items(
    modelId: string,
    query?: Query<wire.ListModelItemsData>,
    options?: CallOptions,
  ): List<wire.ModelItemList['data'][number], wire.ModelItemList> {
    return this.rowsOf('listModelItems', query, options, { model_id: modelId });
  }

  /**
   * Rank items for a history.
   *
   * Up to `limit` of the candidates, or of the whole catalogue, in the order of how likely each comes
   * next. What is excluded is left out before the ranking is cut to `limit`. The same request gives the
   * same answer to the last digit.
   *
   * The key needs the scope `infer`.
   */
  predict(modelId: string, body: wire.PredictRequest, options?: CallOptions): Call<wire.Prediction> {
    return this.invoke('predict', { path: { model_id: modelId }, body }, options);
  }

  /**
   * Encode a history into a vector.
   *
   * Size and geometry belong to the model version: vectors of different versions must not be compared.
   *
   * The key needs the scope `infer`.
   */
  embed(modelId: string, body: wire.EmbedRequest, options?: CallOptions): Call<wire.Embedding> {
    return this.invoke('embed', { path: { model_id: modelId }, body }, options);
  }

  /**
   * List items that are similar to one.
   *
   * By the cosine of the model’s item vectors: items that come in similar histories, or have similar
   * texts where there are few events. The item itself is left out.
   *
   * The key needs the scope `infer`.
   */
  similarItems(
    modelId: string,
    query: Query<wire.ListSimilarItemsData>,
    options?: CallOptions,
  ): Call<wire.SimilarItems> {
    return this.invoke('listSimilarItems', { path: { model_id: modelId }, query }, options);
  }

  /**
   * Find items that are similar to one, under conditions.
   *
   * As the GET of this path, with the options of `predict`: filters, boosts, rules, diversity,
   * candidates, and what a person has already taken. The history is not read; its items are left out.
   *
   * The key needs the scope `infer`.
   */
  findSimilarItems(
    modelId: string,
    body: wire.SimilarItemsRequest,
    options?: CallOptions,
  ): Call<wire.SimilarItems> {
    return this.invoke('findSimilarItems', { path: { model_id: modelId }, body }, options);
  }

  /**
   * Read the vectors of items.
   *
   * For an index of one’s own. With a sequential recommender the dot product of an item’s vector and the
   * `embed` vector of a history is the `network_score` of `predict`.
   *
   * The key needs the scope `infer`.
   */
  itemVectors(modelId: string, body: wire.ItemVectorsRequest, options?: CallOptions): Call<wire.ItemVectors> {
    return this.invoke('getItemVectors', { path: { model_id: modelId }, body }, options);
  }

  /**
   * Predict for many people.
   *
   * Ranks items for all people of the dataset, for given ones, or for those of a file. The job
   * (`batch_prediction`) counts them in `detail.people` and ends with `result.download_url`, `people`
   * and `failed`. Unknown items of a history are left out, and long histories cut; a person without
   * events is a line with `error`. The file is the same however often the job was interrupted.
   *
   * The key needs the scope `infer`.
   */
  predictBatch(modelId: string, body: wire.BatchPredictionRequest, options?: CallOptions): Call<wire.Job> {
    return this.invoke('predictBatch', { path: { model_id: modelId }, body }, options);
  }

  /**
   * Export a model.
   *
   * Writes the bundle of the model as a tar.gz: `manifest.json`, its ONNX files, the item vectors
   * (`weights.safetensors`), the item ids (`catalogue.json`) and `SHA256SUMS`; its bytes are always the
   * same. The job (`model_export`) ends with `result.download_url`, which needs no key and is valid for
   * an hour. The body is optional. The terms of every dataset that the model learned from must allow
   * exports.
   *
   * The key needs the scope `data`.
   */
  export(modelId: string, body?: wire.ExportModelRequest, options?: CallOptions): Call<wire.Job> {
    return this.invoke('exportModel', { path: { model_id: modelId }, body }, options);
  }

  /**
   * Segment people.
   *
   * Groups the people of the model’s dataset by the cosine of their embeddings, around k medoids. The
   * job (`model_segments`) ends with `segments`: for each its number, a name of its items, `people`,
   * `share`, `medoid_events`, `mean_distance`, and at most 10 `items` that its people have taken more
   * often than all people, with `lift`. An item is named only where at least 5 people of the segment
   * have taken it. `result.download_url` is the list of people with their segments. `silhouette` (0 to
   * 1) says how well the segments are separated. `left_out` counts people with too few events, and
   * `sessions_left_out` anonymous sessions: they are in no segment. The same request gives the same
   * segments.
   *
   * The key needs the scope `infer`.
   */
  segments(modelId: string, body: wire.SegmentsRequest, options?: CallOptions): Call<wire.Job> {
    return this.invoke('segmentPeople', { path: { model_id: modelId }, body }, options);
  }
}

export class ModelAliasesResource extends Resource {
  /**
   * List aliases.
   *
   * All aliases of the workspace, at most 100, by name, each with the model that it names and its last
   * moves.
   *
   * The key needs the scope `infer` or `train` or `read`.
   */
  list(options?: CallOptions): Call<wire.ModelAliasList> {
    return this.invoke('listModelAliases', {}, options);
  }

  /**
   * Read an alias.
   *
   * The model that the alias names now, and its last ten moves.
   *
   * The key needs the scope `infer` or `train` or `read`.
   */
  get(name: string, options?: CallOptions): Call<wire.ModelAlias> {
    return this.invoke('getModelAlias', { path: { name } }, options);
  }

  /**
   * Move an alias.
   *
   * Lets `alias:NAME` name this model from the next request on, in every process; creates the alias if
   * there is none. Operations take `alias:NAME` wherever they take the id of a model, and their answers
   * have the id of the model that answered. Moving it back is one more call: `moves` has the last ten
   * models. A move to the model that it names already changes nothing.
   *
   * The key needs the scope `train`.
   */
  move(name: string, body: wire.MoveAliasRequest, options?: CallOptions): Call<wire.ModelAlias> {
    return this.invoke('moveModelAlias', { path: { name }, body }, options);
  }

  /**
   * Remove an alias.
   *
   * The name stands for no model from then on; the model itself stays.
   *
   * The key needs the scope `train`.
   */
  remove(name: string, options?: CallOptions): Call<wire.RemovedAlias> {
    return this.invoke('removeModelAlias', { path: { name } }, options);
  }

  /**
   * Refit the model of an alias.
   *
   * The model that the alias names goes on learning: from the events of the dataset that are later than
   * its own data, and from a sample of earlier people. Both are judged on the newest of the new events,
   * which neither has seen: a fifth, or up to half where fewer than 100 people are in it. If the refit
   * is not worse, it is fitted once more with these events, and the alias moves to it; and the job
   * (`model_refit`) is `succeeded`: its `result` has `deployed`, `reason` and the new model. Else the
   * refit is refused: the alias stays, and the job and its model are `failed` with the reason in
   * `error`. With fewer than 30 people, or where their events cannot tell, the refit is not judged: the
   * job is `succeeded` with `deployed: false` and `code: "nothing_to_judge"`, the model can serve, and
   * the alias stays until it is moved by hand. Without any new event the job fails with
   * `nothing_to_judge`. While a refit of the alias is waiting or running, another request is answered
   * with that job.
   *
   * The key needs the scope `train`.
   */
  refit(name: string, body: wire.RefitRequest, options?: CallOptions): Call<wire.Job> {
    return this.invoke('refitModel', { path: { name }, body }, options);
  }

  /**
   * Read a schedule of refits.
   *
   * When the model of the alias is refitted by itself, and the last job of that.
   *
   * The key needs the scope `infer` or `train` or `read`.
   */
  refitSchedule(name: string, options?: CallOptions): Call<wire.RefitSchedule> {
    return this.invoke('getRefitSchedule', { path: { name } }, options);
  }

  /**
   * Schedule refits.
   *
   * From now on the model of the alias is refitted by itself: after so many new events, or so many hours
   * if there are new events, whichever comes first. What was appended to the dataset becomes its next
   * version first. Each refit has to pass the gate of `modelAliases.refit`. An earlier schedule of the
   * alias is replaced.
   *
   * The key needs the scope `train`.
   */
  scheduleRefits(
    name: string,
    body: wire.RefitScheduleRequest,
    options?: CallOptions,
  ): Call<wire.RefitSchedule> {
    return this.invoke('scheduleRefits', { path: { name }, body }, options);
  }

  /**
   * Remove a schedule of refits.
   *
   * A refit that is under way goes on.
   *
   * The key needs the scope `train`.
   */
  removeRefitSchedule(name: string, options?: CallOptions): Call<wire.RemovedRefitSchedule> {
    return this.invoke('removeRefitSchedule', { path: { name } }, options);
  }
}

export class GenerateResource extends Resource {
  /**
   * Generate items for a history.
   *
   * Generates the semantic IDs of the next items, code by code. Only items of the catalogue are
   * generated, including items without any interaction yet. Takes what `predict` takes. The model must
   * have the capability `generate`.
   *
   * The key needs the scope `infer`.
   */
  run(body: wire.GenerateRequest, options?: CallOptions): Call<wire.Generation> {
    return this.invoke('generate', { body }, options);
  }
}

export class SimulationsResource extends Resource {
  /**
   * Simulate what people would take.
   *
   * Simulates step by step which items people would take under a policy. The model makes the choices: it
   * is offered the ten items that it ranks highest (`model`), the ten most popular ones (`popular`), ten
   * drawn evenly (`random`), or given ones. With `dataset_id` it is compared with the items that people
   * really took, on those of their last events that the model did not learn from. `judged_histories` is
   * the number of people with such events. If there are none, the simulation is refused, or its job
   * fails, with `nothing_to_judge`. If the model was trained on histories in which an item counts once,
   * an item of a person’s history is offered again only when no other is left. The job (`simulation`)
   * ends with the figures, each with its 95 % interval, in `result.simulation`. The same seed gives the
   * same result.
   *
   * The key needs the scope `infer`.
   */
  create(body: wire.SimulationRequest, options?: CallOptions): Call<wire.Job> {
    return this.invoke('simulate', { body }, options);
  }

  /**
   * List simulations.
   *
   * Newest first, whatever their state.
   *
   * The key needs the scope `infer` or `read`.
   */
  list(
    query?: Query<wire.ListSimulationsData>,
    options?: CallOptions,
  ): List<wire.SimulationList['data'][number], wire.SimulationList> {
    return this.rowsOf('listSimulations', query, options);
  }

  /**
   * Read a simulation.
   *
   * The request and, once it has succeeded, the result.
   *
   * The key needs the scope `infer` or `read`.
   */
  get(simulationId: string, options?: CallOptions): Call<wire.Simulation> {
    return this.invoke('getSimulation', { path: { simulation_id: simulationId } }, options);
  }
}

export class TokenizersMethods extends Resource {
  /**
   * List tokenizers.
   *
   * Newest first, whatever their state.
   *
   * The key needs the scope `data` or `read`.
   */
  list(
    query?: Query<wire.ListTokenizersData>,
    options?: CallOptions,
  ): List<wire.TokenizerList['data'][number], wire.TokenizerList> {
    return this.rowsOf('listTokenizers', query, options);
  }

  /**
   * Read a tokenizer.
   *
   * `queued → fitting → ready | failed`. A ready tokenizer never changes. `diagnostics` describes the
   * quality of its codes; its `summary` does so in words, with advice. `error` says why a fit failed.
   *
   * The key needs the scope `data` or `read`.
   */
  get(tokenizerId: string, options?: CallOptions): Call<wire.Tokenizer> {
    return this.invoke('getTokenizer', { path: { tokenizer_id: tokenizerId } }, options);
  }

  /**
   * Delete a tokenizer.
   *
   * Removes its bundle at once. Refused with 409 `conflict` while its own job or an export is not done,
   * and while a model uses its codes: delete that first.
   *
   * The key needs the scope `data`.
   */
  delete(tokenizerId: string, options?: CallOptions): Call<wire.DeletedFiles> {
    return this.invoke('deleteTokenizer', { path: { tokenizer_id: tokenizerId } }, options);
  }

  /**
   * Walk the tree of semantic IDs.
   *
   * One level of the tree: the codes that follow a prefix, with the number of items and of collisions
   * below each. A prefix that no item has answers with zeros.
   *
   * The key needs the scope `data` or `read`.
   */
  codes(
    tokenizerId: string,
    query?: Query<wire.GetTokenizerCodesData>,
    options?: CallOptions,
  ): Call<wire.CodeTree> {
    return this.invoke('getTokenizerCodes', { path: { tokenizer_id: tokenizerId }, query }, options);
  }

  /**
   * Export a tokenizer.
   *
   * Writes the bundle of the tokenizer as a tar.gz: `manifest.json`, `encoder.json`, `codebooks.json`,
   * `items.jsonl`, `tokens.json`, `contents.json` and `SHA256SUMS`; its bytes are always the same. The
   * job (`tokenizer_export`) ends with `result.download_url`, which needs no key and is valid for an
   * hour. The body is optional. The dataset’s terms must allow exports.
   *
   * The key needs the scope `data`.
   */
  export(tokenizerId: string, body?: wire.ExportTokenizerRequest, options?: CallOptions): Call<wire.Job> {
    return this.invoke('exportTokenizer', { path: { tokenizer_id: tokenizerId }, body }, options);
  }
}

export class SemanticIdsResource extends Resource {
  /**
   * Assign semantic IDs.
   *
   * Codes of up to 1,000 items, in the order of the request. Codes depend only on the content and the
   * tokenizer: equal content has equal codes, whatever its id. `cold_start` marks an item that was not
   * in the catalogue at the fit; it gets codes at once, and the codebooks stay as they are.
   * `collision_suffix` distinguishes items with equal codes. It is assigned at the fit; an item whose
   * content has changed since has none. A catalogue item sent without content gets the codes and the
   * suffix of the fit. If an item is sent without content and is not in the catalogue, the call is 422
   * `unknown_item`, and `details.item_ids` lists such items. Codes of different tokenizers cannot be
   * compared.
   *
   * The key needs the scope `infer`.
   */
  assign(body: wire.SemanticIdsRequest, options?: CallOptions): Call<wire.SemanticIds> {
    return this.invoke('assignSemanticIds', { body }, options);
  }
}

export class JobsMethods extends Resource {
  /**
   * List jobs.
   *
   * Newest first. `kind` and `status` filter the list; a cursor is valid only with the same filters.
   *
   * The key needs the scope `data` or `read`.
   */
  list(
    query?: Query<wire.ListJobsData>,
    options?: CallOptions,
  ): List<wire.JobList['data'][number], wire.JobList> {
    return this.rowsOf('listJobs', query, options);
  }

  /**
   * Read a job.
   *
   * `queued → running → succeeded | failed | cancelled`. `result` is set once the job has succeeded:
   * `{dataset}` for an import of a dataset, `{download_url, expires_at, bytes, sha256}` for an export,
   * `{rows_read, rows_changed, rows_refused, read_by_rules_instead}` for a full reading. `download_url`
   * is null to a key without the scope `export` (or `data`, which includes it). `error` says why the job
   * failed. A job whose process died is retried, at most three times, and takes effect once.
   *
   * The key needs the scope `data` or `read`.
   */
  get(jobId: string, options?: CallOptions): Call<wire.Job> {
    return this.invoke('getJob', { path: { job_id: jobId } }, options);
  }

  /**
   * Read what a job reported.
   *
   * Its progress over time, from which curves can be drawn: of a training, for example, `epoch`, `loss`
   * and `validation_ndcg`. Kept as long as the job.
   *
   * The key needs the scope `data` or `read`.
   */
  log(jobId: string, options?: CallOptions): Call<wire.JobLog> {
    return this.invoke('getJobLog', { path: { job_id: jobId } }, options);
  }

  /**
   * Cancel a job.
   *
   * A queued job is cancelled at once. A running job is signalled to stop and is still `running` in this
   * answer; poll it. A job that is already cancelled is 200 again; a job that ended otherwise is 409.
   *
   * The key needs the scope `data`.
   */
  cancel(jobId: string, options?: CallOptions): Call<wire.Job> {
    return this.invoke('cancelJob', { path: { job_id: jobId } }, options);
  }
}

export class EarlierResource extends Resource {
  /**
   * @deprecated Use `users.upsert`: `text` is its `context`, `metadata` its `fields`. The call replaces
   * earlier values as that operation does. `enrich` queries the enrichment endpoint that the operator
   * set up for you. Its values rank below the values that you gave and below those of the texts; if it
   * fails, the answer has a warning.
   *
   * The key needs the scope `write`.
   */
  ingest(body: wire.IngestRequest, options?: CallOptions): Call<wire.UserRecord> {
    return this.invoke('ingest', { body }, options);
  }

  /**
   * @deprecated Use `context.append`: `text` is its `content`, and `source` defaults to `chat`.
   *
   * The key needs the scope `write`.
   */
  stream(body: wire.StreamRequest, options?: CallOptions): Call<wire.ContextResult> {
    return this.invoke('stream', { body }, options);
  }

  /**
   * @deprecated Use `feedback.send`: `user_id` is its `seeker_id`, `action` its `outcome`. `batch_id`
   * does what an `Idempotency-Key` does, for 24 hours.
   *
   * The key needs the scope `write`.
   */
  feedbackBatch(body: wire.FeedbackBatchRequest, options?: CallOptions): Call<wire.FeedbackBatchSummary> {
    return this.invoke('sendFeedbackBatch', { body }, options);
  }
}

export class AdminResource extends Resource {
  /**
   * Begin an experiment.
   *
   * Compares two arms of a tenant’s domain: the control first, then the treatment. An arm is a tier or a
   * version of the ranking model, additions to the points of terms, settings of stages, or nothing of
   * these (as usual). `split` assigns seekers, `cluster` places with the people who look for each other
   * there, `switchback` the same anew each day (UTC); `interleaving` draws each answer from both arms.
   * Assignments follow from ids alone, and are the same in every process. Requests with their own
   * `stages` or `weights`, and those with `record: false`, stay out. The experiment ends by its stop
   * rule or after `days`. A domain has one running experiment; another one is 409 `conflict`.
   *
   * Not tried again by itself: an attempt whose answer was lost may have done the work.
   *
   * The key needs the scope `operator`.
   */
  createExperiment(body: wire.CreateExperimentRequest, options?: CallOptions): Call<wire.Experiment> {
    return this.invoke('createExperiment', { body }, { maxRetries: 0, ...options });
  }

  /**
   * List experiments.
   *
   * Newest first, running and ended ones, each with its last result.
   *
   * The key needs the scope `operator`.
   */
  listExperiments(
    query?: Query<wire.ListExperimentsData>,
    options?: CallOptions,
  ): List<wire.ExperimentList['data'][number], wire.ExperimentList> {
    return this.rowsOf('listExperiments', query, options);
  }

  /**
   * Read an experiment.
   *
   * Its settings, the last result and the earlier ones, and the decision in words. A result is made once
   * an hour by default. `effect` is an anytime-valid confidence sequence: it may be read at any time,
   * and acted upon, without more false alarms.
   *
   * The key needs the scope `operator`.
   */
  getExperiment(experimentId: string, options?: CallOptions): Call<wire.Experiment> {
    return this.invoke('getExperiment', { path: { experiment_id: experimentId } }, options);
  }

  /**
   * Stop an experiment.
   *
   * Makes a last result and ends the experiment. From the next match on its domain ranks as usual. One
   * that has ended is 409 `conflict`.
   *
   * The key needs the scope `operator`.
   */
  stopExperiment(experimentId: string, options?: CallOptions): Call<wire.Experiment> {
    return this.invoke('stopExperiment', { path: { experiment_id: experimentId } }, options);
  }

  /**
   * Pause an experiment.
   *
   * Pauses the experiment: from the next match on its domain ranks as usual, and no match takes part,
   * until it goes on. Outcomes of matches that took part still count, it is measured on, and its
   * calendar goes on. One that does not run is 409 `conflict`.
   *
   * The key needs the scope `operator`.
   */
  pauseExperiment(experimentId: string, options?: CallOptions): Call<wire.Experiment> {
    return this.invoke('pauseExperiment', { path: { experiment_id: experimentId } }, options);
  }

  /**
   * Resume an experiment.
   *
   * A paused experiment goes on with the next match: seekers keep their arms. One that is not paused is
   * 409 `conflict`.
   *
   * The key needs the scope `operator`.
   */
  resumeExperiment(experimentId: string, options?: CallOptions): Call<wire.Experiment> {
    return this.invoke('resumeExperiment', { path: { experiment_id: experimentId } }, options);
  }

  /**
   * List tenants.
   *
   * Newest first, with their domains and settings.
   *
   * The key needs the scope `operator`.
   */
  listTenants(
    query?: Query<wire.ListTenantsData>,
    options?: CallOptions,
  ): List<wire.AdminTenantList['data'][number], wire.AdminTenantList> {
    return this.rowsOf('listTenants', query, options);
  }

  /**
   * Create a tenant.
   *
   * The name is unique, so a request that is sent twice creates one tenant: the second is 409.
   *
   * Not tried again by itself: an attempt whose answer was lost may have done the work.
   *
   * The key needs the scope `operator`.
   */
  createTenant(body: wire.CreateTenantRequest, options?: CallOptions): Call<wire.AdminTenant> {
    return this.invoke('createTenant', { body }, { maxRetries: 0, ...options });
  }

  /**
   * Read a tenant.
   *
   * Its domains with thresholds and labels, and its settings. Of a secret the answer says only whether
   * one is set. Its keys: `admin.listKeys`.
   *
   * The key needs the scope `operator`.
   */
  getTenant(tenantId: string, options?: CallOptions): Call<wire.AdminTenant> {
    return this.invoke('getTenant', { path: { tenant_id: tenantId } }, options);
  }

  /**
   * Change a tenant.
   *
   * Enables domains, sets thresholds, adds labels, sets consent, whether documents are kept, fair
   * exposure, how much matches explore, and engines. What is left out stays as it is; a request with a
   * fault changes nothing. Secrets and addresses are set by the command line alone («counterpart tenants
   * set»).
   *
   * The key needs the scope `operator`.
   */
  changeTenant(
    tenantId: string,
    body: wire.ChangeTenantRequest,
    options?: CallOptions,
  ): Call<wire.AdminTenant> {
    return this.invoke('changeTenant', { path: { tenant_id: tenantId }, body }, options);
  }

  /**
   * List keys.
   *
   * Newest first, also expired and revoked ones, with the number of live sessions of the console. No
   * answer contains a key itself.
   *
   * The key needs the scope `operator`.
   */
  listKeys(
    query?: Query<wire.ListKeysData>,
    options?: CallOptions,
  ): List<wire.AdminKeyList['data'][number], wire.AdminKeyList> {
    return this.rowsOf('listKeys', query, options);
  }

  /**
   * Create a key of a tenant.
   *
   * The answer is the only one that contains the key. The service stores a hash of it, and therefore no
   * answer to repeat: `Idempotency-Key` is not honoured. Keys of the operator are made by the command
   * line alone («counterpart keys create --operator»).
   *
   * Not tried again by itself: an attempt whose answer was lost may have done the work.
   *
   * The key needs the scope `operator`.
   */
  createKey(
    tenantId: string,
    body: wire.CreateKeyRequest = {},
    options?: CallOptions,
  ): Call<wire.CreatedKey> {
    return this.invoke('createKey', { path: { tenant_id: tenantId }, body }, { maxRetries: 0, ...options });
  }

  /**
   * Rename a key.
   *
   * The name is for people. What the key may do never changes: revoke it and create another one.
   *
   * The key needs the scope `operator`.
   */
  changeKey(keyId: string, body: wire.ChangeKeyRequest, options?: CallOptions): Call<wire.AdminKey> {
    return this.invoke('changeKey', { path: { key_id: keyId }, body }, options);
  }

  /**
   * Revoke a key.
   *
   * From the next request of every process on, and with it its sessions of the console. A revoked key
   * stays revoked. The key of the request itself is 409.
   *
   * The key needs the scope `operator`.
   */
  revokeKey(keyId: string, options?: CallOptions): Call<wire.AdminKey> {
    return this.invoke('revokeKey', { path: { key_id: keyId } }, options);
  }

  /**
   * List members.
   *
   * Newest first: the people who sign in to the console by the identity provider, with the number of
   * their live sessions.
   *
   * The key needs the scope `operator`.
   */
  listMembers(
    query?: Query<wire.ListMembersData>,
    options?: CallOptions,
  ): List<wire.AdminMemberList['data'][number], wire.AdminMemberList> {
    return this.rowsOf('listMembers', query, options);
  }

  /**
   * Add a member to a tenant.
   *
   * A person with this verified mail address at the identity provider may then sign in to the console.
   * The first sign-in binds all members of the address to this person: it then opens nothing to another
   * one. Nothing is mailed. Members of the operator are added by the command line alone («counterpart
   * members add --operator»).
   *
   * Not tried again by itself: an attempt whose answer was lost may have done the work.
   *
   * The key needs the scope `operator`.
   */
  addMember(tenantId: string, body: wire.AddMemberRequest, options?: CallOptions): Call<wire.AdminMember> {
    return this.invoke('addMember', { path: { tenant_id: tenantId }, body }, { maxRetries: 0, ...options });
  }

  /**
   * Change a member.
   *
   * Its name, and its scopes or role. Live sessions have the new scopes from their next request on. The
   * mail address stays: remove the member and add another one.
   *
   * The key needs the scope `operator`.
   */
  changeMember(
    memberId: string,
    body: wire.ChangeMemberRequest,
    options?: CallOptions,
  ): Call<wire.AdminMember> {
    return this.invoke('changeMember', { path: { member_id: memberId }, body }, options);
  }

  /**
   * Remove a member.
   *
   * From the next request of every process on, and with it its sessions of the console. Name and mail
   * address are deleted; the audit log keeps the address until its entries are removed. The member of
   * the request itself is 409.
   *
   * The key needs the scope `operator`.
   */
  removeMember(memberId: string, options?: CallOptions): Call<wire.AdminMember> {
    return this.invoke('removeMember', { path: { member_id: memberId } }, options);
  }

  /**
   * List sessions of the console.
   *
   * The live ones, newest first, of keys and of members. No answer contains a token.
   *
   * The key needs the scope `operator`.
   */
  listSessions(
    query?: Query<wire.ListSessionsData>,
    options?: CallOptions,
  ): List<wire.AdminSessionList['data'][number], wire.AdminSessionList> {
    return this.rowsOf('listSessions', query, options);
  }

  /**
   * End a session of the console.
   *
   * From the next request of every process on. Its key or member can begin another one: revoke the key
   * or remove the member to prevent that.
   *
   * The key needs the scope `operator`.
   */
  endSession(sessionId: string, options?: CallOptions): Call<wire.AdminSession> {
    return this.invoke('endSession', { path: { session_id: sessionId } }, options);
  }

  /**
   * List the audit log.
   *
   * Newest first: which key, session of the console, command or schedule changed what, when and from
   * where. An entry is written with its change, and never changes. It holds no secret, no text of a
   * profile and no id of a person.
   *
   * The key needs the scope `operator`.
   */
  listAuditEntries(
    query?: Query<wire.ListAuditEntriesData>,
    options?: CallOptions,
  ): List<wire.AuditEntryList['data'][number], wire.AuditEntryList> {
    return this.rowsOf('listAuditEntries', query, options);
  }

  /**
   * List the settings in force.
   *
   * Every setting with its value and where that comes from. A secret has no value here, and of an
   * address only what may be shown.
   *
   * The key needs the scope `operator`.
   */
  settings(options?: CallOptions): Call<wire.SettingsInForce> {
    return this.invoke('listSettings', {}, options);
  }

  /**
   * Read the state of the service.
   *
   * Memory, latencies, errors and counts of the process that answers, since its start; jobs, encoders
   * and the change feed of the store behind it. Recent errors have a code, a route and a request id, and
   * nothing of what was sent.
   *
   * The key needs the scope `operator`.
   */
  system(options?: CallOptions): Call<wire.SystemState> {
    return this.invoke('getSystem', {}, options);
  }
}

export class ServiceResource extends Resource {
  /**
   * Whether the process lives.
   *
   * Always 200 while the process answers at all. Needs no key.
   */
  health(options?: CallOptions): Call<wire.GetHealthResponse> {
    return this.invoke('getHealth', {}, options);
  }

  /**
   * Whether the service can work.
   *
   * 503 while the store does not answer, the candidate indexes in use are opened
   * (COUNTERPART_READY_WAITS bounds that), or the server stops. `encoder`: whose text vectors are
   * compared, whose take their place (null: nobody's), and how much of that is done. Needs no key.
   */
  readiness(options?: CallOptions): Call<wire.GetReadinessResponse> {
    return this.invoke('getReadiness', {}, options);
  }

  /**
   * Figures for Prometheus.
   *
   * Request and stage latencies, pool sizes, index rows and bytes, and figures of the process. Needs no
   * key and names workspaces by id: a proxy in front of the service should keep it inside.
   */
  metrics(options?: CallOptions): Call<string> {
    return this.invoke('getMetrics', {}, options);
  }

  /**
   * This document.
   *
   * OpenAPI 3.1, made of the very schemas that validate. Needs no key.
   */
  interface(options?: CallOptions): Call<wire.GetInterfaceResponse> {
    return this.invoke('getInterface', {}, options);
  }
}

export class WebhooksResource extends Resource {
  /**
   * Remove a webhook.
   *
   * Nothing more is sent to it, and its deliveries are removed.
   *
   * The key needs the scope `export`.
   */
  remove(webhookId: string, options?: CallOptions): Call<wire.RemovedWebhook> {
    return this.invoke('removeWebhook', { path: { webhook_id: webhookId } }, options);
  }

  /**
   * Read a webhook.
   *
   * Without its secret.
   *
   * The key needs the scope `export`.
   */
  get(webhookId: string, options?: CallOptions): Call<wire.Webhook> {
    return this.invoke('getWebhook', { path: { webhook_id: webhookId } }, options);
  }

  /**
   * Change a webhook.
   *
   * A JSON Merge Patch (RFC 7396): what it does not name stays as it is. Deliveries that wait go to the
   * new address. `enabled: true` also enables a webhook that an answer with status 410 had disabled;
   * what happened meanwhile is not sent.
   *
   * The key needs the scope `export`.
   */
  change(webhookId: string, body: wire.ChangeWebhookRequest, options?: CallOptions): Call<wire.Webhook> {
    return this.invoke('changeWebhook', { path: { webhook_id: webhookId }, body }, options);
  }

  /**
   * List deliveries of a webhook.
   *
   * Newest first, each with its attempts and the body that is sent. A delivery is forgotten a week after
   * it has ended. The cursor holds for the same webhook and `status`.
   *
   * The key needs the scope `export`.
   */
  deliveries(
    webhookId: string,
    query?: Query<wire.ListWebhookDeliveriesData>,
    options?: CallOptions,
  ): List<wire.WebhookDeliveryList['data'][number], wire.WebhookDeliveryList> {
    return this.rowsOf('listWebhookDeliveries', query, options, { webhook_id: webhookId });
  }

  /**
   * Send a delivery again.
   *
   * Sends a delivery of the last week once more, with the same `webhook-id` and body, to the present
   * address, for up to a day. Only one that has ended. An event that told of an erasure is not kept
   * after its deliveries, so it cannot be sent again.
   *
   * Not tried again by itself: an attempt whose answer was lost may have done the work.
   *
   * The key needs the scope `export`.
   */
  replay(webhookId: string, deliveryId: string, options?: CallOptions): Call<wire.WebhookDelivery> {
    return this.invoke(
      'replayWebhookDelivery',
      { path: { webhook_id: webhookId, delivery_id: deliveryId } },
      { maxRetries: 0, ...options },
    );
  }

  /**
   * Rotate the secret of a webhook.
   *
   * Makes a new secret, which this answer alone contains. The earlier one stays valid for 24 hours:
   * until then each delivery carries two signatures, so receivers may change over at any time. Another
   * rotation within that time ends the older of the two at once.
   *
   * Not tried again by itself: an attempt whose answer was lost may have done the work.
   *
   * The key needs the scope `export`.
   */
  rotate(webhookId: string, options?: CallOptions): Call<wire.WebhookWithSecret> {
    return this.invoke(
      'rotateWebhookSecret',
      { path: { webhook_id: webhookId } },
      { maxRetries: 0, ...options },
    );
  }

  /**
   * Send a test event.
   *
   * Sends an event of the type `webhook.test` to this webhook alone, whichever events it takes. It is
   * delivered like any other; read the delivery to see what came of it.
   *
   * Not tried again by itself: an attempt whose answer was lost may have done the work.
   *
   * The key needs the scope `export`.
   */
  test(webhookId: string, options?: CallOptions): Call<wire.WebhookDelivery> {
    return this.invoke('testWebhook', { path: { webhook_id: webhookId } }, { maxRetries: 0, ...options });
  }

  /**
   * List webhooks.
   *
   * All webhooks of the workspace, at most 20, oldest first. Secrets are not shown.
   *
   * The key needs the scope `export`.
   */
  list(options?: CallOptions): Call<wire.WebhookList> {
    return this.invoke('listWebhooks', {}, options);
  }

  /**
   * Create a webhook.
   *
   * From now on the service posts events of the workspace to the address, in the form of Standard
   * Webhooks: `webhook-id`, `webhook-timestamp` and `webhook-signature` in the head, `{type, timestamp,
   * data}` in the body. The answer is the only one that contains the secret, so `Idempotency-Key` is not
   * honoured. An event is delivered at least once and in no particular order: the same `webhook-id` is
   * the same event. Any status from 200 to 299 takes it. Everything else is tried again with growing
   * waits for a day; 410 disables the webhook. Redirects are not followed. Into a topic of Kafka each
   * event is one record: the key is the id of the event, the value is the body, and the record has the
   * same headers.
   *
   * Not tried again by itself: an attempt whose answer was lost may have done the work.
   *
   * The key needs the scope `export`.
   */
  create(body: wire.CreateWebhookRequest, options?: CallOptions): Call<wire.WebhookWithSecret> {
    return this.invoke('createWebhook', { body }, { maxRetries: 0, ...options });
  }
}

export class DocumentsResource<D extends DomainTypes = AnyDomain> extends Resource {
  /**
   * Append a document to a user.
   *
   * Reads a PDF, DOCX, HTML, Markdown, LaTeX, JSON or text file and adds its text to a user, as
   * `context.append` does: a CV, a job advert, a one-pager. The text of a PDF, DOCX or LaTeX file is
   * Markdown with its headings, lists and tables, column by column; HTML stays HTML without scripts and
   * menus, and the others stay as they are. Lines that pages repeat are left out. The body is a form
   * (`multipart/form-data`), or the file with its own Content-Type and the other values in the query.
   * The bytes of the file are kept only where the workspace says so. Password-protected, damaged and
   * scanned files are `unreadable_document` with the `reason`.
   *
   * The key needs the scope `write`.
   */
  append(body: In<D, wire.AppendDocumentRequest>, options?: CallOptions): Call<wire.DocumentResult> {
    return this.invoke('appendDocument', { body }, options);
  }

  /**
   * Read a document without storing it.
   *
   * Reads a file as `documents.append` does, and stores nothing: the answer has the text and what it
   * says of a person, each value with its place in the text. Its body is the same without `user_id` and
   * `source`. An `Idempotency-Key` has no effect. `match.run` takes the text as `context` of its
   * `profile`.
   *
   * The key needs the scope `read`.
   */
  read(body: In<D, wire.ReadDocumentRequest>, options?: CallOptions): Call<wire.ReadDocumentResult> {
    return this.invoke('readDocument', { body }, options);
  }
}

export class MessagesResource extends Resource {
  /**
   * The meaning of messages.
   *
   * The mapping as it was set.
   *
   * The key needs the scope `read`.
   */
  getMapping(options?: CallOptions): Call<wire.MessageMapping> {
    return this.invoke('getMessageMapping', {}, options);
  }

  /**
   * Say what messages mean.
   *
   * Replaces the mapping by which `messages.track`, `/v1/identify`, `/v1/batch` and `/v1/snowplow` are
   * understood, from the next request on. Values have the grammar of mappings of files
   * (`docs/reference/mapping.md`) over the message (`properties.sku`, `traits.age`, `context.page.url`),
   * without regular expressions; at most 16 KiB. Left out: `seeker_id` is `userId`; `event_id` is
   * `messageId`, `person_id` is `userId`, `session_id` is `anonymousId`, `item_id` is
   * `properties.item_id` or `properties.product_id`, `kind` is the event, `timestamp` that of the
   * message.
   *
   * The key needs the scope `write`.
   */
  putMapping(body: wire.MessageMappingRequest, options?: CallOptions): Call<wire.MessageMapping> {
    return this.invoke('putMessageMapping', { body }, options);
  }

  /**
   * The last refused messages.
   *
   * The last 200 messages with a fault, newest first, each with its reason. An erasure of a person
   * deletes those that name the person.
   *
   * The key needs the scope `read`.
   */
  rejects(options?: CallOptions): Call<wire.MessageRejects> {
    return this.invoke('listMessageRejects', {}, options);
  }

  /**
   * Send many messages, in the form of Segment.
   *
   * The call of Segment’s server libraries: point their `host` at this service. People are written
   * before outcomes. A message with a fault spoils no other; messages of other types are ignored, and
   * counted. After a 5xx or a lost answer, send the same messages again.
   *
   * The key needs the scope `ingest`.
   */
  batch(body: wire.MessageBatch, options?: CallOptions): Call<wire.TakenMessages> {
    return this.invoke('sendMessages', { body }, options);
  }

  /**
   * Say who a person is, in the form of Segment.
   *
   * The traits are merged into the person, as the mapping of the workspace says; without one, those that
   * have the name of a field of the only domain. Otherwise as `messages.track`.
   *
   * The key needs the scope `ingest`.
   */
  identify(body: wire.IdentifyMessage, options?: CallOptions): Call<wire.TakenMessages> {
    return this.invoke('identify', { body }, options);
  }

  /**
   * Send events of a Snowplow tracker.
   *
   * The payload of the tracker protocol (`payload_data`): set the tracker’s POST path to `v1/snowplow`,
   * and a header with the key. An event becomes a message of `messages.track`: its name is the action of
   * a structured event, the name of the schema of a self-describing one, or `page_view`; `uid` is
   * `userId`, `eid` is `messageId`, and entities stand under `context`. Events of other kinds are
   * ignored, and counted.
   *
   * The key needs the scope `ingest`.
   */
  snowplow(body: wire.SnowplowPayload, options?: CallOptions): Call<wire.TakenMessages> {
    return this.invoke('sendSnowplowEvents', { body }, options);
  }

  /**
   * Say what a person did, in the form of Segment.
   *
   * The mapping of the workspace (`messages.putMapping`) says what the event becomes: an outcome of a
   * match, or an event of a dataset. An event without a rule is ignored, and counted. A message is taken
   * once by its `messageId`, whichever operation brings it. A fault is in the answer, whose status is
   * 200, and is kept for `messages.rejects`. The key may be sent as the user name of Basic
   * authentication too, as Segment’s libraries send it.
   *
   * The key needs the scope `ingest`.
   */
  track(body: wire.TrackMessage, options?: CallOptions): Call<wire.TakenMessages> {
    return this.invoke('track', { body }, options);
  }

  /**
   * List connectors.
   *
   * Every connector of the workspace (`counterpart connect`) by name, with how far it has come. One that
   * has not looked at its source for long is not running.
   *
   * The key needs the scope `read`.
   */
  connectors(options?: CallOptions): Call<wire.Connectors> {
    return this.invoke('listConnectors', {}, options);
  }
}

export class ModelExperimentsResource extends Resource {
  /**
   * Read an experiment on models.
   *
   * Its settings, the last result and the earlier ones, and the decision in words. A result is made once
   * an hour by default. `effect` is an anytime-valid confidence sequence: it may be read at any time,
   * and acted upon, without more false alarms.
   *
   * The key needs the scope `infer` or `train` or `read`.
   */
  get(experimentId: string, options?: CallOptions): Call<wire.ModelExperiment> {
    return this.invoke('getModelExperiment', { path: { experiment_id: experimentId } }, options);
  }

  /**
   * Pause an experiment on models.
   *
   * From the next request on everyone gets the model of the alias, and nothing more counts as shown,
   * until it goes on. Events on what was shown still count, it is measured on, and its calendar goes on.
   * One that does not run is 409 `conflict`.
   *
   * The key needs the scope `train`.
   */
  pause(experimentId: string, options?: CallOptions): Call<wire.ModelExperiment> {
    return this.invoke('pauseModelExperiment', { path: { experiment_id: experimentId } }, options);
  }

  /**
   * Promote an arm to the alias.
   *
   * Measures once more, lets the alias name the model of the winner, or of the named arm, and ends the
   * experiment if it runs. Without a winner, and without `arm`, it is 409 `conflict` and the experiment
   * goes on.
   *
   * The key needs the scope `train`.
   */
  promote(
    experimentId: string,
    body?: wire.PromoteArmRequest,
    options?: CallOptions,
  ): Call<wire.ModelExperiment> {
    return this.invoke('promoteModelExperiment', { path: { experiment_id: experimentId }, body }, options);
  }

  /**
   * Resume an experiment on models.
   *
   * A paused experiment goes on with the next request: people keep their arms. One that is not paused is
   * 409 `conflict`.
   *
   * The key needs the scope `train`.
   */
  resume(experimentId: string, options?: CallOptions): Call<wire.ModelExperiment> {
    return this.invoke('resumeModelExperiment', { path: { experiment_id: experimentId } }, options);
  }

  /**
   * Stop an experiment on models.
   *
   * Makes a last result and ends the experiment. From the next request on everyone gets the model of the
   * alias. What was shown to people is deleted. One that has ended is 409 `conflict`.
   *
   * The key needs the scope `train`.
   */
  stop(experimentId: string, options?: CallOptions): Call<wire.ModelExperiment> {
    return this.invoke('stopModelExperiment', { path: { experiment_id: experimentId } }, options);
  }

  /**
   * List experiments on models.
   *
   * Newest first, running and ended ones, each with its last result.
   *
   * The key needs the scope `infer` or `train` or `read`.
   */
  list(
    query?: Query<wire.ListModelExperimentsData>,
    options?: CallOptions,
  ): List<wire.ModelExperimentList['data'][number], wire.ModelExperimentList> {
    return this.rowsOf('listModelExperiments', query, options);
  }

  /**
   * Begin an experiment on models.
   *
   * Compares models behind an alias: from the next request on, predictions through `alias:NAME` with a
   * `person_id` come from the person’s arm (`split`), or from a list that is drawn from both arms by
   * team draft (`interleaving`). What is shown is remembered, at most 500 items of a person and 100 of
   * an answer. An appended event of a success kind on a shown item, within the window after it was last
   * shown, counts once. Requests with a `history` and people outside the share get the model of the
   * alias. The experiment ends by its stop rule or after `days`. An alias has one running experiment;
   * another one is 409 `conflict`.
   *
   * Not tried again by itself: an attempt whose answer was lost may have done the work.
   *
   * The key needs the scope `train`.
   */
  create(body: wire.CreateModelExperimentRequest, options?: CallOptions): Call<wire.ModelExperiment> {
    return this.invoke('createModelExperiment', { body }, { maxRetries: 0, ...options });
  }
}
