import { createStore } from './store.ts';

/**
 * The workspace that this page shows; null: none yet. Requests name it, because another tab may have switched
 * the session of the browser.
 */
export const shownWorkspace = createStore<string | null>(null);
