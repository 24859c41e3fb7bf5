/**
 * Parses an operator's YAML (or JSON) file and validates it. Every fault is reported with line and column.
 */
import {
  type Document,
  isMap,
  isNode,
  isScalar,
  LineCounter,
  type Node,
  type ParsedNode,
  parseDocument,
  visit,
} from 'yaml';
import type { z } from 'zod';
import type { Issue } from '../contract/error-details.ts';
import { type ApiError, apiError } from '../contract/errors.ts';
import { isDecimal, keepsDigits } from '../contract/written-number.ts';

/** One fault of a file; `line` and `column` count from 1. */
interface LocatedIssue extends Issue {
  readonly line: number;
  readonly column: number;
}

type YamlPath = readonly PropertyKey[];

/** Throws `invalid_request` with the file's name, and `details.issues` with lines and columns. */
export function readYaml<S extends z.ZodType>(source: string, schema: S, fileName: string): z.output<S> {
  const lines = new LineCounter();
  const options = { lineCounter: lines, prettyErrors: false, merge: true, uniqueKeys: false } as const;
  const document = parseDocument(source, options);
  const locate = (offset: number) => {
    const { line, col } = lines.linePos(offset);
    return { line, column: col };
  };
  if (document.errors.length > 0) {
    throw faults(
      fileName,
      document.errors.map((error) => ({ path: '', message: wordingOf(error), ...locate(error.pos[0]) })),
    );
  }
  const repeated = repeatedKeys(document);
  if (repeated.length > 0) {
    throw faults(
      fileName,
      repeated.map((offset) => ({ path: '', message: 'Map keys must be unique', ...locate(offset) })),
    );
  }
  const rounded = roundedNumbers(document);
  if (rounded.length > 0) {
    const message = 'a number has more digits than a 64-bit float keeps; put it in quotes, or shorten it';
    throw faults(
      fileName,
      rounded.map((offset) => ({ path: '', message, ...locate(offset) })),
    );
  }
  const result = schema.safeParse(plainValue(document, fileName));
  if (result.success) return result.data;
  const issues = result.error.issues.map(innermost).map((issue) => ({
    path: writtenPath(issue.path),
    message: issue.message,
    ...locate(offsetOf(document.contents, issue.path, unknownKeyOf(issue))),
  }));
  throw faults(fileName, issues);
}

/**
 * Offsets of the keys that their map already has. The parser compares each key with all before it: 40,000
 * keys take it a minute.
 */
function repeatedKeys(document: Document.Parsed): readonly number[] {
  const offsets: number[] = [];
  visit(document, {
    Map(_, { items }) {
      const seen = new Set<unknown>();
      for (const { key } of items) {
        if (!isScalar(key)) continue;
        if (seen.has(key.value)) offsets.push(key.range?.[0] ?? 0);
        seen.add(key.value);
      }
    },
  });
  return offsets;
}

/** Offsets of numbers, keys among them, that the parser rounds. */
function roundedNumbers(document: Document.Parsed): readonly number[] {
  const offsets: number[] = [];
  visit(document, {
    Scalar(_, { value, source, range }) {
      if (typeof value !== 'number' || source === undefined) return;
      if (isDecimal(source) && !keepsDigits(source)) offsets.push(range?.[0] ?? 0);
    },
  });
  return offsets;
}

/** The parser reports nesting beyond its stack as an error of the stack. */
function wordingOf({ message }: Error): string {
  return /call stack/.test(message) ? 'this is nested too deeply to be read' : message;
}

/** Aliases that refer to aliases could grow without end, so the parser bounds how many values they make. */
function plainValue(document: Document.Parsed, fileName: string): unknown {
  try {
    return document.toJS();
  } catch (error) {
    const { message } = error as Error;
    throw faults(fileName, [{ path: '', message, line: 1, column: 1 }]);
  }
}

function faults(fileName: string, issues: readonly LocatedIssue[]): ApiError {
  const shown = issues
    .slice(0, 8)
    .map(
      ({ line, column, path, message }) => `  ${fileName}:${line}:${column} ${path}${path && ': '}${message}`,
    );
  const more = issues.length > shown.length ? `\n  … and ${issues.length - shown.length} more` : '';
  const count = issues.length === 1 ? 'one fault' : `${issues.length} faults`;
  return apiError('invalid_request', `${fileName} has ${count}:\n${shown.join('\n')}${more}`, { issues });
}

/** Offset of the path in the file, or of its nearest existing ancestor. */
function offsetOf(root: ParsedNode | null, path: YamlPath, unknownKey: string | undefined): number {
  let node: Node | null = root;
  let offset = root?.range?.[0] ?? 0;
  for (const step of unknownKey === undefined ? path : [...path, unknownKey]) {
    if (isMap(node)) {
      const pair = node.items.find(({ key }) => String(isNode(key) ? key.toJSON() : key) === String(step));
      if (pair === undefined) break;
      offset = isNode(pair.key) ? (pair.key.range?.[0] ?? offset) : offset;
      node = isNode(pair.value) ? pair.value : null;
    } else {
      const item: unknown = isNode(node) && 'items' in node ? (node.items as unknown[])[Number(step)] : null;
      if (!isNode(item)) break;
      offset = item.range?.[0] ?? offset;
      node = item;
    }
  }
  return offset;
}

/** For a union without a matching variant: the fault of the variant that matched furthest. */
function innermost(issue: z.core.$ZodIssue): z.core.$ZodIssue {
  if (issue.code !== 'invalid_union' || issue.errors.length === 0) return issue;
  const within = issue.errors
    .flatMap((branch) => branch.slice(0, 1))
    .map(innermost)
    .map((inner) => ({ ...inner, path: [...issue.path, ...inner.path] }));
  const deepest = Math.max(...within.map(({ path }) => path.length));
  const found = within.filter(({ path }) => path.length === deepest);
  const known = found.find(({ code }) => code === 'unrecognized_keys' || code === 'custom') ?? found[0];
  return deepest > issue.path.length || known?.code === 'custom' ? (known ?? issue) : issue;
}

function unknownKeyOf(issue: z.core.$ZodIssue): string | undefined {
  return issue.code === 'unrecognized_keys' ? issue.keys[0] : undefined;
}

/** `fields[3].values` */
function writtenPath(path: YamlPath): string {
  return path.reduce<string>(
    (written, step) =>
      typeof step === 'number' ? `${written}[${step}]` : `${written}${written && '.'}${String(step)}`,
    '',
  );
}
