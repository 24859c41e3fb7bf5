import { createStore } from '../api/store.ts';

/** Whether the dialog «Go to» is open. */
export const jumpOpen = createStore(false);

export function openJump(): void {
  jumpOpen.set(true);
}
