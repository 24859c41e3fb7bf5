import { text } from '../../text/en.ts';
import styles from './example-ids.module.css';

interface Props {
  readonly ids: readonly string[];
  readonly onAsk: (id: string) => void;
}

/** People who fell out, by id. One click asks why. */
export function ExampleIds({ ids, onAsk }: Props) {
  if (ids.length === 0) return null;
  return (
    <span className={styles.ids}>
      {ids.map((id) => (
        <button
          key={id}
          type="button"
          className={styles.id}
          title={text.match.askAbout(id)}
          aria-label={text.match.askAbout(id)}
          onClick={() => onAsk(id)}
        >
          {id}
        </button>
      ))}
    </span>
  );
}
