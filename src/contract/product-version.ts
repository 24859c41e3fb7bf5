/**
 * The version of the product. Its one place is package.json; both clients, the console and their lock files
 * carry the same one, which a test compares. The version of the interface is another thing
 * (`http/openapi/interface-info.ts`): it is that of the contract, and stays where only the program changes.
 */
import { readFileSync } from 'node:fs';

const manifest = new URL('../../package.json', import.meta.url);

export const productVersion: string = JSON.parse(readFileSync(manifest, 'utf8')).version;
