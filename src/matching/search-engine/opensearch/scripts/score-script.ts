/**
 * A scorecard as one script. Its text depends on the definition and on the scorecard's operations, never on
 * the seeker. So the engine, which refuses to compile many texts a minute, compiles it once. All that depends
 * on the seeker is the list of numbers `p`, whose length up to the curves is the same for every seeker.
 *
 * 0 intercept   1 how directions are combined   2 … 5 effects of unknown people   6 start of the forward
 * curve 7 start of the table of backward curves, by code of the side   8 how many people are known   9 where
 * they start
 *
 * A document without a column reads as one without the value: a script that fails would fail its shard.
 */
import type { DomainDefinition } from '../../../../domains/definition.ts';
import type { Curve } from '../../../index/query-program.ts';
import { tieBreak } from '../../../index/tie-break.ts';
import type { RemoteScoring, RemoteTerm } from '../../remote-scoring.ts';
import { layoutOf } from '../documents/layout.ts';
import { curveFunction, distanceFunction, overshootFunction, probabilityFunction } from './painless.ts';
import type { Script } from './reach-script.ts';
import { ScriptParts } from './script-parts.ts';
import { writeOp } from './write-op.ts';

const HEAD = 10;
const aggregations = ['off', 'product', 'harmonic', 'min'] as const;

export function scoreScript(definition: DomainDefinition, scoring: RemoteScoring): Script {
  const parts = new ScriptParts(layoutOf(definition), HEAD);
  const forward = inFunctions('f', termsIn(scoring, ['forward', 'both']), parts, definition);
  const backward = inFunctions('b', termsIn(scoring, ['backward']), parts, definition);
  const side = sideCode(definition, parts);
  return {
    source: [
      curveFunction,
      distanceFunction,
      probabilityFunction,
      overshootFunction,
      findFunction,
      ...forward.functions,
      ...backward.functions,
      readNumbers,
      parts.columns(),
      'double[] s = new double[2]; s[0] = p[0]; s[1] = p[0];',
      ...forward.calls,
      // The engine refuses an empty block.
      ...(backward.calls.length === 0 ? [] : [`if (p[1] > 0) {\n${backward.calls.join('\n')}\n}`]),
      ending(side),
    ].join('\n'),
    params: { n: numbersOf(scoring, parts) },
  };
}

/** Java does not compile a method of more than 8,000 bytes to machine code. */
const TERMS_OF_A_FUNCTION = 6;
/** The engine takes no text of more than 65,535 bytes; the terms beyond are left to light_ml. */
const MOST_TEXT = 50_000;

function inFunctions(
  name: string,
  terms: readonly RemoteTerm[],
  parts: ScriptParts,
  definition: DomainDefinition,
) {
  const [functions, calls]: [string[], string[]] = [[], []];
  for (let from = 0, length = 0; from < terms.length && length < MOST_TEXT / 2; from += TERMS_OF_A_FUNCTION) {
    const { text, columns } = parts.argumentsOf(() => {
      return terms
        .slice(from, from + TERMS_OF_A_FUNCTION)
        .map((term) => termText(term, parts, definition))
        .join('\n');
    });
    const taken = columns.map(([column, type]) => `, ${type} ${column}`).join('');
    functions.push(`void ${name}${from}(double[] p, double[] s${taken}) {\ndouble t = 0;\n${text}\n}`);
    calls.push(`${name}${from}(p, s${columns.map(([column]) => `, ${column}`).join('')});`);
    length += text.length;
  }
  return { functions, calls };
}

function termsIn(
  { terms }: RemoteScoring,
  directions: readonly RemoteTerm['direction'][],
): readonly RemoteTerm[] {
  return terms.filter(({ direction }) => directions.includes(direction));
}

function termText(term: RemoteTerm, parts: ScriptParts, definition: DomainDefinition): string {
  const sums = { forward: 's[0] += t;', backward: 's[1] += t;', both: 's[0] += t; s[1] += t;' }[
    term.direction
  ];
  return `${writeOp(term, parts, definition)}\n${sums}`;
}

/** The list becomes an array once a segment. */
const readNumbers = `double[] p;
def cached = params['p'];
if (cached == null) {
  List n = (List) params['n'];
  p = new double[n.size()];
  for (int i = 0; i < p.length; i++) p[i] = ((Number) n.get(i)).doubleValue();
  params['p'] = p;
} else p = (double[]) cached;`;

/** Where the hash stands in an ascending list; -1: nowhere. */
const findFunction = `int find(double[] p, int at, int n, double hash) {
  int low = at; int high = at + n - 1;
  while (low <= high) {
    int middle = (low + high) >>> 1;
    if (p[middle] == hash) return middle - at;
    if (p[middle] < hash) low = middle + 1; else high = middle - 1;
  }
  return -1;
}`;

function sideCode({ sides, fields }: DomainDefinition, parts: ScriptParts): string {
  return sides === undefined ? '0' : parts.code(fields.findIndex(({ name }) => name === sides.field));
}

const ending = (side: string) => `double fs = p[4]; double bs = p[5]; double fp = p[2]; double bp = p[3];
if (p[8] > 0) {
  int known = (int) p[8];
  int at = (int) p[9];
  def hash = doc['s'];
  int found = hash.size() == 0 ? -1 : find(p, at, known, (double) hash.value);
  if (found >= 0) {
    int e = at + known + 4 * found;
    fp = p[e]; bp = p[e + 1]; fs = p[e + 2]; bs = p[e + 3];
  }
}
double there = probability(p, (int) p[6], (s[0] + fp) * fs);
if (p[1] == 0) return there;
double back = probability(p, (int) p[(int) p[7] + ${side}], (s[1] + bp) * bs);
if (p[1] == 1) return there * back;
if (p[1] == 3) return Math.min(there, back);
return there + back == 0 ? 0 : 2 * there * back / (there + back);`;

function numbersOf(
  { intercept, aggregation, personEffects, calibration }: RemoteScoring,
  parts: ScriptParts,
) {
  const p = parts.numbers;
  const [points, shrinkage] = [
    personEffects?.unknownPoints ?? [0, 0],
    personEffects?.unknownShrinkage ?? [1, 1],
  ];
  const identity: Curve = { kind: 'identity' };
  const addCurve = (curve: Curve) => p.push(...curveNumbers(curve)) - curveNumbers(curve).length;
  const forward = addCurve(calibration?.forward ?? identity);
  const backward = (calibration?.backward ?? [identity]).map(addCurve);
  const table = p.push(...backward) - backward.length;
  // Without curves by side every code reads the only one.
  for (let code = backward.length; code < MOST_SIDES; code++) p.push(backward[0]!);
  const known = (personEffects?.known ?? [])
    .map((one) => ({ ...one, hash: tieBreak(one.userId) }))
    .sort((a, b) => a.hash - b.hash);
  const at = p.push(...known.map(({ hash }) => hash)) - known.length;
  for (const one of known) p.push(...one.points, ...one.shrinkage);
  const head = [intercept, aggregations.indexOf(aggregation), ...points, ...shrinkage, forward, table];
  [...head, known.length, at].forEach((number, place) => {
    p[place] = number;
  });
  return p;
}

/** An enum has at most 256 values; absent and any other come besides. */
const MOST_SIDES = 258;

function curveNumbers(curve: Curve): readonly number[] {
  if (curve.kind === 'identity') return [0];
  if (curve.kind === 'platt') return [1, curve.slope, curve.offset];
  return [2, curve.knots.length, ...curve.knots.flat()];
}
