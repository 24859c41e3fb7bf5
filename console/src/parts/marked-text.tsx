import { markedPieces, type Span } from './marked-pieces.ts';
import styles from './marked-text.module.css';
import { words } from './words.ts';

/** A text in which the passages that were read as values are marked with the names of their fields. */
export function MarkedText({ text, spans }: { readonly text: string; readonly spans: readonly Span[] }) {
  return (
    <p className={styles.text}>
      {markedPieces(text, spans).map(({ start, text: piece, names }) =>
        names.length === 0 ? (
          <span key={start}>{piece}</span>
        ) : (
          <mark key={start} title={names.map(words).join(', ')}>
            {piece}
          </mark>
        ),
      )}
    </p>
  );
}
