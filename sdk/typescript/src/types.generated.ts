// Generated from docs/openapi.json by sdk/typescript/generate.

export type ClientOptions = {
    baseUrl: `${string}://${string}` | (string & {});
};

/**
 * A transformer over the items of a history.
 */
export type AdaptRecommender = {
    dataset_id: string;
    /**
     * An existing name gets the next version.
     */
    name: string;
    /**
     * A ready model of the same architecture to continue from. Known items keep what was learned, new ones are added.
     */
    base_model_id?: string;
    /**
     * Default: `"sequential-recommender"`.
     */
    architecture?: 'sequential-recommender';
    /**
     * Default: `{}`.
     */
    settings?: {
        /**
         * Dimension of an item vector, a multiple of `heads`.
         */
        width?: number;
        /**
         * Transformer blocks.
         */
        blocks?: number;
        /**
         * Attention heads.
         */
        heads?: number;
        /**
         * Number of items read of a history, counted from its end. Longer histories are split, not discarded.
         */
        history_length?: number;
        dropout?: number;
        learning_rate?: number;
        /**
         * Decoupled weight decay of the layers; item vectors do not decay.
         */
        weight_decay?: number;
        /**
         * Approximate number of events in a training step.
         */
        batch_events?: number;
        /**
         * Maximum number of epochs; training stops when the validation no longer improves.
         */
        epochs?: number;
        /**
         * Epochs without an improved validation before training stops.
         */
        patience?: number;
        /**
         * Items drawn a step for the sampled softmax; 0: the softmax goes over all items.
         */
        negatives?: number;
        /**
         * Item vectors are tied to the texts, so that items without events can be ranked.
         */
        item_texts?: boolean;
        /**
         * Whether items are scored by their input vectors or by separate ones.
         */
        output_vectors?: 'shared' | 'own';
        /**
         * Which events become histories, and how. Default: `{}`.
         */
        events?: EventSettings;
        /**
         * `standard`: leave one out and by time, and leave one out with the ties of one moment shuffled where at least 1 % of the targets are tied. `full`: both splits, ties as imported and shuffled. `brief`: leave one out as imported, in half the time or less. `none`: the card says that nothing was evaluated. Default: `"standard"`.
         */
        evaluation?: 'full' | 'standard' | 'brief' | 'none';
        /**
         * Default: `0`.
         */
        seed?: number;
    };
};

/**
 * A transformer that generates the semantic ids of items.
 */
export type AdaptRetriever = {
    dataset_id: string;
    /**
     * An existing name gets the next version.
     */
    name: string;
    /**
     * A ready model of the same architecture to continue from. Known items keep what was learned, new ones are added.
     */
    base_model_id?: string;
    architecture: 'generative-retriever';
    /**
     * Default: the tokenizer of the base model, else one fitted on the dataset.
     */
    tokenizer_id?: string;
    /**
     * Default: `{}`.
     */
    settings?: {
        /**
         * Dimension of an item vector, a multiple of `heads`.
         */
        width?: number;
        /**
         * Transformer blocks that read a history.
         */
        blocks?: number;
        /**
         * Attention heads.
         */
        heads?: number;
        /**
         * Width of the hidden layer in each step of the decoder.
         */
        decoder_width?: number;
        /**
         * Number of items read of a history, counted from its end. Longer histories are split, not discarded.
         */
        history_length?: number;
        dropout?: number;
        /**
         * Items have a vector of their own beside those of their codes.
         */
        item_vectors?: boolean;
        /**
         * Probability that an item is read as a new one, so that its codes alone carry enough information.
         */
        unknown_rate?: number;
        /**
         * Items are also read by the vectors of their texts.
         */
        item_texts?: boolean;
        learning_rate?: number;
        /**
         * Decoupled weight decay of the layers; item vectors do not decay.
         */
        weight_decay?: number;
        /**
         * Approximate number of events in a training step.
         */
        batch_events?: number;
        /**
         * Maximum number of epochs; training stops when the validation no longer improves.
         */
        epochs?: number;
        /**
         * Epochs without an improved validation before training stops.
         */
        patience?: number;
        /**
         * Which events become histories, and how. Default: `{}`.
         */
        events?: EventSettings;
        /**
         * `standard`: leave one out and by time, and leave one out with the ties of one moment shuffled where at least 1 % of the targets are tied. `full`: both splits, ties as imported and shuffled. `brief`: leave one out as imported, in half the time or less. `none`: the card says that nothing was evaluated. Default: `"standard"`.
         */
        evaluation?: 'full' | 'standard' | 'brief' | 'none';
        /**
         * Default: `0`.
         */
        seed?: number;
    };
};

export type AdaptationRequest = AdaptRecommender | AdaptRetriever;

export type AppendContextRequest = {
    user_id: string;
    domain: string;
    /**
     * Label of the origin; known ones: chat, transcript, event, upload, note, email.
     */
    source: string;
    /**
     * At most 256 KiB of UTF-8.
     */
    content: string;
};

export type ContextResult = {
    user_id: string;
    domain: string;
    context_id: string;
    fields_updated: Array<string>;
    embeddings_refreshed: boolean;
    deduplicated?: boolean;
    refresh_pending?: boolean;
    conflicts?: Array<{
        field: string;
        kept: unknown;
        seen: unknown;
        span?: [
            number,
            number
        ];
    }>;
};

export type Dataset = {
    id: string;
    name: string;
    /**
     * `v1`, `v2`, … by name within a workspace.
     */
    version: string;
    source: 'workspace_upload' | 'workspace_uri' | 'provider_catalog';
    access: {
        export: boolean;
        training: boolean;
    };
    terms: string;
    item_count: number;
    event_count: number;
    request_id: string;
};

export type DatasetFields = {
    id: string;
    name: string;
    /**
     * `v1`, `v2`, … by name within a workspace.
     */
    version: string;
    source: 'workspace_upload' | 'workspace_uri' | 'provider_catalog';
    access: {
        export: boolean;
        training: boolean;
    };
    terms: string;
    item_count: number;
    event_count: number;
};

export type DatasetList = {
    data: Array<DatasetFields>;
    next_cursor: string | null;
    has_more: boolean;
    request_id: string;
};

export type DatasetRepeats = {
    /**
     * Events whose person has an earlier event with the same item.
     */
    events: number;
    share: number;
};

export type DatasetSessions = {
    /**
     * A longer pause between two events of a person begins another session.
     */
    gap_minutes: number;
    count: number;
    /**
     * Mean number.
     */
    per_person: number;
    lengths: Lengths;
};

export type DatasetStatistics = {
    dataset_id: string;
    people: number;
    items: number;
    items_with_events: number;
    events: number;
    /**
     * ISO 8601; null without events.
     */
    first_event_at: string | null;
    last_event_at: string | null;
    /**
     * The 20 most frequent kinds of events.
     */
    kinds: Array<{
        kind: string;
        events: number;
    }>;
    /**
     * Number of kinds; null where there are more than 10,000.
     */
    kind_count: number | null;
    timeline: EventTimeline;
    long_tail: LongTail;
    /**
     * Events of a person.
     */
    histories: Lengths;
    sessions: DatasetSessions;
    repeats: DatasetRepeats;
    /**
     * What the texts of the items hold: `text`, and the names of lines `name: value`, the 50 most frequent.
     */
    fields: Array<{
        name: string;
        /**
         * Items that have it.
         */
        items: number;
        share: number;
    }>;
    request_id: string;
};

export type DeleteUserResult = {
    user_id: string;
    domains: Array<string>;
    erased: {
        records: number;
        context_items: number;
        outcomes: number;
        triplets: number;
        vectors: number;
    };
    trained_models: Array<string>;
    request_id: string;
};

export type EmbedRequest = {
    /**
     * Item ids, oldest first; at most the model’s `max_history_items`.
     */
    history: Array<string>;
};

export type Embedding = {
    model_id: string;
    model_version: string;
    /**
     * Comparable only with vectors of the same model version.
     */
    embedding: Array<number>;
    dimensions: number;
    request_id: string;
};

export type Error = {
    error: {
        code: string;
        message: string;
        details: {
            [key: string]: unknown;
        };
    };
    request_id: string;
};

export type EvaluationProtocol = {
    split: 'leave-one-out' | 'temporal';
    /**
     * Order of a person’s events at the same moment: as imported, or shuffled.
     */
    ties: 'imported' | 'shuffled';
    /**
     * Whether items of the history are ranked.
     */
    seen_items: 'masked' | 'ranked';
    /**
     * Every item of the catalogue is ranked; nothing is sampled.
     */
    ranked_items: number;
    /**
     * Number of people evaluated, one target each.
     */
    cases: number;
    /**
     * Larger than `cases` where the cases are a sample.
     */
    cases_before_sampling: number;
    /**
     * Share of the targets without an event in the training data.
     */
    targets_unseen: number;
    /**
     * Share of the targets that occur earlier in the person’s history.
     */
    targets_repeated: number;
    /**
     * Share of the targets at the same moment as the preceding item.
     */
    targets_tied: number;
    /**
     * Temporal split: the validation data begins here.
     */
    validation_from: string | null;
    /**
     * Temporal split: the test data begins here.
     */
    test_from: string | null;
    cutoffs: Array<number>;
    headline_cutoff: number;
    list_length: number;
    /**
     * Seed of the intervals.
     */
    draws: number;
    seed: number;
};

export type EvaluationReport = {
    dataset: {
        name: string;
        people: number;
        items: number;
        events: number;
    };
    splits: Array<{
        protocol: EvaluationProtocol;
        /**
         * The model first, then every baseline that was fitted.
         */
        rankers: Array<RankerReport>;
        gains: Array<GainReport>;
        /**
         * Absent in older reports.
         */
        baselines_left_out?: Array<LeftOutBaseline>;
    }>;
};

export type EventSettings = {
    /**
     * Only events of these kinds. Default: all kinds.
     */
    kinds?: Array<string>;
    /**
     * Only events with at least this value.
     */
    least_value?: number;
    /**
     * Whether a repeated item counts the first time only (`folded`) or every time (`kept`). Default: `"folded"`.
     */
    repeats?: 'folded' | 'kept';
    /**
     * People with fewer events, after the filters above, are left out. Default: `1`.
     */
    least_events?: number;
};

export type EventTimeline = {
    /**
     * Days of a bin: 1, 7, 28, 364, 3,640 or 36,400. Bins of 7 begin on Mondays.
     */
    bin_days: number;
    /**
     * Without gaps, at most 120; empty without events.
     */
    bins: Array<{
        /**
         * The first day in UTC, `2024-05-01`.
         */
        from: string;
        events: number;
    }>;
};

export type ExportDatasetRequest = {
    /**
     * `jsonl`.
     */
    format: string;
    /**
     * `gzip`: the file is compressed as a whole (`.jsonl.gz`). Default: `"none"`.
     */
    compression?: 'none' | 'gzip';
};

export type ExportTokenizerRequest = {
    /**
     * `tar.gz`. Default: `"tar.gz"`.
     */
    format?: string;
};

/**
 * @deprecated
 */
export type FeedbackBatchRequest = {
    /**
     * Any id of your choice. Within 24 hours a repeated batch gets the first answer again, and a different batch under the same id is 422.
     */
    batch_id: string;
    /**
     * Optional where one domain is enabled for you; where several are, leaving it out is 400.
     */
    domain?: string;
    items: Array<{
        /**
         * The user to whom the candidate was shown.
         */
        user_id: string;
        candidate_id: string;
        action: 'accepted' | 'rejected';
    }>;
};

export type FeedbackBatchSummary = {
    batch_id: string;
    /**
     * Number of accepted items.
     */
    accepted: number;
    /**
     * Triplets created by this call, without those that a later item of the same call removed.
     */
    triplets_generated: number;
    /**
     * Pending triplets of the domain after this call: those pending before, plus `triplets_generated`, minus those that its labels removed. 0 where the call started a run, which uses them all.
     */
    triplets_pending_train: number;
    /**
     * Items that were left out, by position.
     */
    errors: Array<{
        /**
         * Position of the item that was left out.
         */
        index: number;
        code: 'unknown_outcome' | 'user_not_found' | 'invalid_weight' | 'invalid_pair' | 'unknown_match';
        message: string;
    }>;
};

export type FeedbackItem = {
    seeker_id: string;
    candidate_id: string;
    /**
     * Label: accepted, rejected, converted, expired, or a custom one set up at onboarding.
     */
    outcome: string;
    /**
     * Strength, above 0 and at most 100: click 0.25, like 1, conversion 2 or more, long-term retention 5 or more. Default: `1`.
     */
    weight?: number;
    /**
     * The answer of /match in which the candidate was shown.
     */
    match_id?: string;
};

export type FeedbackRequest = {
    domain: string;
    items: Array<FeedbackItem>;
};

export type FeedbackSummary = {
    /**
     * Number of accepted items.
     */
    accepted: number;
    /**
     * Triplets created by this call, without those that a later item of the same call removed.
     */
    triplets_generated: number;
    /**
     * Pending triplets of the domain after this call: those pending before, plus `triplets_generated`, minus those that its labels removed. 0 where the call started a run, which uses them all.
     */
    triplets_pending_train: number;
    /**
     * Items that were left out, by position.
     */
    errors: Array<{
        /**
         * Position of the item that was left out.
         */
        index: number;
        code: 'unknown_outcome' | 'user_not_found' | 'invalid_weight' | 'invalid_pair' | 'unknown_match';
        message: string;
    }>;
};

export type FitAnswer = Job | FitResult;

export type FitResult = {
    tokenizer_id: string;
    name: string;
    status: 'queued' | 'fitting' | 'ready' | 'failed';
    codebook: {
        levels: number;
        resolution: 'multi' | 'uniform';
        base_size: number;
    };
    codebook_utilization: Array<number>;
    created_at: string;
    ready_at: string | null;
    job_id: string;
    request_id: string;
};

/**
 * A catalogue at a location that the operator allows, with settings of your choice.
 */
export type FitTokenizerOnCatalogue = {
    name: string;
    catalog: {
        uri: string;
        /**
         * `jsonl` or `parquet`.
         */
        format: string;
    };
    /**
     * Default: `["text"]`.
     */
    modalities?: Array<'text' | 'image'>;
    /**
     * Default: `{"levels":4,"resolution":"multi","base_size":256}`.
     */
    codebook?: {
        /**
         * Default: `4`.
         */
        levels?: number;
        /**
         * Default: `"multi"`.
         */
        resolution?: 'multi' | 'uniform';
        /**
         * Default: `256`.
         */
        base_size?: number;
    };
    /**
     * `residual-kmeans`: the better codes in our measurements; `rq-vae`: a trained residual autoencoder. Default: `"residual-kmeans"`.
     */
    quantizer?: 'residual-kmeans' | 'rq-vae';
    /**
     * Default: `null`.
     */
    collaborative_signal?: {
        mode: 'cooccurrence_contrastive';
        interactions: {
            uri: string;
            /**
             * `jsonl` or `parquet`.
             */
            format: string;
        };
        /**
         * Default: `0.5`.
         */
        weight?: number;
    } | null;
    /**
     * Default: `false`.
     */
    progressive_masking?: boolean;
};

/**
 * The items of a dataset. The settings are chosen automatically, and `diagnostics` says why.
 */
export type FitTokenizerOnDataset = {
    dataset_id: string;
    name: string;
};

export type FitTokenizerRequest = FitTokenizerOnDataset | FitTokenizerOnCatalogue;

/**
 * Difference between the model and a baseline, on the same people and draws, at the headline cutoff.
 */
export type GainReport = {
    model: string;
    over: string;
    recall: Measure;
    ndcg: Measure;
};

