import { detached } from '../../../contract/detached-text.ts';
import { normalizeText } from './normalize-text.ts';
import { splitWords } from './split-words.ts';

/**
 * WordPiece over a BERT vocabulary, equal token for token to the `tokenizers` library (without [CLS] and
 * [SEP] around the text).
 *
 * Own code, because the JavaScript libraries are too slow for a 30 µs encoder
 * (docs/benchmarks/text-encoders.md). The speed comes from two maps: one finds words of the vocabulary in one
 * look-up, the other caches the pieces of other words.
 */

const LONGEST_WORD = 100;
/** Cached words that are not in the vocabulary; the cache is cleared when it is full. */
const REMEMBERED_WORDS = 50_000;
const SPECIAL = /(\[(?:PAD|UNK|CLS|SEP|MASK)\])/;

export class WordPieceTokenizer {
  readonly size: number;
  readonly unknownId: number;
  readonly #words = new Map<string, number>();
  readonly #continuations = new Map<string, number>();
  readonly #remembered = new Map<string, readonly number[]>();

  /** `vocabulary`: the pieces in id order, continuations with their ## in front. */
  constructor(vocabulary: readonly string[]) {
    this.size = vocabulary.length;
    for (let id = 0; id < vocabulary.length; id++) {
      const piece = vocabulary[id]!;
      if (piece.startsWith('##') && piece.length > 2) this.#continuations.set(piece.slice(2), id);
      else this.#words.set(piece, id);
    }
    this.unknownId = this.#words.get('[UNK]') ?? -1;
  }

  tokenize(text: string): number[] {
    const ids: number[] = [];
    if (!text.includes('[')) this.#pushPlain(text, ids);
    else {
      for (const part of text.split(SPECIAL)) {
        if (SPECIAL.test(part)) ids.push(this.#words.get(part) ?? this.unknownId);
        else this.#pushPlain(part, ids);
      }
    }
    return ids;
  }

  #pushPlain(text: string, ids: number[]): void {
    splitWords(normalizeText(text), (word) => {
      const id = this.#words.get(word);
      if (id !== undefined) ids.push(id);
      else for (const piece of this.#piecesOf(word)) ids.push(piece);
    });
  }

  #piecesOf(word: string): readonly number[] {
    const known = this.#remembered.get(word);
    if (known !== undefined) return known;
    const pieces = this.#split(word) ?? [this.unknownId];
    if (this.#remembered.size >= REMEMBERED_WORDS) this.#remembered.clear();
    if (word.length <= LONGEST_WORD) this.#remembered.set(detached(word), pieces);
    return pieces;
  }

  /** Longest piece first, over code points; undefined where a part of the word is in no piece. */
  #split(word: string): number[] | undefined {
    const characters = [...word];
    if (characters.length > LONGEST_WORD) return undefined;
    const pieces: number[] = [];
    let start = 0;
    while (start < characters.length) {
      const map = start === 0 ? this.#words : this.#continuations;
      let end = characters.length;
      let id: number | undefined;
      for (; end > start; end--) {
        id = map.get(characters.slice(start, end).join(''));
        if (id !== undefined) break;
      }
      if (id === undefined) return undefined;
      pieces.push(id);
      start = end;
    }
    return pieces;
  }
}
