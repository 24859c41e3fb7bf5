/**
 * Compiles the index's kernels (`src/engines/kernels/assembly/`, AssemblyScript) to
 * `src/engines/kernels/kernels.wasm`, which is committed: a server needs no compiler. `--check` compiles and
 * compares. The lock file pins the compiler, so that the same sources give the same bytes.
 *
 * The memory is imported and shared; the module itself has no data.
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { main } from 'assemblyscript/dist/asc.js';

const SOURCE = 'src/engines/kernels/assembly/index.ts';
const TARGET = 'src/engines/kernels/kernels.wasm';

async function compile(): Promise<Buffer> {
  const folder = mkdtempSync(join(tmpdir(), 'counterpart-kernels-'));
  const output = join(folder, 'kernels.wasm');
  try {
    const options = ['-O3', '--converge', '--noAssert', '--runtime', 'stub', '--use', 'abort='];
    const memory = ['--importMemory', '--sharedMemory', '--initialMemory', '1', '--maximumMemory', '65536'];
    const features = ['--enable', 'simd', '--enable', 'threads', '--enable', 'bulk-memory'];
    const { error, stderr } = await main([SOURCE, '--outFile', output, ...options, ...memory, ...features]);
    if (error !== null) throw new Error(`the kernels do not compile:\n${stderr.toString()}`);
    return readFileSync(output);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const compiled = await compile();
if (process.argv.includes('--check')) {
  if (!compiled.equals(readFileSync(TARGET))) {
    console.error(
      `${TARGET} is not what its sources compile to: run \`npm run build:kernels\` and commit it`,
    );
    process.exitCode = 1;
  }
} else {
  writeFileSync(TARGET, compiled);
  console.log(`${TARGET}: ${compiled.length.toLocaleString('en')} bytes`);
}