export type GenerateRequest = {
    model_id: string;
    /**
     * Item ids, oldest first; at least one and at most the model’s `max_history_items`.
     */
    history: Array<string>;
    /**
     * Default: `20`.
     */
    limit?: number;
    /**
     * Beam width: code prefixes followed at once. A wider beam finds more and takes longer. Default: the larger of 20 and `limit`; never less than `limit`.
     */
    beam?: number;
};

export type Generation = {
    model_id: string;
    model_version: string;
    /**
     * Most likely first, ties by the bytes of the id. Every item is in the catalogue; items of the history may occur.
     */
    items: Array<{
        item_id: string;
        /**
         * Log-probability of the item among all of the catalogue, at most 0.
         */
        score: number;
        /**
         * One per level.
         */
        codes: Array<number>;
        /**
         * `<sid_L_C>` per code, L the level from 0 on.
         */
        tokens: string;
    }>;
    request_id: string;
};

/**
 * The location of the rows, which the operator must allow.
 */
export type ImportDatasetLocation = {
    name: string;
    /**
     * Default: `{"export":true,"training":true}`.
     */
    access?: {
        /**
         * Default: `true`.
         */
        export?: boolean;
        /**
         * Default: `true`.
         */
        training?: boolean;
    };
    /**
     * Default: `"Uploaded by the workspace, which is responsible for its right to use the data."`.
     */
    terms?: string;
    source_uri: string;
    /**
     * `jsonl` or `parquet`.
     */
    format: string;
};

export type ImportDatasetRequest = ImportDatasetRows | ImportDatasetLocation;

/**
 * The rows themselves.
 */
export type ImportDatasetRows = {
    name: string;
    /**
     * Default: `{"export":true,"training":true}`.
     */
    access?: {
        /**
         * Default: `true`.
         */
        export?: boolean;
        /**
         * Default: `true`.
         */
        training?: boolean;
    };
    /**
     * Default: `"Uploaded by the workspace, which is responsible for its right to use the data."`.
     */
    terms?: string;
    items: Array<{
        item_id: string;
        /**
         * At most 16384 bytes of UTF-8.
         */
        text: string;
    }>;
    events?: Array<{
        event_id: string;
        person_id: string;
        item_id: string;
        kind: string;
        /**
         * ISO 8601 with date, time and zone; kept and exported in UTC with milliseconds.
         */
        timestamp: string;
        /**
         * Default: `1`.
         */
        value?: number;
    }>;
};

/**
 * @deprecated
 */
export type IngestRequest = {
    user_id: string;
    /**
     * Optional where one domain is enabled for you; where several are, leaving it out is 400.
     */
    domain?: string;
    /**
     * Résumé, bio, notes: fields are extracted from it. At most 256 KiB of UTF-8.
     */
    text: string;
    /**
     * Typed values by field name; win over extracted ones. Unknown keys go to `extras`.
     */
    metadata?: {
        [key: string]: unknown;
    };
    /**
     * Stored as a separate context item, and read after `text`. At most 256 KiB of UTF-8.
     */
    summary?: string;
    /**
     * Version of the domain schema, one of yours: `dating.v1`. Default: the active one.
     */
    schema?: string;
    /**
     * Query the enrichment endpoint that was set up for you; 422 where there is none. Default: `false`.
     */
    enrich?: boolean;
};

export type Job = {
    id: string;
    kind: 'dataset_import' | 'dataset_export' | 'tokenizer_fit' | 'tokenizer_export' | 'model_adaptation' | 'simulation';
    status: 'queued' | 'running' | 'succeeded' | 'failed' | 'cancelled';
    progress: number;
    detail: {
        [key: string]: unknown;
    } | null;
    resource: {
        type: 'dataset' | 'model' | 'tokenizer' | 'simulation';
        id: string;
    };
    created_at: string;
    started_at: string | null;
    finished_at: string | null;
    result: {
        [key: string]: unknown;
    } | null;
    error: {
        code: string;
        message: string;
        details: {
            [key: string]: unknown;
        };
    } | null;
    request_id: string;
};

export type JobFields = {
    id: string;
    kind: 'dataset_import' | 'dataset_export' | 'tokenizer_fit' | 'tokenizer_export' | 'model_adaptation' | 'simulation';
    status: 'queued' | 'running' | 'succeeded' | 'failed' | 'cancelled';
    progress: number;
    detail: {
        [key: string]: unknown;
    } | null;
    resource: {
        type: 'dataset' | 'model' | 'tokenizer' | 'simulation';
        id: string;
    };
    created_at: string;
    started_at: string | null;
    finished_at: string | null;
    result: {
        [key: string]: unknown;
    } | null;
    error: {
        code: string;
        message: string;
        details: {
            [key: string]: unknown;
        };
    } | null;
};

export type JobList = {
    data: Array<JobFields>;
    next_cursor: string | null;
    has_more: boolean;
    request_id: string;
};

/**
 * A baseline that was not fitted, and why. It is not compared.
 */
export type LeftOutBaseline = {
    name: string;
    reason: string;
};

export type LengthBin = {
    /**
     * Shortest length of the bin.
     */
    from: number;
    /**
     * Longest length of the bin.
     */
    to: number;
    count: number;
};

/**
 * The distribution of a number of events. All are 0 where there are no events.
 */
export type Lengths = {
    mean: number;
    median: number;
    /**
     * 95 % are not longer.
     */
    p95: number;
    longest: number;
    /**
     * Lengths 1, 2, 3 to 4, 5 to 8, and so on: at most 33 bins.
     */
    bins: Array<LengthBin>;
};

export type LongTail = {
    /**
     * At most 100 points, closer together where items are frequent.
     */
    curve: Array<{
        /**
         * Share of the items, the most frequent first, 0 to 1.
         */
        items: number;
        /**
         * Share of the events that these items have, 0 to 1.
         */
        events: number;
    }>;
    /**
     * The share of the items that has half of the events.
     */
    half_of_events: number;
    /**
     * 0: all items have equally many events; near 1: few have nearly all.
     */
    gini: number;
    /**
     * The 20 most frequent items; ties in the order of the import.
     */
    head: Array<{
        item_id: string;
        /**
         * The first line of its text, at most 200 characters.
         */
        title: string;
        events: number;
    }>;
};

export type MatchRecord = {
    match_id: string;
    /**
     * The seeker.
     */
    user_id: string;
    domain: string;
    created_at: string;
    /**
     * What was shown, best first. Erased users are left out; the others keep their positions.
     */
    matches: Array<{
        user_id: string;
        /**
         * In the answer, from 1 on.
         */
        position: number;
        score: number;
    }>;
    /**
     * null for matches of an earlier version of the service.
     */
    request: {
        limit: number;
        /**
         * Without `exclude_user_ids`.
         */
        filters: {
            [key: string]: unknown;
        };
        stages: {
            [key: string]: unknown;
        };
        explain: boolean;
        diversity: number;
        budget_ms?: number;
        reciprocal?: string;
        exclude_shown_days?: number;
        /**
         * Number of `candidate_user_ids`.
         */
        candidates_given?: number;
        /**
         * Number of `filters.exclude_user_ids`.
         */
        users_excluded?: number;
        /**
         * Parts that were too long to keep; they are empty here.
         */
        omitted?: Array<'filters' | 'stages'>;
    } | null;
    pipeline_stats: {
        /**
         * Users of the domain without the seeker; with `candidate_user_ids` those of them that exist.
         */
        total: number;
        after_sql_filter: number;
        after_light_ml: number;
        after_embedding: number;
        after_cross_encoder: number;
        after_llm_judge?: number;
    } | null;
    models_used: {
        [key: string]: {
            tier: 'general' | 'domain' | 'tenant' | null;
            version: string;
        };
    };
    degraded: Array<{
        stage: string;
        reason: string;
    }>;
    trace: Array<{
        stage: string;
        enabled: boolean;
        in: number;
        out: number;
        /**
         * Number of dropped candidates, by reason.
         */
        dropped: {
            [key: string]: number;
        };
        note?: string;
    }>;
};

export type MatchRequest = {
    user_id: string;
    /**
     * Optional only beside `max_matches`, `metadata_filters` or `model`, and where one domain is enabled for you.
     */
    domain?: string;
    /**
     * Default: `10`.
     */
    limit?: number;
    filters?: {
        [key: string]: unknown;
    };
    /**
     * Only these users are candidates, each named once. Filters and preferences still hold. With `explain`, `not_candidates` lists the others of them with the reason.
     */
    candidate_user_ids?: Array<string>;
    /**
     * Leaves out candidates that an earlier match showed this seeker within that many days.
     */
    exclude_shown_days?: number;
    stages?: Stages;
    /**
     * Default: `false`.
     */
    explain?: boolean;
    /**
     * Whether the match is stored as one that showed its candidates. Default: true. With false no later call knows the `match_id` of the answer.
     */
    record?: boolean;
    /**
     * Latency budget: later stages are cut short, and `degraded` lists them.
     */
    budget_ms?: number;
    /**
     * Default: `0`.
     */
    diversity?: number;
    reciprocal?: 'product' | 'harmonic' | 'min' | 'off';
    /**
     * The same as `limit`.
     *
     * @deprecated
     */
    max_matches?: number;
    /**
     * The same as `filters`.
     *
     * @deprecated
     */
    metadata_filters?: {
        [key: string]: unknown;
    };
    /**
     * `openai` runs the stage `llm_judge`; `custom` ranks with the tier `tenant` of the cross encoder, or the best available one. `stages` takes precedence.
     *
     * @deprecated
     */
    model?: 'openai' | 'custom';
};

export type MatchResult = {
    /**
     * With `record: false` unknown to every later call.
     */
    match_id: string;
    matches: Array<{
        user_id: string;
        score: number;
        mutual?: {
            seeker_to_candidate: number;
            candidate_to_seeker: number;
        };
        stage_scores?: {
            [key: string]: number;
        };
        reasons?: Array<string>;
        /**
         * Parts of the score, strongest first; present when `explain` is true.
         */
        terms?: Array<{
            name: string;
            direction: 'seeker_to_candidate' | 'candidate_to_seeker' | 'both';
            log_odds: number;
            reason?: string;
        }>;
    }>;
    /**
     * Those of `candidate_user_ids` that were no candidates, in the order of the request; present when `explain` is true.
     */
    not_candidates?: Array<{
        user_id: string;
        /**
         * `unknown`: not in the domain. `self`: the seeker. `gone`, `changed`: erased or rewritten during the match. Otherwise the reason under `dropped` of `sql_filter`.
         */
        reason: string;
    }>;
    pipeline_stats: {
        /**
         * Users of the domain without the seeker; with `candidate_user_ids` those of them that exist.
         */
        total: number;
        after_sql_filter: number;
        after_light_ml: number;
        after_embedding: number;
        after_cross_encoder: number;
        after_llm_judge?: number;
    };
    models_used: {
        light_ml?: {
            tier: 'general' | 'domain' | 'tenant';
            version: string;
        };
        embedding?: {
            tier: 'general' | 'domain' | 'tenant';
            version: string;
        };
        cross_encoder?: {
            tier: 'general' | 'domain' | 'tenant';
            version: string;
        };
        llm_judge?: {
            tier: 'general' | 'domain' | 'tenant';
            version: string;
        };
    };
    degraded: Array<{
        stage: string;
        reason: string;
    }>;
    timings_ms?: {
        [key: string]: number;
    };
    /**
     * Trace of the stages; present when `explain` is true.
     */
    trace?: Array<{
        stage: string;
        enabled: boolean;
        in: number;
        out: number;
        /**
         * Number of dropped candidates, by reason.
         */
        dropped: {
            [key: string]: number;
        };
        note?: string;
    }>;
};

/**
 * A value and its 95 % interval; nulls where there are no cases.
 */
export type Measure = {
    value: number | null;
    low: number | null;
    high: number | null;
};

export type Model = {
    id: string;
    name: string;
    family: string;
    /**
     * `v1`, `v2`, … by name within a workspace; pinned.
     */
    version: string;
    architecture: 'sequential-recommender' | 'generative-retriever';
    training_method: 'trained_from_scratch' | 'fine_tuned';
    status: 'queued' | 'training' | 'evaluating' | 'ready' | 'failed';
    /**
     * Empty until the model is ready.
     */
    capabilities: Array<'predict' | 'embed' | 'generate'>;
    dataset_id: string;
    base_model_id: string | null;
    tokenizer_id: string | null;
    /**
     * Number of items that it ranks; null until the model is ready.
     */
    item_count: number | null;
    /**
     * Null until the model is ready.
     */
    max_history_items: number | null;
    /**
     * Null until the model is ready.
     */
    embedding_dimensions: number | null;
    /**
     * Results on held-out items of people, compared with baselines, in words. Losses come first.
     */
    evaluation: string;
    /**
     * The same as data: splits, baselines beside the model, metrics with 95 % intervals.
     */
    evaluation_report: EvaluationReport | null;
    /**
     * Settings, the reasons for automatic ones, and the cost of the training.
     */
    training: {
        [key: string]: unknown;
    } | null;
    error: {
        code: string;
        message: string;
        details: {
            [key: string]: unknown;
        };
    } | null;
    created_at: string;
    ready_at: string | null;
    request_id: string;
};

export type ModelFields = {
    id: string;
    name: string;
    family: string;
    /**
     * `v1`, `v2`, … by name within a workspace; pinned.
     */
    version: string;
    architecture: 'sequential-recommender' | 'generative-retriever';
    training_method: 'trained_from_scratch' | 'fine_tuned';
    status: 'queued' | 'training' | 'evaluating' | 'ready' | 'failed';
    /**
     * Empty until the model is ready.
     */
    capabilities: Array<'predict' | 'embed' | 'generate'>;
    dataset_id: string;
    base_model_id: string | null;
    tokenizer_id: string | null;
    /**
     * Number of items that it ranks; null until the model is ready.
     */
    item_count: number | null;
    /**
     * Null until the model is ready.
     */
    max_history_items: number | null;
    /**
     * Null until the model is ready.
     */
    embedding_dimensions: number | null;
    /**
     * Results on held-out items of people, compared with baselines, in words. Losses come first.
     */
    evaluation: string;
    /**
     * The same as data: splits, baselines beside the model, metrics with 95 % intervals.
     */
    evaluation_report: EvaluationReport | null;
    /**
     * Settings, the reasons for automatic ones, and the cost of the training.
     */
    training: {
        [key: string]: unknown;
    } | null;
    error: {
        code: string;
        message: string;
        details: {
            [key: string]: unknown;
        };
    } | null;
    created_at: string;
    ready_at: string | null;
};

export type ModelItem = {
    item_id: string;
    /**
     * The first line of the text, at most 200 characters; empty for a blank text.
     */
    title: string;
    /**
     * The other lines, at most 200 characters.
     */
    text: string;
    /**
     * Lines `name: value` of the text, at most 20; values have at most 200 characters.
     */
    features: Array<{
        name: string;
        value: string;
    }>;
    /**
     * An `https` address of a picture from a feature such as `image_url`; null where there is none.
     */
    image_url: string | null;
    /**
     * Events of the item that the model was trained on; 0 for a new item.
     */
    events: number;
};

export type ModelItemList = {
    data: Array<ModelItem>;
    next_cursor: string | null;
    has_more: boolean;
    request_id: string;
};

export type ModelList = {
    data: Array<ModelFields>;
    next_cursor: string | null;
    has_more: boolean;
    request_id: string;
};

export type PredictRequest = {
    /**
     * Item ids, oldest first; may be empty, which ranks by popularity.
     */
    history: Array<string>;
    /**
     * Items to rank, each id once. Default: the whole catalogue.
     */
    candidate_item_ids?: Array<string>;
    /**
     * Default: `20`.
     */
    limit?: number;
};

