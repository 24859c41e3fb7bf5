/** The commands of a page of the guide, and the output that the page shows. */
export interface Command {
  /** As the page has it, continuation lines included. */
  readonly text: string;
  /** A JSON or text block of the page that shows what the command prints, or a part of it. */
  readonly shown: string | null;
}

/** Starts a server that runs until it is stopped. */
export const startsServer = (text: string) =>
  /(^|\s)(npm start|npm run demo|counterpart serve)(\s|$)/.test(text);

/**
 * The commands of a page in order. A block without a language, or in `sh`, has commands. A later `json` or
 * `text` block of the same section shows output if it follows at once. It also does after a paragraph about
 * the answer that ends with a colon.
 */
export function commandsOf(page: string): readonly Command[] {
  const commands: { text: string; shown: string | null }[] = [];
  let between = '';
  for (const [, prose, language, body] of page.matchAll(/([\s\S]*?)^```(\w*)\n([\s\S]*?)^```$/gm)) {
    between = prose!;
    if (language === 'sh' || language === '') {
      commands.push(...splitCommands(body!).map((text) => ({ text, shown: null })));
    } else if (language === 'json' || language === 'text') {
      const last = between.trim().split('\n\n').at(-1)!;
      const last_command = commands.at(-1);
      if (
        last_command !== undefined &&
        (last === '' || /\banswer\b.*:$/s.test(last)) &&
        !/^## /m.test(between)
      )
        last_command.shown = body!;
    }
  }
  return commands;
}

/** A line ends a command unless it ends with a backslash or within quotes. */
function splitCommands(block: string): readonly string[] {
  const commands: string[] = [];
  let open = '';
  for (const line of block.split('\n')) {
    open += open === '' ? line : `\n${line}`;
    if (line.endsWith('\\') || (open.match(/'/g) ?? []).length % 2 === 1) continue;
    if (open.trim() !== '') commands.push(open);
    open = '';
  }
  return commands;
}

/** Whether `shown` has the keys and kinds of value of `printed`, or of an object within it. */
export function hasShape(printed: unknown, shown: unknown): boolean {
  return isLike(printed, shown) || within(printed).some((part) => hasShape(part, shown));
}

function within(value: unknown): readonly unknown[] {
  return typeof value === 'object' && value !== null ? Object.values(value) : [];
}

function isLike(printed: unknown, shown: unknown): boolean {
  if (Array.isArray(shown))
    return (
      Array.isArray(printed) && (shown.length === 0 || (printed.length > 0 && isLike(printed[0], shown[0])))
    );
  if (typeof shown === 'object' && shown !== null)
    return (
      typeof printed === 'object' &&
      printed !== null &&
      Object.entries(shown).every(([key, value]) => isLike((printed as Record<string, unknown>)[key], value))
    );
  return shown === null ? printed === null : typeof printed === typeof shown;
}
