/** The word pieces that the network reads, of the contextual encoder that it was made from. */
import { readFile } from 'node:fs/promises';
import { WordPieceTokenizer } from '../../../engines/encoders/wordpiece/wordpiece-tokenizer.ts';
import { type TextTokens, tokensOf } from './text-tokens.ts';
import { MOST_PIECES, type WindowMarks, windowsOf } from './windows.ts';

const vocabularyFile = new URL('../../../../models/contextual-text-encoder/vocabulary.txt', import.meta.url);

export interface ReaderPieces extends WindowMarks {
  readonly tokenizer: WordPieceTokenizer;
}

export async function openTokenizer(): Promise<ReaderPieces> {
  const pieces = (await readFile(vocabularyFile, 'utf8')).split('\n').filter((piece) => piece !== '');
  return {
    tokenizer: new WordPieceTokenizer(pieces),
    first: pieces.indexOf('[CLS]'),
    last: pieces.indexOf('[SEP]'),
  };
}

export function windowsOfText(text: string, pieces: ReaderPieces): readonly TextTokens[] {
  return windowsOf(tokensOf(text, pieces.tokenizer, MOST_PIECES), pieces);
}