export type Prediction = {
    model_id: string;
    model_version: string;
    /**
     * Highest score first, ties by the bytes of the id. Scores are relative, not probabilities.
     */
    items: Array<{
        item_id: string;
        score: number;
    }>;
    request_id: string;
};

export type Provenance = {
    source: 'fields' | 'context' | 'memory' | 'feedback' | 'default' | 'computed';
    extractor: 'client' | 'rules' | 'llm' | 'encoder' | 'none';
    context_id?: string;
    /**
     * UTF-16 offsets into the stored context item.
     */
    span?: [
        number,
        number
    ];
    confidence: number;
    at: string;
    from?: Array<string>;
};

export type RankerReport = {
    name: string;
    role: 'model' | 'baseline';
    /**
     * Share of the targets among the first, by cutoff: `{"10": …}`.
     */
    recall: {
        [key: string]: Measure;
    };
    /**
     * nDCG, by cutoff: `{"10": …}`.
     */
    ndcg: {
        [key: string]: Measure;
    };
    mrr: Measure;
    coverage: Measure;
    exposure_gini: Measure;
};

export type Schema = {
    domain: string;
    version: string;
    fields: Array<{
        name: string;
        kind: 'hard' | 'soft' | 'derived';
        type: string;
        required: boolean;
        priority: string;
        values?: Array<string>;
        multiple?: true;
        format?: 'geo';
        range?: [
            number,
            number
        ];
        unit?: string;
        description?: string;
        sides?: Array<string>;
    }>;
};

export type SchemaList = {
    data: Array<Schema>;
};

export type SemanticIds = {
    semantic_ids: Array<{
        item_id: string;
        /**
         * One code for each level.
         */
        codes: Array<number>;
        /**
         * `<sid_L_C>` for each level, without the suffix.
         */
        tokens: string;
        /**
         * The item was not in the catalogue at fit.
         */
        cold_start: boolean;
        collision_suffix: number | null;
    }>;
    request_id: string;
};

export type SemanticIdsRequest = {
    tokenizer_id: string;
    items: Array<{
        item_id: string;
        /**
         * Replaces title, description and attributes.
         */
        text?: string | null;
        title?: string | null;
        description?: string | null;
        image_url?: string | null;
        attributes?: {
            [key: string]: unknown;
        } | null;
    }>;
};

/**
 * Starts from the people of a dataset.
 */
export type SimulateDataset = {
    model_id: string;
    steps: number;
    /**
     * Items offered to people at every step; the model chooses among them in their place.
     */
    policy: 'model' | 'popular' | 'random' | {
        candidate_item_ids: Array<string>;
    };
    /**
     * Default: `0`.
     */
    seed?: number;
    /**
     * Starts from the people of the dataset (at most 10000): the last items of each that the model did not learn from are held out as the known continuation.
     */
    dataset_id: string;
};

/**
 * Starts from given histories.
 */
export type SimulateHistories = {
    model_id: string;
    steps: number;
    /**
     * Items offered to people at every step; the model chooses among them in their place.
     */
    policy: 'model' | 'popular' | 'random' | {
        candidate_item_ids: Array<string>;
    };
    /**
     * Default: `0`.
     */
    seed?: number;
    /**
     * Item ids, oldest first. A body has at most 250,000 values in all, their ids among them.
     */
    histories: Array<Array<string>>;
};

export type Simulation = {
    id: string;
    status: 'queued' | 'running' | 'succeeded' | 'failed' | 'cancelled';
    model_id: string;
    policy: 'model' | 'popular' | 'random' | {
        candidate_item_ids: Array<string>;
    };
    steps: number;
    seed: number;
    /**
     * Number of histories; null until it has succeeded.
     */
    histories: number | null;
    /**
     * Number of histories with a known continuation that the model did not learn from; 0 for given histories, null until it has succeeded.
     */
    judged_histories: number | null;
    /**
     * Share of the catalogue that was taken at least once.
     */
    coverage: {
        value: number | null;
        low: number | null;
        high: number | null;
    } | null;
    /**
     * How unevenly takes spread over the catalogue.
     */
    exposure_gini: {
        value: number | null;
        low: number | null;
        high: number | null;
    } | null;
    /**
     * Share of takes of an item that the person had before.
     */
    repeat_rate: {
        value: number | null;
        low: number | null;
        high: number | null;
    } | null;
    /**
     * Share of the people with a known continuation at this step that took the same item as in the dataset; null where there are none.
     */
    per_step: Array<{
        step: number;
        hit_rate: {
            value: number | null;
            low: number | null;
            high: number | null;
        } | null;
    }> | null;
    /**
     * The 20 items with the largest share of all takes.
     */
    top_items: Array<{
        item_id: string;
        /**
         * A value with its 95 % interval over people; null where there are no cases.
         */
        share: {
            value: number | null;
            low: number | null;
            high: number | null;
        };
    }> | null;
    error: {
        code: string;
        message: string;
        details: {
            [key: string]: unknown;
        };
    } | null;
    created_at: string;
    request_id: string;
};

export type SimulationRequest = SimulateHistories | SimulateDataset;

export type Stages = {
    sql_filter?: boolean | {
        enabled?: boolean;
    };
    light_ml?: boolean | {
        enabled?: boolean;
        /**
         * Number of candidates that the stage passes on.
         */
        top_k?: number;
        min_score?: number;
        model?: 'general' | 'domain' | 'tenant';
    };
    embedding?: boolean | {
        enabled?: boolean;
        /**
         * Number of candidates that the stage passes on.
         */
        top_k?: number;
        min_score?: number;
        model?: 'general' | 'domain' | 'tenant';
    };
    cross_encoder?: boolean | {
        enabled?: boolean;
        /**
         * Number of candidates that the stage passes on.
         */
        top_k?: number;
        min_score?: number;
        model?: 'general' | 'domain' | 'tenant';
    };
    /**
     * A language model judges the best 50; off by default.
     */
    llm_judge?: boolean | {
        enabled?: boolean;
        top_k?: number;
        min_score?: number;
        model?: 'general' | 'domain' | 'tenant';
        /**
         * The request in words; the judge considers it together with the profiles.
         */
        prompt?: string;
    };
};

/**
 * @deprecated
 */
export type StreamRequest = {
    user_id: string;
    /**
     * Optional where one domain is enabled for you; where several are, leaving it out is 400.
     */
    domain?: string;
    /**
     * At most 256 KiB of UTF-8.
     */
    text: string;
    /**
     * Label of the origin; known ones: chat, transcript, event, upload, note, email. Default: `"chat"`.
     */
    source?: string;
};

export type Tokenizer = {
    id: string;
    /**
     * The same as `id`.
     */
    tokenizer_id: string;
    name: string;
    /**
     * Null where it was fitted on a catalogue.
     */
    dataset_id: string | null;
    /**
     * `v1`, `v2`, … by name within a workspace.
     */
    version: string;
    status: 'queued' | 'fitting' | 'ready' | 'failed';
    /**
     * Identity of the text encoder; null before the fit, or without text.
     */
    encoder: string | null;
    image_encoder: string | null;
    modalities: Array<'text' | 'image'>;
    semantic_levels: number | null;
    /**
     * Codes of level 1.
     */
    codebook_size: number | null;
    /**
     * Null until the settings are chosen.
     */
    codebook: {
        levels: number;
        resolution: 'multi' | 'uniform';
        base_size: number;
    } | null;
    /**
     * Share of each level’s codes that items use.
     */
    codebook_utilization: Array<number>;
    /**
     * Share of the items that need a suffix.
     */
    collision_rate: number | null;
    suffix: 'collision_index';
    item_count: number | null;
    /**
     * `residual-kmeans` or `rq-vae`; null: codes made elsewhere.
     */
    quantizer: string | null;
    progressive_masking: boolean;
    created_at: string;
    ready_at: string | null;
    diagnostics: {
        [key: string]: unknown;
    } | null;
    error: {
        code: string;
        message: string;
        details: {
            [key: string]: unknown;
        };
    } | null;
    request_id: string;
};

export type TokenizerFields = {
    id: string;
    /**
     * The same as `id`.
     */
    tokenizer_id: string;
    name: string;
    /**
     * Null where it was fitted on a catalogue.
     */
    dataset_id: string | null;
    /**
     * `v1`, `v2`, … by name within a workspace.
     */
    version: string;
    status: 'queued' | 'fitting' | 'ready' | 'failed';
    /**
     * Identity of the text encoder; null before the fit, or without text.
     */
    encoder: string | null;
    image_encoder: string | null;
    modalities: Array<'text' | 'image'>;
    semantic_levels: number | null;
    /**
     * Codes of level 1.
     */
    codebook_size: number | null;
    /**
     * Null until the settings are chosen.
     */
    codebook: {
        levels: number;
        resolution: 'multi' | 'uniform';
        base_size: number;
    } | null;
    /**
     * Share of each level’s codes that items use.
     */
    codebook_utilization: Array<number>;
    /**
     * Share of the items that need a suffix.
     */
    collision_rate: number | null;
    suffix: 'collision_index';
    item_count: number | null;
    /**
     * `residual-kmeans` or `rq-vae`; null: codes made elsewhere.
     */
    quantizer: string | null;
    progressive_masking: boolean;
    created_at: string;
    ready_at: string | null;
    diagnostics: {
        [key: string]: unknown;
    } | null;
    error: {
        code: string;
        message: string;
        details: {
            [key: string]: unknown;
        };
    } | null;
};

export type TokenizerList = {
    data: Array<TokenizerFields>;
    next_cursor: string | null;
    has_more: boolean;
    request_id: string;
};

export type TrainRequest = {
    /**
     * Optional only beside `min_triplets`, and where one domain is enabled for you.
     */
    domain?: string;
    /**
     * Train below the threshold too. The deployment gate still applies. Default: `false`.
     */
    force?: boolean;
    /**
     * Threshold for this call, in place of the configured one.
     *
     * @deprecated
     */
    min_triplets?: number;
};

export type TrainingRun = {
    run_id: string;
    domain: string;
    status: 'queued' | 'running' | 'evaluating' | 'deployed' | 'rejected' | 'failed' | 'cancelled';
    progress: number;
    triplets_used: number;
    /**
     * Version of the ranking model of this run, as in `models_used`.
     */
    version: string | null;
    metrics: {
        /**
         * Measured on outcomes that the run did not learn from; null before the evaluation.
         */
        before: {
            [key: string]: unknown;
        } | null;
        /**
         * Measured on outcomes that the run did not learn from; null before the evaluation.
         */
        after: {
            [key: string]: unknown;
        } | null;
    };
    /**
     * Why the run was deployed or rejected, or why it failed, in plain words.
     */
    reason: string | null;
    estimated_completion_minutes: number;
    created_at: string;
    started_at: string | null;
    finished_at: string | null;
    tier: 'general' | 'domain' | 'tenant';
    forced: boolean;
    /**
     * Whether the ranking model of this run serves now.
     */
    in_force: boolean;
};

export type TrainingRunList = {
    data: Array<TrainingRun>;
    next_cursor: string | null;
    has_more: boolean;
    request_id: string;
};

export type UpsertUserRequest = {
    user_id: string;
    domain: string;
    /**
     * Free text; fields are extracted against the domain schema. At most 256 KiB of UTF-8.
     */
    context?: string;
    /**
     * Typed values by field name; win over extracted ones. Unknown keys go to `extras`.
     */
    fields?: {
        [key: string]: unknown;
    };
    /**
     * https address of a memory store that the customer operates.
     */
    memory_ref?: string;
    /**
     * Requirements for a counterpart, in the grammar of `filters` of POST /match.
     */
    preferences?: {
        [key: string]: unknown;
    };
    /**
     * Remove everything that this call does not give.
     */
    replace?: boolean;
};

export type UpsertedLine = UpsertedLineStored | UpsertedLineRefused | UpsertedLineEnd;

/**
 * The last line of an answer that ended before the body.
 */
export type UpsertedLineEnd = {
    /**
     * This line and all after it were not acknowledged.
     */
    next_line: number;
    status: number;
    error: {
        code: 'invalid_request' | 'unauthorized' | 'payload_too_large' | 'internal' | 'overloaded' | 'warming_up' | 'dependency_unavailable';
        message: string;
        details: {
            [key: string]: unknown;
        };
    };
};

/**
 * The line was refused; `status` is what POST /users would have answered.
 */
export type UpsertedLineRefused = {
    line: number;
    status: number;
    error: {
        code: 'invalid_request' | 'forbidden' | 'domain_not_found' | 'conflict' | 'idempotency_in_progress' | 'payload_too_large' | 'idempotency_key_reused' | 'invalid_field_value' | 'unknown_filter' | 'internal' | 'warming_up' | 'dependency_unavailable';
        message: string;
        details: {
            [key: string]: unknown;
        };
    };
};

/**
 * The line is durable.
 */
export type UpsertedLineStored = {
    /**
     * The number of the line in the body, from 1.
     */
    line: number;
    status: 200;
    user_id: string;
    record?: UserRecord;
    warnings?: Array<{
        code: string;
        message: string;
    }>;
    /**
     * The line was acknowledged before under the same `Idempotency-Key`.
     */
    replayed?: true;
};

export type UserExport = {
    user_id: string;
    exported_at: string;
    /**
     * By domain, also of domains that the workspace no longer has.
     */
    records: {
        [key: string]: UserRecord;
    };
    /**
     * Versions of the kept models that were trained with outcomes of the user.
     */
    trained_models: Array<string>;
    /**
     * Every stored text, by domain, oldest first.
     */
    context_items: Array<{
        domain: string;
        context_id: string;
        source: string;
        content: string;
        created_at: string;
    }>;
    /**
     * By domain and candidate.
     */
    outcomes_as_seeker: Array<{
        candidate_id: string;
        domain: string;
        /**
         * The label.
         */
        outcome: string;
        weight: number;
        match_id: string | null;
        at: string;
        /**
         * False where a later label of the pair superseded this one.
         */
        current: boolean;
    }>;
    /**
     * By domain and seeker.
     */
    outcomes_as_candidate: Array<{
        seeker_id: string;
        domain: string;
        /**
         * The label.
         */
        outcome: string;
        weight: number;
        match_id: string | null;
        at: string;
        /**
         * False where a later label of the pair superseded this one.
         */
        current: boolean;
    }>;
    /**
     * Answers of POST /match that the user received, oldest first.
     */
    matches_shown_to: Array<{
        match_id: string;
        domain: string;
        at: string;
        candidates: Array<{
            user_id: string;
            position: number;
            score: number;
        }>;
    }>;
    /**
     * Answers of POST /match to others in which the user stood, oldest first.
     */
    matches_shown_in: Array<{
        match_id: string;
        domain: string;
        at: string;
        seeker_id: string;
        position: number;
        score: number;
    }>;
    request_id: string;
};

export type UserRecord = {
    user_id: string;
    domain: string;
    schema_version: string;
    fields: {
        [key: string]: unknown;
    };
    derived: {
        [key: string]: unknown;
    };
    extras: {
        [key: string]: unknown;
    };
    embeddings: {
        [key: string]: {
            dim: number;
            version: string;
        };
    };
    preferences: {
        [key: string]: unknown;
    };
    places: {
        [key: string]: {
            name: string;
            country: string | null;
            lat: number;
            lon: number;
        };
    };
    missing_required: Array<string>;
    provenance: {
        fields: {
            [key: string]: Provenance;
        };
        derived: {
            [key: string]: Provenance;
        };
        embeddings: {
            [key: string]: Provenance;
        };
        preferences: {
            [key: string]: Provenance;
        };
    };
    warnings?: Array<{
        code: string;
        message: string;
    }>;
    last_enriched_at: string | null;
    updated_at: string;
};

