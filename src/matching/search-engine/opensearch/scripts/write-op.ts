/** An operation of a scorecard as statements that set `t`, the points of the document's person. */
import type { DomainDefinition } from '../../../../domains/definition.ts';
import type { Knots, OneOp, RemoteCondition, RemoteOp } from '../../remote-scoring.ts';
import { WORD_BITS } from '../documents/layout.ts';
import type { ScriptParts } from './script-parts.ts';

export function writeOp(op: RemoteOp, parts: ScriptParts, definition: DomainDefinition): string {
  if (op.op !== 'either') return withConditions(op, parts, writeOne(op, parts));
  const [one, other] = op.ways;
  const can = parts.add(op.can.map(Number));
  const [text, otherText] = [writeOne(one, parts), writeOne(other, parts)];
  const missing = `t = p[${parts.add([missingOf(one)])}];`;
  const [has, hasOther] = [presenceOf(one, parts, definition), presenceOf(other, parts, definition)];
  return `if (p[${can}] > 0 && ${has}) {\n${withConditions(one, parts, text)}\n}
else if (p[${can + 1}] > 0 && ${hasOther}) {\n${withConditions(other, parts, otherText)}\n}
else {\n${withConditions(one, parts, missing)}\n}`;
}

function withConditions({ conditions }: OneOp, parts: ScriptParts, text: string): string {
  if (conditions.length === 0) return text;
  const tests = conditions.map((condition) => writeCondition(condition, parts));
  return `if (${tests.join(' && ')}) {\n${text}\n} else t = 0;`;
}

function writeCondition(condition: RemoteCondition, parts: ScriptParts): string {
  if (condition.op === 'codes') {
    return `p[${parts.add(condition.holds.map(Number))} + ${parts.code(condition.field)}] > 0`;
  }
  const test = shares(condition.field, condition.marked, parts);
  return condition.wanted ? test : `!${test}`;
}

function shares(field: number, marked: readonly boolean[], parts: ScriptParts): string {
  const masks = parts.add(masksOf(marked, parts.set(field).length));
  const tests = parts.set(field).map((part, at) => `(${part} & (long) p[${masks + at}]) != 0L`);
  return `(${tests.join(' || ')})`;
}

/** By part of the set: the bits of the marked values. */
function masksOf(marked: readonly boolean[], count: number): readonly number[] {
  const masks = new Array<number>(count).fill(0);
  marked.forEach((isMarked, value) => {
    if (isMarked) masks[Math.floor(value / WORD_BITS)]! += 2 ** (value % WORD_BITS);
  });
  return masks;
}

function missingOf(op: OneOp): number {
  if (op.op === 'constant') return op.points;
  if (op.op === 'codes') return op.table[0]!;
  return op.op === 'completeness' ? 0 : op.missing;
}

/** Whether the document's person has what the operation reads. */
function presenceOf(op: OneOp, parts: ScriptParts, { fields }: DomainDefinition): string {
  const has = (name: string) => `!Double.isNaN(${parts.double(name)})`;
  switch (op.op) {
    case 'codes':
      return `${parts.code(op.field)} > 0`;
    case 'number':
      return op.field === null ? 'true' : has(`n${op.field}`);
    case 'equal':
      return has(`n${op.field}`);
    case 'text':
      return `${parts.long(`h${op.field}`)} != 0L`;
    case 'distance':
      return has(`y${op.field}`);
    case 'interval':
      return `(${
        [op.lowField, op.highField]
          .filter((field) => field !== null)
          .map((field) => has(`n${field}`))
          .join(' || ') || 'false'
      })`;
    case 'overlap':
    case 'bestOfSet':
      return `(${parts
        .set(op.field)
        .map((part) => `${part} != 0L`)
        .join(' || ')})`;
    default:
      return fields.length > 0 ? 'true' : 'false';
  }
}

function writeOne(op: OneOp, parts: ScriptParts): string {
  switch (op.op) {
    case 'constant':
      return `t = p[${parts.add([op.points])}];`;
    case 'codes':
      return `t = p[${parts.add(op.table)} + ${parts.code(op.field)}];`;
    case 'number':
      return writeNumber(op, parts);
    case 'equal': {
      const at = parts.add([op.value, op.equal, op.different, op.missing]);
      const n = parts.double(`n${op.field}`);
      return `t = Double.isNaN(${n}) ? p[${at + 3}] : ${n} == p[${at}] ? p[${at + 1}] : p[${at + 2}];`;
    }
    case 'text': {
      const at = parts.add([op.value, op.equal, op.different, op.missing]);
      const h = parts.long(`h${op.field}`);
      return `t = ${h} == 0L ? p[${at + 3}] : ${h} == (long) p[${at}] ? p[${at + 1}] : p[${at + 2}];`;
    }
    case 'distance': {
      const at = parts.add([op.origin.lat, op.origin.lon]);
      const [y, x] = [parts.double(`y${op.field}`), parts.double(`x${op.field}`)];
      return along(
        op.knots,
        op.missing,
        `Double.isNaN(${y}) ? Double.NaN : km(p[${at}], p[${at + 1}], ${y}, ${x})`,
        parts,
      );
    }
    case 'interval':
      return writeInterval(op, parts);
    case 'overlap':
      return writeOverlap(op, parts);
    case 'bestOfSet':
      return writeBestOfSet(op, parts);
    case 'completeness':
      return writeCompleteness(op, parts);
    default:
      return op satisfies never;
  }
}

