/**
 * The part of a match that a call works for. A stack of calls begins anew where a promise was awaited, so
 * only the files of the stack tell the part. The outermost call that the table names decides, and HTTP only
 * where no other does.
 */
import { stageNames } from '../../src/contract/match-stages.ts';
import type { Call } from './read-profile.ts';

const partsOfFiles: readonly (readonly [prefix: string, part: string])[] = [
  ...stageNames.map((stage) => [`src/matching/match/stages/${stage.replaceAll('_', '-')}`, stage] as const),
  ['src/matching/match/stages/filter-', 'sql_filter'],
  ['src/matching/match/stages/narrow-', 'sql_filter'],
  ['src/matching/match/candidate-texts', 'cross_encoder'],
  ['src/matching/match/select-matches', 'select'],
  ['src/matching/match/rank-best', 'select'],
  ['src/matching/match/explain/', 'explain'],
  ['src/matching/match/gather-shown', 'store the match'],
  ['src/matching/match/find-seeker', 'seeker and plan'],
  ['src/matching/match/candidates/', 'seeker and plan'],
  ['src/matching/match/match-plan', 'seeker and plan'],
  ['src/platform/storage/', 'reads of the store'],
  ['src/matching/index/', 'index, after a wait'],
];
const partsOfHttp = [
  'src/outside/http/',
  'node_modules/fastify',
  'node:_http',
  'node:net',
  'node:internal/stream',
];

/** Waiting, and what V8 does for all. */
const partsOfV8: ReadonlyMap<string, string> = new Map([
  ['(idle)', 'idle'],
  ['(garbage collector)', 'garbage collection'],
  ['(program)', 'native code'],
]);

/** `stack`: outermost first. */
export function stageOf(stack: readonly Pick<Call, 'name' | 'file'>[]): string {
  for (const { name, file } of stack) {
    const part = partsOfV8.get(name) ?? partsOfFiles.find(([prefix]) => file.startsWith(prefix))?.[1];
    if (part !== undefined) return part;
  }
  if (stack.some(({ file }) => file.startsWith('src/matching/match/'))) return 'match, between the stages';
  const isHttp = stack.some(({ file }) => partsOfHttp.some((prefix) => file.startsWith(prefix)));
  return isHttp ? 'HTTP' : 'other';
}