export type UserRecords = {
    user_id: string;
    domains: {
        [key: string]: UserRecord;
    };
};

export type UpsertUserData = {
    body: UpsertUserRequest;
    headers?: {
        /**
         * 1 to 255 characters. The same key with the same body within 24 hours gives the first answer again.
         */
        'Idempotency-Key'?: string;
    };
    path?: never;
    query?: never;
    url: '/v1/users';
};

export type UpsertUserErrors = {
    /**
     * `invalid_request`
     */
    400: Error & {
        error?: {
            code?: 'invalid_request';
        };
    };
    /**
     * `unauthorized`
     */
    401: Error & {
        error?: {
            code?: 'unauthorized';
        };
    };
    /**
     * `forbidden`
     */
    403: Error & {
        error?: {
            code?: 'forbidden';
        };
    };
    /**
     * `domain_not_found`
     */
    404: Error & {
        error?: {
            code?: 'domain_not_found';
        };
    };
    /**
     * `invalid_request`
     */
    408: Error & {
        error?: {
            code?: 'invalid_request';
        };
    };
    /**
     * `idempotency_in_progress`, `conflict`
     */
    409: Error & {
        error?: {
            code?: 'idempotency_in_progress' | 'conflict';
        };
    };
    /**
     * `payload_too_large`
     */
    413: Error & {
        error?: {
            code?: 'payload_too_large';
        };
    };
    /**
     * `unsupported_media_type`
     */
    415: Error & {
        error?: {
            code?: 'unsupported_media_type';
        };
    };
    /**
     * `idempotency_key_reused`, `invalid_field_value`, `unknown_filter`
     */
    422: Error & {
        error?: {
            code?: 'idempotency_key_reused' | 'invalid_field_value' | 'unknown_filter';
        };
    };
    /**
     * `rate_limited`
     */
    429: Error & {
        error?: {
            code?: 'rate_limited';
        };
    };
    /**
     * `internal`
     */
    500: Error & {
        error?: {
            code?: 'internal';
        };
    };
    /**
     * `overloaded`, `dependency_unavailable`, `warming_up`
     */
    503: Error & {
        error?: {
            code?: 'overloaded' | 'dependency_unavailable' | 'warming_up';
        };
    };
};

export type UpsertUserError = UpsertUserErrors[keyof UpsertUserErrors];

export type UpsertUserResponses = {
    /**
     * The user record, every value with its provenance.
     */
    200: UserRecord;
};

export type UpsertUserResponse = UpsertUserResponses[keyof UpsertUserResponses];

export type UpsertUsersData = {
    /**
     * One JSON value a line, each line of the form that `contentSchema` describes.
     */
    body: string;
    headers?: {
        /**
         * 1 to 255 characters. Each line has the key of this header and its number. The same key with the same line within 24 hours gives the first answer line again.
         */
        'Idempotency-Key'?: string;
    };
    path?: never;
    query?: {
        /**
         * `true`: answers have the user record. Default: `false`.
         */
        records?: 'true' | 'false';
    };
    url: '/v1/users/batch';
};

export type UpsertUsersErrors = {
    /**
     * `invalid_request`
     */
    400: Error & {
        error?: {
            code?: 'invalid_request';
        };
    };
    /**
     * `unauthorized`
     */
    401: Error & {
        error?: {
            code?: 'unauthorized';
        };
    };
    /**
     * `forbidden`
     */
    403: Error & {
        error?: {
            code?: 'forbidden';
        };
    };
    /**
     * `invalid_request`
     */
    408: Error & {
        error?: {
            code?: 'invalid_request';
        };
    };
    /**
     * `payload_too_large`
     */
    413: Error & {
        error?: {
            code?: 'payload_too_large';
        };
    };
    /**
     * `unsupported_media_type`
     */
    415: Error & {
        error?: {
            code?: 'unsupported_media_type';
        };
    };
    /**
     * `rate_limited`
     */
    429: Error & {
        error?: {
            code?: 'rate_limited';
        };
    };
    /**
     * `internal`
     */
    500: Error & {
        error?: {
            code?: 'internal';
        };
    };
    /**
     * `overloaded`, `dependency_unavailable`
     */
    503: Error & {
        error?: {
            code?: 'overloaded' | 'dependency_unavailable';
        };
    };
};

export type UpsertUsersError = UpsertUsersErrors[keyof UpsertUsersErrors];

export type UpsertUsersResponses = {
    /**
     * One JSON value a line, each line of the form that `contentSchema` describes.
     */
    200: string;
};

export type UpsertUsersResponse = UpsertUsersResponses[keyof UpsertUsersResponses];

export type AppendContextData = {
    body: AppendContextRequest;
    headers?: {
        /**
         * 1 to 255 characters. The same key with the same body within 24 hours gives the first answer again.
         */
        'Idempotency-Key'?: string;
    };
    path?: never;
    query?: never;
    url: '/v1/context';
};

export type AppendContextErrors = {
    /**
     * `invalid_request`
     */
    400: Error & {
        error?: {
            code?: 'invalid_request';
        };
    };
    /**
     * `unauthorized`
     */
    401: Error & {
        error?: {
            code?: 'unauthorized';
        };
    };
    /**
     * `forbidden`
     */
    403: Error & {
        error?: {
            code?: 'forbidden';
        };
    };
    /**
     * `domain_not_found`
     */
    404: Error & {
        error?: {
            code?: 'domain_not_found';
        };
    };
    /**
     * `invalid_request`
     */
    408: Error & {
        error?: {
            code?: 'invalid_request';
        };
    };
    /**
     * `idempotency_in_progress`, `conflict`
     */
    409: Error & {
        error?: {
            code?: 'idempotency_in_progress' | 'conflict';
        };
    };
    /**
     * `payload_too_large`
     */
    413: Error & {
        error?: {
            code?: 'payload_too_large';
        };
    };
    /**
     * `unsupported_media_type`
     */
    415: Error & {
        error?: {
            code?: 'unsupported_media_type';
        };
    };
    /**
     * `idempotency_key_reused`
     */
    422: Error & {
        error?: {
            code?: 'idempotency_key_reused';
        };
    };
    /**
     * `rate_limited`
     */
    429: Error & {
        error?: {
            code?: 'rate_limited';
        };
    };
    /**
     * `internal`
     */
    500: Error & {
        error?: {
            code?: 'internal';
        };
    };
    /**
     * `overloaded`, `dependency_unavailable`, `warming_up`
     */
    503: Error & {
        error?: {
            code?: 'overloaded' | 'dependency_unavailable' | 'warming_up';
        };
    };
};

export type AppendContextError = AppendContextErrors[keyof AppendContextErrors];

export type AppendContextResponses = {
    /**
     * What changed.
     */
    200: ContextResult;
};

export type AppendContextResponse = AppendContextResponses[keyof AppendContextResponses];

export type DeleteUserData = {
    body?: never;
    path: {
        /**
         * The id, percent-encoded: 1 to 256 characters of any printable Unicode (`a/b` is `a%2Fb`).
         */
        user_id: string;
    };
    query?: {
        /**
         * Default: all domains.
         */
        domain?: string;
    };
    url: '/v1/users/{user_id}';
};

export type DeleteUserErrors = {
    /**
     * `invalid_request`
     */
    400: Error & {
        error?: {
            code?: 'invalid_request';
        };
    };
    /**
     * `unauthorized`
     */
    401: Error & {
        error?: {
            code?: 'unauthorized';
        };
    };
    /**
     * `forbidden`
     */
    403: Error & {
        error?: {
            code?: 'forbidden';
        };
    };
    /**
     * `user_not_found`, `domain_not_found`
     */
    404: Error & {
        error?: {
            code?: 'user_not_found' | 'domain_not_found';
        };
    };
    /**
     * `rate_limited`
     */
    429: Error & {
        error?: {
            code?: 'rate_limited';
        };
    };
    /**
     * `internal`
     */
    500: Error & {
        error?: {
            code?: 'internal';
        };
    };
    /**
     * `overloaded`, `dependency_unavailable`
     */
    503: Error & {
        error?: {
            code?: 'overloaded' | 'dependency_unavailable';
        };
    };
};

export type DeleteUserError = DeleteUserErrors[keyof DeleteUserErrors];

export type DeleteUserResponses = {
    /**
     * What was erased.
     */
    200: DeleteUserResult;
};

export type DeleteUserResponse = DeleteUserResponses[keyof DeleteUserResponses];

export type GetUserData = {
    body?: never;
    path: {
        /**
         * The id, percent-encoded: 1 to 256 characters of any printable Unicode (`a/b` is `a%2Fb`).
         */
        user_id: string;
    };
    query?: {
        /**
         * Default: all domains.
         */
        domain?: string;
    };
    url: '/v1/users/{user_id}';
};

export type GetUserErrors = {
    /**
     * `invalid_request`
     */
    400: Error & {
        error?: {
            code?: 'invalid_request';
        };
    };
    /**
     * `unauthorized`
     */
    401: Error & {
        error?: {
            code?: 'unauthorized';
        };
    };
    /**
     * `forbidden`
     */
    403: Error & {
        error?: {
            code?: 'forbidden';
        };
    };
    /**
     * `user_not_found`, `domain_not_found`
     */
    404: Error & {
        error?: {
            code?: 'user_not_found' | 'domain_not_found';
        };
    };
    /**
     * `rate_limited`
     */
    429: Error & {
        error?: {
            code?: 'rate_limited';
        };
    };
    /**
     * `internal`
     */
    500: Error & {
        error?: {
            code?: 'internal';
        };
    };
    /**
     * `overloaded`
     */
    503: Error & {
        error?: {
            code?: 'overloaded';
        };
    };
};

export type GetUserError = GetUserErrors[keyof GetUserErrors];

export type GetUserResponses = {
    /**
     * The record, or all records by domain.
     */
    200: UserRecord | UserRecords;
};

export type GetUserResponse = GetUserResponses[keyof GetUserResponses];

export type ExportUserData = {
    body?: never;
    path: {
        /**
         * The id, percent-encoded: 1 to 256 characters of any printable Unicode (`a/b` is `a%2Fb`).
         */
        user_id: string;
    };
    query?: never;
    url: '/v1/users/{user_id}/export';
};

export type ExportUserErrors = {
    /**
     * `invalid_request`
     */
    400: Error & {
        error?: {
            code?: 'invalid_request';
        };
    };
    /**
     * `unauthorized`
     */
    401: Error & {
        error?: {
            code?: 'unauthorized';
        };
    };
    /**
     * `forbidden`
     */
    403: Error & {
        error?: {
            code?: 'forbidden';
        };
    };
    /**
     * `user_not_found`
     */
    404: Error & {
        error?: {
            code?: 'user_not_found';
        };
    };
    /**
     * `rate_limited`
     */
    429: Error & {
        error?: {
            code?: 'rate_limited';
        };
    };
    /**
     * `internal`
     */
    500: Error & {
        error?: {
            code?: 'internal';
        };
    };
    /**
     * `overloaded`
     */
    503: Error & {
        error?: {
            code?: 'overloaded';
        };
    };
};

export type ExportUserError = ExportUserErrors[keyof ExportUserErrors];

export type ExportUserResponses = {
    /**
     * Everything known of the user.
     */
    200: UserExport;
};

export type ExportUserResponse = ExportUserResponses[keyof ExportUserResponses];

export type GetSchemaData = {
    body?: never;
    path?: never;
    query?: {
        /**
         * Default: all domains.
         */
        domain?: string;
    };
    url: '/v1/schema';
};

export type GetSchemaErrors = {
    /**
     * `invalid_request`
     */
    400: Error & {
        error?: {
            code?: 'invalid_request';
        };
    };
    /**
     * `unauthorized`
     */
    401: Error & {
        error?: {
            code?: 'unauthorized';
        };
    };
    /**
     * `forbidden`
     */
    403: Error & {
        error?: {
            code?: 'forbidden';
        };
    };
    /**
     * `domain_not_found`
     */
    404: Error & {
        error?: {
            code?: 'domain_not_found';
        };
    };
    /**
     * `rate_limited`
     */
    429: Error & {
        error?: {
            code?: 'rate_limited';
        };
    };
    /**
     * `internal`
     */
    500: Error & {
        error?: {
            code?: 'internal';
        };
    };
    /**
     * `overloaded`
     */
    503: Error & {
        error?: {
            code?: 'overloaded';
        };
    };
};

export type GetSchemaError = GetSchemaErrors[keyof GetSchemaErrors];

export type GetSchemaResponses = {
    /**
     * The schema, or all schemas.
     */
    200: Schema | SchemaList;
};

export type GetSchemaResponse = GetSchemaResponses[keyof GetSchemaResponses];

export type MatchData = {
    body: MatchRequest;
    headers?: {
        /**
         * 1 to 255 characters. The same key with the same body within 24 hours gives the first answer again.
         */
        'Idempotency-Key'?: string;
    };
    path?: never;
    query?: never;
    url: '/v1/match';
};

export type MatchErrors = {
    /**
     * `invalid_request`
     */
    400: Error & {
        error?: {
            code?: 'invalid_request';
        };
    };
    /**
     * `unauthorized`
     */
    401: Error & {
        error?: {
            code?: 'unauthorized';
        };
    };
    /**
     * `forbidden`
     */
    403: Error & {
        error?: {
            code?: 'forbidden';
        };
    };
    /**
     * `user_not_found`, `domain_not_found`
     */
    404: Error & {
        error?: {
            code?: 'user_not_found' | 'domain_not_found';
        };
    };
    /**
     * `invalid_request`
     */
    408: Error & {
        error?: {
            code?: 'invalid_request';
        };
    };
    /**
     * `idempotency_in_progress`, `conflict`
     */
    409: Error & {
        error?: {
            code?: 'idempotency_in_progress' | 'conflict';
        };
    };
    /**
     * `payload_too_large`
     */
    413: Error & {
        error?: {
            code?: 'payload_too_large';
        };
    };
    /**
     * `unsupported_media_type`
     */
    415: Error & {
        error?: {
            code?: 'unsupported_media_type';
        };
    };
    /**
     * `idempotency_key_reused`, `duplicate_id`, `unknown_filter`, `unknown_outcome`, `invalid_field_value`, `model_unavailable`, `location_unknown`
     */
    422: Error & {
        error?: {
            code?: 'idempotency_key_reused' | 'duplicate_id' | 'unknown_filter' | 'unknown_outcome' | 'invalid_field_value' | 'model_unavailable' | 'location_unknown';
        };
    };
    /**
     * `rate_limited`
     */
    429: Error & {
        error?: {
            code?: 'rate_limited';
        };
    };
    /**
     * `internal`
     */
    500: Error & {
        error?: {
            code?: 'internal';
        };
    };
    /**
     * `overloaded`, `dependency_unavailable`, `warming_up`
     */
    503: Error & {
        error?: {
            code?: 'overloaded' | 'dependency_unavailable' | 'warming_up';
        };
    };
};

export type MatchError = MatchErrors[keyof MatchErrors];

export type MatchResponses = {
    /**
     * Candidates, best first.
     */
    200: MatchResult;
};

export type MatchResponse = MatchResponses[keyof MatchResponses];

export type GetMatchData = {
    body?: never;
    path: {
        /**
         * The `match_id` of an answer of POST /match.
         */
        match_id: string;
    };
    query?: never;
    url: '/v1/matches/{match_id}';
};

