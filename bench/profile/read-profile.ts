/**
 * A profile of V8 (`node --cpu-prof`) as a tree of calls, with the processor time of each in a window of
 * time.
 */
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export interface CpuProfile {
  readonly nodes: readonly ProfileNode[];
  /** Microseconds of the monotonic clock. */
  readonly startTime: number;
  /** The node of each sample. */
  readonly samples: readonly number[];
  /** Microseconds from the sample before to this one. */
  readonly timeDeltas: readonly number[];
}

interface ProfileNode {
  readonly id: number;
  readonly callFrame: { readonly functionName: string; readonly url: string; readonly lineNumber: number };
  readonly children?: readonly number[];
}

export interface Window {
  /** Microseconds of the monotonic clock. */
  readonly from: number;
  readonly to: number;
}

/** A function, called by the functions above it. */
export interface Call {
  readonly name: string;
  /** Relative to the repository for its own files; `node:…` for Node's; empty for V8's. */
  readonly file: string;
  /** From 1. */
  readonly line: number;
  /** Microseconds in the function itself. */
  selfUs: number;
  readonly calls: readonly Call[];
}

const repository = join(import.meta.dirname, '..', '..');

/** The root, whose calls are those that the event loop makes. */
export function readProfile(profile: CpuProfile, window: Window): Call {
  const selfUs = selfTimes(profile, window);
  const nodes = new Map(profile.nodes.map((node) => [node.id, node]));
  const callOf = (id: number): Call => {
    const { callFrame, children = [] } = nodes.get(id)!;
    return {
      name: callFrame.functionName || '(anonymous)',
      file: fileOf(callFrame.url),
      line: callFrame.lineNumber + 1,
      selfUs: selfUs.get(id) ?? 0,
      calls: children.map(callOf),
    };
  };
  return callOf(profile.nodes[0]!.id);
}

/** A sample stands for the time until the next one. */
function selfTimes(
  { startTime, samples, timeDeltas }: CpuProfile,
  { from, to }: Window,
): ReadonlyMap<number, number> {
  const times = new Map<number, number>();
  let atUs = startTime;
  for (let n = 0; n + 1 < samples.length; n++) {
    atUs += timeDeltas[n]!;
    if (atUs < from || atUs >= to) continue;
    times.set(samples[n]!, (times.get(samples[n]!) ?? 0) + timeDeltas[n + 1]!);
  }
  return times;
}

function fileOf(url: string): string {
  const path = url.startsWith('file:') ? fileURLToPath(url) : url;
  return path.startsWith(`${repository}/`) ? path.slice(repository.length + 1) : path;
}

export function totalUs({ selfUs, calls }: Call): number {
  return calls.reduce((sum, call) => sum + totalUs(call), selfUs);
}
