/**
 * Writes what follows from the code in docs/reference/: the pages of settings, command line and metrics, and
 * the table of operations. With `--check` it compares, and fails where a page differs.
 */
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Command } from 'commander';
import { taskKinds } from '../src/composition/task-kinds.ts';
import type { EncoderFigures } from '../src/engines/encoders/describe-encoders.ts';
import { buildCli } from '../src/outside/cli/build-cli.ts';
import type { CliActions } from '../src/outside/cli/cli-actions.ts';
import { createMetrics } from '../src/outside/http/metrics/metrics.ts';
import { describeSettings } from '../src/platform/config/describe-settings.ts';
import { mappingJsonSchema } from '../src/platform/intake/mapping/mapping-json-schema.ts';

const root = join(import.meta.dirname, '..');
const generated = 'Generated from the code by `npm run reference`; do not edit by hand.';

function settingsPage(): string {
  const rows = describeSettings().map(
    ({ variable, flag, fallback, meaning }) => `| \`${variable}\` | \`${flag}\` | ${fallback} | ${meaning} |`,
  );
  return `# Settings

${generated}

The flags are those of \`counterpart serve\`, \`work\` and \`demo\`.
\`counterpart help serve\` prints the same table with the form of each value.

| variable | flag | default | meaning |
|---|---|---|---|
${rows.join('\n')}
`;
}

/** The help text as the command prints it, 80 columns wide whatever the terminal. */
function helpOf(command: Command): string {
  let text = '';
  command.configureOutput({
    writeOut: (part) => {
      text += part;
    },
    getOutHelpWidth: () => 80,
    getOutHasColors: () => false,
  });
  command.outputHelp();
  return text.trimEnd();
}

function sectionsOf(command: Command, path: string): readonly string[] {
  return [
    `## \`${path}\`\n\n\`\`\`text\n${helpOf(command)}\n\`\`\`\n`,
    ...command.commands.flatMap((sub) => sectionsOf(sub, `${path} ${sub.name()}`)),
  ];
}

async function cliPage(): Promise<string> {
  const noAction = () => {
    throw new Error('the page is made without carrying out a command');
  };
  const actions = new Proxy({} as CliActions, {
    get: (_, name) =>
      ({
        taskKinds: async () => taskKinds,
        describeSettings: () => '  docs/reference/settings.md lists them.',
      })[name as string] ?? (name === 'then' ? undefined : noAction),
  });
  return `# Command line

${generated}

In a clone of the repository \`npm run counterpart --\` stands for \`counterpart\`. Exit codes: 0 done, 1 not
done (the message says why), 2 called wrongly, 130 stopped by Ctrl-C.

${sectionsOf(await buildCli({ version: '', actions: async () => actions }), 'counterpart').join('\n')}`;
}

/** The declarations of `src/outside/http/metrics/`: label names are in no scrape of an idle service. */
function declaredMetrics(): readonly (readonly string[])[] {
  const declaration =
    /new (Gauge|Counter|Histogram)\(\{\s*name: '(\w+)',\s*help: '([^']*)',(?:\s*labelNames: \[([^\]]*)\],)?/g;
  return globSync('src/outside/http/metrics/*.ts', { cwd: root })
    .sort()
    .flatMap((file) => [...readFileSync(join(root, file), 'utf8').matchAll(declaration)])
    .map(([, type, name, help, labels = '']) => [
      `\`${name}\``,
      type!.toLowerCase(),
      labels.replaceAll("'", '`'),
      help!,
    ]);
}

async function metricsPage(): Promise<string> {
  const declared = declaredMetrics();
  const metrics = createMetrics(undefined, {
    processFigures: false,
    describeEncoders: async () => ({ serving: null, target: null, rowsLeft: 0, share: 1 }) as EncoderFigures,
    describeModels: () => ({ models: 0, memoryBytes: 0 }),
    candidateTextBytes: () => 0,
    describeDrift: () => [],
    describeSearchIndexes: async () => [],
  });
  const served = [...(await metrics.render()).matchAll(/^# HELP (\w+)/gm)].map(([, name]) => `\`${name}\``);
  const missing = served.filter((name) => !declared.some(([found]) => found === name));
  if (missing.length > 0)
    throw new Error(`/metrics has ${missing.join(', ')}, not found in src/outside/http/metrics/`);
  return `# Metrics

${generated}

\`GET /metrics\` answers in the text format of Prometheus, with the process's own figures (memory, event loop, file
handles) beside these.

| name | type | labels | meaning |
|---|---|---|---|
${declared.map((row) => `| ${row.join(' | ')} |`).join('\n')}
`;
}

const either = new Intl.ListFormat('en-GB', { type: 'disjunction' });

interface Described {
  readonly summary: string;
  readonly 'x-scope'?: string | readonly string[];
}

/** The page of the HTTP interface is written by hand, but for its table. */
function httpPage(): string {
  const { paths }: { readonly paths: Readonly<Record<string, Readonly<Record<string, Described>>>> } =
    JSON.parse(readFileSync(join(root, 'docs', 'openapi.json'), 'utf8'));
  const rows = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { summary, 'x-scope': scope = [] }]) => {
      const scopes = [scope].flat().map((name) => `\`${name}\``);
      return `| \`${method.toUpperCase()} ${path}\` | ${summary} | ${either.format(scopes) || 'no key'} |`;
    }),
  );
  return readFileSync(join(folder, 'http.md'), 'utf8').replace(
    /(<!-- operations: .*-->\n)[\s\S]*(?=<!-- end of operations -->)/,
    (_, head: string) => `${head}\n| operation | | scope |\n|---|---|---|\n${rows.join('\n')}\n\n`,
  );
}

const folder = join(root, 'docs', 'reference');
const pages: Readonly<Record<string, string>> = {
  'settings.md': settingsPage(),
  'cli.md': await cliPage(),
  'metrics.md': await metricsPage(),
  'http.md': httpPage(),
  'mapping.schema.json': `${JSON.stringify(mappingJsonSchema(), null, 2)}\n`,
};
for (const [name, text] of Object.entries(pages)) {
  const file = join(folder, name);
  if (!process.argv.includes('--check')) {
    writeFileSync(file, text);
    console.log(`docs/reference/${name}: ${text.length} characters written`);
  } else if (readFileSync(file, 'utf8') !== text) {
    console.error(`docs/reference/${name} is not what the code says; run «npm run reference» and commit it.`);
    process.exitCode = 1;
  } else {
    console.log(`docs/reference/${name} is what the code says`);
  }
}