export type GetMatchErrors = {
    /**
     * `invalid_request`
     */
    400: Error & {
        error?: {
            code?: 'invalid_request';
        };
    };
    /**
     * `unauthorized`
     */
    401: Error & {
        error?: {
            code?: 'unauthorized';
        };
    };
    /**
     * `forbidden`
     */
    403: Error & {
        error?: {
            code?: 'forbidden';
        };
    };
    /**
     * `match_not_found`
     */
    404: Error & {
        error?: {
            code?: 'match_not_found';
        };
    };
    /**
     * `rate_limited`
     */
    429: Error & {
        error?: {
            code?: 'rate_limited';
        };
    };
    /**
     * `internal`
     */
    500: Error & {
        error?: {
            code?: 'internal';
        };
    };
    /**
     * `overloaded`
     */
    503: Error & {
        error?: {
            code?: 'overloaded';
        };
    };
};

export type GetMatchError = GetMatchErrors[keyof GetMatchErrors];

export type GetMatchResponses = {
    /**
     * What was shown.
     */
    200: MatchRecord;
};

export type GetMatchResponse = GetMatchResponses[keyof GetMatchResponses];

export type SendFeedbackData = {
    body: FeedbackRequest;
    headers?: {
        /**
         * 1 to 255 characters. The same key with the same body within 24 hours gives the first answer again.
         */
        'Idempotency-Key'?: string;
    };
    path?: never;
    query?: never;
    url: '/v1/feedback';
};

export type SendFeedbackErrors = {
    /**
     * `invalid_request`
     */
    400: Error & {
        error?: {
            code?: 'invalid_request';
        };
    };
    /**
     * `unauthorized`
     */
    401: Error & {
        error?: {
            code?: 'unauthorized';
        };
    };
    /**
     * `forbidden`
     */
    403: Error & {
        error?: {
            code?: 'forbidden';
        };
    };
    /**
     * `domain_not_found`
     */
    404: Error & {
        error?: {
            code?: 'domain_not_found';
        };
    };
    /**
     * `invalid_request`
     */
    408: Error & {
        error?: {
            code?: 'invalid_request';
        };
    };
    /**
     * `idempotency_in_progress`, `conflict`
     */
    409: Error & {
        error?: {
            code?: 'idempotency_in_progress' | 'conflict';
        };
    };
    /**
     * `payload_too_large`
     */
    413: Error & {
        error?: {
            code?: 'payload_too_large';
        };
    };
    /**
     * `unsupported_media_type`
     */
    415: Error & {
        error?: {
            code?: 'unsupported_media_type';
        };
    };
    /**
     * `idempotency_key_reused`
     */
    422: Error & {
        error?: {
            code?: 'idempotency_key_reused';
        };
    };
    /**
     * `rate_limited`
     */
    429: Error & {
        error?: {
            code?: 'rate_limited';
        };
    };
    /**
     * `internal`
     */
    500: Error & {
        error?: {
            code?: 'internal';
        };
    };
    /**
     * `overloaded`, `dependency_unavailable`
     */
    503: Error & {
        error?: {
            code?: 'overloaded' | 'dependency_unavailable';
        };
    };
};

export type SendFeedbackError = SendFeedbackErrors[keyof SendFeedbackErrors];

export type SendFeedbackResponses = {
    /**
     * What was taken, and what waits for training.
     */
    200: FeedbackSummary;
};

export type SendFeedbackResponse = SendFeedbackResponses[keyof SendFeedbackResponses];

export type TrainData = {
    body: TrainRequest;
    headers?: {
        /**
         * 1 to 255 characters. The same key with the same body within 24 hours gives the first answer again.
         */
        'Idempotency-Key'?: string;
    };
    path?: never;
    query?: never;
    url: '/v1/train';
};

export type TrainErrors = {
    /**
     * `invalid_request`
     */
    400: Error & {
        error?: {
            code?: 'invalid_request';
        };
    };
    /**
     * `unauthorized`
     */
    401: Error & {
        error?: {
            code?: 'unauthorized';
        };
    };
    /**
     * `forbidden`
     */
    403: Error & {
        error?: {
            code?: 'forbidden';
        };
    };
    /**
     * `domain_not_found`
     */
    404: Error & {
        error?: {
            code?: 'domain_not_found';
        };
    };
    /**
     * `invalid_request`
     */
    408: Error & {
        error?: {
            code?: 'invalid_request';
        };
    };
    /**
     * `idempotency_in_progress`, `conflict`, `below_threshold`
     */
    409: Error & {
        error?: {
            code?: 'idempotency_in_progress' | 'conflict' | 'below_threshold';
        };
    };
    /**
     * `payload_too_large`
     */
    413: Error & {
        error?: {
            code?: 'payload_too_large';
        };
    };
    /**
     * `unsupported_media_type`
     */
    415: Error & {
        error?: {
            code?: 'unsupported_media_type';
        };
    };
    /**
     * `idempotency_key_reused`
     */
    422: Error & {
        error?: {
            code?: 'idempotency_key_reused';
        };
    };
    /**
     * `rate_limited`
     */
    429: Error & {
        error?: {
            code?: 'rate_limited';
        };
    };
    /**
     * `internal`
     */
    500: Error & {
        error?: {
            code?: 'internal';
        };
    };
    /**
     * `overloaded`, `dependency_unavailable`
     */
    503: Error & {
        error?: {
            code?: 'overloaded' | 'dependency_unavailable';
        };
    };
};

export type TrainError = TrainErrors[keyof TrainErrors];

export type TrainResponses = {
    /**
     * The run.
     */
    202: TrainingRun;
};

export type TrainResponse = TrainResponses[keyof TrainResponses];

export type ListTrainingRunsData = {
    body?: never;
    path?: never;
    query?: {
        /**
         * How many, 1 to 100.
         */
        limit?: number;
        /**
         * `next_cursor` of the previous page. Opaque; a cursor of another list is refused.
         */
        cursor?: string;
        /**
         * Only runs of this domain.
         */
        domain?: string;
    };
    url: '/v1/train/runs';
};

export type ListTrainingRunsErrors = {
    /**
     * `invalid_request`
     */
    400: Error & {
        error?: {
            code?: 'invalid_request';
        };
    };
    /**
     * `unauthorized`
     */
    401: Error & {
        error?: {
            code?: 'unauthorized';
        };
    };
    /**
     * `forbidden`
     */
    403: Error & {
        error?: {
            code?: 'forbidden';
        };
    };
    /**
     * `domain_not_found`
     */
    404: Error & {
        error?: {
            code?: 'domain_not_found';
        };
    };
    /**
     * `rate_limited`
     */
    429: Error & {
        error?: {
            code?: 'rate_limited';
        };
    };
    /**
     * `internal`
     */
    500: Error & {
        error?: {
            code?: 'internal';
        };
    };
    /**
     * `overloaded`
     */
    503: Error & {
        error?: {
            code?: 'overloaded';
        };
    };
};

export type ListTrainingRunsError = ListTrainingRunsErrors[keyof ListTrainingRunsErrors];

export type ListTrainingRunsResponses = {
    /**
     * A page.
     */
    200: TrainingRunList;
};

export type ListTrainingRunsResponse = ListTrainingRunsResponses[keyof ListTrainingRunsResponses];

export type GetTrainingRunData = {
    body?: never;
    path: {
        /**
         * The `run_id` of an answer of POST /train.
         */
        run_id: string;
    };
    query?: never;
    url: '/v1/train/runs/{run_id}';
};

export type GetTrainingRunErrors = {
    /**
     * `invalid_request`
     */
    400: Error & {
        error?: {
            code?: 'invalid_request';
        };
    };
    /**
     * `unauthorized`
     */
    401: Error & {
        error?: {
            code?: 'unauthorized';
        };
    };
    /**
     * `forbidden`
     */
    403: Error & {
        error?: {
            code?: 'forbidden';
        };
    };
    /**
     * `run_not_found`
     */
    404: Error & {
        error?: {
            code?: 'run_not_found';
        };
    };
    /**
     * `rate_limited`
     */
    429: Error & {
        error?: {
            code?: 'rate_limited';
        };
    };
    /**
     * `internal`
     */
    500: Error & {
        error?: {
            code?: 'internal';
        };
    };
    /**
     * `overloaded`
     */
    503: Error & {
        error?: {
            code?: 'overloaded';
        };
    };
};

export type GetTrainingRunError = GetTrainingRunErrors[keyof GetTrainingRunErrors];

export type GetTrainingRunResponses = {
    /**
     * The run.
     */
    200: TrainingRun;
};

export type GetTrainingRunResponse = GetTrainingRunResponses[keyof GetTrainingRunResponses];

export type DeployTrainingRunData = {
    body?: never;
    path: {
        /**
         * The `run_id` of an answer of POST /train.
         */
        run_id: string;
    };
    query?: never;
    url: '/v1/train/runs/{run_id}/deploy';
};

export type DeployTrainingRunErrors = {
    /**
     * `invalid_request`
     */
    400: Error & {
        error?: {
            code?: 'invalid_request';
        };
    };
    /**
     * `unauthorized`
     */
    401: Error & {
        error?: {
            code?: 'unauthorized';
        };
    };
    /**
     * `forbidden`
     */
    403: Error & {
        error?: {
            code?: 'forbidden';
        };
    };
    /**
     * `run_not_found`
     */
    404: Error & {
        error?: {
            code?: 'run_not_found';
        };
    };
    /**
     * `conflict`
     */
    409: Error & {
        error?: {
            code?: 'conflict';
        };
    };
    /**
     * `rate_limited`
     */
    429: Error & {
        error?: {
            code?: 'rate_limited';
        };
    };
    /**
     * `internal`
     */
    500: Error & {
        error?: {
            code?: 'internal';
        };
    };
    /**
     * `overloaded`, `dependency_unavailable`
     */
    503: Error & {
        error?: {
            code?: 'overloaded' | 'dependency_unavailable';
        };
    };
};

export type DeployTrainingRunError = DeployTrainingRunErrors[keyof DeployTrainingRunErrors];

export type DeployTrainingRunResponses = {
    /**
     * The run, now in force.
     */
    200: TrainingRun;
};

export type DeployTrainingRunResponse = DeployTrainingRunResponses[keyof DeployTrainingRunResponses];

export type ListDatasetsData = {
    body?: never;
    path?: never;
    query?: {
        /**
         * How many, 1 to 100.
         */
        limit?: number;
        /**
         * `next_cursor` of the previous page. Opaque; a cursor of another list is refused.
         */
        cursor?: string;
    };
    url: '/v1/datasets';
};

export type ListDatasetsErrors = {
    /**
     * `invalid_request`
     */
    400: Error & {
        error?: {
            code?: 'invalid_request';
        };
    };
    /**
     * `unauthorized`
     */
    401: Error & {
        error?: {
            code?: 'unauthorized';
        };
    };
    /**
     * `forbidden`
     */
    403: Error & {
        error?: {
            code?: 'forbidden';
        };
    };
    /**
     * `rate_limited`
     */
    429: Error & {
        error?: {
            code?: 'rate_limited';
        };
    };
    /**
     * `internal`
     */
    500: Error & {
        error?: {
            code?: 'internal';
        };
    };
    /**
     * `overloaded`
     */
    503: Error & {
        error?: {
            code?: 'overloaded';
        };
    };
};

export type ListDatasetsError = ListDatasetsErrors[keyof ListDatasetsErrors];

export type ListDatasetsResponses = {
    /**
     * A page.
     */
    200: DatasetList;
};

export type ListDatasetsResponse = ListDatasetsResponses[keyof ListDatasetsResponses];

export type ImportDatasetData = {
    body: ImportDatasetRequest;
    headers: {
        /**
         * 8 to 128 characters. The same key with the same body within 24 hours gives the first answer again.
         */
        'Idempotency-Key': string;
    };
    path?: never;
    query?: never;
    url: '/v1/datasets';
};

export type ImportDatasetErrors = {
    /**
     * `invalid_request`
     */
    400: Error & {
        error?: {
            code?: 'invalid_request';
        };
    };
    /**
     * `unauthorized`
     */
    401: Error & {
        error?: {
            code?: 'unauthorized';
        };
    };
    /**
     * `forbidden`
     */
    403: Error & {
        error?: {
            code?: 'forbidden';
        };
    };
    /**
     * `invalid_request`
     */
    408: Error & {
        error?: {
            code?: 'invalid_request';
        };
    };
    /**
     * `idempotency_in_progress`, `conflict`
     */
    409: Error & {
        error?: {
            code?: 'idempotency_in_progress' | 'conflict';
        };
    };
    /**
     * `payload_too_large`
     */
    413: Error & {
        error?: {
            code?: 'payload_too_large';
        };
    };
    /**
     * `unsupported_media_type`
     */
    415: Error & {
        error?: {
            code?: 'unsupported_media_type';
        };
    };
    /**
     * `idempotency_key_reused`, `duplicate_id`, `unresolved_reference`, `unsupported_format`
     */
    422: Error & {
        error?: {
            code?: 'idempotency_key_reused' | 'duplicate_id' | 'unresolved_reference' | 'unsupported_format';
        };
    };
    /**
     * `rate_limited`
     */
    429: Error & {
        error?: {
            code?: 'rate_limited';
        };
    };
    /**
     * `internal`
     */
    500: Error & {
        error?: {
            code?: 'internal';
        };
    };
    /**
     * `overloaded`, `dependency_unavailable`
     */
    503: Error & {
        error?: {
            code?: 'overloaded' | 'dependency_unavailable';
        };
    };
};

export type ImportDatasetError = ImportDatasetErrors[keyof ImportDatasetErrors];

export type ImportDatasetResponses = {
    /**
     * The job that does it. Poll GET /v1/jobs/{job_id} until it has ended.
     */
    202: Job;
};

export type ImportDatasetResponse = ImportDatasetResponses[keyof ImportDatasetResponses];

export type GetDatasetData = {
    body?: never;
    path: {
        /**
         * The `id` of the dataset: the `resource` of the job that imported it.
         */
        dataset_id: string;
    };
    query?: never;
    url: '/v1/datasets/{dataset_id}';
};

export type GetDatasetErrors = {
    /**
     * `invalid_request`
     */
    400: Error & {
        error?: {
            code?: 'invalid_request';
        };
    };
    /**
     * `unauthorized`
     */
    401: Error & {
        error?: {
            code?: 'unauthorized';
        };
    };
    /**
     * `forbidden`
     */
    403: Error & {
        error?: {
            code?: 'forbidden';
        };
    };
    /**
     * `dataset_not_found`
     */
    404: Error & {
        error?: {
            code?: 'dataset_not_found';
        };
    };
    /**
     * `rate_limited`
     */
    429: Error & {
        error?: {
            code?: 'rate_limited';
        };
    };
    /**
     * `internal`
     */
    500: Error & {
        error?: {
            code?: 'internal';
        };
    };
    /**
     * `overloaded`
     */
    503: Error & {
        error?: {
            code?: 'overloaded';
        };
    };
};

export type GetDatasetError = GetDatasetErrors[keyof GetDatasetErrors];

export type GetDatasetResponses = {
    /**
     * The dataset.
     */
    200: Dataset;
};

export type GetDatasetResponse = GetDatasetResponses[keyof GetDatasetResponses];

export type GetDatasetStatisticsData = {
    body?: never;
    path: {
        /**
         * The `id` of the dataset: the `resource` of the job that imported it.
         */
        dataset_id: string;
    };
    query?: never;
    url: '/v1/datasets/{dataset_id}/statistics';
};

