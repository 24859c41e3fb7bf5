import { Badge, Button, VisuallyHidden } from '@mantine/core';
import { text } from '../../text/en.ts';
import styles from './run-bar.module.css';
import { SeekerFields } from './seeker-fields.tsx';

interface Props {
  readonly ready: boolean;
  readonly running: boolean;
  readonly stale: boolean;
  /** How many settings differ from their defaults. */
  readonly changed: number;
  readonly onRun: () => void;
  readonly onSettings: () => void;
}

/** The person, the settings and the run, at hand also while the matches are scrolled. */
export function RunBar({ ready, running, stale, changed, onRun, onSettings }: Props) {
  return (
    <form
      className={styles.bar}
      aria-label={text.match.title}
      onSubmit={(event) => {
        event.preventDefault();
        onRun();
      }}
    >
      <SeekerFields />
      <div className={styles.actions}>
        <Button variant="default" aria-haspopup="dialog" title={text.match.settingsHint} onClick={onSettings}>
          {text.match.settings}
          {changed > 0 && (
            <>
              <Badge ml={8} size="sm">
                {changed}
              </Badge>
              <VisuallyHidden>{text.match.changed}</VisuallyHidden>
            </>
          )}
        </Button>
        <Button type="submit" disabled={!ready} loading={running} title={text.match.runHint}>
          {text.match.run}
        </Button>
      </div>
      <p role="status" className={styles.status}>
        {stale && text.match.stale}
      </p>
    </form>
  );
}