type Of<Op extends OneOp['op']> = Extract<OneOp, { op: Op }>;

/** `x` may be NaN: missing. */
function along(knots: Knots, missing: number, x: string, parts: ScriptParts): string {
  const v = parts.name();
  const at = parts.add([missing, ...knots.flat()]);
  return `double ${v} = ${x}; if (!Double.isNaN(${v})) ${v} = along(p, ${at + 1}, ${knots.length}, ${v});
t = Double.isNaN(${v}) ? p[${at}] : ${v};`;
}

function writeNumber({ field, x, c, unit, knots, missing }: Of<'number'>, parts: ScriptParts): string {
  const at = parts.add([c, unit]);
  const n = field === null ? `(double) ${parts.long('a')}` : parts.double(`n${field}`);
  const ratio = (value: string) => `(${n} > 0 && p[${at}] > 0 ? ${value} : Double.NaN)`;
  const read = {
    value: n,
    since: `Math.max(0.0, (p[${at}] - ${n}) / p[${at + 1}])`,
    from: `${n} - p[${at}]`,
    to: `p[${at}] - ${n}`,
    apart: `Math.abs(${n} - p[${at}])`,
    ratio_of: ratio(`${n} / p[${at}]`),
    ratio_to: ratio(`p[${at}] / ${n}`),
    ratio: ratio(`Math.max(${n}, p[${at}]) / Math.min(${n}, p[${at}])`),
  }[x];
  return along(knots, missing, read, parts);
}

function writeInterval(op: Of<'interval'>, parts: ScriptParts): string {
  const { lowField, highField, low, high, seekerIsMe, overshoot, knots, missing } = op;
  const at = parts.add([low, high]);
  const [mine, theirs] = [parts.name(), parts.name()];
  const read = (field: number | null) => (field === null ? 'Double.NaN' : parts.double(`n${field}`));
  const open = (value: string, sign: string) => `Double.isNaN(${value}) ? ${sign}Double.MAX_VALUE : ${value}`;
  const [me, other] = [`p[${at}], p[${at + 1}]`, `${mine}, ${theirs}`];
  const arguments_ = seekerIsMe ? `${me}, ${other}` : `${other}, ${me}`;
  const [lowest, highest] = [read(lowField), read(highField)];
  const gap = `overshoot(${arguments_}, ${overshoot === 'share'})`;
  return `double ${mine} = ${open(lowest, '-')}; double ${theirs} = ${open(highest, '')};
${along(knots, missing, `Double.isNaN(${lowest}) && Double.isNaN(${highest}) ? Double.NaN : ${gap}`, parts)}`;
}

function writeOverlap(
  { field, mine, mineCount, measure, knots, missing }: Of<'overlap'>,
  parts: ScriptParts,
): string {
  const set = parts.set(field);
  const masks = parts.add([...masksOf(mine, set.length), mineCount]);
  const [held, shared, count] = [parts.name(), parts.name(), `p[${masks + set.length}]`];
  const x = {
    count: shared,
    jaccard: `${shared} / (${count} + ${held} - ${shared})`,
    cover_mine: `${shared} / ${count}`,
    cover_theirs: `${shared} / ${held}`,
  }[measure];
  const sum = (one: (part: string, at: number) => string) =>
    set.map((part, at) => `Long.bitCount(${one(part, at)})`).join(' + ');
  return `double ${held} = ${sum((part) => part)}; double ${shared} = ${sum((part, at) => `${part} & (long) p[${masks + at}]`)};
${along(knots, missing, `${held} == 0 ? Double.NaN : ${x}`, parts)}`;
}

function writeBestOfSet({ field, table, missing }: Of<'bestOfSet'>, parts: ScriptParts): string {
  const at = parts.add([missing, ...table]);
  const [best, bits] = [parts.name(), parts.name()];
  const loops = parts.set(field).map(
    (part, n) => `${bits} = ${part};
while (${bits} != 0L) {
  ${best} = Math.max(${best}, p[${at + 1 + n * WORD_BITS} + Long.numberOfTrailingZeros(${bits})]);
  ${bits} = ${bits} & (${bits} - 1L);
}`,
  );
  return `double ${best} = Double.NEGATIVE_INFINITY; long ${bits} = 0L;
${loops.join('\n')}
t = ${best} == Double.NEGATIVE_INFINITY ? p[${at}] : ${best};`;
}

function writeCompleteness({ sideField, counted, points }: Of<'completeness'>, parts: ScriptParts): string {
  const words = parts.presenceWords();
  const stride = words.length + 1 + Math.max(...counted.map(({ length }) => length));
  const rows = counted.flatMap((fields, side) => {
    const masks = new Array<number>(words.length).fill(0);
    for (const field of fields) masks[Math.floor(field / WORD_BITS)]! += 2 ** (field % WORD_BITS);
    const row = [...masks, ...points[side]!];
    return [...row, ...new Array<number>(stride - row.length).fill(0)];
  });
  const [at, start] = [parts.add(rows), parts.name()];
  const side = sideField === null ? '0' : parts.code(sideField);
  const held = words.map((word, n) => `Long.bitCount(${word} & (long) p[${start} + ${n}])`).join(' + ');
  return `int ${start} = ${at} + ${stride} * (${side});
t = p[${start} + ${words.length} + ${held}];`;
}