export type GetDatasetStatisticsErrors = {
    /**
     * `invalid_request`
     */
    400: Error & {
        error?: {
            code?: 'invalid_request';
        };
    };
    /**
     * `unauthorized`
     */
    401: Error & {
        error?: {
            code?: 'unauthorized';
        };
    };
    /**
     * `forbidden`
     */
    403: Error & {
        error?: {
            code?: 'forbidden';
        };
    };
    /**
     * `dataset_not_found`
     */
    404: Error & {
        error?: {
            code?: 'dataset_not_found';
        };
    };
    /**
     * `rate_limited`
     */
    429: Error & {
        error?: {
            code?: 'rate_limited';
        };
    };
    /**
     * `internal`
     */
    500: Error & {
        error?: {
            code?: 'internal';
        };
    };
    /**
     * `overloaded`, `warming_up`
     */
    503: Error & {
        error?: {
            code?: 'overloaded' | 'warming_up';
        };
    };
};

export type GetDatasetStatisticsError = GetDatasetStatisticsErrors[keyof GetDatasetStatisticsErrors];

export type GetDatasetStatisticsResponses = {
    /**
     * The statistics.
     */
    200: DatasetStatistics;
};

export type GetDatasetStatisticsResponse = GetDatasetStatisticsResponses[keyof GetDatasetStatisticsResponses];

export type ExportDatasetData = {
    body: ExportDatasetRequest;
    headers: {
        /**
         * 8 to 128 characters. The same key with the same body within 24 hours gives the first answer again.
         */
        'Idempotency-Key': string;
    };
    path: {
        /**
         * The `id` of the dataset: the `resource` of the job that imported it.
         */
        dataset_id: string;
    };
    query?: never;
    url: '/v1/datasets/{dataset_id}/exports';
};

export type ExportDatasetErrors = {
    /**
     * `invalid_request`
     */
    400: Error & {
        error?: {
            code?: 'invalid_request';
        };
    };
    /**
     * `unauthorized`
     */
    401: Error & {
        error?: {
            code?: 'unauthorized';
        };
    };
    /**
     * `forbidden`, `access_denied`
     */
    403: Error & {
        error?: {
            code?: 'forbidden' | 'access_denied';
        };
    };
    /**
     * `dataset_not_found`
     */
    404: Error & {
        error?: {
            code?: 'dataset_not_found';
        };
    };
    /**
     * `invalid_request`
     */
    408: Error & {
        error?: {
            code?: 'invalid_request';
        };
    };
    /**
     * `idempotency_in_progress`, `conflict`
     */
    409: Error & {
        error?: {
            code?: 'idempotency_in_progress' | 'conflict';
        };
    };
    /**
     * `payload_too_large`
     */
    413: Error & {
        error?: {
            code?: 'payload_too_large';
        };
    };
    /**
     * `unsupported_media_type`
     */
    415: Error & {
        error?: {
            code?: 'unsupported_media_type';
        };
    };
    /**
     * `idempotency_key_reused`, `unsupported_format`
     */
    422: Error & {
        error?: {
            code?: 'idempotency_key_reused' | 'unsupported_format';
        };
    };
    /**
     * `rate_limited`
     */
    429: Error & {
        error?: {
            code?: 'rate_limited';
        };
    };
    /**
     * `internal`
     */
    500: Error & {
        error?: {
            code?: 'internal';
        };
    };
    /**
     * `overloaded`, `dependency_unavailable`
     */
    503: Error & {
        error?: {
            code?: 'overloaded' | 'dependency_unavailable';
        };
    };
};

export type ExportDatasetError = ExportDatasetErrors[keyof ExportDatasetErrors];

export type ExportDatasetResponses = {
    /**
     * The job that does it. Poll GET /v1/jobs/{job_id} until it has ended.
     */
    202: Job;
};

export type ExportDatasetResponse = ExportDatasetResponses[keyof ExportDatasetResponses];

export type AdaptModelData = {
    body: AdaptationRequest;
    headers: {
        /**
         * 8 to 128 characters. The same key with the same body within 24 hours gives the first answer again.
         */
        'Idempotency-Key': string;
    };
    path?: never;
    query?: never;
    url: '/v1/adaptations';
};

export type AdaptModelErrors = {
    /**
     * `invalid_request`
     */
    400: Error & {
        error?: {
            code?: 'invalid_request';
        };
    };
    /**
     * `unauthorized`
     */
    401: Error & {
        error?: {
            code?: 'unauthorized';
        };
    };
    /**
     * `forbidden`, `access_denied`
     */
    403: Error & {
        error?: {
            code?: 'forbidden' | 'access_denied';
        };
    };
    /**
     * `dataset_not_found`, `model_not_found`, `tokenizer_not_found`
     */
    404: Error & {
        error?: {
            code?: 'dataset_not_found' | 'model_not_found' | 'tokenizer_not_found';
        };
    };
    /**
     * `invalid_request`
     */
    408: Error & {
        error?: {
            code?: 'invalid_request';
        };
    };
    /**
     * `idempotency_in_progress`, `conflict`, `model_not_ready`, `tokenizer_not_ready`
     */
    409: Error & {
        error?: {
            code?: 'idempotency_in_progress' | 'conflict' | 'model_not_ready' | 'tokenizer_not_ready';
        };
    };
    /**
     * `payload_too_large`
     */
    413: Error & {
        error?: {
            code?: 'payload_too_large';
        };
    };
    /**
     * `unsupported_media_type`
     */
    415: Error & {
        error?: {
            code?: 'unsupported_media_type';
        };
    };
    /**
     * `idempotency_key_reused`, `capability_missing`
     */
    422: Error & {
        error?: {
            code?: 'idempotency_key_reused' | 'capability_missing';
        };
    };
    /**
     * `rate_limited`
     */
    429: Error & {
        error?: {
            code?: 'rate_limited';
        };
    };
    /**
     * `internal`
     */
    500: Error & {
        error?: {
            code?: 'internal';
        };
    };
    /**
     * `overloaded`, `dependency_unavailable`
     */
    503: Error & {
        error?: {
            code?: 'overloaded' | 'dependency_unavailable';
        };
    };
};

export type AdaptModelError = AdaptModelErrors[keyof AdaptModelErrors];

export type AdaptModelResponses = {
    /**
     * The job that does it. Poll GET /v1/jobs/{job_id} until it has ended.
     */
    202: Job;
};

export type AdaptModelResponse = AdaptModelResponses[keyof AdaptModelResponses];

export type ListModelsData = {
    body?: never;
    path?: never;
    query?: {
        /**
         * How many, 1 to 100.
         */
        limit?: number;
        /**
         * `next_cursor` of the previous page. Opaque; a cursor of another list is refused.
         */
        cursor?: string;
    };
    url: '/v1/models';
};

export type ListModelsErrors = {
    /**
     * `invalid_request`
     */
    400: Error & {
        error?: {
            code?: 'invalid_request';
        };
    };
    /**
     * `unauthorized`
     */
    401: Error & {
        error?: {
            code?: 'unauthorized';
        };
    };
    /**
     * `forbidden`
     */
    403: Error & {
        error?: {
            code?: 'forbidden';
        };
    };
    /**
     * `rate_limited`
     */
    429: Error & {
        error?: {
            code?: 'rate_limited';
        };
    };
    /**
     * `internal`
     */
    500: Error & {
        error?: {
            code?: 'internal';
        };
    };
    /**
     * `overloaded`
     */
    503: Error & {
        error?: {
            code?: 'overloaded';
        };
    };
};

export type ListModelsError = ListModelsErrors[keyof ListModelsErrors];

export type ListModelsResponses = {
    /**
     * A page.
     */
    200: ModelList;
};

export type ListModelsResponse = ListModelsResponses[keyof ListModelsResponses];

export type GetModelData = {
    body?: never;
    path: {
        /**
         * The `id` of the model: the `resource` of the job that adapted it.
         */
        model_id: string;
    };
    query?: never;
    url: '/v1/models/{model_id}';
};

export type GetModelErrors = {
    /**
     * `invalid_request`
     */
    400: Error & {
        error?: {
            code?: 'invalid_request';
        };
    };
    /**
     * `unauthorized`
     */
    401: Error & {
        error?: {
            code?: 'unauthorized';
        };
    };
    /**
     * `forbidden`
     */
    403: Error & {
        error?: {
            code?: 'forbidden';
        };
    };
    /**
     * `model_not_found`
     */
    404: Error & {
        error?: {
            code?: 'model_not_found';
        };
    };
    /**
     * `rate_limited`
     */
    429: Error & {
        error?: {
            code?: 'rate_limited';
        };
    };
    /**
     * `internal`
     */
    500: Error & {
        error?: {
            code?: 'internal';
        };
    };
    /**
     * `overloaded`
     */
    503: Error & {
        error?: {
            code?: 'overloaded';
        };
    };
};

export type GetModelError = GetModelErrors[keyof GetModelErrors];

export type GetModelResponses = {
    /**
     * The card.
     */
    200: Model;
};

export type GetModelResponse = GetModelResponses[keyof GetModelResponses];

export type ListModelItemsData = {
    body?: never;
    path: {
        /**
         * The `id` of the model: the `resource` of the job that adapted it.
         */
        model_id: string;
    };
    query?: {
        /**
         * How many, 1 to 100.
         */
        limit?: number;
        /**
         * `next_cursor` of the previous page. Opaque; a cursor of another list is refused.
         */
        cursor?: string;
        /**
         * Only items whose id begins so; compared by bytes.
         */
        prefix?: string;
        /**
         * Only these items, the parameter once for each: `item_ids=a&item_ids=b`. They come in one page, whatever `limit`; unknown ids are left out.
         */
        item_ids?: Array<string>;
    };
    url: '/v1/models/{model_id}/items';
};

export type ListModelItemsErrors = {
    /**
     * `invalid_request`
     */
    400: Error & {
        error?: {
            code?: 'invalid_request';
        };
    };
    /**
     * `unauthorized`
     */
    401: Error & {
        error?: {
            code?: 'unauthorized';
        };
    };
    /**
     * `forbidden`
     */
    403: Error & {
        error?: {
            code?: 'forbidden';
        };
    };
    /**
     * `model_not_found`
     */
    404: Error & {
        error?: {
            code?: 'model_not_found';
        };
    };
    /**
     * `model_not_ready`
     */
    409: Error & {
        error?: {
            code?: 'model_not_ready';
        };
    };
    /**
     * `rate_limited`
     */
    429: Error & {
        error?: {
            code?: 'rate_limited';
        };
    };
    /**
     * `internal`
     */
    500: Error & {
        error?: {
            code?: 'internal';
        };
    };
    /**
     * `overloaded`, `warming_up`
     */
    503: Error & {
        error?: {
            code?: 'overloaded' | 'warming_up';
        };
    };
};

export type ListModelItemsError = ListModelItemsErrors[keyof ListModelItemsErrors];

export type ListModelItemsResponses = {
    /**
     * A page.
     */
    200: ModelItemList;
};

export type ListModelItemsResponse = ListModelItemsResponses[keyof ListModelItemsResponses];

export type PredictData = {
    body: PredictRequest;
    path: {
        /**
         * The `id` of the model: the `resource` of the job that adapted it.
         */
        model_id: string;
    };
    query?: never;
    url: '/v1/models/{model_id}/predict';
};

export type PredictErrors = {
    /**
     * `invalid_request`
     */
    400: Error & {
        error?: {
            code?: 'invalid_request';
        };
    };
    /**
     * `unauthorized`
     */
    401: Error & {
        error?: {
            code?: 'unauthorized';
        };
    };
    /**
     * `forbidden`
     */
    403: Error & {
        error?: {
            code?: 'forbidden';
        };
    };
    /**
     * `model_not_found`
     */
    404: Error & {
        error?: {
            code?: 'model_not_found';
        };
    };
    /**
     * `invalid_request`
     */
    408: Error & {
        error?: {
            code?: 'invalid_request';
        };
    };
    /**
     * `model_not_ready`
     */
    409: Error & {
        error?: {
            code?: 'model_not_ready';
        };
    };
    /**
     * `payload_too_large`
     */
    413: Error & {
        error?: {
            code?: 'payload_too_large';
        };
    };
    /**
     * `unsupported_media_type`
     */
    415: Error & {
        error?: {
            code?: 'unsupported_media_type';
        };
    };
    /**
     * `capability_missing`, `history_too_long`, `duplicate_id`, `unknown_item`
     */
    422: Error & {
        error?: {
            code?: 'capability_missing' | 'history_too_long' | 'duplicate_id' | 'unknown_item';
        };
    };
    /**
     * `rate_limited`
     */
    429: Error & {
        error?: {
            code?: 'rate_limited';
        };
    };
    /**
     * `internal`
     */
    500: Error & {
        error?: {
            code?: 'internal';
        };
    };
    /**
     * `overloaded`, `dependency_unavailable`
     */
    503: Error & {
        error?: {
            code?: 'overloaded' | 'dependency_unavailable';
        };
    };
};

export type PredictError = PredictErrors[keyof PredictErrors];

export type PredictResponses = {
    /**
     * The ranking.
     */
    200: Prediction;
};

export type PredictResponse = PredictResponses[keyof PredictResponses];

export type EmbedData = {
    body: EmbedRequest;
    path: {
        /**
         * The `id` of the model: the `resource` of the job that adapted it.
         */
        model_id: string;
    };
    query?: never;
    url: '/v1/models/{model_id}/embed';
};

export type EmbedErrors = {
    /**
     * `invalid_request`
     */
    400: Error & {
        error?: {
            code?: 'invalid_request';
        };
    };
    /**
     * `unauthorized`
     */
    401: Error & {
        error?: {
            code?: 'unauthorized';
        };
    };
    /**
     * `forbidden`
     */
    403: Error & {
        error?: {
            code?: 'forbidden';
        };
    };
    /**
     * `model_not_found`
     */
    404: Error & {
        error?: {
            code?: 'model_not_found';
        };
    };
    /**
     * `invalid_request`
     */
    408: Error & {
        error?: {
            code?: 'invalid_request';
        };
    };
    /**
     * `model_not_ready`
     */
    409: Error & {
        error?: {
            code?: 'model_not_ready';
        };
    };
    /**
     * `payload_too_large`
     */
    413: Error & {
        error?: {
            code?: 'payload_too_large';
        };
    };
    /**
     * `unsupported_media_type`
     */
    415: Error & {
        error?: {
            code?: 'unsupported_media_type';
        };
    };
    /**
     * `capability_missing`, `empty_history`, `history_too_long`, `unknown_item`
     */
    422: Error & {
        error?: {
            code?: 'capability_missing' | 'empty_history' | 'history_too_long' | 'unknown_item';
        };
    };
    /**
     * `rate_limited`
     */
    429: Error & {
        error?: {
            code?: 'rate_limited';
        };
    };
    /**
     * `internal`
     */
    500: Error & {
        error?: {
            code?: 'internal';
        };
    };
    /**
     * `overloaded`, `dependency_unavailable`
     */
    503: Error & {
        error?: {
            code?: 'overloaded' | 'dependency_unavailable';
        };
    };
};

export type EmbedError = EmbedErrors[keyof EmbedErrors];

export type EmbedResponses = {
    /**
     * The vector.
     */
    200: Embedding;
};

export type EmbedResponse = EmbedResponses[keyof EmbedResponses];

export type GenerateData = {
    body: GenerateRequest;
    path?: never;
    query?: never;
    url: '/v1/generate';
};

