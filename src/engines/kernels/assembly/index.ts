/** All kernels: the exports of the module. */
export { copyRows, countRows, dropByRule, keepCommon, listRows, unite } from './bitmaps';
export { pruneByDeficits } from './deficits';
export {
  calibrateByCurves,
  calibrateLinear,
  keepPromising,
  listExactScoreCandidates,
  multiplyPairs,
} from './exact-score-candidates';
export {
  filterCodes8,
  filterCodes16,
  filterCodes32,
  filterFewCodes8,
  filterPresent,
  filterRange16,
  filterRange32,
  filterRangeF64,
  filterRareCodes16,
  filterSets,
} from './filters';
export { listReaching, scoreRows } from './item-scores';
export { addLogarithms } from './logarithms';
export { addByCurve, addByNumber16, addByNumber32, addInterval } from './numbers';
export {
  addBestOfSet,
  addCodes8,
  addCodes16,
  addCodes32,
  addCompleteness,
  addConstant,
  addOverlap,
  addPairs,
  fillPairs,
  silenceCodes,
  silenceSets,
} from './points';
export { filterBounds8, filterBounds16, filterReach } from './preferences';
export {
  addByHamming,
  exactCosines,
  listEntriesWithin,
  listNear,
  listSignsWithin,
  listWithoutVector,
  raiseSimilarity,
} from './vectors';
