/** Synthetic cases of a domain, with typing mistakes in some of them. */
import type { Case } from '../read-cases.ts';
import { agentCase } from './agent-to-agent.ts';
import { datingCase } from './dating.ts';
import { founderInvestorCase } from './founder-investor.ts';
import { hiringCase } from './hiring.ts';
import { marketplaceCase } from './marketplace.ts';
import { productCase } from './product-recommendation.ts';
import { type Split, Writer } from './writer.ts';

const caseWriters: Readonly<Record<string, (writer: Writer) => Case>> = {
  'agent-to-agent': agentCase,
  dating: datingCase,
  'founder-investor': founderInvestorCase,
  hiring: hiringCase,
  marketplace: marketplaceCase,
  'product-recommendation': productCase,
};

/** Share of texts with a typing mistake, and of texts in small letters. */
const TYPOS = 0.08;
const SMALL = 0.12;
/** Share of texts that lost their line ends, as those from a PDF. */
const GLUED = 0.12;

export function writeCases(domain: string, count: number, seed: number, split: Split): Case[] {
  const write = caseWriters[domain];
  if (write === undefined) return [];
  const writer = new Writer(seed, split);
  return Array.from({ length: count }, () => {
    const given = write(writer);
    const typed = writer.chance(TYPOS) ? withTypo(writer, given.text) : given.text;
    const laid = writer.chance(GLUED) && !typed.includes('{') ? typed.replace(/\n+/g, ' ') : typed;
    return { ...given, text: writer.chance(SMALL) && !laid.includes('{') ? laid.toLowerCase() : laid };
  });
}

/** Two letters of one long word are swapped. */
function withTypo(writer: Writer, text: string): string {
  const words = [...text.matchAll(/\b[a-z]{7,}\b/g)];
  if (words.length === 0) return text;
  const { index, 0: word } = writer.one(words);
  const at = writer.int(1, word.length - 3);
  const swapped = `${word.slice(0, at)}${word[at + 1]}${word[at]}${word.slice(at + 2)}`;
  return `${text.slice(0, index)}${swapped}${text.slice(index + word.length)}`;
}
