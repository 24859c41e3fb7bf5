import { Button } from '@mantine/core';
import { modelExperimentsText as words } from '../../text/en-model-experiments.ts';
import type { ArmForms } from '../act/use-arms.ts';
import styles from './arms.module.css';

interface Props {
  readonly arms: ArmForms;
  readonly isInterleaved: boolean;
}

/** How people are divided, and a button for one more arm. */
export function AddArm({ arms: { forms, add }, isInterleaved }: Props) {
  return (
    <div className={styles.below}>
      <p role="status">{isInterleaved ? words.drawnShares : words.shares(forms.length)}</p>
      {add && (
        <Button size="xs" variant="default" onClick={add}>
          {words.addArm}
        </Button>
      )}
    </div>
  );
}

/** undefined: there may be no fewer arms. */
export function removeButton(title: string, remove: (() => void) | undefined) {
  return (
    remove && (
      <Button size="compact-xs" variant="default" aria-label={words.removeArmOf(title)} onClick={remove}>
        {words.removeArm}
      </Button>
    )
  );
}
