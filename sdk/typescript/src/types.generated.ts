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
        /**
         * How often an item is learned by its text and features alone, without the vector of its own, so that these say more of items without events. It has no effect without texts and features. Default: 0.
         */
        item_vector_dropout?: number;
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
         * Item vectors are also tied to the declared features of items: categories, lists, numbers and dates. Default: true where the dataset declares any.
         */
        item_features?: boolean;
        /**
         * Whether the times between the events of a history are read. `until_now`: also the time from the newest event to the prediction. Where the times do not differ, or only give an order, none are read. Default: `none`.
         */
        time_gaps?: 'none' | 'between' | 'until_now';
        /**
         * Facts that are read about the moment of a prediction: declared features of events, `hour` and `weekday` (of the time of an event, in UTC). Default: all declared features of events.
         */
        context_features?: Array<string>;
        /**
         * Whether items are scored by their input vectors or by separate ones.
         */
        output_vectors?: 'shared' | 'own';
        /**
         * Whether the network is blended with EASE, item-kNN, a Markov chain, popularity and recent popularity, and, where repeats are kept, with the number of times that the history has an item; with weights chosen on validation data. Default: true.
         */
        blend?: boolean;
        /**
         * Which events become histories, and how. Default: `{}`.
         */
        events?: EventSettings;
        /**
         * `standard`: leave one out and by time, and leave one out with the ties of one moment shuffled where at least 1 % of the targets are tied. `full`: both splits, ties as imported and shuffled. `brief`: leave one out as imported, with the fewest trainings. `none`: the card says that nothing was evaluated. Default: `"standard"`.
         */
        evaluation?: 'full' | 'standard' | 'brief' | 'none';
        /**
         * The data that choose the number of epochs, the blend and the scale of the scores. `time`: the first events of people after a moment, by a model that knows nothing later. `leave_one_out`: the last event but one of each person. Default: `time`, where the events have times and at least 50 people have events before and after the moment, else `leave_one_out`. The card says which it was, `training.protocol`.
         */
        protocol?: 'time' | 'leave_one_out';
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
        /**
         * About the share of the probability that items without events have together. 0: they are hardly ever generated. Default: measured, by how often items that were new at their time were taken; at most 0.2. The card has the share that results, `training.fit.new_items`.
         */
        new_item_share?: number;
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
         * `standard`: leave one out and by time, and leave one out with the ties of one moment shuffled where at least 1 % of the targets are tied. `full`: both splits, ties as imported and shuffled. `brief`: leave one out as imported, with the fewest trainings. `none`: the card says that nothing was evaluated. Default: `"standard"`.
         */
        evaluation?: 'full' | 'standard' | 'brief' | 'none';
        /**
         * The data that choose the number of epochs, the blend and the scale of the scores. `time`: the first events of people after a moment, by a model that knows nothing later. `leave_one_out`: the last event but one of each person. Default: `time`, where the events have times and at least 50 people have events before and after the moment, else `leave_one_out`. The card says which it was, `training.protocol`.
         */
        protocol?: 'time' | 'leave_one_out';
        /**
         * Default: `0`.
         */
        seed?: number;
    };
};

export type AdaptationRequest = AdaptRecommender | AdaptRetriever;

export type AddMemberRequest = {
    /**
     * As the identity provider has it. Upper and lower case are one.
     */
    email: string;
    /**
     * For people; null: none.
     */
    name?: string | null;
    /**
     * The scopes of this role, as they are now.
     */
    role?: 'viewer' | 'matchmaker' | 'analyst' | 'admin';
    /**
     * In place of a role.
     */
    scopes?: Array<'read' | 'write' | 'match' | 'train' | 'data' | 'export' | 'infer' | 'ingest'>;
};

export type AdminKey = {
    /**
     * Safe to show and to log; not the key itself.
     */
    id: string;
    /**
     * Null: a key of the operator.
     */
    tenant_id: string | null;
    tenant_name: string | null;
    /**
     * The name of its holder, for people.
     */
    name: string | null;
    scopes: Array<'read' | 'write' | 'match' | 'train' | 'data' | 'export' | 'infer' | 'ingest' | 'operator'>;
    /**
     * Requests a second.
     */
    rate: number;
    /**
     * Requests at once.
     */
    burst: number;
    state: 'in_force' | 'expired' | 'revoked';
    /**
     * Live sessions of the console that stand for the key.
     */
    sessions: number;
    created_at: string;
    expires_at: string | null;
    revoked_at: string | null;
    /**
     * Exact to a minute; null: no use was noted.
     */
    last_used_at: string | null;
    request_id: string;
};

export type AdminKeyList = {
    data: Array<KeyFields>;
    next_cursor: string | null;
    has_more: boolean;
    request_id: string;
};

export type AdminMember = {
    id: string;
    /**
     * Null: a member of the operator.
     */
    tenant_id: string | null;
    tenant_name: string | null;
    /**
     * In lower case.
     */
    email: string;
    name: string | null;
    /**
     * The role that has exactly these scopes; null: none has.
     */
    role: 'viewer' | 'matchmaker' | 'analyst' | 'admin' | null;
    scopes: Array<'read' | 'write' | 'match' | 'train' | 'data' | 'export' | 'infer' | 'ingest' | 'operator'>;
    /**
     * Live sessions of the console.
     */
    sessions: number;
    created_at: string;
    /**
     * The key or member, or the words of the command.
     */
    created_by: string;
    /**
     * Null: not yet.
     */
    last_sign_in_at: string | null;
    request_id: string;
};

export type AdminMemberList = {
    data: Array<MemberFields>;
    next_cursor: string | null;
    has_more: boolean;
    request_id: string;
};

export type AdminSession = {
    /**
     * Opens nothing.
     */
    id: string;
    /**
     * Null: a session of the operator.
     */
    tenant_id: string | null;
    tenant_name: string | null;
    /**
     * The key that it stands for; null: it is that of a member.
     */
    key_id: string | null;
    member_id: string | null;
    /**
     * The mail address of the member.
     */
    email: string | null;
    scopes: Array<'read' | 'write' | 'match' | 'train' | 'data' | 'export' | 'infer' | 'ingest' | 'operator'>;
    created_at: string;
    /**
     * Exact to a minute.
     */
    used_at: string;
    expires_at: string;
    request_id: string;
};

export type AdminSessionList = {
    data: Array<SessionFields>;
    next_cursor: string | null;
    has_more: boolean;
    request_id: string;
};

export type AdminTenant = {
    id: string;
    name: string;
    email: string;
    created_at: string;
    /**
     * In the order in which they were enabled.
     */
    domains: Array<TenantDomain>;
    settings: TenantSettings;
    request_id: string;
};

export type AdminTenantList = {
    data: Array<TenantFields>;
    next_cursor: string | null;
    has_more: boolean;
    request_id: string;
};

export type AlternativeValue = {
    value: unknown;
    provenance: Provenance;
};

export type AnswerWarning = {
    code: 'place_unknown' | 'unit_assumed' | 'currency_assumed' | 'time_assumed' | 'memory_unavailable' | 'enrichment_unavailable' | 'enrichment_ignored';
    /**
     * The key that it is about: `location`, `preferences.location`. Absent: the whole call.
     */
    field?: string;
    /**
     * As it was given; a long text is cut.
     */
    value?: string | number | boolean;
    /**
     * The value that was given, what follows from it, and what to do.
     */
    message: string;
};

