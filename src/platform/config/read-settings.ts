/**
 * Reads environment and flags once, validates every value and freezes the result. A flag takes precedence
 * over its variable. An unknown or malformed setting stops the start with a message, because an ignored
 * typing error is hard to find later.
 */
import type { z } from 'zod';
import type { Setting } from './setting.ts';
import { entries, type Settings } from './settings.ts';

export type Environment = Readonly<Record<string, string | undefined>>;

/** Variables of tests and benchmarks begin so; the service ignores them. */
const otherPrefixes = ['COUNTERPART_TEST_', 'COUNTERPART_KILL_'];

/**
 * Variables of clients and of `counterpart mcp`, which a shell may have exported where the service starts.
 */
const clientVariables: ReadonlySet<string> = new Set([
  'COUNTERPART_URL',
  'COUNTERPART_API_KEY',
  'COUNTERPART_MCP_TOKEN',
]);

/** A start is refused; `message` is for the operator, one line a fault. */
export class SettingsError extends Error {
  constructor(faults: readonly string[]) {
    super(`${faults.join('\n')}\n«counterpart help serve» lists every setting.`);
    this.name = 'SettingsError';
  }
}

/**
 * `argv`: the flags after the command, as `--port 8080` or `--port=8080`. Throws SettingsError naming every
 * fault.
 */
export function readSettings(environment: Environment, argv: readonly string[]): Settings {
  const faults: string[] = [...unknownVariables(environment)];
  const flags = readFlags(argv, faults);
  const found: Record<string, unknown> = {};
  for (const [name, setting] of entries) {
    const flag = flags.get(setting.flag);
    // An empty variable counts as unset: `PORT= counterpart serve`, and compose files produce it.
    const given = flag ?? (environment[setting.variable] || undefined);
    const result = setting.schema.safeParse(given);
    if (result.success) found[name] = result.data;
    else
      faults.push(
        faultText(setting, flag === undefined ? setting.variable : setting.flag, given, result.error),
      );
  }
  if (faults.length > 0) throw new SettingsError(faults);
  return Object.freeze(found) as Settings;
}

function readFlags(argv: readonly string[], faults: string[]): ReadonlyMap<string, string> {
  const known = new Set<string>(entries.map(([, { flag }]) => flag));
  const flags = new Map<string, string>();
  for (let at = 0; at < argv.length; at++) {
    const [flag = '', inline] = splitFlag(argv[at]!);
    if (!known.has(flag)) {
      faults.push(`«${flag}» is no flag of serve; there are ${[...known].join(', ')}.`);
      // The next argument is the value of this flag.
      if (inline === undefined && argv[at + 1]?.startsWith('-') === false) at++;
      continue;
    }
    const value = inline ?? argv[++at];
    if (value === undefined)
      faults.push(`${flag} has no value; give one as in «${flag} ${exampleOf(flag)}».`);
    else if (flags.has(flag)) faults.push(`${flag} is given twice; give it once.`);
    else flags.set(flag, value);
  }
  return flags;
}

function splitFlag(argument: string): readonly [string, string?] {
  const equals = argument.indexOf('=');
  return equals < 0 ? [argument] : [argument.slice(0, equals), argument.slice(equals + 1)];
}

function exampleOf(flag: string): string {
  return entries.find(([, setting]) => setting.flag === flag)?.[1].example ?? '';
}

function unknownVariables(environment: Environment): readonly string[] {
  const known = new Set<string>(entries.map(([, { variable }]) => variable));
  return Object.keys(environment)
    .filter((name) => name.startsWith('COUNTERPART_') && !known.has(name) && !isForOthers(name))
    .map((name) => `${name} is no setting; is it mistyped? Ours are ${[...known].join(', ')}.`);
}

function isForOthers(name: string): boolean {
  return clientVariables.has(name) || otherPrefixes.some((prefix) => name.startsWith(prefix));
}

function faultText(setting: Setting, name: string, value: unknown, error: z.ZodError): string {
  const shown = setting.secret ? 'a value (not shown)' : `«${String(value)}»`;
  const expected = error.issues[0]?.message ?? setting.form;
  return `${name} was given ${shown}; expected ${expected}. Example: ${setting.example}`;
}
