import { createStore } from '../../api/store.ts';

/** The file that the import begins with: it is chosen on the first page of an empty domain, too. */
export const chosenFile = createStore<File | null>(null);
