/** Claims of labelled texts on which the shipped decision was fitted. They stand beside it. */
import { readFile } from 'node:fs/promises';
import { networkFolder } from '../network/network-files.ts';
import type { ExampleText } from './example.ts';
import { decodeExamples } from './example-file.ts';

export const examplesFile = new URL('examples.bin', networkFolder);

/** Every fourth text is held out. */
const HELD_OUT = 4;

export async function shippedExamples(): Promise<readonly ExampleText[]> {
  const { texts } = decodeExamples(await readFile(examplesFile));
  return texts.map((text, at) => ({ ...text, isHeldOut: at % HELD_OUT === 0 }));
}
