/**
 * Sets the names of a value into the frames of a `phrases` rule: "{} servers" gives "(eu|germany) servers".
 */
import { NAME_MARK, type PhraseEntry, type PhrasesRule } from '../../../domains/extraction-rules.ts';

export function inFrames(
  entries: readonly PhraseEntry[],
  frames: PhrasesRule['frames'],
): readonly PhraseEntry[] {
  if (frames === undefined) return entries;
  const names = entries.filter((entry) => typeof entry === 'string');
  const phrases = entries.filter((entry) => typeof entry !== 'string');
  if (names.length === 0) return phrases;
  // One alternative for all names, so that the frame is in the automaton once a value.
  const anyName = `(${names.join('|')})`;
  const framed = (phrase: string) => phrase.replaceAll(NAME_MARK, anyName);
  return [
    ...frames.map((frame) =>
      typeof frame === 'string'
        ? framed(frame)
        : {
            ...frame,
            phrase: typeof frame.phrase === 'string' ? framed(frame.phrase) : frame.phrase.map(framed),
          },
    ),
    ...phrases,
  ];
}
