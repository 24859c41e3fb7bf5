/**
 * A second look at the values that were read from a text. A small transformer reads the text as a whole, and
 * its evidence is weighed with that of the rules. It is fitted by `models/extraction-verifier/training` and
 * `eval/extraction-verifier.ts`.
 */
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { WordPieceTokenizer } from '../../../engines/encoders/wordpiece/wordpiece-tokenizer.ts';
import { type EvidenceWeights, evidenceNames } from './evidence.ts';
import type { Thresholds } from './settle-claims.ts';
import type { TextTokens } from './text-tokens.ts';
import { type MarkedPlace, type NetworkReading, VerifierNetwork } from './verifier-network.ts';

const Label = z.strictObject({
  kind: z.enum(['value', 'preference', 'text']),
  field: z.string(),
  /** null: whether the text has the field at all. */
  value: z.union([z.string(), z.boolean(), z.null()]),
});
export type Label = z.infer<typeof Label>;

export const VerifierFile = z.strictObject({
  /** The command that fitted it; `README.md` beside the file explains it. */
  card: z.looseObject({ command: z.string() }),
  domain: z.string(),
  /** Word pieces of a text that are read. */
  tokens: z.number().int().positive(),
  /** The kinds of marks, in the order of the network's table: "value protocols mcp". */
  kinds: z.array(z.string()),
  labels: z.array(Label),
  /** Log-odds by feature of a claim. */
  weights: z.record(z.enum(evidenceNames), z.number()),
  /** Log-odds that a text has a soft field: a bias, and by log-odds of its label. */
  texts: z.strictObject({ bias: z.number(), label: z.number() }),
  keep: z.number(),
  add: z.number(),
  find: z.number(),
});
export type VerifierFile = z.infer<typeof VerifierFile>;

export interface Verifier {
  readonly kinds: ReadonlyMap<string, number>;
  readonly labels: readonly Label[];
  readonly weights: EvidenceWeights;
  readonly texts: VerifierFile['texts'];
  readonly thresholds: Thresholds;
  readonly tokenizer: WordPieceTokenizer;
  /** Ids of the marks around a text, and the most pieces of a text. */
  readonly frame: Readonly<{ first: number; last: number; most: number }>;
  read(tokens: TextTokens, marked: readonly MarkedPlace[]): Promise<NetworkReading>;
}

const folder = new URL('../../../../models/extraction-verifier/', import.meta.url);
/** The pieces of the contextual encoder, which the network was made from. */
const vocabularyFile = new URL('../../../../models/contextual-text-encoder/vocabulary.txt', import.meta.url);
export const verifierFile = (domain: string) => new URL(`${domain}.json`, folder);
/** Domains with a verifier. */
const shippedDomains = new Set(['agent-to-agent']);

const shipped = new Map<string, Promise<Verifier>>();

/** null: the domain has none. It is opened once a thread, at the first call. */
export function shippedVerifier(domain: string): Promise<Verifier> | null {
  if (!shippedDomains.has(domain)) return null;
  const known = shipped.get(domain);
  if (known !== undefined) return known;
  const opening = openShipped(domain);
  shipped.set(domain, opening);
  return opening;
}

/** A test validates the file. */
async function openShipped(domain: string): Promise<Verifier> {
  const file = JSON.parse(await readFile(verifierFile(domain), 'utf8')) as VerifierFile;
  const network = await VerifierNetwork.open(fileURLToPath(new URL(`${domain}.onnx`, folder)));
  return verifierOf(file, await openTokenizer(), (tokens, marked) => network.run(tokens, marked));
}

export interface VerifierPieces {
  readonly tokenizer: WordPieceTokenizer;
  readonly first: number;
  readonly last: number;
}

export async function openTokenizer(): Promise<VerifierPieces> {
  const pieces = (await readFile(vocabularyFile, 'utf8')).split('\n').filter((piece) => piece !== '');
  return {
    tokenizer: new WordPieceTokenizer(pieces),
    first: pieces.indexOf('[CLS]'),
    last: pieces.indexOf('[SEP]'),
  };
}

export function verifierOf(
  { kinds, labels, weights, texts, keep, add, find, tokens }: VerifierFile,
  { tokenizer, first, last }: VerifierPieces,
  read: Verifier['read'],
): Verifier {
  return {
    kinds: new Map(kinds.map((name, row) => [name, row])),
    labels,
    weights,
    texts,
    thresholds: { keep, add, find },
    tokenizer,
    frame: { first, last, most: tokens },
    read,
  };
}
