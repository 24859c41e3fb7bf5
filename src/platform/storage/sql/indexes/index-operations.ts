/** Changes of the indexes of a search engine, and of when candidate indexes were last used. */
import { first, none, ofObject, writeOperation } from '../write-operation.ts';
import {
  addSearchIndex,
  changeSearchIndex,
  noteUseOfSearchIndex,
  removeSearchIndex,
  retireSearchIndexes,
  serveSearchIndex,
} from './change-search-indexes.ts';
import { noteIndexUses } from './note-index-uses.ts';

export const indexOperations = {
  addSearchIndex: writeOperation(addSearchIndex, ofObject),
  changeSearchIndex: writeOperation(changeSearchIndex, ofObject),
  serveSearchIndex: writeOperation(serveSearchIndex, ofObject),
  retireSearchIndexes: writeOperation(retireSearchIndexes, first),
  noteUseOfSearchIndex: writeOperation(noteUseOfSearchIndex, ofObject),
  removeSearchIndex: writeOperation(removeSearchIndex, ofObject),
  noteIndexUses: writeOperation(noteIndexUses, none),
};
