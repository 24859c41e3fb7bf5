/**
 * The kernels as the host calls them: `assembly/` compiled (`npm run build:kernels`), over a shared memory
 * that the caller owns. All addresses are byte offsets in that memory. Each kernel documents what it reads
 * and writes.
 */
import { readFileSync } from 'node:fs';

type Kernel = (...numbers: number[]) => number;

const names = [
  'addBestOfSet',
  'addByCurve',
  'addByHamming',
  'addByNumber16',
  'addByNumber32',
  'addCodes16',
  'addCodes32',
  'addCodes8',
  'addCompleteness',
  'addConstant',
  'addInterval',
  'addLogarithms',
  'addOverlap',
  'addPairs',
  'copyRows',
  'countRows',
  'exactCosines',
  'fillPairs',
  'filterBounds16',
  'filterBounds8',
  'filterCodes16',
  'filterCodes32',
  'filterCodes8',
  'filterFewCodes8',
  'filterPresent',
  'filterRange16',
  'filterRange32',
  'filterRangeF64',
  'filterRareCodes16',
  'filterReach',
  'filterSets',
  'dropByRule',
  'keepCommon',
  'keepPromising',
  'pruneByDeficits',
  'listExactScoreCandidates',
  'listEntriesWithin',
  'listNear',
  'listReaching',
  'listRows',
  'listSignsWithin',
  'listWithoutVector',
  'multiplyPairs',
  'raiseSimilarity',
  'scoreRows',
  'silenceCodes',
  'silenceSets',
  'unite',
  'calibrateByCurves',
  'calibrateLinear',
] as const;

export type Kernels = Readonly<Record<(typeof names)[number], Kernel>>;

/** The most pages of 64 KiB that the module accepts, so that any shared memory fits. */
const MAX_PAGES = 65_536;

let compiled: WebAssembly.Module | undefined;

/** Compiled once for each thread. */
function kernelModule(): WebAssembly.Module {
  compiled ??= new WebAssembly.Module(readFileSync(new URL('kernels.wasm', import.meta.url)));
  return compiled;
}

/** An instance has no state; any number may share one memory. */
export function kernelsOver(memory: WebAssembly.Memory, module = kernelModule()): Kernels {
  return new WebAssembly.Instance(module, { env: { memory } }).exports as unknown as Kernels;
}

/** A memory for the kernels with at least `bytes` now and at most `maxBytes` ever. */
export function kernelMemory(bytes: number, maxBytes = bytes): WebAssembly.Memory {
  const initial = Math.max(1, Math.ceil(bytes / 65_536));
  const maximum = Math.min(MAX_PAGES, Math.max(initial, Math.ceil(maxBytes / 65_536)));
  return new WebAssembly.Memory({ initial, maximum, shared: true });
}
