import { createStore } from './store.ts';

/** Whether the service can be reached, as far as the last calls tell. */
export const connectionState = createStore<'fine' | 'lost' | 'back'>('fine');

const BACK_SHOWN_MS = 3000;

export const connection = {
  lost: () => connectionState.set('lost'),
  found(): void {
    if (connectionState.get() !== 'lost') return;
    connectionState.set('back');
    setTimeout(() => connectionState.get() === 'back' && connectionState.set('fine'), BACK_SHOWN_MS);
  },
};
