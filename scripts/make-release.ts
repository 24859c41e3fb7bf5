/**
 * `npm run release`: the package, its bill of materials (CycloneDX) and the SHA-256 sums of both, in
 * `release/`.
 */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..');
const folder = join(root, 'release');
const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));

rmSync(folder, { recursive: true, force: true });
mkdirSync(folder);
npm(['pack', '--pack-destination', folder]);
writeFileSync(join(folder, 'sbom.cdx.json'), `${JSON.stringify(billOfMaterials(), null, 2)}\n`);
const names = readdirSync(folder).sort();
const sums = names.map((name) => `${sha256(join(folder, name))}  ${name}\n`);
writeFileSync(join(folder, 'SHA256SUMS'), sums.join(''));
for (const name of [...names, 'SHA256SUMS']) console.log(join('release', name));

interface Component {
  readonly 'bom-ref': string;
  readonly properties?: readonly { readonly name: string }[];
}

/**
 * Every package that an installation has. npm names the root after its folder. `--omit dev` would also leave
 * out packages that a package for development shares with the program.
 */
function billOfMaterials(): unknown {
  const bill = JSON.parse(npm(['sbom', '--sbom-format', 'cyclonedx']));
  const isInstalled = ({ properties = [] }: Component) =>
    !properties.some(({ name }) => name === 'cdx:npm:package:development');
  const components = (bill.components as readonly Component[]).filter(isInstalled);
  const { name, version } = manifest;
  const before = bill.metadata.component['bom-ref'];
  const ref = `${name}@${version}`;
  const component = { ...bill.metadata.component, name, version, 'bom-ref': ref, purl: `pkg:npm/${ref}` };
  const kept = new Set(components.map((each) => each['bom-ref']));
  const dependencies = (
    bill.dependencies as readonly { readonly ref: string; readonly dependsOn: string[] }[]
  )
    .filter((each) => kept.has(each.ref) || each.ref === before)
    .map((each) => ({
      ref: each.ref === before ? ref : each.ref,
      dependsOn: each.dependsOn.filter((other) => kept.has(other)),
    }));
  return { ...bill, metadata: { ...bill.metadata, component }, components, dependencies };
}

function npm(args: readonly string[]): string {
  const { status, stdout } = spawnSync('npm', args, {
    cwd: root,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
    maxBuffer: 2 ** 28,
    shell: process.platform === 'win32',
  });
  if (status !== 0) throw new Error(`npm ${args[0]} ended with ${status}`);
  return stdout;
}

function sha256(file: string): string {
  return createHash('sha256').update(readFileSync(file)).digest('hex');
}
