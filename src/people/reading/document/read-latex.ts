/**
 * Reads LaTeX: arguments are kept, commands, comments and settings are blank, sections become headings. null:
 * the text has too few commands.
 *
 * Files of LaTeX come here as Markdown, which `people/documents` makes of them with a parser. A pasted text is
 * shown with the spans of its values, so its units stay where they are.
 */
import type { Block, DocumentParts } from './blocks.ts';
import { Canvas } from './canvas.ts';

const FEWEST_COMMANDS = 5;
const LONGEST_HEADING = 120;
/** Longer arguments of settings are kept. UTF-16 units. */
const LONGEST_SETTING = 1000;
const LONGEST_OPTIONS = 200;
/** Formulas in Markdown have other commands. */
const command =
  /\\(?:documentclass|usepackage|begin|end|(?:sub)?section\*?|item|textbf|textit|emph|href|cv[a-zA-Z]+|resume[a-zA-Z]+)(?=[\s{[])/g;
const markdown = /^(?:#{1,6} +\S|```|---\r?\n)/m;
const words = (list: string): ReadonlySet<string> => new Set(list.split(' '));
/** Their first argument is no text. */
const settings = words(
  'begin end vspace hspace usepackage documentclass newcommand renewcommand providecommand newenvironment renewenvironment def setlength addtolength definecolor color textcolor href hypersetup input include includegraphics label ref cite fontsize pagestyle thispagestyle moderncvstyle moderncvcolor geometry bibliography bibliographystyle faIcon setcounter titleformat titlespacing',
);
const headings: Readonly<Record<string, number>> = {
  ...{ chapter: 1, section: 1, cvsection: 1, subsection: 2, cvsubsection: 2, subsubsection: 3 },
};
/** Other signs behind a backslash are accents and widths: `M\"uller`, `10\,000`. */
const signs = '&%$#_{}';
const lineCommands = words('item newline linebreak par');

export function readLatex(text: string): DocumentParts | null {
  if (!isLatex(text)) return null;
  const canvas = new Canvas(text, 'text');
  const blocks: Block[] = [];
  for (let at = 0; at < text.length; ) at = step(text, at, canvas, blocks);
  return { blocks, pairs: [], cells: [], readable: canvas.toString() };
}

function isLatex(text: string): boolean {
  if (!text.includes('\\') || markdown.test(text)) return false;
  let count = 0;
  for (const _ of text.matchAll(command)) if (++count >= FEWEST_COMMANDS) return true;
  return false;
}

/** Writes what begins at `at`; the position after it. */
function step(text: string, at: number, canvas: Canvas, blocks: Block[]): number {
  const sign = text[at]!;
  if (sign === '\\') return writeCommand(text, at, canvas, blocks);
  // "100% remote" is of a text with formulas.
  if (sign === '%' && !/\d/.test(text[at - 1] ?? '')) {
    const end = text.indexOf('\n', at);
    canvas.blank(at, end < 0 ? text.length : end);
    return end < 0 ? text.length : end;
  }
  if (sign === '}') canvas.put(at, isBeforeArgument(text, at) ? '\n' : ' ');
  else if (sign === '{' || sign === '~' || sign === '$' || sign === '&') canvas.put(at, ' ');
  return at + 1;
}

/** "{Google}{Zurich}": arguments are apart, but for a label and its value. */
const isBeforeArgument = (text: string, at: number) =>
  /^\}\s{0,20}\{/.test(text.slice(at, at + 22)) && !/[:,]\s*$/.test(text.slice(Math.max(0, at - 3), at));

function writeCommand(text: string, at: number, canvas: Canvas, blocks: Block[]): number {
  const name = /^[a-zA-Z]+/.exec(text.slice(at + 1, at + 41))?.[0];
  if (name === undefined) {
    const sign = text[at + 1];
    canvas.blank(at, at + 1);
    if (sign !== undefined && signs.includes(sign)) canvas.put(at, sign);
    canvas.put(at + 1, sign === '\\' || sign === '\n' ? '\n' : ' ');
    return at + 2;
  }
  const start = afterOptions(text, at + 1 + name.length + (text[at + 1 + name.length] === '*' ? 1 : 0));
  canvas.blank(at, start);
  if (lineCommands.has(name)) canvas.put(at, '\n');
  if (settings.has(name)) {
    const end = endOfArgument(text, start);
    canvas.blank(start, end);
    return end;
  }
  const level = headings[name];
  if (level !== undefined) addHeading(text, start, level, canvas, blocks);
  return start;
}

/** Behind "[10pt]". */
function afterOptions(text: string, at: number): number {
  if (text[at] !== '[') return at;
  const options = /^\[[^\]\n]*\]/.exec(text.slice(at, at + LONGEST_OPTIONS));
  return at + (options?.[0].length ?? 0);
}

/** Behind the braces that open at `at`; `at` where there are none. */
function endOfArgument(text: string, at: number): number {
  if (text[at] !== '{') return at;
  let depth = 0;
  for (let end = at; end < Math.min(text.length, at + LONGEST_SETTING); end++) {
    if (text[end] === '{') depth++;
    else if (text[end] === '}' && --depth === 0) return end + 1;
  }
  return at;
}

function addHeading(text: string, at: number, level: number, canvas: Canvas, blocks: Block[]): void {
  const end = endOfArgument(text, at);
  if (end - at < 3 || end - at > LONGEST_HEADING) return;
  canvas.put(at - 1, '\n');
  blocks.push({
    kind: 'heading',
    path: text.slice(at + 1, end - 1).trim(),
    start: at + 1,
    end: end - 1,
    level,
  });
}
