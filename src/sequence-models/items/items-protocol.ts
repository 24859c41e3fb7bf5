/** Messages of the thread that writes the items of models. */
import type { ModelWithItems } from './model-items-key.ts';

export interface ItemsSetup {
  /** The folder of the artifact store. */
  readonly artifacts: string;
}

export type ItemsRequest = ModelWithItems;

/** The file is then there. */
export type ItemsAnswer = null;
