/**
 * The checks of `doctor`. A check returns a line with its finding, or throws an Error that says what to do.
 */
import { accessSync, constants, mkdtempSync, rmSync, statfsSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { MIB } from '../../../contract/common.ts';
import { encoderId } from '../../../engines/encoders/text-encoder.ts';
import { dot } from '../../../platform/numeric/vectors.ts';
import type { EncoderSpec } from '../../../platform/storage/encoder-store.ts';
import type { CliActions } from '../cli-actions.ts';

export interface Check {
  readonly name: string;
  run(): Promise<string> | string;
}

const NODE_MAJOR = 24;
const NEEDED_BYTES = 1024 * MIB;

export function doctorChecks(actions: CliActions, data: string): readonly Check[] {
  const folder = resolve(data);
  return [
    { name: 'node', run: () => nodeVersion(process.versions.node) },
    { name: 'data folder', run: () => dataFolder(folder) },
    { name: 'disk space', run: () => diskSpace(folder) },
    { name: 'store', run: () => storeIsSound(actions, folder) },
    { name: 'text encoder', run: () => encoderEncodes(actions, folder) },
    { name: 'gazetteer', run: () => gazetteerResolves(actions) },
  ];
}

function nodeVersion(version: string): string {
  if (Number(version.split('.')[0]) >= NODE_MAJOR) return version;
  throw new Error(
    `this is Node ${version}; ${NODE_MAJOR} is needed. «npm install» in the checkout brings it, and the npm scripts use it.`,
  );
}

function dataFolder(folder: string): string {
  if (statSync(folder, { throwIfNoEntry: false }) === undefined) {
    const parent = nearestFolder(folder);
    accessOrSay(parent, `${folder} is not there yet, and it cannot be made in ${parent}`);
    return `${folder} is not there yet; the first command that writes makes it`;
  }
  accessOrSay(folder, `${folder} cannot be written`);
  const probe = mkdtempSync(join(folder, '.doctor-'));
  writeFileSync(join(probe, 'probe'), 'probe');
  rmSync(probe, { recursive: true });
  return `${folder} can be read and written`;
}

function accessOrSay(folder: string, fault: string): void {
  try {
    accessSync(folder, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch {
    throw new Error(
      `${fault}. Give this user the right to, or name another folder by --data or COUNTERPART_DATA.`,
    );
  }
}

function diskSpace(folder: string): string {
  const { bavail, bsize } = statfsSync(nearestFolder(folder));
  const free = bavail * bsize;
  const text = `${Math.round(free / MIB).toLocaleString('en')} MiB free`;
  if (free >= NEEDED_BYTES) return text;
  throw new Error(
    `${text}; at least ${NEEDED_BYTES / MIB} MiB are wanted (about 5 KB a person). Free some, or move the data folder.`,
  );
}

async function storeIsSound(actions: CliActions, folder: string): Promise<string> {
  if (statSync(folder, { throwIfNoEntry: false }) === undefined) return 'not made yet';
  const { store, accounts, close } = await actions.openStoreAndAccounts(folder);
  try {
    const faults = await store.verify();
    if (faults.length > 0) {
      throw new Error(
        `${faults.length} faults, the first: ${faults[0]}. Stop the server and put a backup in its place.`,
      );
    }
    const tenants = await accounts.listTenants();
    return `sound, ${tenants.length} ${tenants.length === 1 ? 'tenant' : 'tenants'}`;
  } finally {
    await close();
  }
}

/** Tests the encoder that a start without TEXT_ENCODER would use. */
async function encoderEncodes(actions: CliActions, folder: string): Promise<string> {
  const encoder = await actions.openEncoder(await storedSpec(actions, folder));
  try {
    const [walk, hike, tax] = await encoder.encode([
      'long walks in the mountains',
      'hiking up hills for hours',
      'quarterly corporate tax filings',
    ]);
    const [near, far] = [dot(walk!, hike!), dot(walk!, tax!)];
    if (!(near > far))
      throw new Error(
        `it finds «hiking» no nearer to «walks» than «tax» (${near} and ${far}); its files are damaged. Install anew.`,
      );
    return `${encoderId(encoder.identity)}, ${encoder.identity.dimension} dimensions`;
  } finally {
    await encoder.close();
  }
}

async function storedSpec(actions: CliActions, folder: string): Promise<EncoderSpec> {
  const embedded = { setting: 'embedded', model: null };
  if (statSync(folder, { throwIfNoEntry: false }) === undefined) return embedded;
  const { store, close } = await actions.openStoreAndAccounts(folder);
  try {
    return (await store.encoders.roles()).serving?.spec ?? embedded;
  } finally {
    await close();
  }
}

async function gazetteerResolves(actions: CliActions): Promise<string> {
  const { resolve: resolvePlace } = await actions.openGazetteer();
  const place = resolvePlace('Lisbon, Portugal');
  if (place?.country !== 'PT')
    throw new Error('it does not know Lisbon, Portugal; its files are damaged. Install anew.');
  return `«Lisbon, Portugal» is at ${place.lat.toFixed(2)}, ${place.lon.toFixed(2)}`;
}

function nearestFolder(folder: string): string {
  const there = statSync(folder, { throwIfNoEntry: false })?.isDirectory() === true;
  return there || dirname(folder) === folder ? folder : nearestFolder(dirname(folder));
}
