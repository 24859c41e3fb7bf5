/** Ids, cursors and tokens that earlier answers gave, for later requests. */
const MOST = 100;
/** By the beginning of an id: the parameter that takes it. */
const prefixes: Readonly<Record<string, string>> = {
  ds: 'dataset_id',
  model: 'model_id',
  tok: 'tokenizer_id',
  job: 'job_id',
  sim: 'simulation_id',
  match: 'match_id',
  run: 'run_id',
  exp: 'experiment_id',
  mexp: 'experiment_id',
  ten: 'tenant_id',
  key: 'key_id',
};
const byKey: Readonly<Record<string, string>> = {
  ...{ user_id: 'user_id', candidate_id: 'user_id', seeker_id: 'user_id', item_id: 'item_id' },
  ...{ next_cursor: 'cursor', domain: 'domain', from_model_id: 'model_id', base_model_id: 'model_id' },
};
const ID = /^([a-z]+)_[0-9a-hjkmnp-tv-z]{26}$/;

export class KnownIds {
  readonly #known = new Map<string, string[]>();
  /** Ids that the run itself needs: its keys stay in force, and its dataset and models are not deleted. */
  readonly kept = new Set<string>();

  add(kind: string, value: string): void {
    const known = this.#known.get(kind) ?? [];
    this.#known.set(kind, known);
    if (known.includes(value)) return;
    known.push(value);
    if (known.length > MOST) {
      const oldest = known.findIndex((each) => !this.kept.has(each));
      known.splice(Math.max(0, oldest), 1);
    }
  }

  /** Every id in an answer. */
  collect(value: unknown, key = ''): void {
    if (typeof value === 'string') {
      const prefix = ID.exec(value)?.[1];
      const kind = byKey[key] ?? (prefix === undefined ? undefined : prefixes[prefix]);
      if (kind !== undefined) this.add(kind, value);
      if (key === 'download_url') this.add('token', value.slice(value.lastIndexOf('/') + 1));
    } else if (Array.isArray(value)) {
      for (const each of value.slice(0, 20)) this.collect(each, key);
    } else if (typeof value === 'object' && value !== null) {
      for (const [name, each] of Object.entries(value)) this.collect(each, name);
    }
  }

  /** One of the parameter's or key's kind; undefined: none is known. */
  pick(name: string, which: number): string | undefined {
    const known = this.#known.get(byKey[name] ?? name.replace(/s$/, ''));
    return known === undefined ? undefined : known[which % known.length];
  }
}
