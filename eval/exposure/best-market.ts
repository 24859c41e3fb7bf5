/**
 * The most mutual matches a day that any policy can reach in a small market without memory, as a linear
 * programme.
 *
 *   x_ij   how often j is shown to i in a day, 0 … 1
 *   most   Σ x_ij · p_ij · p_ji          p_ij: the chance that i likes j
 *   with   Σ_j x_ij ≤ what i is shown in a day,  Σ_i x_ij · p_ij ≤ the likes that j can look at in a day
 *
 * and, for the most under a bound of exposure, Σ_i x_ij ≤ a number of times a day.
 *
 * It is a bound in expectation: likes that come in a bad order are lost in any real day.
 */
import loadHighs from 'highs';
import { giniOfRates } from './gini-of-rates.ts';
import { People } from './simulate-people.ts';

export interface BestMarket {
  readonly matchesADay: number;
  readonly gini: number;
  readonly never: number;
}

interface Programme {
  /** People of one side. */
  readonly half: number;
  readonly seed: number;
  /** Candidates of an answer. */
  readonly limit: number;
  /** Times a day that a person is shown at most; infinite: no bound. */
  readonly mostShown: number;
}

export async function bestMarket({ half, seed, limit, mostShown }: Programme): Promise<BestMarket> {
  const people = new People(half, seed);
  // The package declares the types of its CommonJS form; its module exports the loader itself.
  const highs = await (loadHighs as unknown as typeof loadHighs.default)();
  const solution = highs.solve(programmeOf(people, limit, mostShown), { output_flag: false });
  if (solution.Status !== 'Optimal') throw new Error(`the programme ended with ${solution.Status}`);
  const shown = new Float64Array(2 * half);
  for (const [name, column] of Object.entries(solution.Columns)) {
    const [, seeker, n] = name.split('_').map(Number);
    shown[people.other(seeker!, n!)]! += (column as { readonly Primal: number }).Primal;
  }
  return {
    matchesADay: solution.ObjectiveValue,
    gini: giniOfRates(Array.from(shown, (rate) => ({ rate, weight: 1 }))),
    never: shown.filter((rate) => rate < 1e-6).length / shown.length,
  };
}

/** In the LP format of CPLEX; `x_i_n` is the nth person of the other side. */
function programmeOf(people: People, limit: number, mostShown: number): string {
  const { half, all } = people;
  const pairs = Array.from({ length: 2 * half * half }, (_, at) => {
    const [seeker, n] = [Math.floor(at / half), at % half];
    return { seeker, name: `x_${seeker}_${n}`, candidate: people.other(seeker, n) };
  });
  const term = (value: number, name: string) => `+ ${value.toFixed(9)} ${name}`;
  const goal = pairs.map(({ seeker, candidate, name }) =>
    term(people.like(seeker, candidate) * people.like(candidate, seeker), name),
  );
  const bySeeker = Map.groupBy(pairs, ({ seeker }) => seeker);
  const byCandidate = Map.groupBy(pairs, ({ candidate }) => candidate);
  const places = [...bySeeker].map(
    ([seeker, own]) =>
      ` s${seeker}: ${own.map(({ name }) => `+ ${name}`).join('\n')} <= ${limit * all[seeker]!.sessions}`,
  );
  const attention = [...byCandidate].map(
    ([candidate, own]) =>
      ` a${candidate}: ${own.map(({ seeker, name }) => term(people.like(seeker, candidate), name)).join('\n')} <= ${all[candidate]!.attention}`,
  );
  const exposure = Number.isFinite(mostShown)
    ? [...byCandidate].map(
        ([candidate, own]) =>
          ` e${candidate}: ${own.map(({ name }) => `+ ${name}`).join('\n')} <= ${mostShown}`,
      )
    : [];
  const bounds = pairs.map(({ name }) => ` 0 <= ${name} <= 1`);
  return `Maximize\n obj: ${goal.join('\n')}\nSubject To\n${[...places, ...attention, ...exposure].join('\n')}\nBounds\n${bounds.join('\n')}\nEnd\n`;
}
