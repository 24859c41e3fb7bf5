// npm runs this (`preinstall`) before the install scripts of the packages that this one needs. That of the
// ONNX Runtime fetches 300 MB for graphics cards from another host than the registry, and fails the
// installation where it cannot. Counterpart computes on the CPU with what is in the package, so the script is
// told to fetch nothing, unless ONNXRUNTIME_NODE_INSTALL says what it should fetch. Nothing here keeps an
// installation from going on.
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const GUARD =
  'if (process.env.ONNXRUNTIME_NODE_INSTALL === undefined) process.exit(0); // Counterpart: nothing to fetch\n';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
// Other package managers may share the files of packages between projects.
const byNpm = (process.env.npm_config_user_agent ?? '').startsWith('npm/');
const isCheckout = existsSync(join(root, 'src', 'main.ts'));

/** The copies of the package: ours, and that of a package that needs another version. */
function runtimes() {
  const own = createRequire(join(root, 'package.json'));
  const found = new Set();
  for (const find of [() => own, () => createRequire(own.resolve('@huggingface/transformers'))]) {
    try {
      found.add(dirname(dirname(find().resolve('onnxruntime-node'))));
    } catch {
      // Not there, or laid out in another way: its script runs as it is.
    }
  }
  return found;
}

if (byNpm && !isCheckout) {
  for (const folder of runtimes()) {
    const script = join(folder, 'script', 'install.js');
    try {
      const code = readFileSync(script, 'utf8');
      if (code.startsWith(GUARD)) continue;
      writeFileSync(`${script}.new`, GUARD + code);
      renameSync(`${script}.new`, script);
    } catch (error) {
      console.error(`The install script of the ONNX Runtime was left as it is: ${error.message}`);
    }
  }
}
