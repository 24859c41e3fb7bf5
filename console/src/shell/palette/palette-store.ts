import { createStore } from '../../api/store.ts';

/** Whether the palette is open. */
export const paletteOpen = createStore(false);

export function openPalette(): void {
  paletteOpen.set(true);
}
