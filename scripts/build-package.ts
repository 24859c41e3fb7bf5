/**
 * Makes what `npm pack` adds to the repository: `dist/`, the bundled program as JavaScript, and the built console.
 * `npm pack` runs it (`prepack`). A file that runs in a process or a thread of its own keeps its path, and so do
 * files that are read at run time.
 */
import { copyFileSync, globSync, mkdirSync, rmSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { buildConsole } from './build-console.mjs';
import { bundleProgram, forTests, root, scriptAddress, source } from './bundle-program.ts';

const target = join(root, 'dist');
/** Files that the program reads at run time, beside its code. */
const READ_AT_RUN_TIME = '**/*.{yaml,sql,ndjson,wasm,txt,json}';

rmSync(target, { recursive: true, force: true });
await bundleProgram(target, {
  name: 'addresses of files beside the code',
  transform(code, id) {
    if (!id.startsWith(source) || !code.includes('import.meta.')) return null;
    const file = relative(source, id).replaceAll('\\', '/').replace(/\.ts$/, '.js');
    return code
      .replaceAll(scriptAddress, "$1.js'")
      .replaceAll('import.meta.url', `new URL('${file}', PACKAGED_CODE).href`)
      .replaceAll('import.meta.dirname', `fileURLToPathHere(new URL('${dirname(file)}', PACKAGED_CODE))`);
  },
  renderChunk(code, { fileName }) {
    if (!code.includes('PACKAGED_CODE')) return null;
    const up = '../'.repeat(fileName.split('/').length - 1) || './';
    return `import { fileURLToPath as fileURLToPathHere } from 'node:url';\nconst PACKAGED_CODE = new URL('${up}', import.meta.url);\n${code}`;
  },
});
for (const file of globSync(READ_AT_RUN_TIME, { cwd: source }).filter((name) => !forTests.test(name))) {
  mkdirSync(dirname(join(target, file)), { recursive: true });
  copyFileSync(join(source, file), join(target, file));
}
if (!buildConsole(root)) process.exitCode = 1;
