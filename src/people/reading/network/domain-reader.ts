/** The network as it reads the texts of one domain, with the weights of its decision. */
import type { DomainDefinition } from '../../../domains/definition.ts';
import { type DecisionWeights, shippedDecision } from './decision-weights.ts';
import { type DomainNames, namesOfDomain } from './domain-names.ts';
import type { MarkedPlace } from './marked-place.ts';
import type { Label } from './names.ts';
import { openTokenizer, type ReaderPieces, windowsOfText } from './reader-pieces.ts';
import { ReadingNetwork, type WindowReading } from './reading-network.ts';
import type { TextTokens } from './text-tokens.ts';

export interface TextReading {
  readonly windows: readonly TextTokens[];
  readonly readings: readonly WindowReading[];
}

export interface DomainReader {
  readonly names: DomainNames;
  readonly decision: DecisionWeights;
  /** null: the text has no words. */
  read(text: string): Promise<TextReading | null>;
  /** Log-odds of each side, against no side. */
  sideOdds(reading: TextReading, field: string, sides: readonly string[]): Float64Array;
  /** Log-odds that the text is a profile of the domain. */
  profileOdds(reading: TextReading): number;
  /** Log-odds of each place. */
  mentions(reading: TextReading, marked: readonly MarkedPlace[]): Promise<Float64Array>;
}

let opened: Promise<{ network: ReadingNetwork; pieces: ReaderPieces }> | undefined;

async function open() {
  const [network, pieces] = await Promise.all([ReadingNetwork.open(), openTokenizer()]);
  return { network, pieces };
}

/** null: the network was fitted on no names of this domain. It is opened once a thread. */
export async function shippedReader(definition: DomainDefinition): Promise<DomainReader | null> {
  const names = await namesOfDomain(definition);
  if (names === null) return null;
  opened ??= open();
  const { network, pieces } = await opened;
  return readerOf(names, shippedDecision(), network, pieces);
}

export function readerOf(
  names: DomainNames,
  decision: DecisionWeights,
  network: Pick<ReadingNetwork, 'read' | 'mentions'>,
  pieces: ReaderPieces,
): DomainReader {
  const mostOf = (readings: readonly WindowReading[], isMeant: (label: Label) => boolean) => {
    const at = names.labels.findIndex(isMeant);
    return readings.reduce((most, { labels }) => Math.max(most, labels[at]!), Number.NEGATIVE_INFINITY);
  };
  return {
    names,
    decision,
    read: async (text) => {
      const windows = windowsOfText(text, pieces);
      const readings: WindowReading[] = [];
      for (const window of windows) readings.push(await network.read(window, names.tables));
      return windows.length === 0 ? null : { windows, readings };
    },
    sideOdds: ({ readings }, field, sides) =>
      Float64Array.from(sides, (side) =>
        mostOf(readings, (label) => label.kind === 'value' && label.field === field && label.value === side),
      ),
    profileOdds: ({ readings }) => mostOf(readings, ({ kind }) => kind === 'profile'),
    mentions: async ({ readings }, marked) => {
      const odds = new Float64Array(marked.length);
      for (const [window, { tokens }] of readings.entries()) {
        const own = [...marked.keys()].filter((at) => marked[at]!.window === window);
        const places = own.map((at) => marked[at]!);
        const said = await network.mentions(tokens, places, names.tables);
        for (const [n, at] of own.entries()) odds[at] = said[n]!;
      }
      return odds;
    },
  };
}
