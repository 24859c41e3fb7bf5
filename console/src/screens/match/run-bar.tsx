import { Button } from '@mantine/core';
import { text } from '../../text/en.ts';
import styles from './run-bar.module.css';

interface Props {
  readonly ready: boolean;
  readonly running: boolean;
  readonly stale: boolean;
}

export function RunBar({ ready, running, stale }: Props) {
  return (
    <div className={styles.bar}>
      <Button type="submit" fullWidth disabled={!ready} loading={running} title={text.match.runHint}>
        {text.match.run}
      </Button>
      <p role="status">{stale && text.match.stale}</p>
    </div>
  );
}
