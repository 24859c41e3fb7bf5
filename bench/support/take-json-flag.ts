/** `--json FILE` or `--json=FILE` of a command line, and the command line without it. */
export function takeJsonFlag(args: readonly string[]): {
  /** Empty where the flag has no value; null without the flag. */
  readonly file: string | null;
  readonly argv: readonly string[];
} {
  const at = args.findIndex((argument) => argument === '--json' || argument.startsWith('--json='));
  if (at === -1) return { file: null, argv: args };
  const [flag = '', next = ''] = args.slice(at);
  const isApart = flag === '--json';
  const value = isApart ? next : flag.slice('--json='.length);
  const file = value.startsWith('--') ? '' : value;
  return { file, argv: args.toSpliced(at, isApart ? 2 : 1) };
}
