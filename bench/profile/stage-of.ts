/**
 * The part of a match that a call works for. A stack of calls begins anew where a promise was awaited, so the part is known by
 * the files of the stack alone: the outermost call that the table names decides, and HTTP only where no other does.
 */
import type { Call } from './read-profile.ts';

const partsOfFiles: readonly (readonly [prefix: string, part: string])[] = [
  ['src/match/stages/sql-filter', 'sql_filter'],
  ['src/match/stages/filter-', 'sql_filter'],
  ['src/match/stages/narrow-', 'sql_filter'],
  ['src/match/stages/light-ml', 'light_ml'],
  ['src/match/stages/embedding', 'embedding'],
  ['src/match/stages/cross-encoder', 'cross_encoder'],
  ['src/match/candidate-texts', 'cross_encoder'],
  ['src/match/select-matches', 'select'],
  ['src/match/rank-best', 'select'],
  ['src/match/explain/', 'explain'],
  ['src/match/gather-shown', 'store the match'],
  ['src/match/load-seeker', 'seeker and plan'],
  ['src/match/candidates/', 'seeker and plan'],
  ['src/match/match-plan', 'seeker and plan'],
  ['src/storage/', 'reads of the store'],
  ['src/index/', 'index, after a wait'],
];
const partsOfHttp = ['src/http/', 'node_modules/fastify', 'node:_http', 'node:net', 'node:internal/stream'];

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
  if (stack.some(({ file }) => file.startsWith('src/match/'))) return 'match, between the stages';
  const isHttp = stack.some(({ file }) => partsOfHttp.some((prefix) => file.startsWith(prefix)));
  return isHttp ? 'HTTP' : 'other';
}
