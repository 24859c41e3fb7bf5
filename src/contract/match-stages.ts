/**
 * The stages of a match in their order, and the facts of each that the interface promises. Schemas, the plan
 * of a match, `pipeline_stats`, the figures and the console's form are made from this table. The console is
 * built with it, so it imports nothing. The code of a stage is in `src/matching/match/stages/`.
 */
interface StageFacts {
  /** Whether the stage runs where the request does not name it. */
  readonly onByDefault: boolean;
  /** Scores by a ranking model or the language model; null: gives no score. */
  readonly scoredBy: 'ranking_model' | 'language_model' | null;
  /**
   * `top_k`: without one in the request, raised to its `limit`; and the largest. null: all that pass are
   * kept.
   */
  readonly topK: { readonly usual: number; readonly most: number } | null;
}

export const matchStages = {
  sql_filter: { onByDefault: true, scoredBy: null, topK: null },
  light_ml: { onByDefault: true, scoredBy: 'ranking_model', topK: { usual: 2000, most: 10_000 } },
  embedding: { onByDefault: true, scoredBy: 'ranking_model', topK: { usual: 200, most: 10_000 } },
  cross_encoder: { onByDefault: true, scoredBy: 'ranking_model', topK: { usual: 50, most: 500 } },
  llm_judge: { onByDefault: false, scoredBy: 'language_model', topK: { usual: 10, most: 50 } },
} as const satisfies Readonly<Record<string, StageFacts>>;

export type StageName = keyof typeof matchStages;
type StageWith<Facts> = {
  [Name in StageName]: (typeof matchStages)[Name] extends Facts ? Name : never;
}[StageName];
type UsualStage = StageWith<{ onByDefault: true }>;
export type ModelStage = StageWith<{ scoredBy: 'ranking_model' }>;

export const stageNames = Object.keys(matchStages) as readonly StageName[];
export const usualStages = stageNames.filter((name): name is UsualStage => matchStages[name].onByDefault);
export const optionalStages = stageNames.filter(
  (name): name is Exclude<StageName, UsualStage> => !matchStages[name].onByDefault,
);
/** The stages that a ranking model scores, whose tier a request can pin. */
export const modelStages = stageNames.filter(
  (name): name is ModelStage => matchStages[name].scoredBy === 'ranking_model',
);

/** A value for each of the stages. */
export function byStage<Name extends StageName, Value>(
  names: readonly Name[],
  make: (name: Name) => Value,
): Record<Name, Value> {
  return Object.fromEntries(names.map((name) => [name, make(name)])) as Record<Name, Value>;
}

/** As `byStage`, with the keys of `pipeline_stats`. */
export function afterStage<Name extends StageName, Value>(
  names: readonly Name[],
  make: (name: Name) => Value,
): Record<`after_${Name}`, Value> {
  const entries = names.map((name) => [`after_${name}`, make(name)]);
  return Object.fromEntries(entries) as Record<`after_${Name}`, Value>;
}
