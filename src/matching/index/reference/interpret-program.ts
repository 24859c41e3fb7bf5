/**
 * The meaning of a query program, row by row in plain code. The reference index answers by it, and the
 * programs that run over segments (`program-runner.ts`) are tested against it.
 */
import type { BoundOp, ClauseOp, PersonEffectRows, QueryProgram, VectorSearch } from '../query-program.ts';
import { type ScoredRow, scoredRow } from './interpret-scoring.ts';
import { codeWithin, cosineOfVector, countShared, type ProgramRows, signDistance } from './program-rows.ts';

export interface ProgramInput {
  /** The rows before the first rule, ascending. */
  readonly candidates: readonly number[];
  /** By rule: rows that the rule drops; absent: none. */
  readonly excluded: readonly (Iterable<number> | undefined)[];
  readonly personEffects: PersonEffectRows | null;
}

export interface ProgramResult {
  /** By rule. */
  readonly dropped: readonly number[];
  /** By rule: the rows that it drops, where the program asks for examples. */
  readonly examined?: readonly {
    readonly alone: number;
    readonly aloneRows: readonly number[];
    readonly droppedRows: readonly number[];
  }[];
  /** Ascending. */
  readonly kept: readonly number[];
  readonly belowMinScore: number;
  /**
   * Best first, ties by tie hash, then by row: the first k, and all that tie with the kth in score and hash.
   */
  readonly best: readonly ScoredRow[];
  /** For the nearest rows: those without a cosine, in the same order. */
  readonly withoutVector: readonly ScoredRow[];
}

export function interpretProgram(
  { rules, answer }: QueryProgram,
  rows: ProgramRows,
  { candidates, excluded, personEffects }: ProgramInput,
): ProgramResult {
  const passesRule = rules.map(({ clauses }, rule) => {
    const named = new Set(excluded[rule]);
    return (row: number) => !named.has(row) && clauses.every((clause) => passes(rows, row, clause));
  });
  let kept = candidates;
  const droppedRows = passesRule.map((passesIt) => {
    const before = kept;
    kept = before.filter(passesIt);
    return before.filter((row) => !passesIt(row));
  });
  const dropped = droppedRows.map(({ length }) => length);
  const nothing = { best: [], withoutVector: [], belowMinScore: 0 };
  switch (answer.kind) {
    case 'selection': {
      const { examples } = answer;
      if (examples === undefined) return { ...nothing, dropped, kept };
      const examined = droppedRows.map((all, rule) => {
        const alone = all.filter((row) =>
          passesRule.every((passesIt, other) => other === rule || passesIt(row)),
        );
        return {
          alone: alone.length,
          aloneRows: alone.slice(0, examples),
          droppedRows: all.slice(0, examples),
        };
      });
      return { ...nothing, dropped, kept, examined };
    }
    case 'nearest':
      return { ...nothing, dropped, kept, ...nearest(answer.search, rows, kept) };
    case 'best': {
      const effects = personEffects && {
        ...personEffects,
        entries: new Map(Array.from(personEffects.rows, (row, entry) => [row, entry])),
      };
      const scored = kept.map((row) => scoredRow(answer.scoring, rows, row, effects));
      const reaching = scored.filter(({ unpriced }) => unpriced >= answer.minScore);
      const belowMinScore = scored.length - reaching.length;
      return { ...nothing, dropped, kept, belowMinScore, best: cut(reaching, answer.k) };
    }
    default:
      return answer satisfies never;
  }
}

/** The first k, and all that tie with the kth in score and hash. */
function cut(rows: readonly ScoredRow[], k: number): readonly ScoredRow[] {
  const ordered = rows.toSorted((a, b) => b.score - a.score || a.tie - b.tie || a.row - b.row);
  const last = ordered[Math.min(k, ordered.length) - 1];
  return ordered.filter((row, at) => at < k || (row.score === last?.score && row.tie === last.tie));
}

function passes(rows: ProgramRows, row: number, clause: ClauseOp): boolean {
  switch (clause.op) {
    case 'codes':
      return clause.passes[codeWithin(rows, row, clause.field, clause.passes.length)] === 1;
    case 'range': {
      const value = rows.numberOf(row, clause.field);
      return value !== undefined && (clause.min <= value && value <= clause.max) === clause.wanted;
    }
    case 'numbers': {
      const value = rows.numberOf(row, clause.field);
      return value !== undefined && clause.values.includes(value) === clause.wanted;
    }
    case 'set': {
      const held = rows.setOf(row, clause.field);
      return held.length > 0 && countShared(held, clause.mask) > 0 === clause.wanted;
    }
    case 'present':
      return rows.has(row, clause.field) === clause.wanted;
    case 'lacks_or':
      return !rows.has(row, clause.field) || passes(rows, row, clause.clause);
    case 'complete':
      return rows.isComplete(row);
    case 'accepts':
      return accepts(rows, row, clause);
    case 'nothing':
      return false;
    default:
      return clause satisfies never;
  }
}

function accepts(
  rows: ProgramRows,
  row: number,
  { bounds, preferences, reaches }: Extract<ClauseOp, { op: 'accepts' }>,
): boolean {
  return (
    bounds.every((bound) => isMet(bound, rows.preferenceOf(row, bound.kind))) &&
    preferences.every(({ kind, met }) => (met[rows.preferenceOf(row, kind)] ?? met[0]) === 1) &&
    reaches.every(({ field, distances, met }) => {
      const reach = rows.reachOf(row, field);
      const distance = distances[rows.codeOf(row, field)] ?? distances[0]!;
      return reach === 0 || distance <= (met[reach] ?? 0);
    })
  );
}

function isMet({ side, value }: BoundOp, code: number): boolean {
  if (code === 0 || value === null) return code === 0;
  return side === 'from' ? code - 1 <= value : value <= code - 1;
}

function nearest(
  { group, query, k, preselect, withoutVector }: VectorSearch,
  rows: ProgramRows,
  kept: readonly number[],
): Pick<ProgramResult, 'best' | 'withoutVector'> {
  const compared = kept.map((row) => {
    const vector = rows.vectorOf(row, group);
    const score = vector === null ? Number.NaN : cosineOfVector(vector, query);
    return { row, score, unpriced: score, tie: rows.tieOf(row), forward: 0, backward: 0 };
  });
  const comparable = compared.filter(({ score }) => !Number.isNaN(score));
  const without = compared.filter(({ score }) => Number.isNaN(score)).map((one) => ({ ...one, score: 0 }));
  let near = comparable;
  if (preselect !== null && kept.length > preselect.count) {
    const distance = (row: number) => signDistance(rows, row, group, preselect.code)!;
    const distances = comparable.map(({ row }) => distance(row)).sort((a, b) => a - b);
    const maxDistance = distances[preselect.count - 1] ?? Number.POSITIVE_INFINITY;
    near = comparable.filter(({ row }) => distance(row) <= maxDistance);
  }
  return { best: cut(near, k), withoutVector: cut(without, withoutVector) };
}
