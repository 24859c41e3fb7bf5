import { Button } from '@mantine/core';
import { text } from '../../text/en.ts';
import styles from './people-screen.module.css';

interface Props {
  readonly count: number;
  readonly onErase: () => void;
  readonly onClear: () => void;
}

export function SelectionBar({ count, onErase, onClear }: Props) {
  return (
    <div className={styles.selection} role="status">
      <span>{text.people.selected(count)}</span>
      <Button size="xs" color="red" variant="light" onClick={onErase}>
        {text.people.erase}
      </Button>
      <Button size="xs" variant="subtle" onClick={onClear}>
        {text.people.unselect}
      </Button>
    </div>
  );
}
