import { useMemo } from 'react';
import { text } from '../../text/en.ts';
import styles from './diff-view.module.css';
import { type DiffLine, diffCounts, type Fold, unifiedDiff } from './unified-diff.ts';

interface Props {
  readonly before: string;
  readonly after: string;
  readonly beforeName: string;
  readonly afterName: string;
}

/** Two texts line by line: a sign and a word say what was removed and added, besides the colour. */
export function DiffView({ before, after, beforeName, afterName }: Props) {
  const parts = useMemo(() => unifiedDiff(before, after), [before, after]);
  if (before === after) return <p className={styles.summary}>{text.domain.compareSame}</p>;
  const { added, removed } = diffCounts(parts);
  const label = text.domain.diffLabel(beforeName, afterName);
  return (
    <>
      <p className={styles.summary}>
        {label}: {text.domain.compareCounts(removed, added)}
      </p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reached by the keyboard */}
      <section className={styles.scroll} tabIndex={0} aria-label={label}>
        <table className={styles.diff}>
          <tbody>
            {parts.map((part, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the parts of two texts have no names and keep their places
              <DiffRow key={at} part={part} />
            ))}
          </tbody>
        </table>
      </section>
    </>
  );
}

const signs = { same: ' ', removed: '−', added: '+' } as const;

function DiffRow({ part }: { readonly part: DiffLine | Fold }) {
  if (part.kind === 'fold') {
    return (
      <tr className={styles.fold}>
        <td colSpan={4}>{text.domain.folded(part.lines)}</td>
      </tr>
    );
  }
  return (
    <tr className={styles[part.kind]}>
      <td className={styles.line}>{part.before}</td>
      <td className={styles.line}>{part.after}</td>
      <td className={styles.sign}>
        <span aria-hidden="true">{signs[part.kind]}</span>
        {part.kind !== 'same' && (
          <span className={styles.word}>
            {part.kind === 'added' ? text.domain.addedLine : text.domain.removedLine}
          </span>
        )}
      </td>
      <td className={styles.text}>{part.text}</td>
    </tr>
  );
}