export type AppendContextRequest = {
    user_id: string;
    /**
     * The name of the domain.
     */
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

export type AppendDocumentRequest = {
    user_id: string;
    /**
     * The name of the domain.
     */
    domain: string;
    /**
     * Label of the origin; known ones: chat, transcript, event, upload, note, email.
     */
    source: string;
    /**
     * PDF, DOCX, HTML, Markdown, LaTeX, JSON or plain text, by its media type, the ending of its name or its first bytes.
     */
    file: Blob | File;
};

export type AppendEventsRequest = {
    events: Array<{
        event_id: string;
        /**
         * Who acted. An event without it has a `session_id`: the session is anonymous, and has a history of its own.
         */
        person_id?: string | null;
        /**
         * The visit in which it happened.
         */
        session_id?: string | null;
        item_id: string;
        kind: string;
        /**
         * ISO 8601 with date, time and zone; kept and exported in UTC with milliseconds. From 1970 on, and at most one day ahead.
         */
        timestamp: string;
        /**
         * Default: `1`.
         */
        value?: number;
        /**
         * Events that were taken together, such as an order.
         */
        basket_id?: string | null;
        /**
         * Values of declared features of events, by name; null is as left out. At most 16384 bytes of JSON.
         */
        context?: {
            [key: string]: unknown;
        } | null;
    }>;
};

export type AppendItemsRequest = {
    items: Array<{
        item_id: string;
        /**
         * At most 16384 bytes of UTF-8.
         */
        text: string;
        /**
         * Since when the item could be chosen: ISO 8601 with date, time and zone; kept and exported in UTC with milliseconds. From 1970 on, and at most one day ahead.
         */
        created_at?: string | null;
        attributes?: {
            [key: string]: unknown;
        } | null;
    }>;
};

export type Appended = {
    /**
     * Rows that are new. They are durable when this is answered.
     */
    appended: number;
    /**
     * Rows that were there before with the same content.
     */
    duplicates: number;
    /**
     * Items that wait for the next version of the dataset.
     */
    pending_items: number;
    /**
     * Events that wait for it.
     */
    pending_events: number;
    request_id: string;
};

export type AuditActor = {
    /**
     * A key, a session of the console that stands for a key, a member who is signed in to the console, a command of the command line, or the service itself.
     */
    kind: 'key' | 'session' | 'member' | 'command' | 'service';
    /**
     * Key and session: the id of the key. Member: its id. Command: its words. Service: the kind of the job, or `service`.
     */
    id: string;
    /**
     * Session: a mark that tells sessions apart. Member: the mail address. Command: user and machine. Else null.
     */
    name: string | null;
};

export type AuditEntryFields = {
    id: string;
    /**
     * Null: the change belongs to no tenant.
     */
    tenant_id: string | null;
    tenant_name: string | null;
    /**
     * From 1, without a gap, by tenant.
     */
    number: number;
    at: string;
    action: 'key.create' | 'key.change' | 'key.revoke' | 'member.add' | 'member.change' | 'member.remove' | 'console.link' | 'console.sign_in' | 'console.sign_out' | 'console.end_sessions' | 'tenant.create' | 'tenant.change' | 'domain.publish' | 'training.start' | 'training.end' | 'ranking_model.deploy' | 'ranking_model.withdraw' | 'alias.move' | 'alias.remove' | 'refit_schedule.put' | 'refit_schedule.remove' | 'model.train' | 'experiment.start' | 'experiment.pause' | 'experiment.resume' | 'experiment.stop' | 'model_experiment.start' | 'model_experiment.pause' | 'model_experiment.resume' | 'model_experiment.stop' | 'model_experiment.promote' | 'reading.fit' | 'reading.reset' | 'messages.map' | 'person.erase' | 'person.unblock' | 'outcomes.withdraw' | 'dataset.delete' | 'model.delete' | 'tokenizer.delete' | 'data.export' | 'webhook.create' | 'webhook.change' | 'webhook.rotate' | 'webhook.remove' | 'webhook.replay' | 'encoder.switch' | 'encoder.switched' | 'backup.make' | 'backup.restore' | 'audit.purge';
    actor: AuditActor;
    /**
     * The peer of the connection; null: no request.
     */
    address: string | null;
    request_id: string | null;
    /**
     * The changed resource; null: the service as a whole, or a person.
     */
    target: {
        kind: string;
        id: string;
    } | null;
    /**
     * A keyed hash of the person that the change is about. The log never holds the id.
     */
    person: string | null;
    /**
     * Depends on the action. Never holds a secret.
     */
    details: {
        [key: string]: unknown;
    };
    result: 'done' | 'rejected' | 'failed' | 'cancelled';
    /**
     * SHA-256 over the entry and the hash of the one before it.
     */
    hash: string;
};

export type AuditEntryList = {
    data: Array<AuditEntryFields>;
    next_cursor: string | null;
    has_more: boolean;
    request_id: string;
};

/**
 * With `history` these items are read, else the events of the person or the anonymous session in the dataset. `person_id` is repeated in the result; a session has its `row` there.
 */
export type BatchPerson = {
    person_id?: string;
    session_id?: string;
    history?: Array<string>;
    /**
     * When each item of `history` was taken, one an item, in the same order. A model that reads times then reads those between the items, and the time up to now. Default: unknown.
     */
    history_timestamps?: Array<string>;
};

export type BatchPredictionRequest = {
    /**
     * Items to rank, each id once. Default: the whole catalogue.
     */
    candidate_item_ids?: Array<string>;
    /**
     * Default: `20`.
     */
    limit?: number;
    /**
     * Whether items of the history are left out. Default: true without `candidate_item_ids`, false with them.
     */
    exclude_seen?: boolean;
    /**
     * Items that are left out. Ids that the catalogue lacks have no effect.
     */
    exclude_item_ids?: Array<string>;
    /**
     * Only items that pass are ranked. The grammar is that of `filters` of POST /v1/match, over the features that the dataset declares for items: a scalar (equals), an array (any of), or an object of `gt`, `gte`, `lt`, `lte`, `ne`, `in`, `nin`, `exists`. Dates are compared as dates; `created_at` where items have it.
     */
    filters?: {
        [key: string]: unknown;
    };
    /**
     * `weight` is added to the score of every item that passes `filter`; the weights of several add up. Scores are log-odds: 0.7 doubles the odds of an item against the others, for every model and after every refit.
     */
    boosts?: Array<{
        filter: {
            [key: string]: unknown;
        };
        weight: number;
    }>;
    /**
     * Shares of the first places and pinned places, held exactly inside of the ranking. Among equal choices the better score comes first, and `limit` is filled. Rules that contradict one another are 400. A rule that the items cannot fill is held as far as they go, and the answer says so; an earlier rule then has precedence. Not together with `diversity`.
     */
    rules?: Array<RankingRule>;
    /**
     * Weight of the difference from the items that come before, by maximal marginal relevance over the model’s item vectors. 0: by score alone. The order changes, scores do not. Default: `0`.
     */
    diversity?: number;
    /**
     * Adds `because`: the items of the history that speak most for each item. Costs a further scoring for each of the newest 50 different items of the history (10 for generative retrievers). Default: `false`.
     */
    explain?: boolean;
    /**
     * Default: all people with events in the dataset, without anonymous sessions.
     */
    people?: Array<BatchPerson>;
    /**
     * A file of rows like those of `people`, in a location that the operator allows. Instead of `people`.
     */
    source_uri?: string;
    /**
     * `jsonl` (default) or `parquet`.
     */
    source_format?: string;
    /**
     * The dataset of the people’s events, read as it is. Default: the newest version of that of the model, and the events appended since.
     */
    dataset_id?: string;
    /**
     * `jsonl`: a line a person. `parquet`: a row an item, with `rank` from 1. Default: `"jsonl"`.
     */
    output_format?: 'jsonl' | 'parquet';
};

export type ChangeKeyRequest = {
    /**
     * For people; null: none.
     */
    name: string | null;
};

export type ChangeMemberRequest = {
    /**
     * For people; null: none.
     */
    name?: string | null;
    /**
     * The scopes of this role, as they are now.
     */
    role?: 'viewer' | 'matchmaker' | 'analyst' | 'admin';
    /**
     * In place of a role.
     */
    scopes?: Array<'read' | 'write' | 'match' | 'train' | 'data' | 'export' | 'infer' | 'ingest'>;
};

export type ChangeTenantRequest = {
    /**
     * Domains to enable, or to move to their newest version.
     */
    enable?: Array<string>;
    /**
     * Pending triplets that start a training run, by domain.
     */
    thresholds?: {
        [key: string]: number;
    };
    /**
     * Labels of outcomes to add, by domain, with their polarity: −10 to 10, not 0.
     */
    labels?: {
        [key: string]: {
            [key: string]: number;
        };
    };
    share_outcomes?: boolean;
    /**
     * Whether the bytes of documents are kept from now on; kept ones stay.
     */
    keep_documents?: boolean;
    /**
     * Settings of fair exposure by domain, in place of earlier ones; null: off.
     */
    fair_exposure?: {
        [key: string]: FairExposure | null;
    };
    /**
     * Share of places that show drawn candidates, by domain; null: the default.
     */
    explore?: {
        [key: string]: number | null;
    };
    /**
     * The engine that finds the candidates, by domain: `memory`, or `opensearch` for a domain that no machine holds. The move goes on in the background, and matches are served meanwhile.
     */
    engines?: {
        [key: string]: 'memory' | 'opensearch';
    };
};

export type ChangeWebhookRequest = {
    url?: string;
    /**
     * null: all.
     */
    events?: Array<'training.deployed' | 'training.rejected' | 'match.mutual' | 'job.finished' | 'dataset.version' | 'drift.alert' | 'person.erased'> | null;
    description?: string | null;
    /**
     * false: nothing is announced to it any more, and deliveries that wait fail. true: events from now on are sent.
     */
    enabled?: boolean;
};

export type CodeTree = {
    tokenizer_id: string;
    prefix: Array<number>;
    /**
     * Number of codes of a whole semantic ID.
     */
    levels: number;
    /**
     * Number of items below the prefix.
     */
    items: number;
    /**
     * Items among these whose codes are all those of an earlier item.
     */
    collisions: number;
    /**
     * Codes that follow the prefix, most items first; empty after the last level. At most 1,000.
     */
    children: Array<{
        code: number;
        items: number;
        collisions: number;
        /**
         * Ids of the first three items.
         */
        examples: Array<string>;
    }>;
    /**
     * Number of codes beyond the 1,000.
     */
    children_omitted: number;
    /**
     * After the last level: the first 100 items. Otherwise empty.
     */
    items_here: Array<{
        item_id: string;
        collision_suffix: number | null;
    }>;
    request_id: string;
};

export type Concentration = {
    outcomes: number;
    /**
     * Outcomes whose weight counts as less than it was sent.
     */
    bounded: number;
    /**
     * Outcomes that were sent with more than 20 times the median weight; they count as 20 times.
     */
    over_median: number;
    /**
     * The keys with the largest shares of the weight as sent.
     */
    keys: Array<WeightShare>;
    /**
     * The seekers with the largest shares of the weight as sent.
     */
    seekers: Array<WeightShare>;
    /**
     * The candidates with the largest shares of the weight as sent.
     */
    candidates: Array<WeightShare>;
    /**
     * Suspicious patterns, in plain words; also in `reason`.
     */
    warnings: Array<string>;
};

export type Connector = {
    name: string;
    /**
     * The kind of its source: `folder`, `s3`, `postgres`, `replication` or `kafka`.
     */
    source: string;
    /**
     * Rows that were stored.
     */
    stored: number;
    /**
     * Rows that were refused. Its dead-letter file has each with the reason.
     */
    rejected: number;
    /**
     * The amount that the source has and the connector has not read, in the unit of the source: files, objects, rows, bytes or messages. null: not known.
     */
    lag: number | null;
    /**
     * When it last looked at its source.
     */
    checked_at: string;
};

export type Connectors = {
    data: Array<Connector>;
    request_id: string;
};

export type ContextDeclaration = {
    type: 'category' | 'number';
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
    /**
     * Parts that were taken and not understood, or could not be asked for. The rest of the call succeeded.
     */
    warnings?: Array<AnswerWarning>;
};

export type CreateExperimentRequest = {
    /**
     * The `id` of the tenant.
     */
    tenant_id: string;
    /**
     * The name of the domain.
     */
    domain: string;
    name: string;
    design: 'split' | 'cluster' | 'switchback' | 'interleaving' | 'shadow';
    /**
     * The control first, then the treatment. An arm without settings ranks as usual.
     */
    arms: [
        ExperimentArm,
        ExperimentArm
    ];
    /**
     * Share of the units that take part. Default: `1`.
     */
    share?: number;
    primary_metric: 'mutual_per_seeker_day' | 'positive_per_seeker_day' | 'mutual_rate' | 'positive_rate';
    /**
     * Default: `{}`.
     */
    guardrails?: ExperimentGuardrails;
    stop: ExperimentStopRule;
    /**
     * How clusters are made, for `cluster` and `switchback`. Default: `{}`.
     */
    cluster?: ExperimentCluster;
    /**
     * It ends after so many days. Default: `28`.
     */
    days?: number;
    /**
     * Another seed assigns otherwise. Default: `0`.
     */
    seed?: number;
};

export type CreateKeyRequest = {
    /**
     * For people; null: none.
     */
    name?: string | null;
    /**
     * Default: all that a key of a tenant can have.
     */
    scopes?: Array<'read' | 'write' | 'match' | 'train' | 'data' | 'export' | 'infer' | 'ingest'>;
    /**
     * Default: never.
     */
    expires_at?: string;
    /**
     * Requests a second; default 100.
     */
    rate?: number;
    /**
     * Requests at once; default 200, or twice a given `rate`.
     */
    burst?: number;
};

export type CreateModelExperimentRequest = {
    /**
     * The name without its prefix `alias:`, such as `live`.
     */
    alias: string;
    name: string;
    /**
     * `split` gives each person one arm; `interleaving` draws each list from both of two arms.
     */
    design: 'split' | 'interleaving';
    /**
     * The control first. `interleaving` takes exactly two. All from datasets of one name.
     */
    arms: Array<ModelExperimentArm>;
    /**
     * Share of the people who take part; the others get the model of the alias. Default: `1`.
     */
    share?: number;
    /**
     * Kinds of appended events that count as a success for a shown item.
     */
    success_kinds: Array<string>;
    /**
     * How long after it was last shown an event on an item counts. Default: `24`.
     */
    window_hours?: number;
    stop: ModelExperimentStopRule;
    /**
     * It ends after so many days. Default: `28`.
     */
    days?: number;
    /**
     * Another seed assigns otherwise. Default: `0`.
     */
    seed?: number;
};

export type CreateTenantRequest = {
    /**
     * Unique. Letters, digits, spaces and . _ -, a letter or digit first.
     */
    name: string;
    /**
     * Where mails go when a training run ends.
     */
    email: string;
    /**
     * Domains to enable, in their newest version; `all`: those that come with the product. Default: `"all"`.
     */
    domains?: 'all' | Array<string>;
};

export type CreateWebhookRequest = {
    /**
     * Where events are posted: `https://`, at a public address, or at a host that the operator allow-listed for the workspace. Or a topic of Kafka that they are written into: `kafka://HOST:PORT/TOPIC`, `kafkas://` for TLS, several `HOST:PORT` with commas between them; the operator must have allow-listed every broker.
     */
    url: string;
    /**
     * The events that are sent. Left out or null: all, later ones too.
     */
    events?: Array<'training.deployed' | 'training.rejected' | 'match.mutual' | 'job.finished' | 'dataset.version' | 'drift.alert' | 'person.erased'> | null;
    /**
     * For people.
     */
    description?: string | null;
};

export type CreatedKey = {
    /**
     * Safe to show and to log; not the key itself.
     */
    id: string;
    /**
     * Null: a key of the operator.
     */
    tenant_id: string | null;
    tenant_name: string | null;
    /**
     * The name of its holder, for people.
     */
    name: string | null;
    scopes: Array<'read' | 'write' | 'match' | 'train' | 'data' | 'export' | 'infer' | 'ingest' | 'operator'>;
    /**
     * Requests a second.
     */
    rate: number;
    /**
     * Requests at once.
     */
    burst: number;
    state: 'in_force' | 'expired' | 'revoked';
    /**
     * Live sessions of the console that stand for the key.
     */
    sessions: number;
    created_at: string;
    expires_at: string | null;
    revoked_at: string | null;
    /**
     * Exact to a minute; null: no use was noted.
     */
    last_used_at: string | null;
    request_id: string;
    /**
     * The key itself. No other answer contains it.
     */
    key: string;
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
    features: DatasetFeatures;
    /**
     * The declared weights of kinds of events. A kind that is not named weighs 1.
     */
    kinds: {
        [key: string]: {
            weight: number;
        };
    };
    /**
     * Whether people take an item again.
     */
    repeats: boolean;
    /**
     * The field that makes events one basket; null: events are no baskets.
     */
    baskets: 'basket_id' | 'session_id' | null;
    /**
     * People whose rows were erased from this snapshot, and when last.
     */
    erasures: {
        count: number;
        last_at: string | null;
    };
    request_id: string;
};

/**
 * The declared features. An export has them in its first line.
 */
export type DatasetFeatures = {
    items: {
        [key: string]: {
            type: 'category' | 'number' | 'list' | 'text' | 'image_url' | 'date';
        };
    };
    people: {
        [key: string]: {
            type: 'category' | 'number' | 'list' | 'text' | 'image_url' | 'date';
        };
    };
    events: {
        [key: string]: {
            type: 'category' | 'number' | 'list' | 'text' | 'image_url' | 'date';
        };
    };
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
    features: DatasetFeatures;
    /**
     * The declared weights of kinds of events. A kind that is not named weighs 1.
     */
    kinds: {
        [key: string]: {
            weight: number;
        };
    };
    /**
     * Whether people take an item again.
     */
    repeats: boolean;
    /**
     * The field that makes events one basket; null: events are no baskets.
     */
    baskets: 'basket_id' | 'session_id' | null;
    /**
     * People whose rows were erased from this snapshot, and when last.
     */
    erasures: {
        count: number;
        last_at: string | null;
    };
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
     * ISO 8601, of the events whose time can be; null without such events.
     */
    first_event_at: string | null;
    last_event_at: string | null;
    left_out?: EventsLeftOut;
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
     * Parts of the texts of the items: `text`, and the names of lines `name: value`, the 50 most frequent.
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

/**
 * Features of items, people and events, by name: `{"items": {"price": "number", "genre": {"type": "list"}}}`. Rows give their values in `attributes`, events in `context`.
 */
export type DeclaredFeatures = {
    items?: {
        [key: string]: 'category' | 'number' | 'list' | 'text' | 'image_url' | 'date' | FeatureDeclaration;
    };
    people?: {
        [key: string]: 'category' | 'number' | 'list' | 'text' | 'image_url' | 'date' | FeatureDeclaration;
    };
    /**
     * Facts about the moment of an event, such as the device: `category` or `number`.
     */
    events?: {
        [key: string]: 'category' | 'number' | ContextDeclaration;
    };
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
        /**
         * Appended events that waited for a version of a dataset.
         */
        pending_events: number;
        /**
         * Versions of datasets whose rows of this person are left out from now on, where they have any; their files are written again within minutes.
         */
        dataset_versions: number;
    };
    /**
     * Versions of ranking models that learned from outcomes of the person, and ids of the models that were trained on a dataset that names the person, or go on from such a model.
     */
    trained_models: Array<string>;
    /**
     * Whether the id was blocked with this erasure.
     */
    blocked: boolean;
    request_id: string;
};

export type DeletedDataset = {
    id: string;
    erased: {
        items: number;
        events: number;
        /**
         * Jobs whose exports can no longer be downloaded.
         */
        exports: number;
        /**
         * Appended items that waited for a version, where this was the last one of its name.
         */
        pending_items: number;
        pending_events: number;
        /**
         * Files that were removed. With the last model of a deleted dataset, those of the dataset too.
         */
        files: number;
        /**
         * Their size.
         */
        bytes: number;
    };
    /**
     * Ready models that were trained on it. They go on reading the events of people in it, so its files stay until the last of these models is deleted; nothing else reads it any more. Empty: the files are gone.
     */
    kept_for_models: Array<string>;
    request_id: string;
};

export type DeletedFiles = {
    id: string;
    erased: {
        /**
         * Files that were removed. With the last model of a deleted dataset, those of the dataset too.
         */
        files: number;
        /**
         * Their size.
         */
        bytes: number;
    };
    request_id: string;
};

export type DeployRequest = {
    /**
     * The name of the domain.
     */
    domain: string;
    /**
     * A run that was deployed before, earlier or later; null: no model of your own.
     */
    run_id: string | null;
};

export type DocumentResult = {
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
    /**
     * Parts that were taken and not understood, or could not be asked for. The rest of the call succeeded.
     */
    warnings?: Array<AnswerWarning>;
    document: {
        format: 'pdf' | 'docx' | 'html' | 'markdown' | 'latex' | 'json' | 'text';
        bytes: number;
        sha256: string;
        /**
         * Pages of a PDF.
         */
        pages?: number;
        /**
         * Characters of the text that was read.
         */
        characters: number;
        /**
         * Parts of the document that are not in the text.
         */
        dropped: {
            /**
             * Headers, footers and page numbers.
             */
            repeated_lines?: number;
            /**
             * Scanned pages.
             */
            pages_without_text?: number;
            images?: number;
            /**
             * Scripts and styles of a page.
             */
            scripts?: number;
            /**
             * Menus, forms and footers of a page.
             */
            menus?: number;
        };
        /**
         * Whether the bytes are kept; the workspace decides.
         */
        kept: boolean;
    };
};

export type DomainChanges = {
    /**
     * The version in force, which the definition is compared with.
     */
    against: string;
    fields: {
        added: Array<string>;
        removed: Array<string>;
        changed: Array<{
            name: string;
            /**
             * The keys of the definition that differ: `extract`, `range`, …
             */
            changed: Array<string>;
        }>;
    };
    terms: {
        added: Array<string>;
        removed: Array<string>;
        changed: Array<{
            name: string;
            /**
             * The keys of the definition that differ: `extract`, `range`, …
             */
            changed: Array<string>;
        }>;
    };
    /**
     * Other parts that differ: `title`, `reciprocal`, `sides`, …
     */
    others: Array<string>;
    /**
     * Fields that the definition takes away or retypes. Refused while people are stored.
     */
    incompatible: Array<string>;
    people_stored: boolean;
    /**
     * Stored people are read again, because other fields are required or other rows are candidates.
     */
    revalidates: boolean;
};

export type DomainCheck = {
    /**
     * By line; at most 100. Empty for a valid definition.
     */
    faults: Array<{
        line: number;
        column?: number;
        /**
         * Where in the definition: `fields[3].values`.
         */
        path?: string;
        message: string;
    }>;
    /**
     * How many faults are not listed.
     */
    faults_omitted?: number;
    definition: DomainSummary | null;
    /**
     * Changes that the definition would make in the domain of the same name; null where the caller has none, or where there are faults.
     */
    changes: DomainChanges | null;
    /**
     * For each text, in order. Empty where there are faults.
     */
    results: Array<{
        fields: Array<{
            field: string;
            value: unknown;
            probability: number;
            /**
             * UTF-16 offsets into the text; null for a value that no words state.
             */
            span: [
                number,
                number
            ] | null;
            /**
             * Where it stands in the document: `skills[2].name`.
             */
            path?: string;
            signs?: Signs;
            origin: 'rules' | 'encoder' | 'llm' | 'default';
        }>;
        /**
         * Conditions on a counterpart, in the grammar of `filters`.
         */
        preferences: Array<{
            field: string;
            value: unknown;
            probability: number;
            /**
             * UTF-16 offsets into the text; null for a value that no words state.
             */
            span: [
                number,
                number
            ] | null;
            /**
             * Where it stands in the document: `skills[2].name`.
             */
            path?: string;
            signs?: Signs;
            origin: 'rules' | 'encoder' | 'llm' | 'default';
        }>;
        /**
         * Readings of the text that were not taken, by field or key of a preference; at most 5 each, the most probable first.
         */
        lost: {
            [key: string]: Array<LostReading>;
        };
    }>;
    request_id: string;
};

export type DomainCheckRequest = {
    /**
     * A definition, YAML or JSON, at most 1 MiB of UTF-8.
     */
    source: string;
    /**
     * Texts to read by the definition.
     */
    texts?: Array<string>;
    /**
     * Only with a key of the operator: the workspace whose domain the definition is compared with.
     */
    tenant_id?: string;
};

export type DomainList = {
    data: Array<{
        domain: string;
        /**
         * The version in force.
         */
        version: number;
        /**
         * Domain and version as one name: `dating.v1`.
         */
        schema_version: string;
        /**
         * The newest version that the workspace could use.
         */
        newest_version: number;
        title: string;
        /**
         * `shipped`: comes with the service. `own`: added for this workspace.
         */
        origin: 'shipped' | 'own';
        fields: number;
        terms: number;
    }>;
    request_id: string;
};

export type DomainSamples = {
    domain: string;
    data: Array<{
        user_id: string;
        /**
         * The name of the domain.
         */
        domain: string;
        /**
         * Free text; fields are extracted against the domain schema. At most 256 KiB of UTF-8.
         */
        context?: string;
        /**
         * Typed values by field name; win over extracted ones. Null and an empty list are no value. Unknown keys go to `extras`.
         */
        fields?: {
            [key: string]: unknown;
        };
        /**
         * Requirements for a counterpart, in the grammar of `filters` of POST /v1/match. Null and an empty list are none.
         */
        preferences?: {
            [key: string]: unknown;
        };
    }>;
    request_id: string;
};

export type DomainSource = {
    domain: string;
    version: number;
    /**
     * Domain and version as one name: `dating.v1`.
     */
    schema_version: string;
    in_force: boolean;
    /**
     * `shipped`: comes with the service. `own`: added for this workspace.
     */
    origin: 'shipped' | 'own';
    /**
     * The definition as it was written, YAML or JSON.
     */
    source: string;
    definition: DomainSummary;
    /**
     * Every version that the workspace could use, newest first.
     */
    versions: Array<{
        version: number;
        /**
         * Domain and version as one name: `dating.v1`.
         */
        schema_version: string;
        /**
         * `shipped`: comes with the service. `own`: added for this workspace.
         */
        origin: 'shipped' | 'own';
        in_force: boolean;
    }>;
    request_id: string;
};

export type DomainSummary = {
    domain: string;
    version: number;
    /**
     * Domain and version as one name: `dating.v1`.
     */
    schema_version: string;
    title: string;
    description: string;
    reciprocal: 'product' | 'harmonic' | 'min' | 'off';
    candidates: 'complete' | 'any';
    /**
     * Which side seeks which, in a domain of two sides.
     */
    sides: {
        field: string;
        seeks: {
            [key: string]: Array<string>;
        };
    } | null;
    fields: Array<{
        name: string;
        kind: 'hard' | 'soft' | 'derived';
        type: 'integer' | 'number' | 'boolean' | 'enum' | 'string';
        required: boolean;
        /**
         * How many extraction rules the field has.
         */
        rules: number;
        priority: 'high' | 'medium' | 'low';
        format?: 'geo';
        multiple?: true;
        label?: string;
        description?: string;
        values?: Array<string>;
        range?: [
            number,
            number
        ];
        unit?: string;
        sides?: Array<string>;
    }>;
    scorecard: {
        /**
         * Points of every pair. Without a `base_rate`: log-odds of a pair of which nothing is known.
         */
        intercept: number;
        /**
         * How often a shown pair comes about before any outcome is known: the seeker says yes, in reciprocal domains both do. The score of a pair whose points sum to 0.
         */
        base_rate: {
            /**
             * A probability, in (0, 1).
             */
            value: number;
            /**
             * The event in words.
             */
            means: string;
        } | null;
        /**
         * Divides the sum of the points, because terms are correlated.
         */
        temperature: number;
        terms: Array<{
            name: string;
            /**
             * The comparison of the term: `same`, `matrix`, `distance`, …
             */
            compare: string;
            /**
             * The fields that it reads, of either side.
             */
            fields: Array<string>;
            /**
             * The fewest points that it can give, times its weight.
             */
            least: number;
            /**
             * The most points that it can give, times its weight.
             */
            most: number;
            /**
             * The points where a side has no value, times its weight.
             */
            missing: number;
            /**
             * Whether it counts under conditions only (`when`, `unless`).
             */
            conditional: boolean;
        }>;
    };
};

export type EmbedRequest = {
    /**
     * Item ids, oldest first. One that is empty, or has unknown items alone, is 422 `empty_history`.
     */
    history?: Array<string>;
    /**
     * When each item of `history` was taken, one an item, in the same order. A model that reads times then reads those between the items, and the time up to now. Default: unknown.
     */
    history_timestamps?: Array<string>;
    /**
     * In place of `history`: the events of this person in the newest version of the model’s dataset, and those appended since, selected as for the model’s training. Unknown items are then left out and long histories cut, whatever the request says.
     */
    person_id?: string;
    /**
     * In place of `history`: the events of this anonymous session, read as those of `person_id`. A session that was merged with a person has the events of the person.
     */
    session_id?: string;
    /**
     * Ids of the history or the candidates that the catalogue lacks: `error` answers 422 `unknown_item`, `ignore` leaves them out and lists them in `ignored_item_ids`. Default: `"error"`.
     */
    unknown_items?: 'error' | 'ignore';
    /**
     * A history above `max_history_items`: `error` answers 422 `history_too_long`, `truncate` reads the newest items. All of its items count as seen. Default: `"error"`.
     */
    long_history?: 'error' | 'truncate';
};

export type Embedding = {
    model_id: string;
    model_version: string;
    /**
     * Comparable only with vectors of the same model version.
     */
    embedding: Array<number>;
    dimensions: number;
    /**
     * Unknown ids that were left out, each once. Present with `unknown_items: "ignore"`, with `person_id` and with `session_id`.
     */
    ignored_item_ids?: Array<string>;
    /**
     * Whether only the newest items were read. Present with `long_history: "truncate"`, with `person_id` and with `session_id`.
     */
    history_truncated?: boolean;
    request_id: string;
};

export type ErasedSession = {
    session_id: string;
    erased: {
        /**
         * Appended events that waited for a version of a dataset.
         */
        pending_events: number;
        /**
         * Versions of datasets whose events of this session are left out from now on, where they have any; their files are written again within minutes.
         */
        dataset_versions: number;
    };
    /**
     * Ids of the models that were trained on such a version, or go on from such a model.
     */
    trained_models: Array<string>;
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
     * Number of targets, or of baskets. Each person has one, unless `people` is present.
     */
    cases: number;
    /**
     * Number of people, where they have several targets. Intervals are over people.
     */
    people?: number;
    /**
     * Present where the dataset declares baskets. The targets of a case are then all items of the next basket: recall is the share of them among the first, and nDCG is relative to the best order.
     */
    baskets?: {
        /**
         * Distinct items of a basket, on average.
         */
        mean_size: number;
    };
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
     * Share of the targets at the same moment as another event of the person: the order of the import then decides which of them is the target.
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
     * Number of resamples of the intervals.
     */
    draws: number;
    /**
     * Seed of the intervals.
     */
    seed: number;
};

export type EvaluationReport = {
    dataset: {
        name: string;
        people: number;
        items: number;
        /**
         * Events of histories.
         */
        events: number;
        /**
         * Events of the chosen kinds that are no history. Absent in older reports.
         */
        left_out?: EventsLeftOut;
    };
    splits: Array<{
        protocol: EvaluationProtocol;
        /**
         * The model first, then its parts, then every baseline that was fitted.
         */
        rankers: Array<RankerReport>;
        gains: Array<GainReport>;
        /**
         * Absent in older reports.
         */
        baselines_left_out?: Array<LeftOutBaseline>;
    }>;
};

export type EventKindDeclaration = {
    /**
     * How much an event of the kind counts in a training, relative to other kinds. Below 0: the person turned the item down, such as by a return. 0: the kind is no history.
     */
    weight: number;
};

export type EventSettings = {
    /**
     * Only events of these kinds. Default: all kinds.
     */
    kinds?: Array<string>;
    /**
     * Only events with at least this value. Default 0: an event with a value below 0 says that the person did not want the item.
     */
    least_value?: number;
    /**
     * Whether a repeated item counts the first time only (`folded`) or every time (`kept`). Default: `kept` where the dataset declares `repeats`, else `folded`.
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

/**
 * Events of the dataset that are no history.
 */
export type EventsLeftOut = {
    /**
     * Events more than one day ahead, and those before 1971 where most are later. Earlier versions stored them. Neither the timeline nor a history has them.
     */
    impossible_times: number;
    /**
     * Events with a value below 0. Histories have them only where `least_value` is below 0.
     */
    negative_values: number;
};

export type Experiment = {
    id: string;
    tenant_id: string;
    domain: string;
    name: string;
    design: 'split' | 'cluster' | 'switchback' | 'interleaving' | 'shadow';
    /**
     * The control first, then the treatment.
     */
    arms: Array<ExperimentArmInForce>;
    share: number;
    primary_metric: 'mutual_per_seeker_day' | 'positive_per_seeker_day' | 'mutual_rate' | 'positive_rate';
    guardrails: ExperimentGuardrailsInForce;
    stop: ExperimentStopRuleInForce;
    cluster: ExperimentClusterInForce;
    days: number;
    seed: number;
    /**
     * `paused`: the domain ranks as usual, and no match takes part.
     */
    state: 'running' | 'paused' | 'ended';
    ended_by: 'effect' | 'no_effect' | 'guardrail' | 'calendar' | 'operator' | null;
    created_at: string;
    /**
     * When the calendar ends it.
     */
    ends_at: string;
    ended_at: string | null;
    /**
     * The finding so far, or at the end, in words.
     */
    decision: string;
    /**
     * The last one; null: none yet.
     */
    result: ExperimentResult | null;
    /**
     * Results so far, oldest first; at most 500, evenly chosen.
     */
    history: Array<ExperimentHistoryPoint>;
    request_id: string;
};

export type ExperimentArmInForce = {
    name: string;
    tier?: 'general' | 'domain' | 'tenant';
    version?: string;
    scorecard_change?: {
        [key: string]: {
            [key: string]: unknown;
        };
    };
    stages?: {
        [key: string]: unknown;
    };
};

export type ExperimentArm = {
    name: string;
    /**
     * The tier of the ranking model of all stages.
     */
    tier?: 'general' | 'domain' | 'tenant';
    /**
     * A version of a ranking model, in force or kept: `version` of a training run.
     */
    version?: string;
    /**
     * Log-odds added to the points of declared terms, by the name of the term.
     */
    scorecard_change?: {
        [key: string]: TermChange;
    };
    /**
     * Settings of stages, as in POST /v1/match.
     */
    stages?: Stages;
    /**
     * Share of places that show drawn candidates, as in POST /v1/match; default 0, whatever the domain is set to. Not in `interleaving` and `shadow`.
     */
    explore?: number;
};

export type ExperimentArmResult = {
    name: string;
    /**
     * Seekers, clusters, or clusters on a day.
     */
    units: number;
    matches: number;
    /**
     * Pairs of seeker and candidate.
     */
    shown: number;
    /**
     * Pairs among them with a positive outcome by the seeker since the start.
     */
    positives: number;
    /**
     * Pairs among them with positive outcomes by both.
     */
    mutual: number;
    /**
     * The primary metric; null: nothing to divide by yet.
     */
    value: number | null;
    standard_error: number | null;
    no_match_rate: number | null;
    /**
     * Upper end of its bucket, a quarter of a doubling wide.
     */
    latency_p95_ms: number | null;
    /**
     * Over the candidates that the arm has shown.
     */
    exposure_gini: number | null;
};

export type ExperimentClusterInForce = {
    place_field: string | null;
    cell_km: number;
    block_field: string | null;
};

export type ExperimentCluster = {
    /**
     * The field with the place; null: none. Default: the first geo field of the domain.
     */
    place_field?: string | null;
    /**
     * Side of a cell of places, in km. Default: `100`.
     */
    cell_km?: number;
    /**
     * The enum field whose own and preferred values make the block; null: none. Default: in a domain without sides the first required hard enum field.
     */
    block_field?: string | null;
};

export type ExperimentEffect = {
    estimate: number;
    low: number;
    high: number;
};

export type ExperimentGuardrailResult = {
    name: string;
    limit: number;
    /**
     * The ratio or the rise; null: not enough data.
     */
    value: number | null;
    state: 'held' | 'broken' | 'unknown';
};

/**
 * Limits; null: none.
 */
export type ExperimentGuardrailsInForce = {
    latency_p95_ratio: number | null;
    no_match_rate_rise: number | null;
    exposure_gini_rise: number | null;
};

export type ExperimentGuardrails = {
    /**
     * The most that the 95th percentile of the latency may grow, as a factor. Default: `2`.
     */
    latency_p95_ratio?: number | null;
    /**
     * The most that the share of empty answers may rise. It counts when the confidence sequence shows it. Default: `0.05`.
     */
    no_match_rate_rise?: number | null;
    /**
     * The most that the Gini coefficient of exposure may rise. Default: `0.1`.
     */
    exposure_gini_rise?: number | null;
};

export type ExperimentHistoryPoint = {
    at: string;
    units: Array<number>;
    effect: ExperimentEffect | null;
};

export type ExperimentList = {
    data: Array<ExperimentSummary>;
    next_cursor: string | null;
    has_more: boolean;
    request_id: string;
};

export type ExperimentOfMatch = {
    id: string;
    /**
     * The arm that ranked; null: both did, and the candidates were drawn from both.
     */
    arm: string | null;
};

export type ExperimentResult = {
    at: string;
    arms: Array<ExperimentArmResult>;
    /**
     * Treatment minus control, with its confidence sequence. Of `interleaving`: the preference for the treatment, from -1 to 1. null: too few units.
     */
    effect: ExperimentEffect | null;
    guardrails: Array<ExperimentGuardrailResult>;
    shadow: ExperimentShadowResult | null;
};

export type ExperimentShadowResult = {
    replayed: number;
    /**
     * Mean share of the shown candidates that both arms show.
     */
    overlap: number | null;
    /**
     * Treatment minus control, over candidates that both show.
     */
    mean_score_difference: number | null;
    /**
     * Mean score of what each arm shows: control, treatment.
     */
    mean_scores: Array<number | null>;
    /**
     * Control, treatment.
     */
    latency_p95_ms: Array<number | null>;
    /**
     * The computing time of a match: control, treatment.
     */
    mean_ms: Array<number | null>;
    /**
     * Replays that ended with an error.
     */
    failed: number;
    /**
     * Sampled requests that found the queue full.
     */
    dropped: number;
};

export type ExperimentStopRuleInForce = {
    smallest_effect: number;
    confidence: number;
    on_effect: boolean;
    on_no_effect: boolean;
    on_guardrail: boolean;
};

export type ExperimentStopRule = {
    /**
     * The smallest difference that matters, in the unit of the primary metric.
     */
    smallest_effect: number;
    /**
     * Probability that all intervals cover the true difference at all times. Default: `0.95`.
     */
    confidence?: number;
    /**
     * End when the interval leaves out 0. Default: `true`.
     */
    on_effect?: boolean;
    /**
     * End when the whole interval is smaller than `smallest_effect`, in both directions. Default: `true`.
     */
    on_no_effect?: boolean;
    /**
     * End when a guardrail is broken. Default: `true`.
     */
    on_guardrail?: boolean;
};

export type ExperimentSummary = {
    id: string;
    tenant_id: string;
    domain: string;
    name: string;
    design: 'split' | 'cluster' | 'switchback' | 'interleaving' | 'shadow';
    /**
     * The control first, then the treatment.
     */
    arms: Array<ExperimentArmInForce>;
    share: number;
    primary_metric: 'mutual_per_seeker_day' | 'positive_per_seeker_day' | 'mutual_rate' | 'positive_rate';
    guardrails: ExperimentGuardrailsInForce;
    stop: ExperimentStopRuleInForce;
    cluster: ExperimentClusterInForce;
    days: number;
    seed: number;
    /**
     * `paused`: the domain ranks as usual, and no match takes part.
     */
    state: 'running' | 'paused' | 'ended';
    ended_by: 'effect' | 'no_effect' | 'guardrail' | 'calendar' | 'operator' | null;
    created_at: string;
    /**
     * When the calendar ends it.
     */
    ends_at: string;
    ended_at: string | null;
    /**
     * The finding so far, or at the end, in words.
     */
    decision: string;
    /**
     * The last one; null: none yet.
     */
    result: ExperimentResult | null;
};

export type ExportDatasetRequest = {
    /**
     * `jsonl` or `parquet`.
     */
    format: string;
    /**
     * `gzip`: JSONL is compressed as a whole (`.jsonl.gz`). Default: `"none"`.
     */
    compression?: 'none' | 'gzip';
};

export type ExportModelRequest = {
    /**
     * `tar.gz`. Default: `"tar.gz"`.
     */
    format?: string;
};

export type ExportTokenizerRequest = {
    /**
     * `tar.gz`. Default: `"tar.gz"`.
     */
    format?: string;
};

export type ExposureGroup = {
    /**
     * Null: without a value.
     */
    value: string | null;
    /**
     * Their share of the people, in a sample of at most 2,000.
     */
    people_share: number | null;
    /**
     * In a window: sums that fade.
     */
    expected_likes: number;
    /**
     * Their share of the expected likes; null where there are none.
     */
    likes_share: number | null;
    /**
     * Their share of what was shown; null where nothing was.
     */
    shown_share: number | null;
    /**
     * The floor that the operator set; null: none.
     */
    min_share: number | null;
};

export type ExposureStatistics = {
    domain: string;
    /**
     * 2026-03-01, UTC.
     */
    from: string;
    /**
     * 2026-03-01, UTC.
     */
    to: string;
    /**
     * People of the domain.
     */
    people: number;
    /**
     * People who were shown at least once.
     */
    exposed: number;
    /**
     * How often people were shown, in the matches of the last 365 days.
     */
    shown: number;
    /**
     * How often the person who was shown most was shown.
     */
    most: number;
    /**
     * 0: everyone was shown equally often; near 1: a few were shown always. null where no one was shown.
     */
    gini: number | null;
    /**
     * At most 101 points from (0, 0) to (1, 1); empty where no one was shown.
     */
    lorenz: Array<LorenzPoint>;
    /**
     * Shown candidates of these days whose row was less than 14 days old, and their share of the shown.
     */
    newcomers: {
        shown: number;
        share: number | null;
    };
    /**
     * Prices of exposure and the declared groups, as of the last minute; null: off.
     */
    fair_exposure: FairExposureState | null;
    /**
     * Recorded matches of the workspace that are not counted yet, at most 10,000. They are counted within seconds; after an update of the service, earlier ones may take hours.
     */
    waiting: number;
    request_id: string;
};

export type FairExposureInForce = {
    /**
     * Expected likes that a candidate can take in a window: the sum of the chances to be liked.
     */
    capacity: number;
    /**
     * Shown matches count less and less: after a window, by the factor 1/e.
     */
    window_hours: number;
    /**
     * How much the price of a candidate with twice the capacity rises in a window, in log-odds. Above 1 prices swing.
     */
    step: number;
    /**
     * No price is above, in log-odds.
     */
    max_price: number;
    /**
     * A candidate with so many times the capacity is not shown; null: no such bound.
     */
    hard_cap: number | null;
    newcomers: {
        days: number;
        min_share: number;
    } | null;
    groups: {
        /**
         * An enum or boolean field with one value, by which exposure is reported.
         */
        field: string;
        /**
         * By value of the field: the least share of the shown candidates, while the candidates at hand allow it.
         */
        min_share: {
            [key: string]: number;
        };
    } | null;
};

export type FairExposure = {
    /**
     * Expected likes that a candidate can take in a window: the sum of the chances to be liked.
     */
    capacity: number;
    /**
     * Shown matches count less and less: after a window, by the factor 1/e. Default: `24`.
     */
    window_hours?: number;
    /**
     * How much the price of a candidate with twice the capacity rises in a window, in log-odds. Above 1 prices swing. Default: `0.5`.
     */
    step?: number;
    /**
     * No price is above, in log-odds. Default: `4`.
     */
    max_price?: number;
    /**
     * A candidate with so many times the capacity is not shown; null: no such bound. Default: `2`.
     */
    hard_cap?: number | null;
    /**
     * A floor for the exposure of newcomers; null: none. Default: `{"days":14,"min_share":0.1}`.
     */
    newcomers?: {
        /**
         * A row is new for so many days after its creation. Default: `14`.
         */
        days?: number;
        /**
         * At least this share of the shown candidates is new, while the candidates at hand allow it. Default: `0.1`.
         */
        min_share?: number;
    } | null;
    /**
     * Groups to report; null: none. Default: `null`.
     */
    groups?: {
        /**
         * An enum or boolean field with one value, by which exposure is reported.
         */
        field: string;
        /**
         * By value of the field: the least share of the shown candidates, while the candidates at hand allow it. Default: `{}`.
         */
        min_share?: {
            [key: string]: number;
        };
    } | null;
};

export type FairExposureState = {
    /**
     * Expected likes that a candidate can take in a window.
     */
    capacity: number;
    window_hours: number;
    /**
     * Candidates with a price above 0.
     */
    priced: number;
    /**
     * Candidates that the hard cap hides.
     */
    over_capacity: number;
    /**
     * Log-odds.
     */
    highest_price: number;
    /**
     * The field of the declared groups; null: none are declared.
     */
    field: string | null;
    /**
     * By value.
     */
    groups: Array<ExposureGroup>;
};

export type FeatureDeclaration = {
    /**
     * `category`: 1 to 256 characters. `number`: finite. `list`: up to 256 categories. `text`: up to 16 KiB of UTF-8. `image_url`: an http or https address. `date`: ISO 8601, a date or a date-time with a zone.
     */
    type: 'category' | 'number' | 'list' | 'text' | 'image_url' | 'date';
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
         * The seeker: the candidate was shown to this user.
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
     * Number of entries of `shown` that hold without a fault; only where `shown` is given.
     */
    shown_confirmed?: number;
    /**
     * Items that were left out, by position, and then the faults of `shown`, by position.
     */
    errors: Array<{
        /**
         * Position of the item that was left out, or in `shown`.
         */
        index: number;
        /**
         * `shown` where `index` counts there; else absent.
         */
        field?: 'shown';
        code: 'unknown_outcome' | 'user_not_found' | 'invalid_weight' | 'invalid_pair' | 'unknown_match' | 'erased';
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
    /**
     * The name of the domain.
     */
    domain: string;
    /**
     * At least one, unless `shown` is given.
     */
    items?: Array<FeedbackItem>;
    /**
     * Answers of /match that the seeker has really seen. Seen matches without a decision are evidence for training; of an answer that is not confirmed, only those down to the lowest decided one are.
     */
    shown?: Array<SeenMatch>;
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
     * Number of entries of `shown` that hold without a fault; only where `shown` is given.
     */
    shown_confirmed?: number;
    /**
     * Items that were left out, by position, and then the faults of `shown`, by position.
     */
    errors: Array<{
        /**
         * Position of the item that was left out, or in `shown`.
         */
        index: number;
        /**
         * `shown` where `index` counts there; else absent.
         */
        field?: 'shown';
        code: 'unknown_outcome' | 'user_not_found' | 'invalid_weight' | 'invalid_pair' | 'unknown_match' | 'erased';
        message: string;
    }>;
};

export type FieldCoverage = {
    name: string;
    kind: 'hard' | 'soft' | 'derived';
    /**
     * People of the sample who have a value.
     */
    known: number;
    /**
     * `known` of the sampled people whose side has the field; 0 where there are none.
     */
    share: number;
    /**
     * The share a week ago: the last daily record that is 7 to 13 days old. null where there is none.
     */
    share_week_ago: number | null;
    /**
     * How many values come from each source: fields, context, memory, feedback, computed.
     */
    sources: {
        [key: string]: number;
    };
    /**
     * People of `known` whose value the definition in force does not understand: a place that is not known, or a value outside of `values` or `range`.
     */
    not_understood: number;
    /**
     * People of the sample of whom both a text and you, or feedback, give a value. Soft fields are not compared.
     */
    compared: number;
    /**
     * People of `compared` whose text gives another value than the one in force.
     */
    corrected: number;
};

export type FieldExamples = {
    field: string;
    /**
     * People, and the value that is not understood.
     */
    not_understood: Array<{
        user_id: string;
        value: unknown;
    }>;
    /**
     * People, the value in force, and the one that a text gives.
     */
    corrected: Array<{
        user_id: string;
        value: unknown;
        read: unknown;
    }>;
};

export type FieldStatistics = {
    domain: string;
    /**
     * When the sample was drawn; it is kept for a minute.
     */
    at: string;
    /**
     * People of the domain.
     */
    people: number;
    /**
     * How many of them were read: all, or about 2,000 drawn at random, never more.
     */
    sampled: number;
    /**
     * In the order of the domain.
     */
    fields: Array<FieldCoverage>;
    /**
     * null without `examples_of`.
     */
    examples: FieldExamples | null;
    request_id: string;
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

export type FoundUser = {
    user_id: string;
    /**
     * Whether others may be shown this person: no field is missing that the domain requires.
     */
    complete: boolean;
    created_at: string;
    updated_at: string;
    /**
     * Texts of more than 200 characters are cut and end in «…»; lists of more than 4,096 characters are left out.
     */
    fields: {
        [key: string]: unknown;
    };
    /**
     * The first text of at most 100 characters in a field whose name says that it names its profile, such as `name`, `title`, `headline`, `job_title`; otherwise the id.
     */
    title: string;
    /**
     * Hard fields in words, those of high priority first. May be empty.
     */
    subtitle: string;
    /**
     * The web address in a field whose name says that it is a picture, such as `photo_url`.
     */
    picture: string | null;
    /**
     * The value in which `q` was found, and its field, `user_id` for an id; null without `q`.
     */
    matched: {
        field: string;
        value: string;
    } | null;
};

/**
 * Difference between the model and a baseline, or a part of the model, on the same people and draws, at the headline cutoff.
 */
export type GainReport = {
    model: string;
    over: string;
    recall: Measure;
    ndcg: Measure;
    /**
     * By nDCG. `wins`: the 95 % interval of the paired differences (bootstrap over people) lies above 0, over at least 20 people. `loses`: the mean difference is below 0. Absent in older reports.
     */
    result?: 'wins' | 'undecided' | 'loses';
};

export type GenerateRequest = {
    model_id: string;
    /**
     * Item ids, oldest first; at most the model’s `max_history_items`. May be empty, which ranks by popularity. Either this, `person_id` or `session_id`.
     */
    history?: Array<string>;
    /**
     * When each item of `history` was taken, one an item, in the same order. A model that reads times then reads those between the items, and the time up to now. Default: unknown.
     */
    history_timestamps?: Array<string>;
    /**
     * In place of `history`: the events of this person in the newest version of the model’s dataset, and those appended since, selected as for the model’s training. Unknown items are then left out and long histories cut, whatever the request says.
     */
    person_id?: string;
    /**
     * In place of `history`: the events of this anonymous session, read as those of `person_id`. A session that was merged with a person has the events of the person.
     */
    session_id?: string;
    /**
     * Features of the person, by the names that the newest version of the model’s dataset declares for people; what is known of the request, such as its device, too, where it is declared so. Read where there is no history: `history` is empty, or the person has no events. Stored features of `person_id` are completed by these. Ranks what people of these features take, shrunk to what all people take, and says `fallback: "person_features"`. Categories, lists and numbers are read.
     */
    person_features?: {
        [key: string]: unknown;
    };
    /**
     * Facts about the request itself, such as its device: values of the features that the newest version of the model’s dataset declares for events, by name, and `hour` (0 to 23) and `weekday` (1, Monday, to 7) in UTC. A name that is not declared is 400. A sequential recommender reads the names in `training.fit.context` of its card; a value that it has not learned, or that is left out, is unknown. Without a history, people are ranked by what is taken in this context, beside their features: at this hour, one hour before and one after, and with this device. `generate` takes `hour` alone.
     */
    context?: {
        [key: string]: string | number;
    };
    /**
     * Items to rank, each id once. Default: the whole catalogue.
     */
    candidate_item_ids?: Array<string>;
    /**
     * Default: `20`.
     */
    limit?: number;
    /**
     * Whether items of the history are left out. Default: `false`.
     */
    exclude_seen?: boolean;
    /**
     * Items that are left out. Ids that the catalogue lacks have no effect.
     */
    exclude_item_ids?: Array<string>;
    /**
     * Only items that pass are ranked. The grammar is that of `filters` of POST /v1/match, over the features that the dataset declares for items: a scalar (equals), an array (any of), or an object of `gt`, `gte`, `lt`, `lte`, `ne`, `in`, `nin`, `exists`. Dates are compared as dates; `created_at` where items have it.
     */
    filters?: {
        [key: string]: unknown;
    };
    /**
     * `weight` is added to the score of every item that passes `filter`; the weights of several add up. Scores are log-odds: 0.7 doubles the odds of an item against the others, for every model and after every refit.
     */
    boosts?: Array<{
        filter: {
            [key: string]: unknown;
        };
        weight: number;
    }>;
    /**
     * Shares of the first places and pinned places, held exactly inside of the ranking. Among equal choices the better score comes first, and `limit` is filled. Rules that contradict one another are 400. A rule that the items cannot fill is held as far as they go, and the answer says so; an earlier rule then has precedence. Not together with `diversity`.
     */
    rules?: Array<RankingRule>;
    /**
     * Weight of the difference from the items that come before, by maximal marginal relevance over the model’s item vectors. 0: by score alone. The order changes, scores do not. Default: `0`.
     */
    diversity?: number;
    /**
     * Adds `because`: the items of the history that speak most for each item. Costs a further scoring for each of the newest 50 different items of the history (10 for generative retrievers). Default: `false`.
     */
    explain?: boolean;
    /**
     * Ids of the history or the candidates that the catalogue lacks: `error` answers 422 `unknown_item`, `ignore` leaves them out and lists them in `ignored_item_ids`. Default: `"error"`.
     */
    unknown_items?: 'error' | 'ignore';
    /**
     * A history above `max_history_items`: `error` answers 422 `history_too_long`, `truncate` reads the newest items. All of its items count as seen. Default: `"error"`.
     */
    long_history?: 'error' | 'truncate';
    /**
     * Beam width: code prefixes followed at once. A wider beam finds more and takes longer. Default: the larger of 20 and `limit`; never less than `limit`. With candidates, filters, boosts, rules or diversity the items are not searched: every item is scored, exactly.
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
         * Log-probability of the item among all of the catalogue, divided by a temperature that is fitted on validation data, as `score` of `predict`; at most 0. With `boosts` their weights are added.
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
        /**
         * Places by which the rules moved the item; above 0: towards the front. Present with `rules`.
         */
        moved?: number;
        /**
         * At most 3 items of the history without which the score would be lower, the weightiest first. Present with `explain`.
         */
        because?: Array<{
            item_id: string;
            /**
             * The item’s share of what the items of the history add to the score, in (0, 1].
             */
            weight: number;
        }>;
    }>;
    /**
     * `popularity`: nothing is read from the history, because it is empty, or because the counting parts of a sequential recommender that serve alone have no link from it; items then rank by how often they were taken, with a generative retriever by how often they come first. `person_features`: there is no history, and items rank by what people of the person’s features take, shrunk to popularity; their scores are logarithms of shares. `context`: likewise by what people take in the context of the request, such as its hour, where no feature says anything.
     */
    fallback?: 'popularity' | 'person_features' | 'context';
    /**
     * As given.
     */
    boosts?: Array<{
        filter: {
            [key: string]: unknown;
        };
        weight: number;
    }>;
    /**
     * The rules of the request, in order, and what they cost.
     */
    rules?: Array<RuleOutcome>;
    /**
     * Unknown ids that were left out, each once. Present with `unknown_items: "ignore"`, with `person_id` and with `session_id`.
     */
    ignored_item_ids?: Array<string>;
    /**
     * Whether only the newest items were read. Present with `long_history: "truncate"`, with `person_id` and with `session_id`.
     */
    history_truncated?: boolean;
    request_id: string;
};

export type IdentifyMessage = {
    /**
     * A message of the same id is taken once in seven days. Default: a hash of the message.
     */
    messageId?: string | null;
    /**
     * The person.
     */
    userId?: string | null;
    /**
     * A device whose person is not known: the `session_id` of its events. An `identify` with both ids merges the session with the person in the datasets of the mapping.
     */
    anonymousId?: string | null;
    /**
     * When it happened: ISO 8601 with date, time and zone. Default: when it arrived.
     */
    timestamp?: string;
    /**
     * Facts about the person, by name.
     */
    traits?: {
        [key: string]: unknown;
    } | null;
    [key: string]: unknown;
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
    features?: DeclaredFeatures;
    /**
     * Weights of kinds of events: `{"view": {"weight": 0.1}, "return": {"weight": -1}}`. A kind that is not named weighs 1. Default: `{}`.
     */
    kinds?: {
        [key: string]: EventKindDeclaration;
    };
    /**
     * Whether people take an item again, as food is bought. Trainings then keep repeats unless `settings.events.repeats` says otherwise. Default: `false`.
     */
    repeats?: boolean;
    /**
     * The field whose value is the same for the events of one basket. Models then predict the next basket. null: events are no baskets. Default: `null`.
     */
    baskets?: 'basket_id' | 'session_id' | null;
    source_uri: string;
    /**
     * `jsonl`, `parquet`, `csv` or `tsv`.
     */
    format: string;
    /**
     * The form of `timestamp` and `created_at`: ISO 8601, or a number since 1970. A column of numbers whose median lies before 2000 is refused where another unit fits it, and one whose median lies before 1990 in any case. Default: `"iso"`.
     */
    timestamps?: 'iso' | 'epoch_seconds' | 'epoch_ms';
};

/**
 * The locations of several files of one format, which are one dataset.
 */
export type ImportDatasetLocations = {
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
    features?: DeclaredFeatures;
    /**
     * Weights of kinds of events: `{"view": {"weight": 0.1}, "return": {"weight": -1}}`. A kind that is not named weighs 1. Default: `{}`.
     */
    kinds?: {
        [key: string]: EventKindDeclaration;
    };
    /**
     * Whether people take an item again, as food is bought. Trainings then keep repeats unless `settings.events.repeats` says otherwise. Default: `false`.
     */
    repeats?: boolean;
    /**
     * The field whose value is the same for the events of one basket. Models then predict the next basket. null: events are no baskets. Default: `null`.
     */
    baskets?: 'basket_id' | 'session_id' | null;
    source_uris: Array<string>;
    /**
     * `jsonl`, `parquet`, `csv` or `tsv`.
     */
    format: string;
    /**
     * The form of `timestamp` and `created_at`: ISO 8601, or a number since 1970. A column of numbers whose median lies before 2000 is refused where another unit fits it, and one whose median lies before 1990 in any case. Default: `"iso"`.
     */
    timestamps?: 'iso' | 'epoch_seconds' | 'epoch_ms';
};

export type ImportDatasetRequest = ImportDatasetRows | ImportDatasetLocation | ImportDatasetLocations;

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
    features?: DeclaredFeatures;
    /**
     * Weights of kinds of events: `{"view": {"weight": 0.1}, "return": {"weight": -1}}`. A kind that is not named weighs 1. Default: `{}`.
     */
    kinds?: {
        [key: string]: EventKindDeclaration;
    };
    /**
     * Whether people take an item again, as food is bought. Trainings then keep repeats unless `settings.events.repeats` says otherwise. Default: `false`.
     */
    repeats?: boolean;
    /**
     * The field whose value is the same for the events of one basket. Models then predict the next basket. null: events are no baskets. Default: `null`.
     */
    baskets?: 'basket_id' | 'session_id' | null;
    items: Array<{
        item_id: string;
        /**
         * At most 16384 bytes of UTF-8.
         */
        text: string;
        /**
         * Since when the item could be chosen: ISO 8601 with date, time and zone; kept and exported in UTC with milliseconds. From 1970 on, and at most one day ahead.
         */
        created_at?: string | null;
        attributes?: {
            [key: string]: unknown;
        } | null;
    }>;
    events?: Array<{
        event_id: string;
        /**
         * Who acted. An event without it has a `session_id`: the session is anonymous, and has a history of its own.
         */
        person_id?: string | null;
        /**
         * The visit in which it happened.
         */
        session_id?: string | null;
        item_id: string;
        kind: string;
        /**
         * ISO 8601 with date, time and zone; kept and exported in UTC with milliseconds. From 1970 on, and at most one day ahead.
         */
        timestamp: string;
        /**
         * Default: `1`.
         */
        value?: number;
        /**
         * Events that were taken together, such as an order.
         */
        basket_id?: string | null;
        /**
         * Values of declared features of events, by name; null is as left out. At most 16384 bytes of JSON.
         */
        context?: {
            [key: string]: unknown;
        } | null;
    }>;
    people?: Array<{
        person_id: string;
        attributes?: {
            [key: string]: unknown;
        } | null;
    }>;
};

export type IndexState = {
    tenant_id: string;
    tenant_name: string | null;
    domain: string;
    rows: number;
    segments: number;
    bytes: number;
    /**
     * Bytes by part: columns, vectors, ids, …
     */
    parts: {
        [key: string]: number;
    };
    /**
     * False while it is first built.
     */
    built: boolean;
    /**
     * The last change of the feed that is in the index.
     */
    sequence: number;
    /**
     * Changes of all tenants since; an index that no match uses catches up with its next match.
     */
    behind: number;
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

export type ItemVectors = {
    model_id: string;
    model_version: string;
    dimensions: number;
    /**
     * In the order of the request. Comparable only with vectors of the same model version.
     */
    items: Array<{
        item_id: string;
        /**
         * Null if the model knows nothing of the item: no event and no text.
         */
        vector: Array<number> | null;
    }>;
    request_id: string;
};

export type ItemVectorsRequest = {
    /**
     * Each id once.
     */
    item_ids: Array<string>;
};

export type Job = {
    id: string;
    kind: 'dataset_import' | 'dataset_export' | 'dataset_snapshot' | 'tokenizer_fit' | 'tokenizer_export' | 'model_adaptation' | 'model_refit' | 'model_export' | 'batch_prediction' | 'model_segments' | 'match_batch' | 'full_reading' | 'simulation';
    status: 'queued' | 'running' | 'succeeded' | 'failed' | 'cancelled';
    progress: number;
    detail: {
        [key: string]: unknown;
    } | null;
    resource: {
        type: 'dataset' | 'model' | 'tokenizer' | 'simulation' | 'domain';
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
    kind: 'dataset_import' | 'dataset_export' | 'dataset_snapshot' | 'tokenizer_fit' | 'tokenizer_export' | 'model_adaptation' | 'model_refit' | 'model_export' | 'batch_prediction' | 'model_segments' | 'match_batch' | 'full_reading' | 'simulation';
    status: 'queued' | 'running' | 'succeeded' | 'failed' | 'cancelled';
    progress: number;
    detail: {
        [key: string]: unknown;
    } | null;
    resource: {
        type: 'dataset' | 'model' | 'tokenizer' | 'simulation' | 'domain';
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

export type JobLog = {
    /**
     * Oldest first. At most 500: where there are more, half as many stay, evenly spread.
     */
    data: Array<{
        at: string;
        /**
         * A job whose process died is attempted again, at most three times.
         */
        attempt: number;
        progress: number;
        /**
         * As `detail` of the job at that time.
         */
        detail: {
            [key: string]: unknown;
        };
    }>;
    request_id: string;
};

export type KeptDocumentEntry = {
    domain: string;
    document_id: string;
    source: string;
    format: string;
    bytes: number;
    sha256: string;
    created_at: string;
};

export type KeyFields = {
    /**
     * Safe to show and to log; not the key itself.
     */
    id: string;
    /**
     * Null: a key of the operator.
     */
    tenant_id: string | null;
    tenant_name: string | null;
    /**
     * The name of its holder, for people.
     */
    name: string | null;
    scopes: Array<'read' | 'write' | 'match' | 'train' | 'data' | 'export' | 'infer' | 'ingest' | 'operator'>;
    /**
     * Requests a second.
     */
    rate: number;
    /**
     * Requests at once.
     */
    burst: number;
    state: 'in_force' | 'expired' | 'revoked';
    /**
     * Live sessions of the console that stand for the key.
     */
    sessions: number;
    created_at: string;
    expires_at: string | null;
    revoked_at: string | null;
    /**
     * Exact to a minute; null: no use was noted.
     */
    last_used_at: string | null;
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

export type LiftedBlock = {
    user_id: string;
    blocked: false;
    request_id: string;
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

export type LorenzPoint = {
    /**
     * Share of the people, those who were shown least first.
     */
    people: number;
    /**
     * Their share of all that was shown.
     */
    shown: number;
};

export type LostReading = {
    kind: 'value' | 'preference';
    /**
     * The value; a preference is in the grammar of `filters`.
     */
    value: unknown;
    context_id?: string;
    /**
     * UTF-16 offsets of the words in the text.
     */
    span: [
        number,
        number
    ];
    path?: string;
    probability: number;
    /**
     * Whom the words are about. `other`: somebody else. `denied`: the writer says that it is not so. `quoted`: code, quotations and instructions.
     */
    owner: 'writer' | 'counterpart' | 'other' | 'past' | 'denied' | 'quoted';
    signs: Signs;
    /**
     * `other_owner`: true of somebody else. `other_value`: a more probable one was taken. `derived`: the network alone gives no value to a derived field. `below_threshold`: too unlikely.
     */
    because: 'other_owner' | 'other_value' | 'derived' | 'below_threshold';
};

export type MatchBatchRequest = {
    /**
     * The name of the domain.
     */
    domain: string;
    /**
     * The seekers. Default: all users of the domain.
     */
    user_ids?: Array<string>;
    /**
     * A file with a `user_id` a row, in a location that the operator allows. Instead of `user_ids`.
     */
    source_uri?: string;
    /**
     * `jsonl` (default) or `parquet`.
     */
    source_format?: string;
    /**
     * Narrows all users of the domain. Instead of `user_ids`.
     */
    seekers?: Seekers;
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
     * Factors, 0 to 10, of the points of terms, by name: `{"distance": 2}`. 0 switches a term off; a term that is not named keeps its points. `terms` of GET /v1/schema lists the names; another name is 400. The scores are no calibrated probabilities then.
     */
    weights?: {
        [key: string]: number;
    };
    /**
     * Default: `false`.
     */
    explain?: boolean;
    /**
     * Default: `0`.
     */
    diversity?: number;
    /**
     * Share of places that show drawn candidates from below the cut, so that their outcomes are learned from. Default: as the domain is set, which is 0.05 once a model that your outcomes trained serves; 0 with `profile`, `record: false` and `candidate_user_ids`. With 0 the order is that of the scores.
     */
    explore?: number;
    reciprocal?: 'product' | 'harmonic' | 'min' | 'off';
    /**
     * Whether each match is stored as one that showed its candidates. Default: false, because most batches are computed in advance. With true each line has the `match_id` for feedback. Default: `false`.
     */
    record?: boolean;
    /**
     * `jsonl`: a line a seeker. `parquet`: a row a match, with `rank` from 1. Default: `"jsonl"`.
     */
    output_format?: 'jsonl' | 'parquet';
};

export type MatchLog = {
    data: Array<MatchLogEntry>;
    next_cursor: string | null;
    has_more: boolean;
    request_id: string;
};

export type MatchLogEntry = {
    match_id: string;
    /**
     * The seeker.
     */
    user_id: string;
    domain: string;
    /**
     * When it was answered; for a match of a batch, when the batch was created.
     */
    created_at: string;
    /**
     * The API key that asked; null: a batch, or recorded by an earlier version of the service.
     */
    key_id: string | null;
    /**
     * The name of the key now; null: it has no name.
     */
    key_name: string | null;
    /**
     * From the request to the answer; null: recorded by an earlier version of the service.
     */
    took_ms: number | null;
    /**
     * How many users it showed, without those who were erased since.
     */
    shown: number;
    /**
     * Who stood in the first five places, best first. Erased users are left out.
     */
    top: Array<{
        user_id: string;
        /**
         * In the answer, from 1 on.
         */
        position: number;
        score: number;
    }>;
    models_used: {
        [key: string]: {
            tier: 'general' | 'domain' | 'tenant' | null;
            version: string;
            /**
             * Whether outcomes had fitted the level and the temperature of the scores; null: kept before this was recorded.
             */
            calibrated: boolean | null;
        };
    };
};

export type MatchProfile = {
    /**
     * Free text; fields and preferences are extracted against the domain schema. At most 256 KiB of UTF-8.
     */
    context?: string;
    /**
     * Typed values by field name; win over extracted ones. An unknown key is 422 `invalid_field_value`.
     */
    fields?: {
        [key: string]: unknown;
    };
    /**
     * Requirements for a counterpart, in the grammar of `filters`.
     */
    preferences?: {
        [key: string]: unknown;
    };
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
     * The API key that asked; null: a batch, or recorded by an earlier version of the service.
     */
    key_id: string | null;
    /**
     * From the request to the answer; null: recorded by an earlier version of the service.
     */
    took_ms: number | null;
    /**
     * People that were shown, best first. Erased users are left out; the others keep their positions.
     */
    matches: Array<{
        user_id: string;
        /**
         * In the answer, from 1 on.
         */
        position: number;
        score: number;
        /**
         * True: drawn from below the cut.
         */
        explored?: boolean;
        /**
         * The probability that the candidate was shown; absent: the match did not explore.
         */
        propensity?: number;
    }>;
    /**
     * The experiment that the match took part in.
     */
    experiment?: ExperimentOfMatch;
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
        explore?: number;
        budget_ms?: number;
        reciprocal?: string;
        exclude_shown_days?: number;
        weights?: {
            [key: string]: number;
        };
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
        omitted?: Array<'filters' | 'stages' | 'weights'>;
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
        /**
         * Places that show drawn candidates; absent: no exploring.
         */
        explored?: number;
    } | null;
    models_used: {
        [key: string]: {
            tier: 'general' | 'domain' | 'tenant' | null;
            version: string;
            /**
             * Whether outcomes had fitted the level and the temperature of the scores; null: kept before this was recorded.
             */
            calibrated: boolean | null;
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
        /**
         * The single rules of sql_filter, in their order; present when `explain` is true.
         */
        rules?: Array<{
            /**
             * A key of the request or of a profile: `filters.age`, `preferences.location_within_km`, `candidate.preferences` (what the candidates want), `required_fields`, `side`, …
             */
            rule: string;
            /**
             * The reason under `dropped` that the rule counts towards.
             */
            reason: string;
            /**
             * Candidates that this rule was the first to drop.
             */
            dropped: number;
            /**
             * Candidates dropped because their value does not match; present for a rule about one field.
             */
            mismatch?: number;
            /**
             * Candidates dropped because they state no value, or no known place. With `missing: "pass"` beside the condition they would pass.
             */
            missing?: number;
            /**
             * Candidates that no other rule drops: so many more would pass without this rule.
             */
            alone?: number;
        }>;
        note?: string;
    }>;
};

export type MatchRequest = {
    /**
     * The seeker, who is stored. Either this or `profile`.
     */
    user_id?: string;
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
     * A seeker that is not stored, in place of `user_id`. It is read as POST /v1/users reads it, and nothing of the request or its answer is kept: `record` is false, and an `Idempotency-Key` has no effect. `profile` of the answer says what was read. Needs the scope `read` too.
     */
    profile?: MatchProfile;
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
     * Factors, 0 to 10, of the points of terms, by name: `{"distance": 2}`. 0 switches a term off; a term that is not named keeps its points. `terms` of GET /v1/schema lists the names; another name is 400. The scores are no calibrated probabilities then.
     */
    weights?: {
        [key: string]: number;
    };
    /**
     * Default: `false`.
     */
    explain?: boolean;
    /**
     * Whether the match is stored as one that showed its candidates. Default: true; with `profile` false, and true is 400. With false no later call knows the `match_id` of the answer.
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
    /**
     * Share of places that show drawn candidates from below the cut, so that their outcomes are learned from. Default: as the domain is set, which is 0.05 once a model that your outcomes trained serves; 0 with `profile`, `record: false` and `candidate_user_ids`. With 0 the order is that of the scores.
     */
    explore?: number;
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
        /**
         * Present when `explain` is true and fair exposure is on in the domain.
         */
        fair_exposure?: {
            /**
             * Subtracted from the log-odds of the score, for the order alone: what the pair paid.
             */
            price: number;
            /**
             * The score less the price.
             */
            ordered_by: number;
            /**
             * The floor that moved the candidate up: `newcomers`, or `field=value` of a group.
             */
            reserved_for?: string;
        };
        /**
         * True: drawn from below the cut, whatever its rank. Present when `explain` is true.
         */
        explored?: boolean;
        /**
         * The probability that this answer shows the candidate; present when `explain` is true and the match explores.
         */
        propensity?: number;
    }>;
    /**
     * Values read from the `profile` of the request; spans are UTF-16 offsets into its `context`.
     */
    profile?: ReadProfile;
    /**
     * The experiment that the request took part in.
     */
    experiment?: ExperimentOfMatch;
    /**
     * Ids of `candidate_user_ids` that were no candidates, in the order of the request; present when `explain` is true.
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
        /**
         * Places that show drawn candidates; absent: no exploring.
         */
        explored?: number;
    };
    models_used: {
        light_ml?: {
            tier: 'general' | 'domain' | 'tenant';
            version: string;
            /**
             * Whether outcomes have fitted the level and the temperature of the scores. Until then they rest on the base rate and the temperature that the domain declares.
             */
            calibrated: boolean;
        };
        embedding?: {
            tier: 'general' | 'domain' | 'tenant';
            version: string;
            /**
             * Whether outcomes have fitted the level and the temperature of the scores. Until then they rest on the base rate and the temperature that the domain declares.
             */
            calibrated: boolean;
        };
        cross_encoder?: {
            tier: 'general' | 'domain' | 'tenant';
            version: string;
            /**
             * Whether outcomes have fitted the level and the temperature of the scores. Until then they rest on the base rate and the temperature that the domain declares.
             */
            calibrated: boolean;
        };
        llm_judge?: {
            tier: 'general' | 'domain' | 'tenant';
            version: string;
            /**
             * Whether outcomes have fitted the level and the temperature of the scores. Until then they rest on the base rate and the temperature that the domain declares.
             */
            calibrated: boolean;
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
        /**
         * The single rules of sql_filter, in their order; present when `explain` is true.
         */
        rules?: Array<{
            /**
             * A key of the request or of a profile: `filters.age`, `preferences.location_within_km`, `candidate.preferences` (what the candidates want), `required_fields`, `side`, …
             */
            rule: string;
            /**
             * The reason under `dropped` that the rule counts towards.
             */
            reason: string;
            /**
             * Candidates that this rule was the first to drop.
             */
            dropped: number;
            /**
             * Candidates dropped because their value does not match; present for a rule about one field.
             */
            mismatch?: number;
            /**
             * Candidates dropped because they state no value, or no known place. With `missing: "pass"` beside the condition they would pass.
             */
            missing?: number;
            /**
             * Candidates that no other rule drops: so many more would pass without this rule.
             */
            alone?: number;
            /**
             * Up to 3 of the dropped; first those that no other rule drops.
             */
            example_user_ids?: Array<string>;
        }>;
        note?: string;
        /**
         * Up to 3 dropped users by reason, those that came nearest to passing. Not stored.
         */
        dropped_examples?: {
            [key: string]: Array<string>;
        };
    }>;
};

export type MatchStatistics = {
    domain: string;
    /**
     * 2026-03-01, UTC.
     */
    from: string;
    /**
     * 2026-03-01, UTC.
     */
    to: string;
    /**
     * Every day, oldest first; a day without matches has zeros.
     */
    data: Array<MatchesOfDay>;
    /**
     * Recorded matches of the workspace that are not counted yet, at most 10,000. They are counted within seconds; after an update of the service, earlier ones may take hours.
     */
    waiting: number;
    request_id: string;
};

export type MatchesOfDay = {
    /**
     * 2026-03-01, UTC.
     */
    day: string;
    matches: number;
    /**
     * Matches that showed no one.
     */
    empty: number;
    /**
     * Shown candidates.
     */
    shown: number;
    /**
     * Shown candidates whose row was less than 14 days old.
     */
    newcomers: number;
    /**
     * How many scores of shown candidates lie in each of 20 equal parts of 0..1.
     */
    scores: [
        number,
        number,
        number,
        number,
        number,
        number,
        number,
        number,
        number,
        number,
        number,
        number,
        number,
        number,
        number,
        number,
        number,
        number,
        number,
        number
    ];
};

/**
 * A value and its 95 % interval; nulls where there are no cases.
 */
export type Measure = {
    value: number | null;
    low: number | null;
    high: number | null;
};

export type MemberFields = {
    id: string;
    /**
     * Null: a member of the operator.
     */
    tenant_id: string | null;
    tenant_name: string | null;
    /**
     * In lower case.
     */
    email: string;
    name: string | null;
    /**
     * The role that has exactly these scopes; null: none has.
     */
    role: 'viewer' | 'matchmaker' | 'analyst' | 'admin' | null;
    scopes: Array<'read' | 'write' | 'match' | 'train' | 'data' | 'export' | 'infer' | 'ingest' | 'operator'>;
    /**
     * Live sessions of the console.
     */
    sessions: number;
    created_at: string;
    /**
     * The key or member, or the words of the command.
     */
    created_by: string;
    /**
     * Null: not yet.
     */
    last_sign_in_at: string | null;
};

export type MergeSessionsRequest = {
    merges: Array<SessionMerge>;
};

export type MergedSessions = {
    /**
     * Sessions that are a person’s from now on.
     */
    merged: number;
    /**
     * Sessions that were merged with the same person before.
     */
    repeated: number;
    request_id: string;
};

export type MessageBatch = {
    /**
     * Messages, each with its `type`: `identify`, `track`, or another one, which is ignored. A message has at most 32 KiB.
     */
    batch: Array<unknown>;
    [key: string]: unknown;
};

export type MessageFault = {
    /**
     * Position of the message.
     */
    index: number;
    message_id: string | null;
    /**
     * A code of the table of errors.
     */
    code: string;
    message: string;
};

export type MessageMapping = {
    identify: {
        [key: string]: unknown;
    } | null;
    track: Array<{
        [key: string]: unknown;
    }>;
    /**
     * null: it was never set.
     */
    changed_at: string | null;
    request_id: string;
};

export type MessageMappingRequest = {
    /**
     * A mapping as of files (`domain`, `fields`, `preferences`, `context`, `reject` …) over the message. Default: the traits that are fields of the only domain.
     */
    identify?: {
        [key: string]: unknown;
    };
    /**
     * The first rule with the name of the event holds. Other events are ignored, and counted.
     */
    track?: Array<TrackRule>;
};

export type MessageReject = {
    at: string;
    message_id: string | null;
    type: string | null;
    event: string | null;
    user_id: string | null;
    code: string;
    message: string;
};

export type MessageRejects = {
    data: Array<MessageReject>;
    request_id: string;
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
     * Results on held-out items of people, compared with baselines, in words. Losses come first. A model is ready before its evaluation has ended; then the stage, the progress and the results so far.
     */
    evaluation: string;
    /**
     * The same as data: splits, baselines beside the model, metrics with 95 % intervals. While the evaluation is under way, the splits so far.
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

export type ModelAlias = {
    name: string;
    /**
     * `alias:NAME`, which every operation takes in place of a model’s id.
     */
    id: string;
    /**
     * The model that it names now.
     */
    model_id: string;
    moved_at: string;
    /**
     * The last ten moves, newest first.
     */
    moves: Array<{
        model_id: string;
        moved_at: string;
        reason: string;
    }>;
    request_id: string;
};

export type ModelAliasFields = {
    name: string;
    /**
     * `alias:NAME`, which every operation takes in place of a model’s id.
     */
    id: string;
    /**
     * The model that it names now.
     */
    model_id: string;
    moved_at: string;
    /**
     * The last ten moves, newest first.
     */
    moves: Array<{
        model_id: string;
        moved_at: string;
        reason: string;
    }>;
};

export type ModelAliasList = {
    data: Array<ModelAliasFields>;
    request_id: string;
};

export type ModelExperiment = {
    id: string;
    alias: string;
    name: string;
    design: 'split' | 'interleaving';
    /**
     * The control first.
     */
    arms: Array<ModelExperimentArmInForce>;
    share: number;
    success_kinds: Array<string>;
    window_hours: number;
    stop: ModelExperimentStopRuleInForce;
    days: number;
    seed: number;
    /**
     * `paused`: everyone gets the model of the alias, and nothing more counts as shown.
     */
    state: 'running' | 'paused' | 'ended';
    ended_by: 'effect' | 'no_effect' | 'calendar' | 'operator' | 'promotion' | null;
    created_at: string;
    /**
     * When the calendar ends it.
     */
    ends_at: string;
    ended_at: string | null;
    /**
     * The arm whose model the alias was given.
     */
    promoted_arm: string | null;
    /**
     * The finding so far, or at the end, in words.
     */
    decision: string;
    /**
     * The last one; null: none yet.
     */
    result: ModelExperimentResult | null;
    /**
     * Results so far, oldest first; at most 500, evenly chosen.
     */
    history: Array<ModelExperimentResult>;
    request_id: string;
};

export type ModelExperimentArmInForce = {
    name: string;
    model_id: string;
};

export type ModelExperimentArm = {
    name: string;
    /**
     * A ready model that can predict, or `alias:NAME` for the model that an alias names now.
     */
    model_id: string;
};

export type ModelExperimentArmResult = {
    name: string;
    /**
     * People to whom the arm has shown an item.
     */
    people: number;
    /**
     * Different pairs of person and item.
     */
    shown: number;
    /**
     * People among them with an event of a success kind within the window.
     */
    successes: number;
    /**
     * Successes per shown item; null: nothing is shown yet.
     */
    value: number | null;
    standard_error: number | null;
    /**
     * Minus the control, with its confidence sequence; with `interleaving` the preference for the arm, from -1 to 1. null: the control, or too few people.
     */
    effect: ModelExperimentEffect | null;
};

export type ModelExperimentEffect = {
    estimate: number;
    low: number;
    high: number;
};

export type ModelExperimentList = {
    data: Array<ModelExperimentSummary>;
    next_cursor: string | null;
    has_more: boolean;
    request_id: string;
};

export type ModelExperimentResult = {
    at: string;
    /**
     * The control first.
     */
    arms: Array<ModelExperimentArmResult>;
    /**
     * The best of the arms that are better than the control; the control, where all are worse.
     */
    winner: string | null;
};

export type ModelExperimentStopRuleInForce = {
    smallest_effect: number;
    confidence: number;
    on_effect: boolean;
    on_no_effect: boolean;
};

export type ModelExperimentStopRule = {
    /**
     * The smallest difference that matters: of successes per shown item, or of the preference with `interleaving`.
     */
    smallest_effect: number;
    /**
     * Probability that all intervals of all arms cover the true differences at all times. Default: `0.95`.
     */
    confidence?: number;
    /**
     * End when an arm is better than the control, or all are worse. Default: `true`.
     */
    on_effect?: boolean;
    /**
     * End when all intervals are smaller than `smallest_effect`, in both directions. Default: `true`.
     */
    on_no_effect?: boolean;
};

export type ModelExperimentSummary = {
    id: string;
    alias: string;
    name: string;
    design: 'split' | 'interleaving';
    /**
     * The control first.
     */
    arms: Array<ModelExperimentArmInForce>;
    share: number;
    success_kinds: Array<string>;
    window_hours: number;
    stop: ModelExperimentStopRuleInForce;
    days: number;
    seed: number;
    /**
     * `paused`: everyone gets the model of the alias, and nothing more counts as shown.
     */
    state: 'running' | 'paused' | 'ended';
    ended_by: 'effect' | 'no_effect' | 'calendar' | 'operator' | 'promotion' | null;
    created_at: string;
    /**
     * When the calendar ends it.
     */
    ends_at: string;
    ended_at: string | null;
    /**
     * The arm whose model the alias was given.
     */
    promoted_arm: string | null;
    /**
     * The finding so far, or at the end, in words.
     */
    decision: string;
    /**
     * The last one; null: none yet.
     */
    result: ModelExperimentResult | null;
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
     * Results on held-out items of people, compared with baselines, in words. Losses come first. A model is ready before its evaluation has ended; then the stage, the progress and the results so far.
     */
    evaluation: string;
    /**
     * The same as data: splits, baselines beside the model, metrics with 95 % intervals. While the evaluation is under way, the splits so far.
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

export type ModelTerm = {
    /**
     * A term of the scorecard, `intercept`, or `text` for the similarity of texts.
     */
    name: string;
    /**
     * The comparison of the term, as in the file of the domain.
     */
    compare: string;
    /**
     * A term that the run found for a group of the people who choose, in words: which group, and what it prefers.
     */
    words?: string;
    /**
     * The greatest difference between learned and declared points.
     */
    change: number;
    /**
     * By case: `at 5` on a curve, `same`, `long_term/casual`, `missing`. At most 64, changed most.
     */
    points: Array<{
        at: string;
        /**
         * Log-odds, the weight of the term included.
         */
        declared: number;
        /**
         * Log-odds, the weight of the term included.
         */
        learned: number;
    }>;
};

export type MoveAliasRequest = {
    /**
     * A ready model, or `alias:NAME` for the model that another alias names now.
     */
    model_id: string;
    /**
     * The model that the alias must name now, so that two movers do not undo each other; 409 if it names another.
     */
    from_model_id?: string;
    /**
     * Kept with the move, for people. Default: which key moved it.
     */
    reason?: string;
};

export type OutcomeCount = {
    /**
     * Recorded outcomes: each pair once for each label.
     */
    outcomes: number;
    /**
     * Outcomes that are the current, last recorded label of their pair.
     */
    current: number;
};

export type OutcomeFunnel = {
    /**
     * How often a candidate was shown.
     */
    shown: number;
    /**
     * Pairs whose current label was recorded in these days, without `expired`.
     */
    decided: number;
    /**
     * Pairs whose label has a polarity above 0.
     */
    positive: number;
    /**
     * Pairs of two people whose current labels are positive in both directions, by the time of the later one. null in domains where one side alone decides.
     */
    mutual: number | null;
};

export type OutcomeStatistics = {
    domain: string;
    /**
     * 2026-03-01, UTC.
     */
    from: string;
    /**
     * 2026-03-01, UTC.
     */
    to: string;
    /**
     * All labels of the domain, and those that occur. `polarity` null: not a label any more.
     */
    labels: Array<{
        label: string;
        polarity: number | null;
    }>;
    /**
     * Every day, oldest first; a day without outcomes has no labels.
     */
    data: Array<OutcomesOfDay>;
    funnel: OutcomeFunnel;
    request_id: string;
};

export type OutcomesOfDay = {
    /**
     * 2026-03-01, UTC.
     */
    day: string;
    /**
     * Labels without an outcome of the day are missing.
     */
    labels: {
        [key: string]: OutcomeCount;
    };
};

/**
 * A JSON Merge Patch (RFC 7396).
 */
export type PatchUserRequest = {
    /**
     * Values to change, by field name; null takes a value that you gave away. Unknown keys change `extras`, their inner objects member by member. Null for `fields` takes all of them away.
     */
    fields?: {
        [key: string]: unknown;
    } | null;
    /**
     * Preferences to change; a condition that is an object is changed bound by bound, and null takes it or a bound away. Null for `preferences` takes away all that you gave.
     */
    preferences?: {
        [key: string]: unknown;
    } | null;
};

export type PredictRequest = {
    /**
     * Item ids, oldest first; may be empty, which ranks by popularity. Either this, `person_id` or `session_id`.
     */
    history?: Array<string>;
    /**
     * When each item of `history` was taken, one an item, in the same order. A model that reads times then reads those between the items, and the time up to now. Default: unknown.
     */
    history_timestamps?: Array<string>;
    /**
     * In place of `history`: the events of this person in the newest version of the model’s dataset, and those appended since, selected as for the model’s training. Unknown items are then left out and long histories cut, whatever the request says.
     */
    person_id?: string;
    /**
     * In place of `history`: the events of this anonymous session, read as those of `person_id`. A session that was merged with a person has the events of the person.
     */
    session_id?: string;
    /**
     * Features of the person, by the names that the newest version of the model’s dataset declares for people; what is known of the request, such as its device, too, where it is declared so. Read where there is no history: `history` is empty, or the person has no events. Stored features of `person_id` are completed by these. Ranks what people of these features take, shrunk to what all people take, and says `fallback: "person_features"`. Categories, lists and numbers are read.
     */
    person_features?: {
        [key: string]: unknown;
    };
    /**
     * Facts about the request itself, such as its device: values of the features that the newest version of the model’s dataset declares for events, by name, and `hour` (0 to 23) and `weekday` (1, Monday, to 7) in UTC. A name that is not declared is 400. A sequential recommender reads the names in `training.fit.context` of its card; a value that it has not learned, or that is left out, is unknown. Without a history, people are ranked by what is taken in this context, beside their features: at this hour, one hour before and one after, and with this device. `generate` takes `hour` alone.
     */
    context?: {
        [key: string]: string | number;
    };
    /**
     * Items to rank, each id once. Default: the whole catalogue.
     */
    candidate_item_ids?: Array<string>;
    /**
     * Default: `20`.
     */
    limit?: number;
    /**
     * Whether items of the history are left out. Default: true without `candidate_item_ids`, false with them.
     */
    exclude_seen?: boolean;
    /**
     * Items that are left out. Ids that the catalogue lacks have no effect.
     */
    exclude_item_ids?: Array<string>;
    /**
     * Only items that pass are ranked. The grammar is that of `filters` of POST /v1/match, over the features that the dataset declares for items: a scalar (equals), an array (any of), or an object of `gt`, `gte`, `lt`, `lte`, `ne`, `in`, `nin`, `exists`. Dates are compared as dates; `created_at` where items have it.
     */
    filters?: {
        [key: string]: unknown;
    };
    /**
     * `weight` is added to the score of every item that passes `filter`; the weights of several add up. Scores are log-odds: 0.7 doubles the odds of an item against the others, for every model and after every refit.
     */
    boosts?: Array<{
        filter: {
            [key: string]: unknown;
        };
        weight: number;
    }>;
    /**
     * Shares of the first places and pinned places, held exactly inside of the ranking. Among equal choices the better score comes first, and `limit` is filled. Rules that contradict one another are 400. A rule that the items cannot fill is held as far as they go, and the answer says so; an earlier rule then has precedence. Not together with `diversity`.
     */
    rules?: Array<RankingRule>;
    /**
     * Weight of the difference from the items that come before, by maximal marginal relevance over the model’s item vectors. 0: by score alone. The order changes, scores do not. Default: `0`.
     */
    diversity?: number;
    /**
     * Adds `because`: the items of the history that speak most for each item. Costs a further scoring for each of the newest 50 different items of the history (10 for generative retrievers). Default: `false`.
     */
    explain?: boolean;
    /**
     * Ranks also the newest 500 items that were appended to the dataset and that the model does not know yet: by the items that their texts resemble, and by their own events and impressions so far. All options of a ranking hold for them; only `exploration_share` does not go with `rules`. Default: only items that the model knows.
     */
    new_items?: {
        /**
         * Share of the places, from the end, that go to the new items that were shown least. Default: `0`.
         */
        exploration_share?: number;
    };
    /**
     * Ids of the history or the candidates that the catalogue lacks: `error` answers 422 `unknown_item`, `ignore` leaves them out and lists them in `ignored_item_ids`. Default: `"error"`.
     */
    unknown_items?: 'error' | 'ignore';
    /**
     * A history above `max_history_items`: `error` answers 422 `history_too_long`, `truncate` reads the newest items. All of its items count as seen. Default: `"error"`.
     */
    long_history?: 'error' | 'truncate';
};

export type Prediction = {
    model_id: string;
    model_version: string;
    /**
     * Without items of which the model knows nothing, candidates too: neither events nor content. Highest score first, ties by the bytes of the id; with `diversity` in the order of marginal relevance. Scores are log-odds, on the scale of validation data: their exponentials are to each other as the chances of the items; those of a sequential recommender add up to about 1 over the catalogue.
     */
    items: Array<{
        item_id: string;
        score: number;
        /**
         * Present for an item that the model does not know yet (`new_items`).
         */
        new_item?: true;
        /**
         * The known items that the text of a new item resembles most, at most 3, with their shares of its score before its rate. Present with `explain`.
         */
        resembles?: Array<{
            item_id: string;
            weight: number;
        }>;
        /**
         * The arm whose list gave the item, in a list that an experiment drew from two. The score is that of its model.
         */
        arm?: string;
        /**
         * The dot product of the item’s vector (`item-vectors`) and that of the history (`embed`). Present for a sequential recommender whose `score` is another number, because it is calibrated or that of a blend, and the history is not empty. Without it the dot product is the `score`, before boosts.
         */
        network_score?: number;
        /**
         * Places by which the rules moved the item; above 0: towards the front. Present with `rules`.
         */
        moved?: number;
        /**
         * At most 3 items of the history without which the score would be lower, the weightiest first. Present with `explain`.
         */
        because?: Array<{
            item_id: string;
            /**
             * The item’s share of what the items of the history add to the score, in (0, 1].
             */
            weight: number;
        }>;
    }>;
    /**
     * `popularity`: nothing is read from the history, because it is empty, or because the counting parts of a sequential recommender that serve alone have no link from it; items then rank by how often they were taken, with a generative retriever by how often they come first. `person_features`: there is no history, and items rank by what people of the person’s features take, shrunk to popularity; their scores are logarithms of shares. `context`: likewise by what people take in the context of the request, such as its hour, where no feature says anything.
     */
    fallback?: 'popularity' | 'person_features' | 'context';
    /**
     * As given.
     */
    boosts?: Array<{
        filter: {
            [key: string]: unknown;
        };
        weight: number;
    }>;
    /**
     * The rules of the request, in order, and what they cost.
     */
    rules?: Array<RuleOutcome>;
    /**
     * Unknown ids that were left out, each once. Present with `unknown_items: "ignore"`, with `person_id` and with `session_id`.
     */
    ignored_item_ids?: Array<string>;
    /**
     * Whether only the newest items were read. Present with `long_history: "truncate"`, with `person_id` and with `session_id`.
     */
    history_truncated?: boolean;
    /**
     * Present where the person takes part in an experiment of the alias; `arm` is null where the list is drawn from two, and `model_id` is then that of the control.
     */
    experiment?: {
        id: string;
        arm: string | null;
    };
    request_id: string;
};

export type PromoteArmRequest = {
    /**
     * The arm whose model the alias shall name. Default: the winner; 409 `conflict` where there is none yet.
     */
    arm?: string;
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
    /**
     * Where it stands in the document: `skills[2].name`, "Experience › Acme". Left out at no place.
     */
    path?: string;
    confidence: number;
    signs?: Signs;
    at: string;
    from?: Array<string>;
};

export type PublishDomainRequest = {
    /**
     * The definition, YAML or JSON, at most 1 MiB of UTF-8. Its `version` is above every known one.
     */
    source: string;
    /**
     * The version that is in force; null where the workspace does not have the domain yet.
     */
    expected_version: number | null;
};

export type PublishedDomain = {
    domain: string;
    version: number;
    /**
     * Domain and version as one name: `dating.v1`.
     */
    schema_version: string;
    previous_version: number | null;
    /**
     * Stored people who became complete or incomplete.
     */
    revalidated_rows: number;
    request_id: string;
};

export type RankerReport = {
    name: string;
    /**
     * `part`: a part of the model, ranking alone, such as the network of a blend.
     */
    role: 'model' | 'part' | 'baseline';
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

export type RankingRule = {
    /**
     * The items of the rule, in the grammar of `filters`.
     */
    filter: {
        [key: string]: unknown;
    };
    /**
     * The least share of the first `in_top` places that these items have, rounded up to places.
     */
    min_share?: number;
    /**
     * The greatest share of the first `in_top` places that these items have, rounded down to places.
     */
    max_share?: number;
    /**
     * The place, from 1, that one of these items has: the best one that is left there.
     */
    pin_at?: number;
    /**
     * How many of the first places a share is of. Default: `limit`.
     */
    in_top?: number;
};

export type ReadDocumentRequest = {
    /**
     * The name of the domain.
     */
    domain: string;
    /**
     * PDF, DOCX, HTML, Markdown, LaTeX, JSON or plain text, by its media type, the ending of its name or its first bytes.
     */
    file: Blob | File;
};

export type ReadDocumentResult = {
    /**
     * Markdown of PDF, DOCX and LaTeX. HTML stays HTML, without scripts and menus; the others stay as they are.
     */
    text: string;
    /**
     * Values that were read in the text; spans are UTF-16 offsets into it. `lost` has the readings that were not taken.
     */
    profile: ReadProfile;
    document: {
        format: 'pdf' | 'docx' | 'html' | 'markdown' | 'latex' | 'json' | 'text';
        bytes: number;
        sha256: string;
        /**
         * Pages of a PDF.
         */
        pages?: number;
        /**
         * Characters of the text that was read.
         */
        characters: number;
        /**
         * Parts of the document that are not in the text.
         */
        dropped: {
            /**
             * Headers, footers and page numbers.
             */
            repeated_lines?: number;
            /**
             * Scanned pages.
             */
            pages_without_text?: number;
            images?: number;
            /**
             * Scripts and styles of a page.
             */
            scripts?: number;
            /**
             * Menus, forms and footers of a page.
             */
            menus?: number;
        };
    };
};

export type ReadProfile = {
    schema_version: string;
    fields: {
        [key: string]: unknown;
    };
    derived: {
        [key: string]: unknown;
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
            /**
             * How far from the centre of a country or region nearly all of its people live. Within a distance is only who is within it with all of the area; a distance from an area begins at its edge.
             */
            radius_km?: number;
        };
    };
    missing_required: Array<string>;
    /**
     * Parts that were taken and not understood, or could not be asked for. The rest of the call succeeded.
     */
    warnings?: Array<AnswerWarning>;
    /**
     * Present when `explain` is true: readings that were not taken, by field; at most 5 each.
     */
    lost?: {
        [key: string]: Array<LostReading>;
    };
    provenance: {
        fields: {
            [key: string]: Provenance;
        };
        derived: {
            [key: string]: Provenance;
        };
        preferences: {
            [key: string]: Provenance;
        };
    };
};

export type RecentError = {
    at: string;
    status: number;
    code: string;
    method: string;
    /**
     * The pattern of the route; `none` where no route matched.
     */
    route: string;
    request_id: string;
    /**
     * `operator` for a key of the operator; null without a key.
     */
    tenant_id: string | null;
};

export type RefitRequest = {
    /**
     * A dataset with events after those of the model, such as the next version of its dataset.
     */
    dataset_id: string;
    /**
     * Left out: the defaults of a refit. Default: `{}`.
     */
    settings?: RefitSettings;
};

export type RefitSchedule = {
    every_events: number | null;
    every_hours: number | null;
    /**
     * Settings of every refit.
     */
    settings: {
        /**
         * The most passes over the new events and a sample of earlier ones. Default: 20.
         */
        epochs?: number;
        /**
         * Epochs without a better validation before it ends. Default: 2.
         */
        patience?: number;
        learning_rate?: number;
        /**
         * The data that choose the number of epochs, the blend and the scale of the scores, as in an adaptation. Default: `time`, by the last fifth of the new events before those that compare the models.
         */
        protocol?: 'time' | 'leave_one_out';
    };
    /**
     * The dataset of the last refit; null: none yet.
     */
    last_dataset_id: string | null;
    /**
     * When the last refit was accepted, or the schedule was made.
     */
    last_at: string;
    /**
     * The last job of the schedule, which cut a version of the dataset or refitted; null: none yet.
     */
    job_id: string | null;
    name: string;
    request_id: string;
};

export type RefitScheduleRequest = {
    /**
     * A refit is due after so many new events.
     */
    every_events?: number;
    /**
     * A refit is due so many hours after the last one, if there are new events.
     */
    every_hours?: number;
    /**
     * Settings of every refit. Default: `{}`.
     */
    settings?: RefitSettings;
};

export type RefitSettings = {
    /**
     * The most passes over the new events and a sample of earlier ones. Default: 20.
     */
    epochs?: number;
    /**
     * Epochs without a better validation before it ends. Default: 2.
     */
    patience?: number;
    learning_rate?: number;
    /**
     * The data that choose the number of epochs, the blend and the scale of the scores, as in an adaptation. Default: `time`, by the last fifth of the new events before those that compare the models.
     */
    protocol?: 'time' | 'leave_one_out';
};

export type RemovedAlias = {
    name: string;
    removed: true;
    request_id: string;
};

export type RemovedRefitSchedule = {
    name: string;
    removed: true;
    request_id: string;
};

export type RemovedWebhook = {
    id: string;
    removed: true;
    request_id: string;
};

export type RuleOutcome = {
    filter: {
        [key: string]: unknown;
    };
    min_share?: number;
    max_share?: number;
    pin_at?: number;
    in_top?: number;
    /**
     * The places of the rule: at least, at most, or the pinned one.
     */
    wanted: number;
    /**
     * The places that its items have: of the first `in_top`, or the pinned one.
     */
    filled: number;
    /**
     * False where the items do not suffice, or an earlier rule stands against it.
     */
    held: boolean;
    /**
     * Places that would have another item without this rule.
     */
    places_changed: number;
    /**
     * The sum of the scores of the answer without this rule, less that of the answer.
     */
    score_given_up: number;
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
        /**
         * The currency of an amount of money (ISO 4217), and one unit of other currencies in it. Files and texts are read by these rates.
         */
        money?: {
            currency: string;
            rates: {
                [key: string]: number;
            };
        };
        description?: string;
        sides?: Array<string>;
    }>;
    /**
     * Outcome labels that feedback takes, those of the workspace too.
     */
    labels: Array<{
        label: string;
        /**
         * Above 0: the outcome speaks for the match; below 0: against it.
         */
        polarity: number;
    }>;
    /**
     * How matches combine the two directions where a request does not say.
     */
    reciprocal: 'product' | 'harmonic' | 'min' | 'off';
    /**
     * Terms that a score is the sum of.
     */
    terms: Array<{
        /**
         * As under `terms` of a match, and in `weights` of POST /v1/match. `text_similarity` and `sentences` compare texts.
         */
        name: string;
        /**
         * The comparison: `matrix`, `difference`, `distance`, `cosine`, …
         */
        compare: string;
        /**
         * The fields that are compared; empty for whole texts and profiles.
         */
        fields: Array<string>;
        /**
         * Log-odds that the term can add, declared or learned, in the most specific tier that has it.
         */
        points: {
            least: number;
            most: number;
        };
        /**
         * `both`: the same points in both directions. `each`: the directions may differ. `seeker_to_candidate`: the domain ranks one way.
         */
        direction: 'both' | 'each' | 'seeker_to_candidate';
        /**
         * Templates of the reasons that the term gives.
         */
        words: {
            reason?: string;
            reason_equal?: string;
            reason_against?: string;
        };
        /**
         * The tiers whose scorecard has the term.
         */
        tiers: Array<'general' | 'domain' | 'tenant'>;
    }>;
    /**
     * The tiers that a request can pin, by stage.
     */
    tiers: {
        /**
         * Most specific first; the first is used where a request pins none.
         */
        light_ml: Array<{
            tier: 'general' | 'domain' | 'tenant';
            version: string;
            /**
             * Whether outcomes have fitted the level and the temperature of its scores.
             */
            calibrated: boolean;
        }>;
        /**
         * Most specific first; the first is used where a request pins none.
         */
        embedding: Array<{
            tier: 'general' | 'domain' | 'tenant';
            version: string;
            /**
             * Whether outcomes have fitted the level and the temperature of its scores.
             */
            calibrated: boolean;
        }>;
        /**
         * Most specific first; the first is used where a request pins none.
         */
        cross_encoder: Array<{
            tier: 'general' | 'domain' | 'tenant';
            version: string;
            /**
             * Whether outcomes have fitted the level and the temperature of its scores.
             */
            calibrated: boolean;
        }>;
        /**
         * Empty where no language model is set up.
         */
        llm_judge: Array<{
            tier: 'general' | 'domain' | 'tenant';
            version: string;
            /**
             * Whether outcomes have fitted the level and the temperature of its scores.
             */
            calibrated: boolean;
        }>;
    };
};

export type SchemaList = {
    data: Array<Schema>;
};

export type Seekers = {
    /**
     * Which users are seekers, in the grammar of `filters`; a distance needs `<geo field>_from`.
     */
    filters?: {
        [key: string]: unknown;
    };
    /**
     * Only users of this side, in a domain that has sides: a value of its side field.
     */
    side?: string;
};

export type SeenMatch = {
    /**
     * The answer of /match that was seen.
     */
    match_id: string;
    /**
     * The matches of that answer that were seen; leave it out where all of it was seen.
     */
    user_ids?: Array<string>;
};

export type SegmentsRequest = {
    /**
     * The number of segments. Instead of `k_max`.
     */
    k?: number;
    /**
     * Every number from 2 to this is tried, and the best separated one is taken. Default: 10.
     */
    k_max?: number;
    /**
     * People among whom the medoids are sought; all others join the nearest one. Default: `2000`.
     */
    sample?: number;
    /**
     * People with fewer events that the model knows are in no segment. Default: `3`.
     */
    min_events?: number;
    /**
     * Default: `0`.
     */
    seed?: number;
    /**
     * The format of the list of people. Default: `"jsonl"`.
     */
    output_format?: 'jsonl' | 'parquet';
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

export type ServingModel = {
    domain: string;
    /**
     * The run whose model serves; null: no model of your own does.
     */
    run_id: string | null;
    /**
     * The version of that model.
     */
    version: string | null;
    /**
     * The model that ranks the next match, as in its `models_used`, unless a stage pins a tier.
     */
    serving: {
        tier: 'general' | 'domain' | 'tenant';
        version: string;
    };
    request_id: string;
};

export type SessionFields = {
    /**
     * Opens nothing.
     */
    id: string;
    /**
     * Null: a session of the operator.
     */
    tenant_id: string | null;
    tenant_name: string | null;
    /**
     * The key that it stands for; null: it is that of a member.
     */
    key_id: string | null;
    member_id: string | null;
    /**
     * The mail address of the member.
     */
    email: string | null;
    scopes: Array<'read' | 'write' | 'match' | 'train' | 'data' | 'export' | 'infer' | 'ingest' | 'operator'>;
    created_at: string;
    /**
     * Exact to a minute.
     */
    used_at: string;
    expires_at: string;
};

export type SessionMerge = {
    /**
     * A session with anonymous events, now or later.
     */
    session_id: string;
    /**
     * Whose they are.
     */
    person_id: string;
};

export type SettingInForce = {
    variable: string;
    flag: string;
    /**
     * Null: not set, or a secret.
     */
    value: string | null;
    secret: boolean;
    /**
     * Whether it has a value.
     */
    set: boolean;
    source: 'flag' | 'environment' | 'default';
    meaning: string;
};

export type SettingsInForce = {
    data: Array<SettingInForce>;
    request_id: string;
};

/**
 * Evidence for a value that was read, with the probability that it alone gives: a kind of rule (`phrases`, `number`, `place`, …), `record` (the key at `path`), `side`, `mention` and `label` (the network, at the words and over the text), `model` (the language model). Of a set: means.
 */
export type Signs = {
    [key: string]: number;
};

export type SimilarItems = {
    model_id: string;
    model_version: string;
    item_id: string;
    /**
     * Most similar first, with `boosts` by score, ties by the bytes of the id. Items of which the model knows nothing are left out; empty if it knows nothing of the given one.
     */
    items: Array<{
        item_id: string;
        /**
         * The cosine of the two item vectors, -1 to 1.
         */
        similarity: number;
        /**
         * The similarity and the weights of the boosts. Present with `boosts`.
         */
        score?: number;
        /**
         * Places by which the rules moved the item; above 0: towards the front. Present with `rules`.
         */
        moved?: number;
    }>;
    /**
     * As given.
     */
    boosts?: Array<{
        filter: {
            [key: string]: unknown;
        };
        weight: number;
    }>;
    /**
     * The rules of the request, in order, and what they cost.
     */
    rules?: Array<RuleOutcome>;
    /**
     * Unknown ids that were left out, each once. Present with `unknown_items: "ignore"`, with `person_id` and with `session_id`.
     */
    ignored_item_ids?: Array<string>;
    /**
     * Whether only the newest items were read. Present with `long_history: "truncate"`, with `person_id` and with `session_id`.
     */
    history_truncated?: boolean;
    request_id: string;
};

export type SimilarItemsRequest = {
    /**
     * An item of the model’s catalogue.
     */
    item_id: string;
    /**
     * Item ids, oldest first: those of a person, which are left out. At most one of this, `person_id` and `session_id`.
     */
    history?: Array<string>;
    /**
     * In place of `history`: the events of this person in the newest version of the model’s dataset, and those appended since, selected as for the model’s training. Unknown items are then left out and long histories cut, whatever the request says.
     */
    person_id?: string;
    /**
     * In place of `history`: the events of this anonymous session, read as those of `person_id`. A session that was merged with a person has the events of the person.
     */
    session_id?: string;
    /**
     * Items to rank, each id once. Default: the whole catalogue.
     */
    candidate_item_ids?: Array<string>;
    /**
     * Default: `20`.
     */
    limit?: number;
    /**
     * Whether items of the history are left out. Default: true without `candidate_item_ids`, false with them.
     */
    exclude_seen?: boolean;
    /**
     * Items that are left out. Ids that the catalogue lacks have no effect.
     */
    exclude_item_ids?: Array<string>;
    /**
     * Only items that pass are ranked. The grammar is that of `filters` of POST /v1/match, over the features that the dataset declares for items: a scalar (equals), an array (any of), or an object of `gt`, `gte`, `lt`, `lte`, `ne`, `in`, `nin`, `exists`. Dates are compared as dates; `created_at` where items have it.
     */
    filters?: {
        [key: string]: unknown;
    };
    /**
     * `weight` is added to the score of every item that passes `filter`; the weights of several add up. Scores are log-odds: 0.7 doubles the odds of an item against the others, for every model and after every refit.
     */
    boosts?: Array<{
        filter: {
            [key: string]: unknown;
        };
        weight: number;
    }>;
    /**
     * Shares of the first places and pinned places, held exactly inside of the ranking. Among equal choices the better score comes first, and `limit` is filled. Rules that contradict one another are 400. A rule that the items cannot fill is held as far as they go, and the answer says so; an earlier rule then has precedence. Not together with `diversity`.
     */
    rules?: Array<RankingRule>;
    /**
     * Weight of the difference from the items that come before, by maximal marginal relevance over the model’s item vectors. 0: by score alone. The order changes, scores do not. Default: `0`.
     */
    diversity?: number;
    /**
     * Ids of the history or the candidates that the catalogue lacks: `error` answers 422 `unknown_item`, `ignore` leaves them out and lists them in `ignored_item_ids`. Default: `"error"`.
     */
    unknown_items?: 'error' | 'ignore';
    /**
     * A history above `max_history_items`: `error` answers 422 `history_too_long`, `truncate` reads the newest items. All of its items count as seen. Default: `"error"`.
     */
    long_history?: 'error' | 'truncate';
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
     * How a simulation reads the baskets of the dataset that the model learned from: `single_items`, where a step is one item and not a basket, and the order of a basket is that of its events. null: the dataset has no baskets, the simulation has not succeeded, or an earlier version made it.
     */
    baskets_read_as: 'single_items' | null;
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

export type SimulationFields = {
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
     * How a simulation reads the baskets of the dataset that the model learned from: `single_items`, where a step is one item and not a basket, and the order of a basket is that of its events. null: the dataset has no baskets, the simulation has not succeeded, or an earlier version made it.
     */
    baskets_read_as: 'single_items' | null;
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
};

export type SimulationList = {
    data: Array<SimulationFields>;
    next_cursor: string | null;
    has_more: boolean;
    request_id: string;
};

export type SimulationRequest = SimulateHistories | SimulateDataset;

export type SnowplowPayload = {
    schema: string;
    /**
     * Events of the tracker protocol.
     */
    data: Array<unknown>;
    [key: string]: unknown;
};

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

export type StartedTrainingRun = {
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
        /**
         * How the weight of the outcomes is distributed over keys, seekers and candidates. null: before the evaluation, for shared tiers, and for runs of earlier versions.
         */
        concentration: Concentration | null;
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
    /**
     * true: the run was queued or running before this call, which started none. `force` and `min_triplets` then change nothing.
     */
    already_running: boolean;
};

export type StoredContextItem = {
    context_id: string;
    /**
     * Label of the origin; known ones: chat, transcript, event, upload, note, email.
     */
    source: string;
    content: string;
    /**
     * ISO 8601 in UTC.
     */
    created_at: string;
};

export type StoredProvenance = {
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
    /**
     * Where it stands in the document: `skills[2].name`, "Experience › Acme". Left out at no place.
     */
    path?: string;
    confidence: number;
    signs?: {
        [key: string]: number;
    };
    /**
     * ISO 8601 in UTC.
     */
    at: string;
    from?: Array<string>;
};

export type StoredRecord = {
    /**
     * The version of the domain that read the values.
     */
    schema_version: string;
    /**
     * Values by field, by where they come from. A value of the client wins, then one of feedback. `earlier`: values of a fast reading that the full one corrected; never in force.
     */
    layers: {
        client: {
            [key: string]: StoredValue;
        };
        feedback: {
            [key: string]: StoredValue;
        };
        extracted: {
            [key: string]: StoredValue;
        };
        earlier?: {
            [key: string]: StoredValue;
        };
    };
    extras: {
        [key: string]: unknown;
    };
    preferences: {
        given: {
            [key: string]: unknown;
        } | null;
        given_at: string | null;
        extracted: {
            [key: string]: unknown;
        };
        /**
         * The origin of the extracted values.
         */
        provenance: {
            [key: string]: StoredProvenance;
        };
    };
    last_enriched_at: string | null;
    /**
     * ISO 8601 in UTC.
     */
    updated_at: string;
    /**
     * The stored texts, oldest first. Each gets an id of its own; `context_id` is what values refer to.
     */
    context_items: Array<StoredContextItem>;
};

export type StoredValue = {
    value: string | number | boolean | Array<string>;
    provenance: StoredProvenance;
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

export type StreamedEvent = {
    /**
     * The same each time that the event is sent.
     */
    id: string;
    type: 'match.made' | 'outcome.recorded' | 'person.changed' | 'person.erased' | 'job.finished' | 'training.deployed' | 'training.rejected' | 'events.missed';
    timestamp: string;
    data: {
        [key: string]: unknown;
    };
};

export type SystemState = {
    version: string;
    at: string;
    started_at: string;
    uptime_s: number;
    memory: {
        rss_bytes: number;
        heap_used_bytes: number;
        heap_total_bytes: number;
        external_bytes: number;
    };
    /**
     * Delay of the event loop over the last seconds.
     */
    event_loop: {
        window_s: number;
        p50_ms: number;
        p99_ms: number;
        max_ms: number;
    };
    requests: {
        in_flight: number;
        open_bodies: number;
        by_status: Array<{
            status: number;
            count: number;
        }>;
        /**
         * The 20 with the most requests.
         */
        routes: Array<{
            count: number;
            /**
             * Null where nothing was measured, as the percentiles are.
             */
            mean_ms: number | null;
            /**
             * Interpolated within its bucket.
             */
            p50_ms: number | null;
            p90_ms: number | null;
            p99_ms: number | null;
            method: string;
            route: string;
            /**
             * Answers of 500 and above.
             */
            failed: number;
        }>;
    };
    /**
     * The latest 50 answers of 500 and above and the latest 50 of 400 to 499, newest first.
     */
    errors: Array<RecentError>;
    /**
     * Stages of matches, in their order.
     */
    stages: Array<{
        count: number;
        /**
         * Null where nothing was measured, as the percentiles are.
         */
        mean_ms: number | null;
        /**
         * Interpolated within its bucket.
         */
        p50_ms: number | null;
        p90_ms: number | null;
        p99_ms: number | null;
        buckets: Array<{
            /**
             * Null: without a bound.
             */
            up_to_ms: number | null;
            /**
             * In this bucket alone.
             */
            count: number;
        }>;
        stage: string;
    }>;
    degraded: Array<{
        stage: string;
        reason: string;
        count: number;
    }>;
    indexes: {
        count: number;
        rows: number;
        bytes: number;
        /**
         * Bytes by part: columns, vectors, ids, …
         */
        parts: {
            [key: string]: number;
        };
        /**
         * Memory that all indexes together may use.
         */
        limit_bytes: number;
        /**
         * The 100 largest.
         */
        largest: Array<IndexState>;
        others: {
            count: number;
            rows: number;
            bytes: number;
        };
    };
    changes: {
        /**
         * The greatest sequence of the changes of a domain.
         */
        last_sequence: number;
        /**
         * How far the last of the indexes is behind.
         */
        most_behind: number;
    };
    encoders: {
        serving: string | null;
        /**
         * The encoder of a running switch.
         */
        target: string | null;
        rows_left: number;
        /**
         * Progress of the switch, 0 to 1; 1 where none is running.
         */
        share: number;
    };
    jobs: {
        /**
         * Queued and running jobs of all tenants.
         */
        waiting: Array<{
            kind: string;
            status: string;
            count: number;
            /**
             * How long the oldest one is due.
             */
            oldest_due_s: number | null;
        }>;
        ended: Array<{
            kind: string;
            outcome: string;
            count: number;
        }>;
    };
    models: {
        open: number;
        bytes: number;
    };
    language_model: {
        questions: Array<{
            outcome: string;
            count: number;
        }>;
        input_tokens: number;
        output_tokens: number;
        /**
         * Spent since the start of the process.
         */
        usd: number;
    };
    request_id: string;
};

export type TakenMessages = {
    success: true;
    /**
     * Messages that became a person, an outcome or an event of a dataset.
     */
    stored: number;
    /**
     * Messages that were taken before.
     */
    repeated: number;
    /**
     * Messages that the mapping has no rule for.
     */
    ignored: number;
    /**
     * Their number by event, or by type; at most 20 of these.
     */
    ignored_events: {
        [key: string]: number;
    };
    /**
     * Messages with a fault.
     */
    rejected: number;
    /**
     * The first 20 of them.
     */
    rejects: Array<MessageFault>;
    request_id: string;
};

export type TenantDomain = {
    domain: string;
    /**
     * The version in force.
     */
    version: number;
    /**
     * Pending triplets that start a training run.
     */
    threshold: number;
    /**
     * The labels of outcomes that the tenant added, with their polarity.
     */
    labels: {
        [key: string]: number;
    };
    /**
     * People in the candidate index; null while no index of the domain is open.
     */
    people: number | null;
    /**
     * Null: off.
     */
    fair_exposure: FairExposureInForce | null;
    /**
     * Share of places that show drawn candidates; null: 0.05 once a model that the own outcomes trained serves, else 0.
     */
    explore: number | null;
    /**
     * The engine that finds the candidates.
     */
    engine: 'memory' | 'opensearch';
};

export type TenantFields = {
    id: string;
    name: string;
    email: string;
    created_at: string;
    /**
     * In the order in which they were enabled.
     */
    domains: Array<TenantDomain>;
    settings: TenantSettings;
};

export type TenantSettings = {
    /**
     * Whether outcomes may train the tiers that all tenants share.
     */
    share_outcomes: boolean;
    /**
     * Whether the bytes of documents (POST /v1/documents) are kept.
     */
    keep_documents: boolean;
    /**
     * Null: as the service is configured.
     */
    extraction: 'rules' | 'llm' | 'both' | null;
    /**
     * Hosts that `memory_ref` may reach by plain http.
     */
    memory_hosts: Array<string>;
    memory_header_set: boolean;
    /**
     * Scheme and host of the enrichment endpoint.
     */
    enrichment_origin: string | null;
    enrichment_header_set: boolean;
    /**
     * Null: the language model of the service, if it has one.
     */
    language_model: {
        /**
         * Scheme and host; null: the server of the service.
         */
        origin: string | null;
        /**
         * Null: the model of the service.
         */
        model: string | null;
        api_key_set: boolean;
        /**
         * US dollars a UTC day; null: see `daily_limit`.
         */
        daily_usd: number | null;
        /**
         * Whose daily limit counts.
         */
        daily_limit: 'own' | 'none' | 'service';
        /**
         * Questions at once; null: as the service is configured.
         */
        concurrency: number | null;
    } | null;
};

export type TermChange = {
    /**
     * Added to the curve of the term: [[x, points], …] with ascending x.
     */
    knots?: Array<[
        number,
        number
    ]>;
    same?: number;
    different?: number;
    /**
     * Added to the `default` of a matrix: the points of pairs that it does not list.
     */
    unlisted?: number;
    missing?: number;
    points?: {
        [key: string]: number;
    };
    same_value?: {
        [key: string]: number;
    };
    matrix?: {
        [key: string]: {
            [key: string]: number;
        };
    };
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

export type TrackMessage = {
    /**
     * A message of the same id is taken once in seven days. Default: a hash of the message.
     */
    messageId?: string | null;
    /**
     * The person.
     */
    userId?: string | null;
    /**
     * A device whose person is not known: the `session_id` of its events. An `identify` with both ids merges the session with the person in the datasets of the mapping.
     */
    anonymousId?: string | null;
    /**
     * When it happened: ISO 8601 with date, time and zone. Default: when it arrived.
     */
    timestamp?: string;
    /**
     * The act of the person.
     */
    event: string;
    /**
     * More of it, by name.
     */
    properties?: {
        [key: string]: unknown;
    } | null;
    [key: string]: unknown;
};

/**
 * Further keys are values in the grammar of mappings over the message: `seeker_id`, `candidate_id`, `outcome`, `weight`, `match_id` of `feedback`; `event_id`, `person_id`, `session_id`, `item_id`, `kind`, `timestamp`, `value`, `basket_id` of `events`; and `reject`, `clean`, `missing`.
 */
export type TrackRule = {
    /**
     * Names of the events.
     */
    event: string | Array<string>;
    /**
     * An outcome of a match, or an event of a dataset.
     */
    into: 'feedback' | 'events';
    /**
     * The domain of `feedback`. Default: the only domain.
     */
    domain?: string;
    /**
     * The id or the name of the dataset of `events`.
     */
    dataset?: string;
    [key: string]: unknown;
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
        /**
         * How the weight of the outcomes is distributed over keys, seekers and candidates. null: before the evaluation, for shared tiers, and for runs of earlier versions.
         */
        concentration: Concentration | null;
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

export type TrainingRunDetail = {
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
        /**
         * How the weight of the outcomes is distributed over keys, seekers and candidates. null: before the evaluation, for shared tiers, and for runs of earlier versions.
         */
        concentration: Concentration | null;
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
    /**
     * Terms that the model of the run learned beside those that the domain declares, biggest changes first. Absent where the run has no model, or one of another version of the domain.
     */
    terms?: Array<ModelTerm>;
};

export type TrainingRunList = {
    data: Array<TrainingRun>;
    next_cursor: string | null;
    has_more: boolean;
    request_id: string;
};

export type Trending = {
    dataset_id: string;
    window: {
        /**
         * Events after this moment.
         */
        from: string;
        /**
         * Events up to this moment, and at it.
         */
        until: string;
    };
    /**
     * The window before, equally long.
     */
    before: {
        /**
         * Events after this moment.
         */
        from: string;
        /**
         * Events up to this moment, and at it.
         */
        until: string;
    };
    /**
     * Items with more events than before, the steepest rise first. No person is named.
     */
    items: Array<{
        item_id: string;
        /**
         * In the window.
         */
        events: number;
        /**
         * The people of these events.
         */
        people: number;
        /**
         * In the window before.
         */
        events_before: number;
        /**
         * The difference of the two counts over the square root of their sum and one. Up to 2 may be chance.
         */
        rise: number;
    }>;
    request_id: string;
};

export type TrendingRequest = {
    /**
     * The length of the window, and of the one before it that it is compared with. Default: `168`.
     */
    window_hours?: number;
    /**
     * The end of the window. Default: the time of the newest event.
     */
    until?: string;
    /**
     * Only events of these kinds. Default: all. Events with a value below 0 never count.
     */
    kinds?: Array<string>;
    /**
     * Only items that pass, by the features that the dataset declares for items, as in `predict`.
     */
    filters?: {
        [key: string]: unknown;
    };
    /**
     * Only events of people who pass, in the same grammar, by the features that the dataset declares for people.
     */
    person_filters?: {
        [key: string]: unknown;
    };
    /**
     * Default: `20`.
     */
    limit?: number;
};

export type UpsertUserRequest = {
    user_id: string;
    /**
     * The name of the domain.
     */
    domain: string;
    /**
     * Free text; fields are extracted against the domain schema. At most 256 KiB of UTF-8.
     */
    context?: string;
    /**
     * Typed values by field name; win over extracted ones. Null and an empty list are no value. Unknown keys go to `extras`.
     */
    fields?: {
        [key: string]: unknown;
    };
    /**
     * https address of a memory store that the customer operates.
     */
    memory_ref?: string;
    /**
     * Requirements for a counterpart, in the grammar of `filters` of POST /v1/match. Null and an empty list are none.
     */
    preferences?: {
        [key: string]: unknown;
    };
    /**
     * Remove everything that this call does not give.
     */
    replace?: boolean;
    /**
     * Lay the values of this call over the stored ones, value by value, and add its text, instead of replacing those parts. `replace` and `record` leave nothing to lay them over.
     */
    merge?: boolean;
    /**
     * The person as an export has it; in place of context, fields, memory_ref and preferences. It replaces the record; no text is read again.
     */
    record?: StoredRecord;
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
 * The line was refused; `status` is what POST /v1/users would have answered.
 */
export type UpsertedLineRefused = {
    line: number;
    status: number;
    error: {
        code: 'invalid_request' | 'forbidden' | 'domain_not_found' | 'conflict' | 'idempotency_in_progress' | 'payload_too_large' | 'erased' | 'idempotency_key_reused' | 'duplicate_id' | 'invalid_field_value' | 'unknown_filter' | 'internal' | 'warming_up' | 'dependency_unavailable';
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
    /**
     * Parts that were taken and not understood, or could not be asked for. The rest of the call succeeded.
     */
    warnings?: Array<AnswerWarning>;
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
     * The same by domain as it is stored: with `context_items` of the domain (without their `domain`) it is a `record` of POST /v1/users (`StoredRecord`).
     */
    stored: {
        [key: string]: {
            [key: string]: unknown;
        };
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
     * By domain and candidate; behind them those that were replaced.
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
         * False where a later label of the pair superseded this one, or the same label sent with another key replaced it.
         */
        current: boolean;
    }>;
    /**
     * By domain and seeker; behind them those that were replaced.
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
         * False where a later label of the pair superseded this one, or the same label sent with another key replaced it.
         */
        current: boolean;
    }>;
    /**
     * Answers of POST /v1/match that the user received, oldest first.
     */
    matches_shown_to: Array<{
        match_id: string;
        domain: string;
        at: string;
        /**
         * When feedback confirmed that all of the answer was really seen; absent where none did.
         */
        confirmed_at?: string;
        candidates: Array<{
            user_id: string;
            position: number;
            score: number;
            /**
             * When feedback confirmed that this candidate was really seen; absent where none did.
             */
            confirmed_at?: string;
            /**
             * True: drawn from below the cut.
             */
            explored?: boolean;
            /**
             * The probability of being shown; absent: the match did not explore.
             */
            propensity?: number;
        }>;
    }>;
    /**
     * Answers of POST /v1/match to others in which the user stood, oldest first.
     */
    matches_shown_in: Array<{
        match_id: string;
        domain: string;
        at: string;
        seeker_id: string;
        position: number;
        score: number;
        /**
         * When feedback confirmed that the user, or all of the answer, was really seen; absent where none did.
         */
        confirmed_at?: string;
        /**
         * True: drawn from below the cut.
         */
        explored?: boolean;
        /**
         * The probability of being shown; absent: the match did not explore.
         */
        propensity?: number;
    }>;
    /**
     * Files whose bytes are kept, where the workspace says so; oldest first.
     */
    documents: Array<KeptDocumentEntry>;
    /**
     * By domain, where fair exposure counts what the user was shown.
     */
    fair_exposure: Array<{
        domain: string;
        /**
         * A sum that fades, at `at`.
         */
        expected_likes: number;
        /**
         * Log-odds, which order the user behind others.
         */
        price: number;
        /**
         * Whether the hard cap keeps the user from being shown.
         */
        over_capacity: boolean;
        at: string;
    }>;
    request_id: string;
};

export type UserList = {
    data: Array<UserSummary>;
    next_cursor: string | null;
    has_more: boolean;
    request_id: string;
    /**
     * People of the domain, whatever the query.
     */
    people: number;
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
            /**
             * How far from the centre of a country or region nearly all of its people live. Within a distance is only who is within it with all of the area; a distance from an area begins at its edge.
             */
            radius_km?: number;
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
    /**
     * Present with `alternatives=true`: known values that are not in force, by field; strongest source first. Another source overrode them, or they are of a fast reading that the full one corrected.
     */
    alternatives?: {
        [key: string]: Array<AlternativeValue>;
    };
    /**
     * Present with `explain=true`: readings of stored texts that were not taken, by field or key of a preference; at most 5 each, the most probable first.
     */
    lost?: {
        [key: string]: Array<LostReading>;
    };
    /**
     * Parts that were taken and not understood, or could not be asked for. The rest of the call succeeded.
     */
    warnings?: Array<AnswerWarning>;
    last_enriched_at: string | null;
    updated_at: string;
};

export type UserRecords = {
    user_id: string;
    domains: {
        [key: string]: UserRecord;
    };
};

export type UserSearch = {
    /**
     * The name of the domain.
     */
    domain: string;
    /**
     * The beginning of the id, or of a word of a title or of a hard field. Case and accents do not count. Each of several words must be found.
     */
    q?: string;
    /**
     * In the grammar of the `filters` of POST /match, without `exclude_outcomes`. A distance needs `<geo field>_from`.
     */
    filters?: {
        [key: string]: unknown;
    };
    /**
     * People without a value come last. Default: by the word that was found, then by the id.
     */
    sort?: {
        /**
         * `user_id`, `created_at`, `updated_at`, or a hard field that has one value.
         */
        by: string;
        /**
         * Default: `"asc"`.
         */
        order?: 'asc' | 'desc';
    };
    /**
     * Only these users, in the order of the bytes of their ids, in place of the other keys. Unknown ids are left out.
     */
    user_ids?: Array<string>;
    /**
     * Default: `20`.
     */
    limit?: number;
    /**
     * `next_cursor` of the previous page. Opaque; valid only with the same search.
     */
    cursor?: string;
};

export type UserSearchResult = {
    data: Array<FoundUser>;
    next_cursor: string | null;
    has_more: boolean;
    request_id: string;
    /**
     * People of the domain, whatever the search.
     */
    people: number;
    /**
     * False where the search ended before it had seen all: it looks at 5,000 people at most. A page may be short or empty then, and `next_cursor` goes on behind it. With `sort`, others may come before these.
     */
    complete: boolean;
};

export type UserSummary = {
    user_id: string;
    /**
     * Whether others may be shown this person: no field is missing that the domain requires.
     */
    complete: boolean;
    created_at: string;
    updated_at: string;
    /**
     * Texts of more than 200 characters are cut and end in «…»; lists of more than 4,096 characters are left out.
     */
    fields: {
        [key: string]: unknown;
    };
};

export type Webhook = {
    /**
     * `wh_…`
     */
    id: string;
    url: string;
    /**
     * null: all.
     */
    events: Array<'training.deployed' | 'training.rejected' | 'match.mutual' | 'job.finished' | 'dataset.version' | 'drift.alert' | 'person.erased'> | null;
    description: string | null;
    enabled: boolean;
    disabled_at: string | null;
    /**
     * In words: by request, or by an answer with status 410.
     */
    disabled_because: string | null;
    /**
     * After a rotation: until when the earlier secret signs, too.
     */
    earlier_secret_until: string | null;
    created_at: string;
    request_id: string;
};

export type WebhookDelivery = {
    /**
     * `whd_…`
     */
    id: string;
    webhook_id: string;
    /**
     * `evt_…`: the header `webhook-id` of every attempt.
     */
    event_id: string;
    type: 'training.deployed' | 'training.rejected' | 'match.mutual' | 'job.finished' | 'dataset.version' | 'drift.alert' | 'person.erased' | 'webhook.test';
    /**
     * `pending`: not taken yet, tried again. `failed`: given up after a day, or switched off.
     */
    status: 'pending' | 'delivered' | 'failed';
    /**
     * The last 30, oldest first.
     */
    attempts: Array<{
        at: string;
        /**
         * HTTP status of the answer; null: there was none, as from a topic of Kafka.
         */
        status: number | null;
        /**
         * Why it counts as failed; null: it was taken.
         */
        error: string | null;
        duration_ms: number;
    }>;
    next_attempt_at: string | null;
    /**
     * The body that is sent. null: it named an erased person, and is not kept.
     */
    payload: {
        type: string;
        timestamp: string;
        data: {
            [key: string]: unknown;
        };
    } | null;
    created_at: string;
    finished_at: string | null;
    request_id: string;
};

export type WebhookDeliveryFields = {
    /**
     * `whd_…`
     */
    id: string;
    webhook_id: string;
    /**
     * `evt_…`: the header `webhook-id` of every attempt.
     */
    event_id: string;
    type: 'training.deployed' | 'training.rejected' | 'match.mutual' | 'job.finished' | 'dataset.version' | 'drift.alert' | 'person.erased' | 'webhook.test';
    /**
     * `pending`: not taken yet, tried again. `failed`: given up after a day, or switched off.
     */
    status: 'pending' | 'delivered' | 'failed';
    /**
     * The last 30, oldest first.
     */
    attempts: Array<{
        at: string;
        /**
         * HTTP status of the answer; null: there was none, as from a topic of Kafka.
         */
        status: number | null;
        /**
         * Why it counts as failed; null: it was taken.
         */
        error: string | null;
        duration_ms: number;
    }>;
    next_attempt_at: string | null;
    /**
     * The body that is sent. null: it named an erased person, and is not kept.
     */
    payload: {
        type: string;
        timestamp: string;
        data: {
            [key: string]: unknown;
        };
    } | null;
    created_at: string;
    finished_at: string | null;
};

export type WebhookDeliveryList = {
    data: Array<WebhookDeliveryFields>;
    next_cursor: string | null;
    has_more: boolean;
    request_id: string;
};

export type WebhookFields = {
    /**
     * `wh_…`
     */
    id: string;
    url: string;
    /**
     * null: all.
     */
    events: Array<'training.deployed' | 'training.rejected' | 'match.mutual' | 'job.finished' | 'dataset.version' | 'drift.alert' | 'person.erased'> | null;
    description: string | null;
    enabled: boolean;
    disabled_at: string | null;
    /**
     * In words: by request, or by an answer with status 410.
     */
    disabled_because: string | null;
    /**
     * After a rotation: until when the earlier secret signs, too.
     */
    earlier_secret_until: string | null;
    created_at: string;
};

export type WebhookList = {
    data: Array<WebhookFields>;
    request_id: string;
};

export type WebhookWithSecret = {
    /**
     * `wh_…`
     */
    id: string;
    url: string;
    /**
     * null: all.
     */
    events: Array<'training.deployed' | 'training.rejected' | 'match.mutual' | 'job.finished' | 'dataset.version' | 'drift.alert' | 'person.erased'> | null;
    description: string | null;
    enabled: boolean;
    disabled_at: string | null;
    /**
     * In words: by request, or by an answer with status 410.
     */
    disabled_because: string | null;
    /**
     * After a rotation: until when the earlier secret signs, too.
     */
    earlier_secret_until: string | null;
    created_at: string;
    request_id: string;
    /**
     * `whsec_…`: signs the deliveries. Shown in this answer alone; it cannot be read again.
     */
    secret: string;
};

export type WeightShare = {
    /**
     * null: outcomes from before keys were recorded, or sent without a key; an erased person.
     */
    id: string | null;
    outcomes: number;
    share_of_outcomes: number;
    /**
     * Share of the weight as it was sent, with the polarity of the labels.
     */
    share_sent: number;
    /**
     * Share of the weight that counts after the bounds.
     */
    share_used: number;
};

/**
 * Outcomes for which all given conditions hold. At least one is given beside `domain`.
 */
export type WithdrawRequest = {
    /**
     * The name of the domain.
     */
    domain: string;
    /**
     * Outcomes that were sent with this key of yours, also with a revoked one.
     */
    key_id?: string;
    /**
     * Outcomes of this seeker.
     */
    seeker_id?: string;
    /**
     * Outcomes on this candidate.
     */
    candidate_id?: string;
    /**
     * Outcomes of this time or later, to the millisecond. The time at which the service took the outcome counts.
     */
    since?: string;
    /**
     * Outcomes of this time or earlier, to the millisecond. The time at which the service took the outcome counts.
     */
    until?: string;
    /**
     * Only count; nothing changes. Default: `false`.
     */
    dry_run?: boolean;
};

export type Withdrawal = {
    /**
     * Outcomes that this call took back, superseded ones included; in a dry run, all that are selected.
     */
    withdrawn: number;
    /**
     * Triplets that named a pair whose current outcome was taken back.
     */
    triplets_withdrawn: number;
    /**
     * Triplets made for labels that stand again and for outcomes that were left without one; 0 in a dry run.
     */
    triplets_recomputed: number;
    /**
     * Selected outcomes that are left because the call reached its bound: repeat it. 0: all are taken back.
     */
    remaining: number;
    /**
     * The run that learns from what is left. null: a dry run, nothing was selected, some remain, or nothing is left to learn from.
     */
    run_id: string | null;
    request_id: string;
};

export type ListUsersData = {
    body?: never;
    path?: never;
    query: {
        /**
         * How many, 1 to 100.
         */
        limit?: number;
        /**
         * `next_cursor` of the previous page. Opaque; valid only with the same `domain` and `prefix`.
         */
        cursor?: string;
        /**
         * The name of the domain.
         */
        domain: string;
        /**
         * Only ids that begin with it, compared exactly: letters of another case or of another Unicode normalization differ, and `%` and `_` stand for themselves.
         */
        prefix?: string;
        /**
         * Only these users, the parameter once for each of at most 100: `user_ids=a&user_ids=b`, in place of `prefix`, `cursor` and `limit`. Unknown ids are left out.
         */
        user_ids?: Array<string>;
    };
    url: '/v1/users';
};

export type ListUsersErrors = {
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
     * `overloaded`, `dependency_unavailable`
     */
    503: Error & {
        error?: {
            code?: 'overloaded' | 'dependency_unavailable';
        };
    };
};

export type ListUsersError = ListUsersErrors[keyof ListUsersErrors];

export type ListUsersResponses = {
    /**
     * A page.
     */
    200: UserList;
};

export type ListUsersResponse = ListUsersResponses[keyof ListUsersResponses];

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
     * `idempotency_in_progress`, `conflict`, `erased`
     */
    409: Error & {
        error?: {
            code?: 'idempotency_in_progress' | 'conflict' | 'erased';
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
        /**
         * A line whose user and domain an earlier line of the request has: `refuse` (default) answers 422 `duplicate_id`; `replace` writes it as a POST /v1/users after the other; `merge` lays its values over those of the other, and adds its text. The first 10,000,000 ids are compared.
         */
        repeated?: 'refuse' | 'replace' | 'merge';
        /**
         * How deep the texts are read before a line is stored. `fast` (default): by structure and rules; where a full reading may differ, a job of the kind `full_reading` reads the stored texts in full, one job a domain. `full`: as POST /v1/users reads them.
         */
        reading?: 'fast' | 'full';
        /**
         * `true`: nothing is stored. A line that would be stored has its `user_id` in its answer, another one the error that it would meet. Texts are not read, and no other host is asked. Default: `false`.
         */
        dry_run?: 'true' | 'false';
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
     * `idempotency_in_progress`, `conflict`, `erased`
     */
    409: Error & {
        error?: {
            code?: 'idempotency_in_progress' | 'conflict' | 'erased';
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
     * The changes.
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
        /**
         * `true`: nothing may be stored for the id from now on (409 `erased`), until DELETE /v1/blocked-users/{user_id}. Goes without `domain`. Default: `false`.
         */
        block?: 'true' | 'false';
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
     * The erased data.
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
        /**
         * `true`: the record also has the values that another source overrode. Default: `false`.
         */
        alternatives?: 'true' | 'false';
        /**
         * `true`: the record also has what its texts may say and what was not taken, with the reasons (`lost`). Rules and network read the texts again: those that values are from, then the newest; at most 10. Default: `false`.
         */
        explain?: 'true' | 'false';
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
     * `overloaded`, `dependency_unavailable`
     */
    503: Error & {
        error?: {
            code?: 'overloaded' | 'dependency_unavailable';
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

export type PatchUserData = {
    body: PatchUserRequest;
    headers?: {
        /**
         * 1 to 255 characters. The same key with the same body within 24 hours gives the first answer again.
         */
        'Idempotency-Key'?: string;
    };
    path: {
        /**
         * The id, percent-encoded: 1 to 256 characters of any printable Unicode (`a/b` is `a%2Fb`).
         */
        user_id: string;
    };
    query: {
        /**
         * The domain of the record that is changed.
         */
        domain: string;
    };
    url: '/v1/users/{user_id}';
};

export type PatchUserErrors = {
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

export type PatchUserError = PatchUserErrors[keyof PatchUserErrors];

export type PatchUserResponses = {
    /**
     * The user record, every value with its provenance.
     */
    200: UserRecord;
};

export type PatchUserResponse = PatchUserResponses[keyof PatchUserResponses];

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
     * `overloaded`, `dependency_unavailable`
     */
    503: Error & {
        error?: {
            code?: 'overloaded' | 'dependency_unavailable';
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

export type SearchUsersData = {
    body: UserSearch;
    path?: never;
    query?: never;
    url: '/v1/users/search';
};

export type SearchUsersErrors = {
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
     * `unknown_filter`, `location_unknown`
     */
    422: Error & {
        error?: {
            code?: 'unknown_filter' | 'location_unknown';
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

export type SearchUsersError = SearchUsersErrors[keyof SearchUsersErrors];

export type SearchUsersResponses = {
    /**
     * A page.
     */
    200: UserSearchResult;
};

export type SearchUsersResponse = SearchUsersResponses[keyof SearchUsersResponses];

export type UnblockUserData = {
    body?: never;
    path: {
        /**
         * The id, percent-encoded: 1 to 256 characters of any printable Unicode (`a/b` is `a%2Fb`).
         */
        user_id: string;
    };
    query?: never;
    url: '/v1/blocked-users/{user_id}';
};

export type UnblockUserErrors = {
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
     * `overloaded`, `dependency_unavailable`
     */
    503: Error & {
        error?: {
            code?: 'overloaded' | 'dependency_unavailable';
        };
    };
};

export type UnblockUserError = UnblockUserErrors[keyof UnblockUserErrors];

export type UnblockUserResponses = {
    /**
     * The block is lifted.
     */
    200: LiftedBlock;
};

export type UnblockUserResponse = UnblockUserResponses[keyof UnblockUserResponses];

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
     * `overloaded`, `dependency_unavailable`
     */
    503: Error & {
        error?: {
            code?: 'overloaded' | 'dependency_unavailable';
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

export type ListDomainsData = {
    body?: never;
    path?: never;
    query?: never;
    url: '/v1/domains';
};

export type ListDomainsErrors = {
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
     * `overloaded`, `dependency_unavailable`
     */
    503: Error & {
        error?: {
            code?: 'overloaded' | 'dependency_unavailable';
        };
    };
};

export type ListDomainsError = ListDomainsErrors[keyof ListDomainsErrors];

export type ListDomainsResponses = {
    /**
     * All enabled domains.
     */
    200: DomainList;
};

export type ListDomainsResponse = ListDomainsResponses[keyof ListDomainsResponses];

export type GetDomainData = {
    body?: never;
    path: {
        /**
         * The name of the domain.
         */
        domain: string;
    };
    query?: {
        /**
         * A version of the domain. Default: the one in force.
         */
        version?: number;
    };
    url: '/v1/domains/{domain}';
};

export type GetDomainErrors = {
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
     * `overloaded`, `dependency_unavailable`
     */
    503: Error & {
        error?: {
            code?: 'overloaded' | 'dependency_unavailable';
        };
    };
};

export type GetDomainError = GetDomainErrors[keyof GetDomainErrors];

export type GetDomainResponses = {
    /**
     * The definition.
     */
    200: DomainSource;
};

export type GetDomainResponse = GetDomainResponses[keyof GetDomainResponses];

export type CheckDomainData = {
    body: DomainCheckRequest;
    path?: never;
    query?: never;
    url: '/v1/domains/check';
};

export type CheckDomainErrors = {
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
     * `not_found`
     */
    404: Error & {
        error?: {
            code?: 'not_found';
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

export type CheckDomainError = CheckDomainErrors[keyof CheckDomainErrors];

export type CheckDomainResponses = {
    /**
     * Faults, or what the definition says.
     */
    200: DomainCheck;
};

export type CheckDomainResponse = CheckDomainResponses[keyof CheckDomainResponses];

export type ListDomainSamplesData = {
    body?: never;
    path: {
        /**
         * The name of the domain.
         */
        domain: string;
    };
    query?: never;
    url: '/v1/domains/{domain}/samples';
};

export type ListDomainSamplesErrors = {
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
     * `domain_not_found`, `not_found`
     */
    404: Error & {
        error?: {
            code?: 'domain_not_found' | 'not_found';
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

export type ListDomainSamplesError = ListDomainSamplesErrors[keyof ListDomainSamplesErrors];

export type ListDomainSamplesResponses = {
    /**
     * The sample people.
     */
    200: DomainSamples;
};

export type ListDomainSamplesResponse = ListDomainSamplesResponses[keyof ListDomainSamplesResponses];

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
     * `idempotency_in_progress`, `conflict`, `erased`
     */
    409: Error & {
        error?: {
            code?: 'idempotency_in_progress' | 'conflict' | 'erased';
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

export type MatchBatchData = {
    body: MatchBatchRequest;
    headers: {
        /**
         * 8 to 128 characters. The same key with the same body within 24 hours gives the first answer again.
         */
        'Idempotency-Key': string;
    };
    path?: never;
    query?: never;
    url: '/v1/match/batch';
};

export type MatchBatchErrors = {
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
     * `idempotency_key_reused`, `duplicate_id`, `unknown_filter`, `unknown_outcome`, `invalid_field_value`, `model_unavailable`, `location_unknown`, `unsupported_format`
     */
    422: Error & {
        error?: {
            code?: 'idempotency_key_reused' | 'duplicate_id' | 'unknown_filter' | 'unknown_outcome' | 'invalid_field_value' | 'model_unavailable' | 'location_unknown' | 'unsupported_format';
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

export type MatchBatchError = MatchBatchErrors[keyof MatchBatchErrors];

export type MatchBatchResponses = {
    /**
     * The job that does it. Poll GET /v1/jobs/{job_id} until it has ended.
     */
    202: Job;
};

export type MatchBatchResponse = MatchBatchResponses[keyof MatchBatchResponses];

export type GetMatchData = {
    body?: never;
    path: {
        /**
         * The `match_id` of an answer of POST /v1/match.
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
     * `overloaded`, `dependency_unavailable`
     */
    503: Error & {
        error?: {
            code?: 'overloaded' | 'dependency_unavailable';
        };
    };
};

export type GetMatchError = GetMatchErrors[keyof GetMatchErrors];

export type GetMatchResponses = {
    /**
     * The shown match.
     */
    200: MatchRecord;
};

export type GetMatchResponse = GetMatchResponses[keyof GetMatchResponses];

export type ListMatchesData = {
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
         * Only matches of this seeker.
         */
        user_id?: string;
        /**
         * Only matches that showed this user.
         */
        candidate_id?: string;
        /**
         * Only matches that this API key asked for.
         */
        key_id?: string;
        /**
         * Only matches of this domain.
         */
        domain?: string;
        /**
         * Only matches at or after this time.
         */
        from?: string;
        /**
         * Only matches before this time.
         */
        to?: string;
    };
    url: '/v1/matches';
};

export type ListMatchesErrors = {
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
     * `overloaded`, `dependency_unavailable`
     */
    503: Error & {
        error?: {
            code?: 'overloaded' | 'dependency_unavailable';
        };
    };
};

export type ListMatchesError = ListMatchesErrors[keyof ListMatchesErrors];

export type ListMatchesResponses = {
    /**
     * A page.
     */
    200: MatchLog;
};

export type ListMatchesResponse = ListMatchesResponses[keyof ListMatchesResponses];

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
     * The accepted outcomes, and those that wait for training.
     */
    200: FeedbackSummary;
};

export type SendFeedbackResponse = SendFeedbackResponses[keyof SendFeedbackResponses];

export type WithdrawOutcomesData = {
    body: WithdrawRequest;
    headers?: {
        /**
         * 1 to 255 characters. The same key with the same body within 24 hours gives the first answer again.
         */
        'Idempotency-Key'?: string;
    };
    path?: never;
    query?: never;
    url: '/v1/outcomes/withdraw';
};

export type WithdrawOutcomesErrors = {
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
     * `domain_not_found`, `not_found`
     */
    404: Error & {
        error?: {
            code?: 'domain_not_found' | 'not_found';
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

export type WithdrawOutcomesError = WithdrawOutcomesErrors[keyof WithdrawOutcomesErrors];

export type WithdrawOutcomesResponses = {
    /**
     * The withdrawn outcomes, and the run that follows.
     */
    200: Withdrawal;
};

export type WithdrawOutcomesResponse = WithdrawOutcomesResponses[keyof WithdrawOutcomesResponses];

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
    202: StartedTrainingRun;
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
     * `overloaded`, `dependency_unavailable`
     */
    503: Error & {
        error?: {
            code?: 'overloaded' | 'dependency_unavailable';
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
         * The `run_id` of an answer of POST /v1/train.
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
     * `overloaded`, `dependency_unavailable`
     */
    503: Error & {
        error?: {
            code?: 'overloaded' | 'dependency_unavailable';
        };
    };
};

export type GetTrainingRunError = GetTrainingRunErrors[keyof GetTrainingRunErrors];

export type GetTrainingRunResponses = {
    /**
     * The run.
     */
    200: TrainingRunDetail;
};

export type GetTrainingRunResponse = GetTrainingRunResponses[keyof GetTrainingRunResponses];

export type DeployTrainingRunData = {
    body?: never;
    path: {
        /**
         * The `run_id` of an answer of POST /v1/train.
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

export type DeployModelData = {
    body: DeployRequest;
    path?: never;
    query?: never;
    url: '/v1/train/deploy';
};

export type DeployModelErrors = {
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
     * `domain_not_found`, `run_not_found`
     */
    404: Error & {
        error?: {
            code?: 'domain_not_found' | 'run_not_found';
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
     * `conflict`
     */
    409: Error & {
        error?: {
            code?: 'conflict';
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

export type DeployModelError = DeployModelErrors[keyof DeployModelErrors];

export type DeployModelResponses = {
    /**
     * The model that serves from now on.
     */
    200: ServingModel;
};

export type DeployModelResponse = DeployModelResponses[keyof DeployModelResponses];

export type CancelTrainingRunData = {
    body?: never;
    path: {
        /**
         * The `run_id` of an answer of POST /v1/train.
         */
        run_id: string;
    };
    query?: never;
    url: '/v1/train/runs/{run_id}/cancel';
};

export type CancelTrainingRunErrors = {
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

export type CancelTrainingRunError = CancelTrainingRunErrors[keyof CancelTrainingRunErrors];

export type CancelTrainingRunResponses = {
    /**
     * The run as it is now.
     */
    200: TrainingRun;
};

export type CancelTrainingRunResponse = CancelTrainingRunResponses[keyof CancelTrainingRunResponses];

export type GetOutcomeStatisticsData = {
    body?: never;
    path?: never;
    query: {
        /**
         * The name of the domain.
         */
        domain: string;
        /**
         * How many days, 1 to 365. The last one is today (UTC).
         */
        days?: number;
    };
    url: '/v1/statistics/outcomes';
};

export type GetOutcomeStatisticsErrors = {
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
     * `overloaded`, `dependency_unavailable`
     */
    503: Error & {
        error?: {
            code?: 'overloaded' | 'dependency_unavailable';
        };
    };
};

export type GetOutcomeStatisticsError = GetOutcomeStatisticsErrors[keyof GetOutcomeStatisticsErrors];

export type GetOutcomeStatisticsResponses = {
    /**
     * The counts.
     */
    200: OutcomeStatistics;
};

export type GetOutcomeStatisticsResponse = GetOutcomeStatisticsResponses[keyof GetOutcomeStatisticsResponses];

export type GetMatchStatisticsData = {
    body?: never;
    path?: never;
    query: {
        /**
         * The name of the domain.
         */
        domain: string;
        /**
         * How many days, 1 to 365. The last one is today (UTC).
         */
        days?: number;
    };
    url: '/v1/statistics/matches';
};

export type GetMatchStatisticsErrors = {
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
     * `overloaded`, `dependency_unavailable`
     */
    503: Error & {
        error?: {
            code?: 'overloaded' | 'dependency_unavailable';
        };
    };
};

export type GetMatchStatisticsError = GetMatchStatisticsErrors[keyof GetMatchStatisticsErrors];

export type GetMatchStatisticsResponses = {
    /**
     * The counts.
     */
    200: MatchStatistics;
};

export type GetMatchStatisticsResponse = GetMatchStatisticsResponses[keyof GetMatchStatisticsResponses];

export type GetExposureStatisticsData = {
    body?: never;
    path?: never;
    query: {
        /**
         * The name of the domain.
         */
        domain: string;
        /**
         * How many days, 1 to 365. The last one is today (UTC).
         */
        days?: number;
    };
    url: '/v1/statistics/exposure';
};

export type GetExposureStatisticsErrors = {
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
     * `overloaded`, `dependency_unavailable`
     */
    503: Error & {
        error?: {
            code?: 'overloaded' | 'dependency_unavailable';
        };
    };
};

export type GetExposureStatisticsError = GetExposureStatisticsErrors[keyof GetExposureStatisticsErrors];

export type GetExposureStatisticsResponses = {
    /**
     * The counts.
     */
    200: ExposureStatistics;
};

export type GetExposureStatisticsResponse = GetExposureStatisticsResponses[keyof GetExposureStatisticsResponses];

export type GetFieldStatisticsData = {
    body?: never;
    path?: never;
    query: {
        /**
         * The name of the domain.
         */
        domain: string;
        /**
         * The name of a field: `examples` has people of the sample whose value is not understood or was corrected. Needs the scope `read`.
         */
        examples_of?: string;
    };
    url: '/v1/statistics/fields';
};

export type GetFieldStatisticsErrors = {
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
     * `overloaded`, `dependency_unavailable`
     */
    503: Error & {
        error?: {
            code?: 'overloaded' | 'dependency_unavailable';
        };
    };
};

export type GetFieldStatisticsError = GetFieldStatisticsErrors[keyof GetFieldStatisticsErrors];

export type GetFieldStatisticsResponses = {
    /**
     * The counts.
     */
    200: FieldStatistics;
};

export type GetFieldStatisticsResponse = GetFieldStatisticsResponses[keyof GetFieldStatisticsResponses];

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
     * `overloaded`, `dependency_unavailable`
     */
    503: Error & {
        error?: {
            code?: 'overloaded' | 'dependency_unavailable';
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
     * `idempotency_in_progress`, `conflict`, `erased`
     */
    409: Error & {
        error?: {
            code?: 'idempotency_in_progress' | 'conflict' | 'erased';
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

export type DeleteDatasetData = {
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

export type DeleteDatasetErrors = {
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

export type DeleteDatasetError = DeleteDatasetErrors[keyof DeleteDatasetErrors];

export type DeleteDatasetResponses = {
    /**
     * The erased dataset.
     */
    200: DeletedDataset;
};

export type DeleteDatasetResponse = DeleteDatasetResponses[keyof DeleteDatasetResponses];

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
     * `overloaded`, `dependency_unavailable`
     */
    503: Error & {
        error?: {
            code?: 'overloaded' | 'dependency_unavailable';
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
     * `overloaded`, `dependency_unavailable`, `warming_up`
     */
    503: Error & {
        error?: {
            code?: 'overloaded' | 'dependency_unavailable' | 'warming_up';
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

export type AppendDatasetItemsData = {
    body: AppendItemsRequest;
    path: {
        /**
         * The `id` of the dataset: the `resource` of the job that imported it.
         */
        dataset_id: string;
    };
    query?: never;
    url: '/v1/datasets/{dataset_id}/items';
};

export type AppendDatasetItemsErrors = {
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
     * `invalid_request`
     */
    408: Error & {
        error?: {
            code?: 'invalid_request';
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
     * `overloaded`, `dependency_unavailable`, `warming_up`
     */
    503: Error & {
        error?: {
            code?: 'overloaded' | 'dependency_unavailable' | 'warming_up';
        };
    };
};

export type AppendDatasetItemsError = AppendDatasetItemsErrors[keyof AppendDatasetItemsErrors];

export type AppendDatasetItemsResponses = {
    /**
     * The number of appended rows, and of those that wait.
     */
    200: Appended;
};

export type AppendDatasetItemsResponse = AppendDatasetItemsResponses[keyof AppendDatasetItemsResponses];

export type AppendDatasetEventsData = {
    body: AppendEventsRequest;
    path: {
        /**
         * The `id` of the dataset: the `resource` of the job that imported it.
         */
        dataset_id: string;
    };
    query?: never;
    url: '/v1/datasets/{dataset_id}/events';
};

export type AppendDatasetEventsErrors = {
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
     * `invalid_request`
     */
    408: Error & {
        error?: {
            code?: 'invalid_request';
        };
    };
    /**
     * `erased`, `conflict`
     */
    409: Error & {
        error?: {
            code?: 'erased' | 'conflict';
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
     * `unresolved_reference`
     */
    422: Error & {
        error?: {
            code?: 'unresolved_reference';
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

export type AppendDatasetEventsError = AppendDatasetEventsErrors[keyof AppendDatasetEventsErrors];

export type AppendDatasetEventsResponses = {
    /**
     * The number of appended rows, and of those that wait.
     */
    200: Appended;
};

export type AppendDatasetEventsResponse = AppendDatasetEventsResponses[keyof AppendDatasetEventsResponses];

export type SnapshotDatasetData = {
    body?: never;
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
    url: '/v1/datasets/{dataset_id}/snapshots';
};

export type SnapshotDatasetErrors = {
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
     * `idempotency_in_progress`, `conflict`
     */
    409: Error & {
        error?: {
            code?: 'idempotency_in_progress' | 'conflict';
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

export type SnapshotDatasetError = SnapshotDatasetErrors[keyof SnapshotDatasetErrors];

export type SnapshotDatasetResponses = {
    /**
     * The job that does it. Poll GET /v1/jobs/{job_id} until it has ended.
     */
    202: Job;
};

export type SnapshotDatasetResponse = SnapshotDatasetResponses[keyof SnapshotDatasetResponses];

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

export type ListTrendingItemsData = {
    body: TrendingRequest;
    path: {
        /**
         * The `id` of the dataset: the `resource` of the job that imported it.
         */
        dataset_id: string;
    };
    query?: never;
    url: '/v1/datasets/{dataset_id}/trending';
};

export type ListTrendingItemsErrors = {
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
     * `unknown_filter`
     */
    422: Error & {
        error?: {
            code?: 'unknown_filter';
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

export type ListTrendingItemsError = ListTrendingItemsErrors[keyof ListTrendingItemsErrors];

export type ListTrendingItemsResponses = {
    /**
     * The items.
     */
    200: Trending;
};

export type ListTrendingItemsResponse = ListTrendingItemsResponses[keyof ListTrendingItemsResponses];

export type MergeDatasetSessionsData = {
    body: MergeSessionsRequest;
    path: {
        /**
         * The `id` of the dataset: the `resource` of the job that imported it.
         */
        dataset_id: string;
    };
    query?: never;
    url: '/v1/datasets/{dataset_id}/session-merges';
};

export type MergeDatasetSessionsErrors = {
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
     * `invalid_request`
     */
    408: Error & {
        error?: {
            code?: 'invalid_request';
        };
    };
    /**
     * `conflict`, `erased`
     */
    409: Error & {
        error?: {
            code?: 'conflict' | 'erased';
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

export type MergeDatasetSessionsError = MergeDatasetSessionsErrors[keyof MergeDatasetSessionsErrors];

export type MergeDatasetSessionsResponses = {
    /**
     * The sessions that were merged.
     */
    200: MergedSessions;
};

export type MergeDatasetSessionsResponse = MergeDatasetSessionsResponses[keyof MergeDatasetSessionsResponses];

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
        /**
         * Default: `"ready"`.
         */
        status?: 'ready' | 'training' | 'failed' | 'all';
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
     * `overloaded`, `dependency_unavailable`
     */
    503: Error & {
        error?: {
            code?: 'overloaded' | 'dependency_unavailable';
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

export type DeleteModelData = {
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

export type DeleteModelErrors = {
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

export type DeleteModelError = DeleteModelErrors[keyof DeleteModelErrors];

export type DeleteModelResponses = {
    /**
     * The erased files.
     */
    200: DeletedFiles;
};

export type DeleteModelResponse = DeleteModelResponses[keyof DeleteModelResponses];

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
     * `overloaded`, `dependency_unavailable`
     */
    503: Error & {
        error?: {
            code?: 'overloaded' | 'dependency_unavailable';
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
     * `overloaded`, `dependency_unavailable`, `warming_up`
     */
    503: Error & {
        error?: {
            code?: 'overloaded' | 'dependency_unavailable' | 'warming_up';
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
     * `model_not_found`, `user_not_found`, `dataset_not_found`
     */
    404: Error & {
        error?: {
            code?: 'model_not_found' | 'user_not_found' | 'dataset_not_found';
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
     * `capability_missing`, `history_too_long`, `duplicate_id`, `unknown_item`, `unknown_filter`
     */
    422: Error & {
        error?: {
            code?: 'capability_missing' | 'history_too_long' | 'duplicate_id' | 'unknown_item' | 'unknown_filter';
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
     * `model_not_found`, `user_not_found`, `dataset_not_found`
     */
    404: Error & {
        error?: {
            code?: 'model_not_found' | 'user_not_found' | 'dataset_not_found';
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
     * `overloaded`, `dependency_unavailable`, `warming_up`
     */
    503: Error & {
        error?: {
            code?: 'overloaded' | 'dependency_unavailable' | 'warming_up';
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

export type ListSimilarItemsData = {
    body?: never;
    path: {
        /**
         * The `id` of the model: the `resource` of the job that adapted it.
         */
        model_id: string;
    };
    query: {
        /**
         * An item of the model’s catalogue.
         */
        item_id: string;
        /**
         * How many, 1 to 100.
         */
        limit?: number;
    };
    url: '/v1/models/{model_id}/similar-items';
};

export type ListSimilarItemsErrors = {
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
     * `capability_missing`, `unknown_item`
     */
    422: Error & {
        error?: {
            code?: 'capability_missing' | 'unknown_item';
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

export type ListSimilarItemsError = ListSimilarItemsErrors[keyof ListSimilarItemsErrors];

export type ListSimilarItemsResponses = {
    /**
     * The items.
     */
    200: SimilarItems;
};

export type ListSimilarItemsResponse = ListSimilarItemsResponses[keyof ListSimilarItemsResponses];

export type FindSimilarItemsData = {
    body: SimilarItemsRequest;
    path: {
        /**
         * The `id` of the model: the `resource` of the job that adapted it.
         */
        model_id: string;
    };
    query?: never;
    url: '/v1/models/{model_id}/similar-items';
};

export type FindSimilarItemsErrors = {
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
     * `model_not_found`, `user_not_found`, `dataset_not_found`
     */
    404: Error & {
        error?: {
            code?: 'model_not_found' | 'user_not_found' | 'dataset_not_found';
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
     * `capability_missing`, `history_too_long`, `duplicate_id`, `unknown_item`, `unknown_filter`
     */
    422: Error & {
        error?: {
            code?: 'capability_missing' | 'history_too_long' | 'duplicate_id' | 'unknown_item' | 'unknown_filter';
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

export type FindSimilarItemsError = FindSimilarItemsErrors[keyof FindSimilarItemsErrors];

export type FindSimilarItemsResponses = {
    /**
     * The items.
     */
    200: SimilarItems;
};

export type FindSimilarItemsResponse = FindSimilarItemsResponses[keyof FindSimilarItemsResponses];

export type GetItemVectorsData = {
    body: ItemVectorsRequest;
    path: {
        /**
         * The `id` of the model: the `resource` of the job that adapted it.
         */
        model_id: string;
    };
    query?: never;
    url: '/v1/models/{model_id}/item-vectors';
};

export type GetItemVectorsErrors = {
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
     * `capability_missing`, `duplicate_id`, `unknown_item`
     */
    422: Error & {
        error?: {
            code?: 'capability_missing' | 'duplicate_id' | 'unknown_item';
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

export type GetItemVectorsError = GetItemVectorsErrors[keyof GetItemVectorsErrors];

export type GetItemVectorsResponses = {
    /**
     * The vectors.
     */
    200: ItemVectors;
};

export type GetItemVectorsResponse = GetItemVectorsResponses[keyof GetItemVectorsResponses];

export type PredictBatchData = {
    body: BatchPredictionRequest;
    headers: {
        /**
         * 8 to 128 characters. The same key with the same body within 24 hours gives the first answer again.
         */
        'Idempotency-Key': string;
    };
    path: {
        /**
         * The `id` of the model: the `resource` of the job that adapted it.
         */
        model_id: string;
    };
    query?: never;
    url: '/v1/models/{model_id}/batch-predictions';
};

export type PredictBatchErrors = {
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
     * `idempotency_in_progress`, `conflict`, `erased`, `model_not_ready`
     */
    409: Error & {
        error?: {
            code?: 'idempotency_in_progress' | 'conflict' | 'erased' | 'model_not_ready';
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
     * `idempotency_key_reused`, `capability_missing`, `duplicate_id`, `unknown_item`, `unknown_filter`, `unsupported_format`
     */
    422: Error & {
        error?: {
            code?: 'idempotency_key_reused' | 'capability_missing' | 'duplicate_id' | 'unknown_item' | 'unknown_filter' | 'unsupported_format';
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

export type PredictBatchError = PredictBatchErrors[keyof PredictBatchErrors];

export type PredictBatchResponses = {
    /**
     * The job that does it. Poll GET /v1/jobs/{job_id} until it has ended.
     */
    202: Job;
};

export type PredictBatchResponse = PredictBatchResponses[keyof PredictBatchResponses];

export type ExportModelData = {
    body?: ExportModelRequest;
    headers: {
        /**
         * 8 to 128 characters. The same key with the same body within 24 hours gives the first answer again.
         */
        'Idempotency-Key': string;
    };
    path: {
        /**
         * The `id` of the model: the `resource` of the job that adapted it.
         */
        model_id: string;
    };
    query?: never;
    url: '/v1/models/{model_id}/exports';
};

export type ExportModelErrors = {
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

export type ExportModelError = ExportModelErrors[keyof ExportModelErrors];

export type ExportModelResponses = {
    /**
     * The job that does it. Poll GET /v1/jobs/{job_id} until it has ended.
     */
    202: Job;
};

export type ExportModelResponse = ExportModelResponses[keyof ExportModelResponses];

export type SegmentPeopleData = {
    body: SegmentsRequest;
    headers: {
        /**
         * 8 to 128 characters. The same key with the same body within 24 hours gives the first answer again.
         */
        'Idempotency-Key': string;
    };
    path: {
        /**
         * The `id` of the model: the `resource` of the job that adapted it.
         */
        model_id: string;
    };
    query?: never;
    url: '/v1/models/{model_id}/segments';
};

export type SegmentPeopleErrors = {
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
     * `idempotency_in_progress`, `conflict`, `erased`, `model_not_ready`
     */
    409: Error & {
        error?: {
            code?: 'idempotency_in_progress' | 'conflict' | 'erased' | 'model_not_ready';
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

export type SegmentPeopleError = SegmentPeopleErrors[keyof SegmentPeopleErrors];

export type SegmentPeopleResponses = {
    /**
     * The job that does it. Poll GET /v1/jobs/{job_id} until it has ended.
     */
    202: Job;
};

export type SegmentPeopleResponse = SegmentPeopleResponses[keyof SegmentPeopleResponses];

export type ListModelAliasesData = {
    body?: never;
    path?: never;
    query?: never;
    url: '/v1/model-aliases';
};

export type ListModelAliasesErrors = {
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
     * `overloaded`, `dependency_unavailable`
     */
    503: Error & {
        error?: {
            code?: 'overloaded' | 'dependency_unavailable';
        };
    };
};

export type ListModelAliasesError = ListModelAliasesErrors[keyof ListModelAliasesErrors];

export type ListModelAliasesResponses = {
    /**
     * The aliases.
     */
    200: ModelAliasList;
};

export type ListModelAliasesResponse = ListModelAliasesResponses[keyof ListModelAliasesResponses];

export type RemoveModelAliasData = {
    body?: never;
    path: {
        /**
         * The name without its prefix `alias:`, such as `live`.
         */
        name: string;
    };
    query?: never;
    url: '/v1/model-aliases/{name}';
};

export type RemoveModelAliasErrors = {
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
     * `overloaded`, `dependency_unavailable`
     */
    503: Error & {
        error?: {
            code?: 'overloaded' | 'dependency_unavailable';
        };
    };
};

export type RemoveModelAliasError = RemoveModelAliasErrors[keyof RemoveModelAliasErrors];

export type RemoveModelAliasResponses = {
    /**
     * It is removed.
     */
    200: RemovedAlias;
};

export type RemoveModelAliasResponse = RemoveModelAliasResponses[keyof RemoveModelAliasResponses];

export type GetModelAliasData = {
    body?: never;
    path: {
        /**
         * The name without its prefix `alias:`, such as `live`.
         */
        name: string;
    };
    query?: never;
    url: '/v1/model-aliases/{name}';
};

export type GetModelAliasErrors = {
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
     * `overloaded`, `dependency_unavailable`
     */
    503: Error & {
        error?: {
            code?: 'overloaded' | 'dependency_unavailable';
        };
    };
};

export type GetModelAliasError = GetModelAliasErrors[keyof GetModelAliasErrors];

export type GetModelAliasResponses = {
    /**
     * The alias.
     */
    200: ModelAlias;
};

export type GetModelAliasResponse = GetModelAliasResponses[keyof GetModelAliasResponses];

export type MoveModelAliasData = {
    body: MoveAliasRequest;
    path: {
        /**
         * The name without its prefix `alias:`, such as `live`.
         */
        name: string;
    };
    query?: never;
    url: '/v1/model-aliases/{name}';
};

export type MoveModelAliasErrors = {
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
     * `model_not_ready`, `conflict`
     */
    409: Error & {
        error?: {
            code?: 'model_not_ready' | 'conflict';
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

export type MoveModelAliasError = MoveModelAliasErrors[keyof MoveModelAliasErrors];

export type MoveModelAliasResponses = {
    /**
     * The alias as it stands now.
     */
    200: ModelAlias;
};

export type MoveModelAliasResponse = MoveModelAliasResponses[keyof MoveModelAliasResponses];

export type RefitModelData = {
    body: RefitRequest;
    headers: {
        /**
         * 8 to 128 characters. The same key with the same body within 24 hours gives the first answer again.
         */
        'Idempotency-Key': string;
    };
    path: {
        /**
         * The name without its prefix `alias:`, such as `live`.
         */
        name: string;
    };
    query?: never;
    url: '/v1/model-aliases/{name}/refits';
};

export type RefitModelErrors = {
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

export type RefitModelError = RefitModelErrors[keyof RefitModelErrors];

export type RefitModelResponses = {
    /**
     * The job that does it. Poll GET /v1/jobs/{job_id} until it has ended.
     */
    202: Job;
};

export type RefitModelResponse = RefitModelResponses[keyof RefitModelResponses];

export type RemoveRefitScheduleData = {
    body?: never;
    path: {
        /**
         * The name without its prefix `alias:`, such as `live`.
         */
        name: string;
    };
    query?: never;
    url: '/v1/model-aliases/{name}/refit-schedule';
};

export type RemoveRefitScheduleErrors = {
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
     * `overloaded`, `dependency_unavailable`
     */
    503: Error & {
        error?: {
            code?: 'overloaded' | 'dependency_unavailable';
        };
    };
};

export type RemoveRefitScheduleError = RemoveRefitScheduleErrors[keyof RemoveRefitScheduleErrors];

export type RemoveRefitScheduleResponses = {
    /**
     * It is removed.
     */
    200: RemovedRefitSchedule;
};

export type RemoveRefitScheduleResponse = RemoveRefitScheduleResponses[keyof RemoveRefitScheduleResponses];

export type GetRefitScheduleData = {
    body?: never;
    path: {
        /**
         * The name without its prefix `alias:`, such as `live`.
         */
        name: string;
    };
    query?: never;
    url: '/v1/model-aliases/{name}/refit-schedule';
};

export type GetRefitScheduleErrors = {
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
     * `overloaded`, `dependency_unavailable`
     */
    503: Error & {
        error?: {
            code?: 'overloaded' | 'dependency_unavailable';
        };
    };
};

export type GetRefitScheduleError = GetRefitScheduleErrors[keyof GetRefitScheduleErrors];

export type GetRefitScheduleResponses = {
    /**
     * The schedule.
     */
    200: RefitSchedule;
};

export type GetRefitScheduleResponse = GetRefitScheduleResponses[keyof GetRefitScheduleResponses];

export type ScheduleRefitsData = {
    body: RefitScheduleRequest;
    path: {
        /**
         * The name without its prefix `alias:`, such as `live`.
         */
        name: string;
    };
    query?: never;
    url: '/v1/model-aliases/{name}/refit-schedule';
};

export type ScheduleRefitsErrors = {
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

export type ScheduleRefitsError = ScheduleRefitsErrors[keyof ScheduleRefitsErrors];

export type ScheduleRefitsResponses = {
    /**
     * The schedule.
     */
    200: RefitSchedule;
};

export type ScheduleRefitsResponse = ScheduleRefitsResponses[keyof ScheduleRefitsResponses];

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
     * `model_not_found`, `user_not_found`, `dataset_not_found`
     */
    404: Error & {
        error?: {
            code?: 'model_not_found' | 'user_not_found' | 'dataset_not_found';
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
     * `capability_missing`, `history_too_long`, `duplicate_id`, `unknown_item`, `unknown_filter`
     */
    422: Error & {
        error?: {
            code?: 'capability_missing' | 'history_too_long' | 'duplicate_id' | 'unknown_item' | 'unknown_filter';
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

export type GenerateError = GenerateErrors[keyof GenerateErrors];

export type GenerateResponses = {
    /**
     * The items.
     */
    200: Generation;
};

export type GenerateResponse = GenerateResponses[keyof GenerateResponses];

export type ListSimulationsData = {
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
    url: '/v1/simulations';
};

export type ListSimulationsErrors = {
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
     * `overloaded`, `dependency_unavailable`
     */
    503: Error & {
        error?: {
            code?: 'overloaded' | 'dependency_unavailable';
        };
    };
};

export type ListSimulationsError = ListSimulationsErrors[keyof ListSimulationsErrors];

export type ListSimulationsResponses = {
    /**
     * A page.
     */
    200: SimulationList;
};

export type ListSimulationsResponse = ListSimulationsResponses[keyof ListSimulationsResponses];

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
     * `overloaded`, `dependency_unavailable`
     */
    503: Error & {
        error?: {
            code?: 'overloaded' | 'dependency_unavailable';
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
     * `overloaded`, `dependency_unavailable`
     */
    503: Error & {
        error?: {
            code?: 'overloaded' | 'dependency_unavailable';
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

export type DeleteTokenizerData = {
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

export type DeleteTokenizerErrors = {
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

export type DeleteTokenizerError = DeleteTokenizerErrors[keyof DeleteTokenizerErrors];

export type DeleteTokenizerResponses = {
    /**
     * The erased files.
     */
    200: DeletedFiles;
};

export type DeleteTokenizerResponse = DeleteTokenizerResponses[keyof DeleteTokenizerResponses];

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
     * `overloaded`, `dependency_unavailable`
     */
    503: Error & {
        error?: {
            code?: 'overloaded' | 'dependency_unavailable';
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

export type GetTokenizerCodesData = {
    body?: never;
    path: {
        /**
         * The `id` of the tokenizer: the `resource` of the job that fits it.
         */
        tokenizer_id: string;
    };
    query?: {
        /**
         * Codes of the first levels: `12-4`. Default: none, which is the top of the tree.
         */
        prefix?: string;
    };
    url: '/v1/tokenizers/{tokenizer_id}/codes';
};

export type GetTokenizerCodesErrors = {
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
     * `tokenizer_not_ready`
     */
    409: Error & {
        error?: {
            code?: 'tokenizer_not_ready';
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

export type GetTokenizerCodesError = GetTokenizerCodesErrors[keyof GetTokenizerCodesErrors];

export type GetTokenizerCodesResponses = {
    /**
     * The level below the prefix.
     */
    200: CodeTree;
};

export type GetTokenizerCodesResponse = GetTokenizerCodesResponses[keyof GetTokenizerCodesResponses];

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
        kind?: 'dataset_import' | 'dataset_export' | 'dataset_snapshot' | 'tokenizer_fit' | 'tokenizer_export' | 'model_adaptation' | 'model_refit' | 'model_export' | 'batch_prediction' | 'model_segments' | 'match_batch' | 'full_reading' | 'simulation';
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
     * `overloaded`, `dependency_unavailable`
     */
    503: Error & {
        error?: {
            code?: 'overloaded' | 'dependency_unavailable';
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
     * `overloaded`, `dependency_unavailable`
     */
    503: Error & {
        error?: {
            code?: 'overloaded' | 'dependency_unavailable';
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

export type GetJobLogData = {
    body?: never;
    path: {
        /**
         * The `id` of the job, from the answer that accepted it.
         */
        job_id: string;
    };
    query?: never;
    url: '/v1/jobs/{job_id}/log';
};

export type GetJobLogErrors = {
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
     * `overloaded`, `dependency_unavailable`
     */
    503: Error & {
        error?: {
            code?: 'overloaded' | 'dependency_unavailable';
        };
    };
};

export type GetJobLogError = GetJobLogErrors[keyof GetJobLogErrors];

export type GetJobLogResponses = {
    /**
     * The log so far.
     */
    200: JobLog;
};

export type GetJobLogResponse = GetJobLogResponses[keyof GetJobLogResponses];

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
    /**
     * `dependency_unavailable`
     */
    503: Error & {
        error?: {
            code?: 'dependency_unavailable';
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
     * `idempotency_in_progress`, `conflict`, `erased`
     */
    409: Error & {
        error?: {
            code?: 'idempotency_in_progress' | 'conflict' | 'erased';
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
     * `idempotency_in_progress`, `conflict`, `erased`
     */
    409: Error & {
        error?: {
            code?: 'idempotency_in_progress' | 'conflict' | 'erased';
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
     * The changes.
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
     * The accepted outcomes, and those that wait for training.
     */
    200: FeedbackBatchSummary;
};

export type SendFeedbackBatchResponse = SendFeedbackBatchResponses[keyof SendFeedbackBatchResponses];

export type ListExperimentsData = {
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
         * Only experiments of this tenant.
         */
        tenant_id?: string;
    };
    url: '/v1/experiments';
};

export type ListExperimentsErrors = {
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
     * `overloaded`, `dependency_unavailable`
     */
    503: Error & {
        error?: {
            code?: 'overloaded' | 'dependency_unavailable';
        };
    };
};

export type ListExperimentsError = ListExperimentsErrors[keyof ListExperimentsErrors];

export type ListExperimentsResponses = {
    /**
     * A page.
     */
    200: ExperimentList;
};

export type ListExperimentsResponse = ListExperimentsResponses[keyof ListExperimentsResponses];

export type CreateExperimentData = {
    body: CreateExperimentRequest;
    path?: never;
    query?: never;
    url: '/v1/experiments';
};

export type CreateExperimentErrors = {
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
     * `not_found`, `domain_not_found`
     */
    404: Error & {
        error?: {
            code?: 'not_found' | 'domain_not_found';
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
     * `conflict`
     */
    409: Error & {
        error?: {
            code?: 'conflict';
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
     * `model_unavailable`
     */
    422: Error & {
        error?: {
            code?: 'model_unavailable';
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

export type CreateExperimentError = CreateExperimentErrors[keyof CreateExperimentErrors];

export type CreateExperimentResponses = {
    /**
     * The experiment, running.
     */
    200: Experiment;
};

export type CreateExperimentResponse = CreateExperimentResponses[keyof CreateExperimentResponses];

export type GetExperimentData = {
    body?: never;
    path: {
        /**
         * The `id` of the experiment: `exp_…`.
         */
        experiment_id: string;
    };
    query?: never;
    url: '/v1/experiments/{experiment_id}';
};

export type GetExperimentErrors = {
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
     * `not_found`
     */
    404: Error & {
        error?: {
            code?: 'not_found';
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

export type GetExperimentError = GetExperimentErrors[keyof GetExperimentErrors];

export type GetExperimentResponses = {
    /**
     * The experiment.
     */
    200: Experiment;
};

export type GetExperimentResponse = GetExperimentResponses[keyof GetExperimentResponses];

export type StopExperimentData = {
    body?: never;
    path: {
        /**
         * The `id` of the experiment: `exp_…`.
         */
        experiment_id: string;
    };
    query?: never;
    url: '/v1/experiments/{experiment_id}/stop';
};

export type StopExperimentErrors = {
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
     * `not_found`
     */
    404: Error & {
        error?: {
            code?: 'not_found';
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

export type StopExperimentError = StopExperimentErrors[keyof StopExperimentErrors];

export type StopExperimentResponses = {
    /**
     * The experiment, ended.
     */
    200: Experiment;
};

export type StopExperimentResponse = StopExperimentResponses[keyof StopExperimentResponses];

export type PauseExperimentData = {
    body?: never;
    path: {
        /**
         * The `id` of the experiment: `exp_…`.
         */
        experiment_id: string;
    };
    query?: never;
    url: '/v1/experiments/{experiment_id}/pause';
};

export type PauseExperimentErrors = {
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
     * `not_found`
     */
    404: Error & {
        error?: {
            code?: 'not_found';
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

export type PauseExperimentError = PauseExperimentErrors[keyof PauseExperimentErrors];

export type PauseExperimentResponses = {
    /**
     * The experiment, paused.
     */
    200: Experiment;
};

export type PauseExperimentResponse = PauseExperimentResponses[keyof PauseExperimentResponses];

export type ResumeExperimentData = {
    body?: never;
    path: {
        /**
         * The `id` of the experiment: `exp_…`.
         */
        experiment_id: string;
    };
    query?: never;
    url: '/v1/experiments/{experiment_id}/resume';
};

export type ResumeExperimentErrors = {
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
     * `not_found`
     */
    404: Error & {
        error?: {
            code?: 'not_found';
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

export type ResumeExperimentError = ResumeExperimentErrors[keyof ResumeExperimentErrors];

export type ResumeExperimentResponses = {
    /**
     * The experiment, running.
     */
    200: Experiment;
};

export type ResumeExperimentResponse = ResumeExperimentResponses[keyof ResumeExperimentResponses];

export type ListTenantsData = {
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
    url: '/v1/admin/tenants';
};

export type ListTenantsErrors = {
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
     * `overloaded`, `dependency_unavailable`
     */
    503: Error & {
        error?: {
            code?: 'overloaded' | 'dependency_unavailable';
        };
    };
};

export type ListTenantsError = ListTenantsErrors[keyof ListTenantsErrors];

export type ListTenantsResponses = {
    /**
     * A page.
     */
    200: AdminTenantList;
};

export type ListTenantsResponse = ListTenantsResponses[keyof ListTenantsResponses];

export type CreateTenantData = {
    body: CreateTenantRequest;
    path?: never;
    query?: never;
    url: '/v1/admin/tenants';
};

export type CreateTenantErrors = {
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
     * `conflict`
     */
    409: Error & {
        error?: {
            code?: 'conflict';
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

export type CreateTenantError = CreateTenantErrors[keyof CreateTenantErrors];

export type CreateTenantResponses = {
    /**
     * The tenant.
     */
    200: AdminTenant;
};

export type CreateTenantResponse = CreateTenantResponses[keyof CreateTenantResponses];

export type GetTenantData = {
    body?: never;
    path: {
        /**
         * The `id` of the tenant.
         */
        tenant_id: string;
    };
    query?: never;
    url: '/v1/admin/tenants/{tenant_id}';
};

export type GetTenantErrors = {
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
     * `not_found`
     */
    404: Error & {
        error?: {
            code?: 'not_found';
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

export type GetTenantError = GetTenantErrors[keyof GetTenantErrors];

export type GetTenantResponses = {
    /**
     * The tenant.
     */
    200: AdminTenant;
};

export type GetTenantResponse = GetTenantResponses[keyof GetTenantResponses];

export type ChangeTenantData = {
    body: ChangeTenantRequest;
    path: {
        /**
         * The `id` of the tenant.
         */
        tenant_id: string;
    };
    query?: never;
    url: '/v1/admin/tenants/{tenant_id}';
};

export type ChangeTenantErrors = {
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
     * `not_found`, `domain_not_found`
     */
    404: Error & {
        error?: {
            code?: 'not_found' | 'domain_not_found';
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

export type ChangeTenantError = ChangeTenantErrors[keyof ChangeTenantErrors];

export type ChangeTenantResponses = {
    /**
     * The tenant as it is now.
     */
    200: AdminTenant;
};

export type ChangeTenantResponse = ChangeTenantResponses[keyof ChangeTenantResponses];

export type ListTenantDomainsData = {
    body?: never;
    path: {
        /**
         * The `id` of the tenant.
         */
        tenant_id: string;
    };
    query?: never;
    url: '/v1/admin/tenants/{tenant_id}/domains';
};

export type ListTenantDomainsErrors = {
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
     * `not_found`
     */
    404: Error & {
        error?: {
            code?: 'not_found';
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

export type ListTenantDomainsError = ListTenantDomainsErrors[keyof ListTenantDomainsErrors];

export type ListTenantDomainsResponses = {
    /**
     * All enabled domains.
     */
    200: DomainList;
};

export type ListTenantDomainsResponse = ListTenantDomainsResponses[keyof ListTenantDomainsResponses];

export type GetTenantDomainData = {
    body?: never;
    path: {
        /**
         * The `id` of the tenant.
         */
        tenant_id: string;
        /**
         * The name of the domain.
         */
        domain: string;
    };
    query?: {
        /**
         * A version of the domain. Default: the one in force.
         */
        version?: number;
    };
    url: '/v1/admin/tenants/{tenant_id}/domains/{domain}';
};

export type GetTenantDomainErrors = {
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
     * `not_found`, `domain_not_found`
     */
    404: Error & {
        error?: {
            code?: 'not_found' | 'domain_not_found';
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

export type GetTenantDomainError = GetTenantDomainErrors[keyof GetTenantDomainErrors];

export type GetTenantDomainResponses = {
    /**
     * The definition.
     */
    200: DomainSource;
};

export type GetTenantDomainResponse = GetTenantDomainResponses[keyof GetTenantDomainResponses];

export type PublishDomainData = {
    body: PublishDomainRequest;
    path: {
        /**
         * The `id` of the tenant.
         */
        tenant_id: string;
        /**
         * The name of the domain.
         */
        domain: string;
    };
    query?: never;
    url: '/v1/admin/tenants/{tenant_id}/domains/{domain}';
};

export type PublishDomainErrors = {
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
     * `not_found`
     */
    404: Error & {
        error?: {
            code?: 'not_found';
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
     * `conflict`
     */
    409: Error & {
        error?: {
            code?: 'conflict';
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

export type PublishDomainError = PublishDomainErrors[keyof PublishDomainErrors];

export type PublishDomainResponses = {
    /**
     * The version, now in force.
     */
    200: PublishedDomain;
};

export type PublishDomainResponse = PublishDomainResponses[keyof PublishDomainResponses];

export type ListKeysData = {
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
         * Only keys of this tenant; `operator`: only those of the operator.
         */
        tenant_id?: string;
    };
    url: '/v1/admin/keys';
};

export type ListKeysErrors = {
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
     * `not_found`
     */
    404: Error & {
        error?: {
            code?: 'not_found';
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

export type ListKeysError = ListKeysErrors[keyof ListKeysErrors];

export type ListKeysResponses = {
    /**
     * A page.
     */
    200: AdminKeyList;
};

export type ListKeysResponse = ListKeysResponses[keyof ListKeysResponses];

export type CreateKeyData = {
    body: CreateKeyRequest;
    path: {
        /**
         * The `id` of the tenant.
         */
        tenant_id: string;
    };
    query?: never;
    url: '/v1/admin/tenants/{tenant_id}/keys';
};

export type CreateKeyErrors = {
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
     * `not_found`
     */
    404: Error & {
        error?: {
            code?: 'not_found';
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

export type CreateKeyError = CreateKeyErrors[keyof CreateKeyErrors];

export type CreateKeyResponses = {
    /**
     * The key.
     */
    200: CreatedKey;
};

export type CreateKeyResponse = CreateKeyResponses[keyof CreateKeyResponses];

export type RevokeKeyData = {
    body?: never;
    path: {
        /**
         * The `id` of the key: `key_…`.
         */
        key_id: string;
    };
    query?: never;
    url: '/v1/admin/keys/{key_id}';
};

export type RevokeKeyErrors = {
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
     * `not_found`
     */
    404: Error & {
        error?: {
            code?: 'not_found';
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

export type RevokeKeyError = RevokeKeyErrors[keyof RevokeKeyErrors];

export type RevokeKeyResponses = {
    /**
     * The key, revoked.
     */
    200: AdminKey;
};

export type RevokeKeyResponse = RevokeKeyResponses[keyof RevokeKeyResponses];

export type ChangeKeyData = {
    body: ChangeKeyRequest;
    path: {
        /**
         * The `id` of the key: `key_…`.
         */
        key_id: string;
    };
    query?: never;
    url: '/v1/admin/keys/{key_id}';
};

export type ChangeKeyErrors = {
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
     * `not_found`
     */
    404: Error & {
        error?: {
            code?: 'not_found';
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

export type ChangeKeyError = ChangeKeyErrors[keyof ChangeKeyErrors];

export type ChangeKeyResponses = {
    /**
     * The key.
     */
    200: AdminKey;
};

export type ChangeKeyResponse = ChangeKeyResponses[keyof ChangeKeyResponses];

export type ListMembersData = {
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
         * Only those of this tenant; `operator`: only those of the operator.
         */
        tenant_id?: string;
    };
    url: '/v1/admin/members';
};

export type ListMembersErrors = {
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
     * `not_found`
     */
    404: Error & {
        error?: {
            code?: 'not_found';
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

export type ListMembersError = ListMembersErrors[keyof ListMembersErrors];

export type ListMembersResponses = {
    /**
     * A page.
     */
    200: AdminMemberList;
};

export type ListMembersResponse = ListMembersResponses[keyof ListMembersResponses];

export type AddMemberData = {
    body: AddMemberRequest;
    path: {
        /**
         * The `id` of the tenant.
         */
        tenant_id: string;
    };
    query?: never;
    url: '/v1/admin/tenants/{tenant_id}/members';
};

export type AddMemberErrors = {
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
     * `not_found`
     */
    404: Error & {
        error?: {
            code?: 'not_found';
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
     * `conflict`
     */
    409: Error & {
        error?: {
            code?: 'conflict';
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

export type AddMemberError = AddMemberErrors[keyof AddMemberErrors];

export type AddMemberResponses = {
    /**
     * The member.
     */
    200: AdminMember;
};

export type AddMemberResponse = AddMemberResponses[keyof AddMemberResponses];

export type RemoveMemberData = {
    body?: never;
    path: {
        /**
         * The `id` of the member: `mem_…`.
         */
        member_id: string;
    };
    query?: never;
    url: '/v1/admin/members/{member_id}';
};

export type RemoveMemberErrors = {
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
     * `not_found`
     */
    404: Error & {
        error?: {
            code?: 'not_found';
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

export type RemoveMemberError = RemoveMemberErrors[keyof RemoveMemberErrors];

export type RemoveMemberResponses = {
    /**
     * The member as it was.
     */
    200: AdminMember;
};

export type RemoveMemberResponse = RemoveMemberResponses[keyof RemoveMemberResponses];

export type ChangeMemberData = {
    body: ChangeMemberRequest;
    path: {
        /**
         * The `id` of the member: `mem_…`.
         */
        member_id: string;
    };
    query?: never;
    url: '/v1/admin/members/{member_id}';
};

export type ChangeMemberErrors = {
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
     * `not_found`
     */
    404: Error & {
        error?: {
            code?: 'not_found';
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

export type ChangeMemberError = ChangeMemberErrors[keyof ChangeMemberErrors];

export type ChangeMemberResponses = {
    /**
     * The member.
     */
    200: AdminMember;
};

export type ChangeMemberResponse = ChangeMemberResponses[keyof ChangeMemberResponses];

export type ListSessionsData = {
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
         * Only those of this tenant; `operator`: only those of the operator.
         */
        tenant_id?: string;
    };
    url: '/v1/admin/sessions';
};

export type ListSessionsErrors = {
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
     * `not_found`
     */
    404: Error & {
        error?: {
            code?: 'not_found';
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

export type ListSessionsError = ListSessionsErrors[keyof ListSessionsErrors];

export type ListSessionsResponses = {
    /**
     * A page.
     */
    200: AdminSessionList;
};

export type ListSessionsResponse = ListSessionsResponses[keyof ListSessionsResponses];

export type EndSessionData = {
    body?: never;
    path: {
        /**
         * The `id` of the session.
         */
        session_id: string;
    };
    query?: never;
    url: '/v1/admin/sessions/{session_id}';
};

export type EndSessionErrors = {
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
     * `not_found`
     */
    404: Error & {
        error?: {
            code?: 'not_found';
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

export type EndSessionError = EndSessionErrors[keyof EndSessionErrors];

export type EndSessionResponses = {
    /**
     * The session as it was.
     */
    200: AdminSession;
};

export type EndSessionResponse = EndSessionResponses[keyof EndSessionResponses];

export type ListAuditEntriesData = {
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
         * Only entries of this tenant; `operator`: only those that belong to no tenant.
         */
        tenant_id?: string;
        /**
         * Only this action.
         */
        action?: 'key.create' | 'key.change' | 'key.revoke' | 'member.add' | 'member.change' | 'member.remove' | 'console.link' | 'console.sign_in' | 'console.sign_out' | 'console.end_sessions' | 'tenant.create' | 'tenant.change' | 'domain.publish' | 'training.start' | 'training.end' | 'ranking_model.deploy' | 'ranking_model.withdraw' | 'alias.move' | 'alias.remove' | 'refit_schedule.put' | 'refit_schedule.remove' | 'model.train' | 'experiment.start' | 'experiment.pause' | 'experiment.resume' | 'experiment.stop' | 'model_experiment.start' | 'model_experiment.pause' | 'model_experiment.resume' | 'model_experiment.stop' | 'model_experiment.promote' | 'reading.fit' | 'reading.reset' | 'messages.map' | 'person.erase' | 'person.unblock' | 'outcomes.withdraw' | 'dataset.delete' | 'model.delete' | 'tokenizer.delete' | 'data.export' | 'webhook.create' | 'webhook.change' | 'webhook.rotate' | 'webhook.remove' | 'webhook.replay' | 'encoder.switch' | 'encoder.switched' | 'backup.make' | 'backup.restore' | 'audit.purge';
        /**
         * Only changes of this actor, by its `id`.
         */
        actor?: string;
        /**
         * Only changes at or after this time.
         */
        from?: string;
        /**
         * Only changes before this time.
         */
        to?: string;
    };
    url: '/v1/admin/audit';
};

export type ListAuditEntriesErrors = {
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
     * `not_found`
     */
    404: Error & {
        error?: {
            code?: 'not_found';
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

export type ListAuditEntriesError = ListAuditEntriesErrors[keyof ListAuditEntriesErrors];

export type ListAuditEntriesResponses = {
    /**
     * A page.
     */
    200: AuditEntryList;
};

export type ListAuditEntriesResponse = ListAuditEntriesResponses[keyof ListAuditEntriesResponses];

export type ListSettingsData = {
    body?: never;
    path?: never;
    query?: never;
    url: '/v1/admin/settings';
};

export type ListSettingsErrors = {
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
     * `overloaded`, `dependency_unavailable`
     */
    503: Error & {
        error?: {
            code?: 'overloaded' | 'dependency_unavailable';
        };
    };
};

export type ListSettingsError = ListSettingsErrors[keyof ListSettingsErrors];

export type ListSettingsResponses = {
    /**
     * The settings.
     */
    200: SettingsInForce;
};

export type ListSettingsResponse = ListSettingsResponses[keyof ListSettingsResponses];

export type GetSystemData = {
    body?: never;
    path?: never;
    query?: never;
    url: '/v1/admin/system';
};

export type GetSystemErrors = {
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
     * `overloaded`, `dependency_unavailable`
     */
    503: Error & {
        error?: {
            code?: 'overloaded' | 'dependency_unavailable';
        };
    };
};

export type GetSystemError = GetSystemErrors[keyof GetSystemErrors];

export type GetSystemResponses = {
    /**
     * The state now.
     */
    200: SystemState;
};

export type GetSystemResponse = GetSystemResponses[keyof GetSystemResponses];

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

export type RemoveWebhookData = {
    body?: never;
    path: {
        /**
         * The `id` of the webhook.
         */
        webhook_id: string;
    };
    query?: never;
    url: '/v1/webhooks/{webhook_id}';
};

export type RemoveWebhookErrors = {
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
     * `webhook_not_found`
     */
    404: Error & {
        error?: {
            code?: 'webhook_not_found';
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

export type RemoveWebhookError = RemoveWebhookErrors[keyof RemoveWebhookErrors];

export type RemoveWebhookResponses = {
    /**
     * It is removed.
     */
    200: RemovedWebhook;
};

export type RemoveWebhookResponse = RemoveWebhookResponses[keyof RemoveWebhookResponses];

export type GetWebhookData = {
    body?: never;
    path: {
        /**
         * The `id` of the webhook.
         */
        webhook_id: string;
    };
    query?: never;
    url: '/v1/webhooks/{webhook_id}';
};

export type GetWebhookErrors = {
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
     * `webhook_not_found`
     */
    404: Error & {
        error?: {
            code?: 'webhook_not_found';
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

export type GetWebhookError = GetWebhookErrors[keyof GetWebhookErrors];

export type GetWebhookResponses = {
    /**
     * The webhook.
     */
    200: Webhook;
};

export type GetWebhookResponse = GetWebhookResponses[keyof GetWebhookResponses];

export type ChangeWebhookData = {
    body: ChangeWebhookRequest;
    path: {
        /**
         * The `id` of the webhook.
         */
        webhook_id: string;
    };
    query?: never;
    url: '/v1/webhooks/{webhook_id}';
};

export type ChangeWebhookErrors = {
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
     * `webhook_not_found`
     */
    404: Error & {
        error?: {
            code?: 'webhook_not_found';
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

export type ChangeWebhookError = ChangeWebhookErrors[keyof ChangeWebhookErrors];

export type ChangeWebhookResponses = {
    /**
     * The webhook as it stands now.
     */
    200: Webhook;
};

export type ChangeWebhookResponse = ChangeWebhookResponses[keyof ChangeWebhookResponses];

export type ListWebhookDeliveriesData = {
    body?: never;
    path: {
        /**
         * The `id` of the webhook.
         */
        webhook_id: string;
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
         * Only deliveries of this status.
         */
        status?: 'pending' | 'delivered' | 'failed';
    };
    url: '/v1/webhooks/{webhook_id}/deliveries';
};

export type ListWebhookDeliveriesErrors = {
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
     * `webhook_not_found`
     */
    404: Error & {
        error?: {
            code?: 'webhook_not_found';
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

export type ListWebhookDeliveriesError = ListWebhookDeliveriesErrors[keyof ListWebhookDeliveriesErrors];

export type ListWebhookDeliveriesResponses = {
    /**
     * A page.
     */
    200: WebhookDeliveryList;
};

export type ListWebhookDeliveriesResponse = ListWebhookDeliveriesResponses[keyof ListWebhookDeliveriesResponses];

export type ReplayWebhookDeliveryData = {
    body?: never;
    path: {
        /**
         * The `id` of the webhook.
         */
        webhook_id: string;
        /**
         * The `id` of the delivery.
         */
        delivery_id: string;
    };
    query?: never;
    url: '/v1/webhooks/{webhook_id}/deliveries/{delivery_id}/replay';
};

export type ReplayWebhookDeliveryErrors = {
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
     * `webhook_not_found`, `delivery_not_found`
     */
    404: Error & {
        error?: {
            code?: 'webhook_not_found' | 'delivery_not_found';
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

export type ReplayWebhookDeliveryError = ReplayWebhookDeliveryErrors[keyof ReplayWebhookDeliveryErrors];

export type ReplayWebhookDeliveryResponses = {
    /**
     * The delivery, which is pending again.
     */
    200: WebhookDelivery;
};

export type ReplayWebhookDeliveryResponse = ReplayWebhookDeliveryResponses[keyof ReplayWebhookDeliveryResponses];

export type RotateWebhookSecretData = {
    body?: never;
    path: {
        /**
         * The `id` of the webhook.
         */
        webhook_id: string;
    };
    query?: never;
    url: '/v1/webhooks/{webhook_id}/rotate';
};

export type RotateWebhookSecretErrors = {
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
     * `webhook_not_found`
     */
    404: Error & {
        error?: {
            code?: 'webhook_not_found';
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

export type RotateWebhookSecretError = RotateWebhookSecretErrors[keyof RotateWebhookSecretErrors];

export type RotateWebhookSecretResponses = {
    /**
     * The webhook, with its new secret.
     */
    200: WebhookWithSecret;
};

export type RotateWebhookSecretResponse = RotateWebhookSecretResponses[keyof RotateWebhookSecretResponses];

export type TestWebhookData = {
    body?: never;
    path: {
        /**
         * The `id` of the webhook.
         */
        webhook_id: string;
    };
    query?: never;
    url: '/v1/webhooks/{webhook_id}/test';
};

export type TestWebhookErrors = {
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
     * `webhook_not_found`
     */
    404: Error & {
        error?: {
            code?: 'webhook_not_found';
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

export type TestWebhookError = TestWebhookErrors[keyof TestWebhookErrors];

export type TestWebhookResponses = {
    /**
     * The delivery, which has just begun.
     */
    200: WebhookDelivery;
};

export type TestWebhookResponse = TestWebhookResponses[keyof TestWebhookResponses];

export type ListWebhooksData = {
    body?: never;
    path?: never;
    query?: never;
    url: '/v1/webhooks';
};

export type ListWebhooksErrors = {
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
     * `overloaded`, `dependency_unavailable`
     */
    503: Error & {
        error?: {
            code?: 'overloaded' | 'dependency_unavailable';
        };
    };
};

export type ListWebhooksError = ListWebhooksErrors[keyof ListWebhooksErrors];

export type ListWebhooksResponses = {
    /**
     * The webhooks.
     */
    200: WebhookList;
};

export type ListWebhooksResponse = ListWebhooksResponses[keyof ListWebhooksResponses];

export type CreateWebhookData = {
    body: CreateWebhookRequest;
    path?: never;
    query?: never;
    url: '/v1/webhooks';
};

export type CreateWebhookErrors = {
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
     * `conflict`
     */
    409: Error & {
        error?: {
            code?: 'conflict';
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

export type CreateWebhookError = CreateWebhookErrors[keyof CreateWebhookErrors];

export type CreateWebhookResponses = {
    /**
     * The webhook, with its secret.
     */
    200: WebhookWithSecret;
};

export type CreateWebhookResponse = CreateWebhookResponses[keyof CreateWebhookResponses];

export type AppendDocumentData = {
    body: Blob | File;
    headers?: {
        /**
         * 1 to 255 characters. The same key with the same body within 24 hours gives the first answer again.
         */
        'Idempotency-Key'?: string;
    };
    path?: never;
    query?: {
        /**
         * The person whom the document is about.
         */
        user_id?: string;
        /**
         * The name of the domain.
         */
        domain?: string;
        /**
         * Label of the origin; known ones: chat, transcript, event, upload, note, email.
         */
        source?: string;
    };
    url: '/v1/documents';
};

export type AppendDocumentErrors = {
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
     * `idempotency_in_progress`, `conflict`, `erased`
     */
    409: Error & {
        error?: {
            code?: 'idempotency_in_progress' | 'conflict' | 'erased';
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
     * `idempotency_key_reused`, `unreadable_document`, `unsupported_format`
     */
    422: Error & {
        error?: {
            code?: 'idempotency_key_reused' | 'unreadable_document' | 'unsupported_format';
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

export type AppendDocumentError = AppendDocumentErrors[keyof AppendDocumentErrors];

export type AppendDocumentResponses = {
    /**
     * The changes, and the text that was read.
     */
    200: DocumentResult;
};

export type AppendDocumentResponse = AppendDocumentResponses[keyof AppendDocumentResponses];

export type GetMessageMappingData = {
    body?: never;
    path?: never;
    query?: never;
    url: '/v1/message-mapping';
};

export type GetMessageMappingErrors = {
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
     * `overloaded`, `dependency_unavailable`
     */
    503: Error & {
        error?: {
            code?: 'overloaded' | 'dependency_unavailable';
        };
    };
};

export type GetMessageMappingError = GetMessageMappingErrors[keyof GetMessageMappingErrors];

export type GetMessageMappingResponses = {
    /**
     * The mapping.
     */
    200: MessageMapping;
};

export type GetMessageMappingResponse = GetMessageMappingResponses[keyof GetMessageMappingResponses];

export type PutMessageMappingData = {
    body: MessageMappingRequest;
    path?: never;
    query?: never;
    url: '/v1/message-mapping';
};

export type PutMessageMappingErrors = {
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
     * `domain_not_found`, `dataset_not_found`
     */
    404: Error & {
        error?: {
            code?: 'domain_not_found' | 'dataset_not_found';
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

export type PutMessageMappingError = PutMessageMappingErrors[keyof PutMessageMappingErrors];

export type PutMessageMappingResponses = {
    /**
     * The mapping in force.
     */
    200: MessageMapping;
};

export type PutMessageMappingResponse = PutMessageMappingResponses[keyof PutMessageMappingResponses];

export type ListMessageRejectsData = {
    body?: never;
    path?: never;
    query?: never;
    url: '/v1/message-rejects';
};

export type ListMessageRejectsErrors = {
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
     * `overloaded`, `dependency_unavailable`
     */
    503: Error & {
        error?: {
            code?: 'overloaded' | 'dependency_unavailable';
        };
    };
};

export type ListMessageRejectsError = ListMessageRejectsErrors[keyof ListMessageRejectsErrors];

export type ListMessageRejectsResponses = {
    /**
     * The refused messages.
     */
    200: MessageRejects;
};

export type ListMessageRejectsResponse = ListMessageRejectsResponses[keyof ListMessageRejectsResponses];

export type SendMessagesData = {
    body: MessageBatch;
    path?: never;
    query?: never;
    url: '/v1/batch';
};

export type SendMessagesErrors = {
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
     * `overloaded`, `dependency_unavailable`, `warming_up`
     */
    503: Error & {
        error?: {
            code?: 'overloaded' | 'dependency_unavailable' | 'warming_up';
        };
    };
};

export type SendMessagesError = SendMessagesErrors[keyof SendMessagesErrors];

export type SendMessagesResponses = {
    /**
     * The result of each message.
     */
    200: TakenMessages;
};

export type SendMessagesResponse = SendMessagesResponses[keyof SendMessagesResponses];

export type IdentifyData = {
    body: IdentifyMessage;
    path?: never;
    query?: never;
    url: '/v1/identify';
};

export type IdentifyErrors = {
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
     * `overloaded`, `dependency_unavailable`, `warming_up`
     */
    503: Error & {
        error?: {
            code?: 'overloaded' | 'dependency_unavailable' | 'warming_up';
        };
    };
};

export type IdentifyError = IdentifyErrors[keyof IdentifyErrors];

export type IdentifyResponses = {
    /**
     * The result of the message.
     */
    200: TakenMessages;
};

export type IdentifyResponse = IdentifyResponses[keyof IdentifyResponses];

export type SendSnowplowEventsData = {
    body: SnowplowPayload;
    path?: never;
    query?: never;
    url: '/v1/snowplow';
};

export type SendSnowplowEventsErrors = {
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
     * `overloaded`, `dependency_unavailable`, `warming_up`
     */
    503: Error & {
        error?: {
            code?: 'overloaded' | 'dependency_unavailable' | 'warming_up';
        };
    };
};

export type SendSnowplowEventsError = SendSnowplowEventsErrors[keyof SendSnowplowEventsErrors];

export type SendSnowplowEventsResponses = {
    /**
     * The result of each event.
     */
    200: TakenMessages;
};

export type SendSnowplowEventsResponse = SendSnowplowEventsResponses[keyof SendSnowplowEventsResponses];

export type TrackData = {
    body: TrackMessage;
    path?: never;
    query?: never;
    url: '/v1/track';
};

export type TrackErrors = {
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
     * `overloaded`, `dependency_unavailable`, `warming_up`
     */
    503: Error & {
        error?: {
            code?: 'overloaded' | 'dependency_unavailable' | 'warming_up';
        };
    };
};

export type TrackError = TrackErrors[keyof TrackErrors];

export type TrackResponses = {
    /**
     * The result of the message.
     */
    200: TakenMessages;
};

export type TrackResponse = TrackResponses[keyof TrackResponses];

export type ReadDocumentData = {
    body: Blob | File;
    path?: never;
    query?: {
        /**
         * The name of the domain.
         */
        domain?: string;
    };
    url: '/v1/documents/read';
};

export type ReadDocumentErrors = {
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
     * `unreadable_document`, `unsupported_format`
     */
    422: Error & {
        error?: {
            code?: 'unreadable_document' | 'unsupported_format';
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

export type ReadDocumentError = ReadDocumentErrors[keyof ReadDocumentErrors];

export type ReadDocumentResponses = {
    /**
     * The text, and what was read in it.
     */
    200: ReadDocumentResult;
};

export type ReadDocumentResponse = ReadDocumentResponses[keyof ReadDocumentResponses];

export type ListConnectorsData = {
    body?: never;
    path?: never;
    query?: never;
    url: '/v1/connectors';
};

export type ListConnectorsErrors = {
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
     * `overloaded`, `dependency_unavailable`
     */
    503: Error & {
        error?: {
            code?: 'overloaded' | 'dependency_unavailable';
        };
    };
};

export type ListConnectorsError = ListConnectorsErrors[keyof ListConnectorsErrors];

export type ListConnectorsResponses = {
    /**
     * The connectors.
     */
    200: Connectors;
};

export type ListConnectorsResponse = ListConnectorsResponses[keyof ListConnectorsResponses];

export type StreamEventsData = {
    body?: never;
    path?: never;
    query?: {
        /**
         * Only these types, the parameter once for each: `types=match.made&types=job.finished`. Default: all.
         */
        types?: Array<string>;
        /**
         * Only events that name this user.
         */
        user_id?: string;
        /**
         * The id of the last event that you have, where the header `Last-Event-ID` cannot be sent. The header wins.
         */
        after?: string;
    };
    url: '/v1/events';
};

export type StreamEventsErrors = {
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
     * `overloaded`, `dependency_unavailable`
     */
    503: Error & {
        error?: {
            code?: 'overloaded' | 'dependency_unavailable';
        };
    };
};

export type StreamEventsError = StreamEventsErrors[keyof StreamEventsErrors];

export type StreamEventsResponses = {
    /**
     * Server-sent events, whose `data` is JSON of the form that `contentSchema` describes.
     */
    200: Blob | File;
};

export type StreamEventsResponse = StreamEventsResponses[keyof StreamEventsResponses];

export type GetModelExperimentData = {
    body?: never;
    path: {
        /**
         * The `id` of the experiment: `mexp_…`.
         */
        experiment_id: string;
    };
    query?: never;
    url: '/v1/model-experiments/{experiment_id}';
};

export type GetModelExperimentErrors = {
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
     * `not_found`
     */
    404: Error & {
        error?: {
            code?: 'not_found';
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

export type GetModelExperimentError = GetModelExperimentErrors[keyof GetModelExperimentErrors];

export type GetModelExperimentResponses = {
    /**
     * The experiment.
     */
    200: ModelExperiment;
};

export type GetModelExperimentResponse = GetModelExperimentResponses[keyof GetModelExperimentResponses];

export type PauseModelExperimentData = {
    body?: never;
    path: {
        /**
         * The `id` of the experiment: `mexp_…`.
         */
        experiment_id: string;
    };
    query?: never;
    url: '/v1/model-experiments/{experiment_id}/pause';
};

export type PauseModelExperimentErrors = {
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
     * `not_found`
     */
    404: Error & {
        error?: {
            code?: 'not_found';
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

export type PauseModelExperimentError = PauseModelExperimentErrors[keyof PauseModelExperimentErrors];

export type PauseModelExperimentResponses = {
    /**
     * The experiment, paused.
     */
    200: ModelExperiment;
};

export type PauseModelExperimentResponse = PauseModelExperimentResponses[keyof PauseModelExperimentResponses];

export type PromoteModelExperimentData = {
    body?: PromoteArmRequest;
    path: {
        /**
         * The `id` of the experiment: `mexp_…`.
         */
        experiment_id: string;
    };
    query?: never;
    url: '/v1/model-experiments/{experiment_id}/promote';
};

export type PromoteModelExperimentErrors = {
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
     * `not_found`, `model_not_found`
     */
    404: Error & {
        error?: {
            code?: 'not_found' | 'model_not_found';
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
     * `model_not_ready`, `conflict`
     */
    409: Error & {
        error?: {
            code?: 'model_not_ready' | 'conflict';
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

export type PromoteModelExperimentError = PromoteModelExperimentErrors[keyof PromoteModelExperimentErrors];

export type PromoteModelExperimentResponses = {
    /**
     * The experiment, ended.
     */
    200: ModelExperiment;
};

export type PromoteModelExperimentResponse = PromoteModelExperimentResponses[keyof PromoteModelExperimentResponses];

export type ResumeModelExperimentData = {
    body?: never;
    path: {
        /**
         * The `id` of the experiment: `mexp_…`.
         */
        experiment_id: string;
    };
    query?: never;
    url: '/v1/model-experiments/{experiment_id}/resume';
};

export type ResumeModelExperimentErrors = {
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
     * `not_found`
     */
    404: Error & {
        error?: {
            code?: 'not_found';
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

export type ResumeModelExperimentError = ResumeModelExperimentErrors[keyof ResumeModelExperimentErrors];

export type ResumeModelExperimentResponses = {
    /**
     * The experiment, running.
     */
    200: ModelExperiment;
};

export type ResumeModelExperimentResponse = ResumeModelExperimentResponses[keyof ResumeModelExperimentResponses];

export type StopModelExperimentData = {
    body?: never;
    path: {
        /**
         * The `id` of the experiment: `mexp_…`.
         */
        experiment_id: string;
    };
    query?: never;
    url: '/v1/model-experiments/{experiment_id}/stop';
};

export type StopModelExperimentErrors = {
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
     * `not_found`
     */
    404: Error & {
        error?: {
            code?: 'not_found';
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

export type StopModelExperimentError = StopModelExperimentErrors[keyof StopModelExperimentErrors];

export type StopModelExperimentResponses = {
    /**
     * The experiment, ended.
     */
    200: ModelExperiment;
};

export type StopModelExperimentResponse = StopModelExperimentResponses[keyof StopModelExperimentResponses];

export type ListModelExperimentsData = {
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
         * Only experiments of this alias.
         */
        alias?: string;
    };
    url: '/v1/model-experiments';
};

export type ListModelExperimentsErrors = {
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
     * `overloaded`, `dependency_unavailable`
     */
    503: Error & {
        error?: {
            code?: 'overloaded' | 'dependency_unavailable';
        };
    };
};

export type ListModelExperimentsError = ListModelExperimentsErrors[keyof ListModelExperimentsErrors];

export type ListModelExperimentsResponses = {
    /**
     * A page.
     */
    200: ModelExperimentList;
};

export type ListModelExperimentsResponse = ListModelExperimentsResponses[keyof ListModelExperimentsResponses];

export type CreateModelExperimentData = {
    body: CreateModelExperimentRequest;
    path?: never;
    query?: never;
    url: '/v1/model-experiments';
};

export type CreateModelExperimentErrors = {
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
     * `model_not_ready`, `conflict`
     */
    409: Error & {
        error?: {
            code?: 'model_not_ready' | 'conflict';
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
     * `capability_missing`
     */
    422: Error & {
        error?: {
            code?: 'capability_missing';
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

export type CreateModelExperimentError = CreateModelExperimentErrors[keyof CreateModelExperimentErrors];

export type CreateModelExperimentResponses = {
    /**
     * The experiment, running.
     */
    200: ModelExperiment;
};

export type CreateModelExperimentResponse = CreateModelExperimentResponses[keyof CreateModelExperimentResponses];

export type EraseSessionData = {
    body?: never;
    path: {
        /**
         * The id, percent-encoded.
         */
        session_id: string;
    };
    query?: never;
    url: '/v1/sessions/{session_id}';
};

export type EraseSessionErrors = {
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
     * `overloaded`, `dependency_unavailable`
     */
    503: Error & {
        error?: {
            code?: 'overloaded' | 'dependency_unavailable';
        };
    };
};

export type EraseSessionError = EraseSessionErrors[keyof EraseSessionErrors];

export type EraseSessionResponses = {
    /**
     * The erased data.
     */
    200: ErasedSession;
};

export type EraseSessionResponse = EraseSessionResponses[keyof EraseSessionResponses];