export type GenerateErrors = {
    /**
     * `invalid_request`
     */
    400: Error & {
        error?: {
            code?: 'invalid_request';
        };
    };
    /**
     * `unauthorized`
     */
    401: Error & {
        error?: {
            code?: 'unauthorized';
        };
    };
    /**
     * `forbidden`
     */
    403: Error & {
        error?: {
            code?: 'forbidden';
        };
    };
    /**
     * `model_not_found`
     */
    404: Error & {
        error?: {
            code?: 'model_not_found';
        };
    };
    /**
     * `invalid_request`
     */
    408: Error & {
        error?: {
            code?: 'invalid_request';
        };
    };
    /**
     * `model_not_ready`
     */
    409: Error & {
        error?: {
            code?: 'model_not_ready';
        };
    };
    /**
     * `payload_too_large`
     */
    413: Error & {
        error?: {
            code?: 'payload_too_large';
        };
    };
    /**
     * `unsupported_media_type`
     */
    415: Error & {
        error?: {
            code?: 'unsupported_media_type';
        };
    };
    /**
     * `capability_missing`, `empty_history`, `history_too_long`, `unknown_item`
     */
    422: Error & {
        error?: {
            code?: 'capability_missing' | 'empty_history' | 'history_too_long' | 'unknown_item';
        };
    };
    /**
     * `rate_limited`
     */
    429: Error & {
        error?: {
            code?: 'rate_limited';
        };
    };
    /**
     * `internal`
     */
    500: Error & {
        error?: {
            code?: 'internal';
        };
    };
    /**
     * `overloaded`, `dependency_unavailable`
     */
    503: Error & {
        error?: {
            code?: 'overloaded' | 'dependency_unavailable';
        };
    };
};

export type GenerateError = GenerateErrors[keyof GenerateErrors];

export type GenerateResponses = {
    /**
     * The items.
     */
    200: Generation;
};

export type GenerateResponse = GenerateResponses[keyof GenerateResponses];

export type SimulateData = {
    body: SimulationRequest;
    headers: {
        /**
         * 8 to 128 characters. The same key with the same body within 24 hours gives the first answer again.
         */
        'Idempotency-Key': string;
    };
    path?: never;
    query?: never;
    url: '/v1/simulations';
};

export type SimulateErrors = {
    /**
     * `invalid_request`
     */
    400: Error & {
        error?: {
            code?: 'invalid_request';
        };
    };
    /**
     * `unauthorized`
     */
    401: Error & {
        error?: {
            code?: 'unauthorized';
        };
    };
    /**
     * `forbidden`
     */
    403: Error & {
        error?: {
            code?: 'forbidden';
        };
    };
    /**
     * `model_not_found`, `dataset_not_found`
     */
    404: Error & {
        error?: {
            code?: 'model_not_found' | 'dataset_not_found';
        };
    };
    /**
     * `invalid_request`
     */
    408: Error & {
        error?: {
            code?: 'invalid_request';
        };
    };
    /**
     * `idempotency_in_progress`, `conflict`, `model_not_ready`
     */
    409: Error & {
        error?: {
            code?: 'idempotency_in_progress' | 'conflict' | 'model_not_ready';
        };
    };
    /**
     * `payload_too_large`
     */
    413: Error & {
        error?: {
            code?: 'payload_too_large';
        };
    };
    /**
     * `unsupported_media_type`
     */
    415: Error & {
        error?: {
            code?: 'unsupported_media_type';
        };
    };
    /**
     * `idempotency_key_reused`, `capability_missing`, `history_too_long`, `duplicate_id`, `unknown_item`, `nothing_to_judge`, `unresolved_reference`
     */
    422: Error & {
        error?: {
            code?: 'idempotency_key_reused' | 'capability_missing' | 'history_too_long' | 'duplicate_id' | 'unknown_item' | 'nothing_to_judge' | 'unresolved_reference';
        };
    };
    /**
     * `rate_limited`
     */
    429: Error & {
        error?: {
            code?: 'rate_limited';
        };
    };
    /**
     * `internal`
     */
    500: Error & {
        error?: {
            code?: 'internal';
        };
    };
    /**
     * `overloaded`, `dependency_unavailable`
     */
    503: Error & {
        error?: {
            code?: 'overloaded' | 'dependency_unavailable';
        };
    };
};

export type SimulateError = SimulateErrors[keyof SimulateErrors];

export type SimulateResponses = {
    /**
     * The job that does it. Poll GET /v1/jobs/{job_id} until it has ended.
     */
    202: Job;
};

export type SimulateResponse = SimulateResponses[keyof SimulateResponses];

export type GetSimulationData = {
    body?: never;
    path: {
        /**
         * The `id` of the simulation: the `resource` of its job.
         */
        simulation_id: string;
    };
    query?: never;
    url: '/v1/simulations/{simulation_id}';
};

export type GetSimulationErrors = {
    /**
     * `invalid_request`
     */
    400: Error & {
        error?: {
            code?: 'invalid_request';
        };
    };
    /**
     * `unauthorized`
     */
    401: Error & {
        error?: {
            code?: 'unauthorized';
        };
    };
    /**
     * `forbidden`
     */
    403: Error & {
        error?: {
            code?: 'forbidden';
        };
    };
    /**
     * `simulation_not_found`
     */
    404: Error & {
        error?: {
            code?: 'simulation_not_found';
        };
    };
    /**
     * `rate_limited`
     */
    429: Error & {
        error?: {
            code?: 'rate_limited';
        };
    };
    /**
     * `internal`
     */
    500: Error & {
        error?: {
            code?: 'internal';
        };
    };
    /**
     * `overloaded`
     */
    503: Error & {
        error?: {
            code?: 'overloaded';
        };
    };
};

export type GetSimulationError = GetSimulationErrors[keyof GetSimulationErrors];

export type GetSimulationResponses = {
    /**
     * The simulation.
     */
    200: Simulation;
};

export type GetSimulationResponse = GetSimulationResponses[keyof GetSimulationResponses];

export type ListTokenizersData = {
    body?: never;
    path?: never;
    query?: {
        /**
         * How many, 1 to 100.
         */
        limit?: number;
        /**
         * `next_cursor` of the previous page. Opaque; a cursor of another list is refused.
         */
        cursor?: string;
    };
    url: '/v1/tokenizers';
};

export type ListTokenizersErrors = {
    /**
     * `invalid_request`
     */
    400: Error & {
        error?: {
            code?: 'invalid_request';
        };
    };
    /**
     * `unauthorized`
     */
    401: Error & {
        error?: {
            code?: 'unauthorized';
        };
    };
    /**
     * `forbidden`
     */
    403: Error & {
        error?: {
            code?: 'forbidden';
        };
    };
    /**
     * `rate_limited`
     */
    429: Error & {
        error?: {
            code?: 'rate_limited';
        };
    };
    /**
     * `internal`
     */
    500: Error & {
        error?: {
            code?: 'internal';
        };
    };
    /**
     * `overloaded`
     */
    503: Error & {
        error?: {
            code?: 'overloaded';
        };
    };
};

export type ListTokenizersError = ListTokenizersErrors[keyof ListTokenizersErrors];

export type ListTokenizersResponses = {
    /**
     * A page.
     */
    200: TokenizerList;
};

export type ListTokenizersResponse = ListTokenizersResponses[keyof ListTokenizersResponses];

export type FitTokenizerData = {
    body: FitTokenizerRequest;
    headers: {
        /**
         * 8 to 128 characters. The same key with the same body within 24 hours gives the first answer again.
         */
        'Idempotency-Key': string;
    };
    path?: never;
    query?: never;
    url: '/v1/tokenizers';
};

export type FitTokenizerErrors = {
    /**
     * `invalid_request`
     */
    400: Error & {
        error?: {
            code?: 'invalid_request';
        };
    };
    /**
     * `unauthorized`
     */
    401: Error & {
        error?: {
            code?: 'unauthorized';
        };
    };
    /**
     * `forbidden`, `access_denied`
     */
    403: Error & {
        error?: {
            code?: 'forbidden' | 'access_denied';
        };
    };
    /**
     * `dataset_not_found`
     */
    404: Error & {
        error?: {
            code?: 'dataset_not_found';
        };
    };
    /**
     * `invalid_request`
     */
    408: Error & {
        error?: {
            code?: 'invalid_request';
        };
    };
    /**
     * `idempotency_in_progress`, `conflict`
     */
    409: Error & {
        error?: {
            code?: 'idempotency_in_progress' | 'conflict';
        };
    };
    /**
     * `payload_too_large`
     */
    413: Error & {
        error?: {
            code?: 'payload_too_large';
        };
    };
    /**
     * `unsupported_media_type`
     */
    415: Error & {
        error?: {
            code?: 'unsupported_media_type';
        };
    };
    /**
     * `idempotency_key_reused`, `unsupported_format`
     */
    422: Error & {
        error?: {
            code?: 'idempotency_key_reused' | 'unsupported_format';
        };
    };
    /**
     * `rate_limited`
     */
    429: Error & {
        error?: {
            code?: 'rate_limited';
        };
    };
    /**
     * `internal`
     */
    500: Error & {
        error?: {
            code?: 'internal';
        };
    };
    /**
     * `overloaded`, `dependency_unavailable`
     */
    503: Error & {
        error?: {
            code?: 'overloaded' | 'dependency_unavailable';
        };
    };
};

export type FitTokenizerError = FitTokenizerErrors[keyof FitTokenizerErrors];

export type FitTokenizerResponses = {
    /**
     * The job, or the tokenizer as it begins. Poll until it is ready.
     */
    202: FitAnswer;
};

export type FitTokenizerResponse = FitTokenizerResponses[keyof FitTokenizerResponses];

export type GetTokenizerData = {
    body?: never;
    path: {
        /**
         * The `id` of the tokenizer: the `resource` of the job that fits it.
         */
        tokenizer_id: string;
    };
    query?: never;
    url: '/v1/tokenizers/{tokenizer_id}';
};

export type GetTokenizerErrors = {
    /**
     * `invalid_request`
     */
    400: Error & {
        error?: {
            code?: 'invalid_request';
        };
    };
    /**
     * `unauthorized`
     */
    401: Error & {
        error?: {
            code?: 'unauthorized';
        };
    };
    /**
     * `forbidden`
     */
    403: Error & {
        error?: {
            code?: 'forbidden';
        };
    };
    /**
     * `tokenizer_not_found`
     */
    404: Error & {
        error?: {
            code?: 'tokenizer_not_found';
        };
    };
    /**
     * `rate_limited`
     */
    429: Error & {
        error?: {
            code?: 'rate_limited';
        };
    };
    /**
     * `internal`
     */
    500: Error & {
        error?: {
            code?: 'internal';
        };
    };
    /**
     * `overloaded`
     */
    503: Error & {
        error?: {
            code?: 'overloaded';
        };
    };
};

export type GetTokenizerError = GetTokenizerErrors[keyof GetTokenizerErrors];

export type GetTokenizerResponses = {
    /**
     * The tokenizer as it is now.
     */
    200: Tokenizer;
};

export type GetTokenizerResponse = GetTokenizerResponses[keyof GetTokenizerResponses];

export type ExportTokenizerData = {
    body?: ExportTokenizerRequest;
    headers?: {
        /**
         * 8 to 128 characters. The same key with the same body within 24 hours gives the first answer again.
         */
        'Idempotency-Key'?: string;
    };
    path: {
        /**
         * The `id` of the tokenizer: the `resource` of the job that fits it.
         */
        tokenizer_id: string;
    };
    query?: never;
    url: '/v1/tokenizers/{tokenizer_id}/exports';
};

export type ExportTokenizerErrors = {
    /**
     * `invalid_request`
     */
    400: Error & {
        error?: {
            code?: 'invalid_request';
        };
    };
    /**
     * `unauthorized`
     */
    401: Error & {
        error?: {
            code?: 'unauthorized';
        };
    };
    /**
     * `forbidden`, `access_denied`
     */
    403: Error & {
        error?: {
            code?: 'forbidden' | 'access_denied';
        };
    };
    /**
     * `tokenizer_not_found`
     */
    404: Error & {
        error?: {
            code?: 'tokenizer_not_found';
        };
    };
    /**
     * `invalid_request`
     */
    408: Error & {
        error?: {
            code?: 'invalid_request';
        };
    };
    /**
     * `idempotency_in_progress`, `conflict`, `tokenizer_not_ready`
     */
    409: Error & {
        error?: {
            code?: 'idempotency_in_progress' | 'conflict' | 'tokenizer_not_ready';
        };
    };
    /**
     * `payload_too_large`
     */
    413: Error & {
        error?: {
            code?: 'payload_too_large';
        };
    };
    /**
     * `unsupported_media_type`
     */
    415: Error & {
        error?: {
            code?: 'unsupported_media_type';
        };
    };
    /**
     * `idempotency_key_reused`, `unsupported_format`
     */
    422: Error & {
        error?: {
            code?: 'idempotency_key_reused' | 'unsupported_format';
        };
    };
    /**
     * `rate_limited`
     */
    429: Error & {
        error?: {
            code?: 'rate_limited';
        };
    };
    /**
     * `internal`
     */
    500: Error & {
        error?: {
            code?: 'internal';
        };
    };
    /**
     * `overloaded`, `dependency_unavailable`
     */
    503: Error & {
        error?: {
            code?: 'overloaded' | 'dependency_unavailable';
        };
    };
};

export type ExportTokenizerError = ExportTokenizerErrors[keyof ExportTokenizerErrors];

export type ExportTokenizerResponses = {
    /**
     * The job that does it. Poll GET /v1/jobs/{job_id} until it has ended.
     */
    202: Job;
};

export type ExportTokenizerResponse = ExportTokenizerResponses[keyof ExportTokenizerResponses];

export type AssignSemanticIdsData = {
    body: SemanticIdsRequest;
    path?: never;
    query?: never;
    url: '/v1/semantic-ids';
};

export type AssignSemanticIdsErrors = {
    /**
     * `invalid_request`
     */
    400: Error & {
        error?: {
            code?: 'invalid_request';
        };
    };
    /**
     * `unauthorized`
     */
    401: Error & {
        error?: {
            code?: 'unauthorized';
        };
    };
    /**
     * `forbidden`
     */
    403: Error & {
        error?: {
            code?: 'forbidden';
        };
    };
    /**
     * `tokenizer_not_found`
     */
    404: Error & {
        error?: {
            code?: 'tokenizer_not_found';
        };
    };
    /**
     * `invalid_request`
     */
    408: Error & {
        error?: {
            code?: 'invalid_request';
        };
    };
    /**
     * `tokenizer_not_ready`, `conflict`
     */
    409: Error & {
        error?: {
            code?: 'tokenizer_not_ready' | 'conflict';
        };
    };
    /**
     * `payload_too_large`
     */
    413: Error & {
        error?: {
            code?: 'payload_too_large';
        };
    };
    /**
     * `unsupported_media_type`
     */
    415: Error & {
        error?: {
            code?: 'unsupported_media_type';
        };
    };
    /**
     * `invalid_field_value`, `unknown_item`
     */
    422: Error & {
        error?: {
            code?: 'invalid_field_value' | 'unknown_item';
        };
    };
    /**
     * `rate_limited`
     */
    429: Error & {
        error?: {
            code?: 'rate_limited';
        };
    };
    /**
     * `internal`
     */
    500: Error & {
        error?: {
            code?: 'internal';
        };
    };
    /**
     * `overloaded`, `dependency_unavailable`
     */
    503: Error & {
        error?: {
            code?: 'overloaded' | 'dependency_unavailable';
        };
    };
};

export type AssignSemanticIdsError = AssignSemanticIdsErrors[keyof AssignSemanticIdsErrors];

export type AssignSemanticIdsResponses = {
    /**
     * One record an item.
     */
    200: SemanticIds;
};

export type AssignSemanticIdsResponse = AssignSemanticIdsResponses[keyof AssignSemanticIdsResponses];

