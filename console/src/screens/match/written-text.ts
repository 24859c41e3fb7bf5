/**
 * The text of «From a text», for as long as the page is open. It may say anything of a person, so no address
 * has it.
 */
import { createStore } from '../../api/store.ts';

export const writtenText = createStore('');
