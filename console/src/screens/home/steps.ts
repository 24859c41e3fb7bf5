/** The way from the first person to the first trained model, and how far a workspace has come on it. */
export const stepNames = ['people', 'match', 'outcome', 'ranking', 'dataset', 'model'] as const;

export type StepName = (typeof stepNames)[number];

/** The scope that a step needs. */
export const scopeOf: Readonly<Record<StepName, string>> = {
  people: 'write',
  match: 'match',
  outcome: 'write',
  ranking: 'train',
  dataset: 'data',
  model: 'train',
};

/** Whether each step is done; a step whose state the key may not see is absent. */
export type Progress = Readonly<Partial<Record<StepName, boolean>>>;

export interface Step {
  readonly name: StepName;
  readonly done: boolean;
}

/** The steps whose state is known, in their order. */
export function stepsOf(progress: Progress): readonly Step[] {
  return stepNames.flatMap((name) => {
    const done = progress[name];
    return done === undefined ? [] : [{ name, done }];
  });
}
