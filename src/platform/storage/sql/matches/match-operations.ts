/** Changes of shown matches, of batches of matches, and of the statistics and the exposure that follow. */
import { addLikes } from '../exposure/add-likes.ts';
import { forgetExposure, movePrices } from '../exposure/move-prices.ts';
import { countShown } from '../statistics/count-shown.ts';
import { forgetCoverage, putCoverage } from '../statistics/read-statistics.ts';
import { all, first, none, ofObject, writeOperation } from '../write-operation.ts';
import { forgetMatchBatch } from './change-match-batches.ts';
import { forgetShown, recordShown } from './shown-matches.ts';

export const matchOperations = {
  recordShown: writeOperation(recordShown, ofObject),
  forgetShown: writeOperation(forgetShown, all),
  countShown: writeOperation(countShown, none),
  putCoverage: writeOperation(putCoverage, first),
  forgetCoverage: writeOperation(forgetCoverage, none),
  addLikes: writeOperation(addLikes, ofObject),
  movePrices: writeOperation(movePrices, ofObject),
  forgetExposure: writeOperation(forgetExposure, ofObject),
  forgetMatchBatch: writeOperation(forgetMatchBatch, first),
};
