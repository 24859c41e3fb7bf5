/** The settings of a running service, for its operator: value, source and meaning of each, and no secret. */
import type { SettingInForce } from '../../contract/admin.ts';
import type { Environment } from './read-settings.ts';
import { entries, type Settings } from './settings.ts';

/** Where the settings were read from. */
export interface SettingSources {
  readonly environment: Environment;
  readonly argv: readonly string[];
}

export function settingsInForce(
  settings: Settings,
  { environment, argv }: SettingSources,
): readonly SettingInForce[] {
  const flags = new Set(argv.map((argument) => argument.split('=', 1)[0]!));
  return entries.map(([name, { variable, flag, meaning, secret = false }]) => {
    const value = settings[name];
    const set = value !== null && value !== undefined;
    return {
      variable,
      flag,
      value: set && !secret ? shown(value) : null,
      secret,
      set,
      source: sourceOf(flags.has(flag), environment[variable]),
      meaning,
    };
  });
}

/** An empty variable counts as unset, as in `read-settings.ts`. */
function sourceOf(flagGiven: boolean, variable: string | undefined): SettingInForce['source'] {
  if (flagGiven) return 'flag';
  return variable === undefined || variable === '' ? 'default' : 'environment';
}

function shown(value: unknown): string {
  return Array.isArray(value) ? value.map(shown).join(', ') : withoutSecrets(String(value));
}

/** An address, also one behind a prefix (`openai:https://…`). */
const addresses = /[a-z][a-z0-9+.-]*:\/\/[^\s,]+/gi;

/** An address may hold a password or a token: its user, query and fragment are left out. */
function withoutSecrets(value: string): string {
  return value.replace(addresses, (given) => {
    const address = URL.parse(given);
    if (address === null) return '(an address)';
    const { username, password, search, hash } = address;
    if ([username, password, search, hash].every((part) => part === '')) return given;
    return `${address.protocol}//${address.host}${address.pathname} (parts of the address are not shown)`;
  });
}
