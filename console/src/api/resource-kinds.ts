/** The kinds of what has a name beside people, and who may list them. */

export const resourceKinds = ['model', 'dataset', 'tokenizer', 'simulation', 'job', 'experiment'] as const;
export type ResourceKind = (typeof resourceKinds)[number];

export interface NamedResource {
  readonly kind: ResourceKind;
  readonly id: string;
  /** Absent where a resource has its kind alone. */
  readonly name?: string;
}

/** One of the scopes is enough to list a kind. */
export const resourceScopes: Readonly<Record<ResourceKind, readonly string[]>> = {
  model: ['infer', 'train', 'read'],
  dataset: ['data', 'read'],
  tokenizer: ['data', 'read'],
  simulation: ['infer', 'read'],
  job: ['read', 'data'],
  experiment: ['operator'],
};
