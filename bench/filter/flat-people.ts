/**
 * The generated world as plain columns, for programs without profiles. Codes: 0 absent, else position + 1.
 */
import { tieBreak } from '../../src/matching/index/tie-break.ts';
import { type World, worldUserId } from '../world/generate-people.ts';

export interface FlatPeople {
  readonly rows: number;
  readonly age: Uint8Array;
  readonly gender: Uint8Array;
  readonly goal: Uint8Array;
  readonly style: Uint8Array;
  readonly place: Uint16Array;
  /** Breaks ties, smaller first. */
  readonly tie: Uint32Array;
  readonly names: Readonly<Record<'gender' | 'goal' | 'style' | 'place', readonly string[]>>;
}

export function flatPeople(world: World, rows: number): FlatPeople {
  const codes = { gender: codeBook(), goal: codeBook(), style: codeBook(), place: codeBook() };
  const bytes = () => new Uint8Array(rows);
  const columns = { age: bytes(), gender: bytes(), goal: bytes(), style: bytes() };
  const place = new Uint16Array(rows);
  const tie = new Uint32Array(rows);
  for (let n = 0; n < rows; n++) {
    const { fields, derived, places } = world.person(n).row;
    columns.age[n] = fields.age as number;
    columns.gender[n] = codes.gender.codeOf(fields.gender);
    columns.goal[n] = codes.goal.codeOf(fields.relationship_goal);
    columns.style[n] = codes.style.codeOf(derived.attachment_style);
    place[n] = codes.place.codeOf(places.location?.key);
    tie[n] = tieBreak(worldUserId(n));
  }
  const names = {
    gender: codes.gender.names,
    goal: codes.goal.names,
    style: codes.style.names,
    place: codes.place.names,
  };
  return { rows, ...columns, place, tie, names };
}

function codeBook() {
  const known = new Map<unknown, number>();
  const names: string[] = [];
  return {
    names,
    codeOf(value: unknown): number {
      if (value === undefined) return 0;
      const code = known.get(value) ?? known.size + 1;
      if (code > names.length) {
        known.set(value, code);
        names.push(String(value));
      }
      return code;
    },
  };
}
