/** The job kind `model_refit`. It is separate from the task's code, which the server does not load. */
import type { EventSettings } from '../../../contract/adaptation.ts';
import type { RefitSettings } from '../../../contract/model-refit.ts';
import type { TaskKind } from '../../../platform/jobs/task.ts';
import { adaptationKind } from '../adaptation/adaptation-kind.ts';

export const refitKind: TaskKind = { ...adaptationKind, kind: 'model_refit' };

/** The input of a refit; its resource is the new model, which has the serving model as its base. */
export interface RefitInput {
  readonly alias: string;
  readonly events: EventSettings;
  readonly seed: number;
  readonly settings: RefitSettings;
}