export type ListJobsData = {
    body?: never;
    path?: never;
    query?: {
        /**
         * How many, 1 to 100.
         */
        limit?: number;
        /**
         * `next_cursor` of the previous page. Opaque; a cursor of another list is refused.
         */
        cursor?: string;
        /**
         * Only jobs of this kind.
         */
        kind?: 'dataset_import' | 'dataset_export' | 'tokenizer_fit' | 'tokenizer_export' | 'model_adaptation' | 'simulation';
        /**
         * Only jobs in this state.
         */
        status?: 'queued' | 'running' | 'succeeded' | 'failed' | 'cancelled';
    };
    url: '/v1/jobs';
};

export type ListJobsErrors = {
    /**
     * `invalid_request`
     */
    400: Error & {
        error?: {
            code?: 'invalid_request';
        };
    };
    /**
     * `unauthorized`
     */
    401: Error & {
        error?: {
            code?: 'unauthorized';
        };
    };
    /**
     * `forbidden`
     */
    403: Error & {
        error?: {
            code?: 'forbidden';
        };
    };
    /**
     * `rate_limited`
     */
    429: Error & {
        error?: {
            code?: 'rate_limited';
        };
    };
    /**
     * `internal`
     */
    500: Error & {
        error?: {
            code?: 'internal';
        };
    };
    /**
     * `overloaded`
     */
    503: Error & {
        error?: {
            code?: 'overloaded';
        };
    };
};

export type ListJobsError = ListJobsErrors[keyof ListJobsErrors];

export type ListJobsResponses = {
    /**
     * A page.
     */
    200: JobList;
};

export type ListJobsResponse = ListJobsResponses[keyof ListJobsResponses];

export type GetJobData = {
    body?: never;
    path: {
        /**
         * The `id` of the job, from the answer that accepted it.
         */
        job_id: string;
    };
    query?: never;
    url: '/v1/jobs/{job_id}';
};

export type GetJobErrors = {
    /**
     * `invalid_request`
     */
    400: Error & {
        error?: {
            code?: 'invalid_request';
        };
    };
    /**
     * `unauthorized`
     */
    401: Error & {
        error?: {
            code?: 'unauthorized';
        };
    };
    /**
     * `forbidden`
     */
    403: Error & {
        error?: {
            code?: 'forbidden';
        };
    };
    /**
     * `job_not_found`
     */
    404: Error & {
        error?: {
            code?: 'job_not_found';
        };
    };
    /**
     * `rate_limited`
     */
    429: Error & {
        error?: {
            code?: 'rate_limited';
        };
    };
    /**
     * `internal`
     */
    500: Error & {
        error?: {
            code?: 'internal';
        };
    };
    /**
     * `overloaded`
     */
    503: Error & {
        error?: {
            code?: 'overloaded';
        };
    };
};

export type GetJobError = GetJobErrors[keyof GetJobErrors];

export type GetJobResponses = {
    /**
     * The job as it is now.
     */
    200: Job;
};

export type GetJobResponse = GetJobResponses[keyof GetJobResponses];

export type CancelJobData = {
    body?: never;
    path: {
        /**
         * The `id` of the job, from the answer that accepted it.
         */
        job_id: string;
    };
    query?: never;
    url: '/v1/jobs/{job_id}/cancel';
};

export type CancelJobErrors = {
    /**
     * `invalid_request`
     */
    400: Error & {
        error?: {
            code?: 'invalid_request';
        };
    };
    /**
     * `unauthorized`
     */
    401: Error & {
        error?: {
            code?: 'unauthorized';
        };
    };
    /**
     * `forbidden`
     */
    403: Error & {
        error?: {
            code?: 'forbidden';
        };
    };
    /**
     * `job_not_found`
     */
    404: Error & {
        error?: {
            code?: 'job_not_found';
        };
    };
    /**
     * `conflict`
     */
    409: Error & {
        error?: {
            code?: 'conflict';
        };
    };
    /**
     * `rate_limited`
     */
    429: Error & {
        error?: {
            code?: 'rate_limited';
        };
    };
    /**
     * `internal`
     */
    500: Error & {
        error?: {
            code?: 'internal';
        };
    };
    /**
     * `overloaded`, `dependency_unavailable`
     */
    503: Error & {
        error?: {
            code?: 'overloaded' | 'dependency_unavailable';
        };
    };
};

export type CancelJobError = CancelJobErrors[keyof CancelJobErrors];

export type CancelJobResponses = {
    /**
     * The job as it is now.
     */
    200: Job;
};

export type CancelJobResponse = CancelJobResponses[keyof CancelJobResponses];

export type DownloadData = {
    body?: never;
    headers?: {
        /**
         * Bytes to send: `bytes=0-1023`, `bytes=-100`, `bytes=0-9,90-99`.
         */
        Range?: string;
        /**
         * An `ETag`: ranges are sent only of this very file, else the whole.
         */
        'If-Range'?: string;
        /**
         * An `ETag` that the client has.
         */
        'If-None-Match'?: string;
    };
    path: {
        /**
         * The last part of a `download_url`, which a job has in its `result`.
         */
        token: string;
    };
    query?: never;
    url: '/v1/downloads/{token}';
};

export type DownloadErrors = {
    /**
     * `invalid_request`
     */
    400: Error & {
        error?: {
            code?: 'invalid_request';
        };
    };
    /**
     * `access_denied`
     */
    403: Error & {
        error?: {
            code?: 'access_denied';
        };
    };
    /**
     * `range_not_satisfiable`
     */
    416: Error & {
        error?: {
            code?: 'range_not_satisfiable';
        };
    };
    /**
     * `internal`
     */
    500: Error & {
        error?: {
            code?: 'internal';
        };
    };
};

export type DownloadError = DownloadErrors[keyof DownloadErrors];

export type DownloadResponses = {
    /**
     * The file.
     */
    200: Blob | File;
    /**
     * The ranges that were asked for: one as it is, several as `multipart/byteranges`.
     */
    206: Blob | File;
};

export type DownloadResponse = DownloadResponses[keyof DownloadResponses];

export type IngestData = {
    body: IngestRequest;
    headers?: {
        /**
         * 1 to 255 characters. The same key with the same body within 24 hours gives the first answer again.
         */
        'Idempotency-Key'?: string;
    };
    path?: never;
    query?: never;
    url: '/v1/ingest';
};

export type IngestErrors = {
    /**
     * `invalid_request`
     */
    400: Error & {
        error?: {
            code?: 'invalid_request';
        };
    };
    /**
     * `unauthorized`
     */
    401: Error & {
        error?: {
            code?: 'unauthorized';
        };
    };
    /**
     * `forbidden`
     */
    403: Error & {
        error?: {
            code?: 'forbidden';
        };
    };
    /**
     * `domain_not_found`
     */
    404: Error & {
        error?: {
            code?: 'domain_not_found';
        };
    };
    /**
     * `invalid_request`
     */
    408: Error & {
        error?: {
            code?: 'invalid_request';
        };
    };
    /**
     * `idempotency_in_progress`, `conflict`
     */
    409: Error & {
        error?: {
            code?: 'idempotency_in_progress' | 'conflict';
        };
    };
    /**
     * `payload_too_large`
     */
    413: Error & {
        error?: {
            code?: 'payload_too_large';
        };
    };
    /**
     * `unsupported_media_type`
     */
    415: Error & {
        error?: {
            code?: 'unsupported_media_type';
        };
    };
    /**
     * `idempotency_key_reused`, `invalid_field_value`, `enrichment_unavailable`, `domain_not_found`
     */
    422: Error & {
        error?: {
            code?: 'idempotency_key_reused' | 'invalid_field_value' | 'enrichment_unavailable' | 'domain_not_found';
        };
    };
    /**
     * `rate_limited`
     */
    429: Error & {
        error?: {
            code?: 'rate_limited';
        };
    };
    /**
     * `internal`
     */
    500: Error & {
        error?: {
            code?: 'internal';
        };
    };
    /**
     * `overloaded`, `dependency_unavailable`, `warming_up`
     */
    503: Error & {
        error?: {
            code?: 'overloaded' | 'dependency_unavailable' | 'warming_up';
        };
    };
};

export type IngestError = IngestErrors[keyof IngestErrors];

export type IngestResponses = {
    /**
     * The user record, every value with its provenance.
     */
    200: UserRecord;
};

export type IngestResponse = IngestResponses[keyof IngestResponses];

export type StreamData = {
    body: StreamRequest;
    headers?: {
        /**
         * 1 to 255 characters. The same key with the same body within 24 hours gives the first answer again.
         */
        'Idempotency-Key'?: string;
    };
    path?: never;
    query?: never;
    url: '/v1/stream';
};

export type StreamErrors = {
    /**
     * `invalid_request`
     */
    400: Error & {
        error?: {
            code?: 'invalid_request';
        };
    };
    /**
     * `unauthorized`
     */
    401: Error & {
        error?: {
            code?: 'unauthorized';
        };
    };
    /**
     * `forbidden`
     */
    403: Error & {
        error?: {
            code?: 'forbidden';
        };
    };
    /**
     * `domain_not_found`
     */
    404: Error & {
        error?: {
            code?: 'domain_not_found';
        };
    };
    /**
     * `invalid_request`
     */
    408: Error & {
        error?: {
            code?: 'invalid_request';
        };
    };
    /**
     * `idempotency_in_progress`, `conflict`
     */
    409: Error & {
        error?: {
            code?: 'idempotency_in_progress' | 'conflict';
        };
    };
    /**
     * `payload_too_large`
     */
    413: Error & {
        error?: {
            code?: 'payload_too_large';
        };
    };
    /**
     * `unsupported_media_type`
     */
    415: Error & {
        error?: {
            code?: 'unsupported_media_type';
        };
    };
    /**
     * `idempotency_key_reused`
     */
    422: Error & {
        error?: {
            code?: 'idempotency_key_reused';
        };
    };
    /**
     * `rate_limited`
     */
    429: Error & {
        error?: {
            code?: 'rate_limited';
        };
    };
    /**
     * `internal`
     */
    500: Error & {
        error?: {
            code?: 'internal';
        };
    };
    /**
     * `overloaded`, `dependency_unavailable`, `warming_up`
     */
    503: Error & {
        error?: {
            code?: 'overloaded' | 'dependency_unavailable' | 'warming_up';
        };
    };
};

export type StreamError = StreamErrors[keyof StreamErrors];

export type StreamResponses = {
    /**
     * What changed.
     */
    200: ContextResult;
};

export type StreamResponse = StreamResponses[keyof StreamResponses];

export type SendFeedbackBatchData = {
    body: FeedbackBatchRequest;
    headers?: {
        /**
         * 1 to 255 characters. The same key with the same body within 24 hours gives the first answer again.
         */
        'Idempotency-Key'?: string;
    };
    path?: never;
    query?: never;
    url: '/v1/feedback/batch';
};

export type SendFeedbackBatchErrors = {
    /**
     * `invalid_request`
     */
    400: Error & {
        error?: {
            code?: 'invalid_request';
        };
    };
    /**
     * `unauthorized`
     */
    401: Error & {
        error?: {
            code?: 'unauthorized';
        };
    };
    /**
     * `forbidden`
     */
    403: Error & {
        error?: {
            code?: 'forbidden';
        };
    };
    /**
     * `domain_not_found`
     */
    404: Error & {
        error?: {
            code?: 'domain_not_found';
        };
    };
    /**
     * `invalid_request`
     */
    408: Error & {
        error?: {
            code?: 'invalid_request';
        };
    };
    /**
     * `idempotency_in_progress`, `conflict`
     */
    409: Error & {
        error?: {
            code?: 'idempotency_in_progress' | 'conflict';
        };
    };
    /**
     * `payload_too_large`
     */
    413: Error & {
        error?: {
            code?: 'payload_too_large';
        };
    };
    /**
     * `unsupported_media_type`
     */
    415: Error & {
        error?: {
            code?: 'unsupported_media_type';
        };
    };
    /**
     * `idempotency_key_reused`
     */
    422: Error & {
        error?: {
            code?: 'idempotency_key_reused';
        };
    };
    /**
     * `rate_limited`
     */
    429: Error & {
        error?: {
            code?: 'rate_limited';
        };
    };
    /**
     * `internal`
     */
    500: Error & {
        error?: {
            code?: 'internal';
        };
    };
    /**
     * `overloaded`, `dependency_unavailable`
     */
    503: Error & {
        error?: {
            code?: 'overloaded' | 'dependency_unavailable';
        };
    };
};

export type SendFeedbackBatchError = SendFeedbackBatchErrors[keyof SendFeedbackBatchErrors];

export type SendFeedbackBatchResponses = {
    /**
     * What was taken, and what waits for training.
     */
    200: FeedbackBatchSummary;
};

export type SendFeedbackBatchResponse = SendFeedbackBatchResponses[keyof SendFeedbackBatchResponses];

export type GetHealthData = {
    body?: never;
    path?: never;
    query?: never;
    url: '/healthz';
};

export type GetHealthErrors = {
    /**
     * `invalid_request`
     */
    400: Error & {
        error?: {
            code?: 'invalid_request';
        };
    };
    /**
     * `internal`
     */
    500: Error & {
        error?: {
            code?: 'internal';
        };
    };
};

export type GetHealthError = GetHealthErrors[keyof GetHealthErrors];

export type GetHealthResponses = {
    /**
     * It lives.
     */
    200: {
        status: 'ok';
    };
};

export type GetHealthResponse = GetHealthResponses[keyof GetHealthResponses];

export type GetReadinessData = {
    body?: never;
    path?: never;
    query?: never;
    url: '/readyz';
};

export type GetReadinessErrors = {
    /**
     * `invalid_request`
     */
    400: Error & {
        error?: {
            code?: 'invalid_request';
        };
    };
    /**
     * `internal`
     */
    500: Error & {
        error?: {
            code?: 'internal';
        };
    };
    /**
     * `warming_up`, `overloaded`
     */
    503: Error & {
        error?: {
            code?: 'warming_up' | 'overloaded';
        };
    };
};

export type GetReadinessError = GetReadinessErrors[keyof GetReadinessErrors];

export type GetReadinessResponses = {
    /**
     * It can.
     */
    200: {
        status: 'ready';
        encoder: {
            serving: string | null;
            target: string | null;
            share: number;
        };
    };
};

export type GetReadinessResponse = GetReadinessResponses[keyof GetReadinessResponses];

export type GetMetricsData = {
    body?: never;
    path?: never;
    query?: never;
    url: '/metrics';
};

export type GetMetricsErrors = {
    /**
     * `invalid_request`
     */
    400: Error & {
        error?: {
            code?: 'invalid_request';
        };
    };
    /**
     * `internal`
     */
    500: Error & {
        error?: {
            code?: 'internal';
        };
    };
};

export type GetMetricsError = GetMetricsErrors[keyof GetMetricsErrors];

export type GetMetricsResponses = {
    /**
     * Prometheus text format.
     */
    200: string;
};

export type GetMetricsResponse = GetMetricsResponses[keyof GetMetricsResponses];

export type GetInterfaceData = {
    body?: never;
    path?: never;
    query?: never;
    url: '/v1/openapi.json';
};

export type GetInterfaceErrors = {
    /**
     * `invalid_request`
     */
    400: Error & {
        error?: {
            code?: 'invalid_request';
        };
    };
    /**
     * `internal`
     */
    500: Error & {
        error?: {
            code?: 'internal';
        };
    };
};

export type GetInterfaceError = GetInterfaceErrors[keyof GetInterfaceErrors];

export type GetInterfaceResponses = {
    /**
     * The OpenAPI document.
     */
    200: {
        [key: string]: unknown;
    };
};

export type GetInterfaceResponse = GetInterfaceResponses[keyof GetInterfaceResponses];
