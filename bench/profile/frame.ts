/**
 * The frames of a flame graph: the calls of a profile, added up by the part of the match and by their callers.
 */
import type { Call } from './read-profile.ts';
import { stageOf } from './stage-of.ts';

export interface Frame {
  readonly name: string;
  /** With the line; empty for a part. */
  readonly place: string;
  /** Microseconds of the function and of all that it called. */
  totalUs: number;
  selfUs: number;
  readonly frames: Map<string, Frame>;
}

/** Under these the event loop runs everything, so they say nothing. */
const loopFrames = new Set([
  '(root)',
  'processTicksAndRejections',
  'runMicrotasks',
  'runNextTicks',
  'processImmediate',
]);

/** The busy time: the parts of a match, and their calls. */
export function framesOf(root: Call): Frame {
  const all = emptyFrame('all', '');
  addCalls(all, root, []);
  return all;
}

function addCalls(all: Frame, call: Call, above: readonly Call[]): void {
  const stack = [...above, call];
  if (call.selfUs > 0) addStack(all, stack, call.selfUs);
  for (const called of call.calls) addCalls(all, called, stack);
}

function addStack(all: Frame, stack: readonly Call[], us: number): void {
  const part = stageOf(stack);
  if (part === 'idle') return;
  let frame = all;
  frame.totalUs += us;
  const named = stack.filter(({ name }) => !loopFrames.has(name));
  const places = named.map(({ name, file, line }) => [name, file === '' ? '' : `${file}:${line}`] as const);
  for (const [name, place] of [[part, ''] as const, ...places]) {
    frame = frameBelow(frame, name, place);
    frame.totalUs += us;
  }
  frame.selfUs += us;
}

function frameBelow({ frames }: Frame, name: string, place: string): Frame {
  const key = `${name} ${place}`;
  const frame = frames.get(key) ?? emptyFrame(name, place);
  frames.set(key, frame);
  return frame;
}

const emptyFrame = (name: string, place: string): Frame => ({
  name,
  place,
  totalUs: 0,
  selfUs: 0,
  frames: new Map(),
});

/** Time in the function itself, wherever it was called. */
export function selfTimes(all: Frame): ReadonlyMap<string, number> {
  const times = new Map<string, number>();
  const add = ({ name, place, selfUs, frames }: Frame) => {
    const key = `${name} ${place}`.trim();
    if (selfUs > 0) times.set(key, (times.get(key) ?? 0) + selfUs);
    for (const frame of frames.values()) add(frame);
  };
  add(all);
  return times;
}
