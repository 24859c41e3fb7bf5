/**
 * Writes generated people into FOLDER with the code of the checkout ROOT: `node write-world.ts ROOT FOLDER
 * ROWS`.
 */
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { worldFolder } from '../world/world-folder.ts';

const [, , root = '', folder = '', rows = ''] = process.argv;
const module = pathToFileURL(join(root, 'bench/world/world-folder.ts')).href;
const code = (await import(module)) as { readonly worldFolder: typeof worldFolder };
const { key } = await code.worldFolder(folder, Number(rows));
console.log(JSON.stringify({ key }));
