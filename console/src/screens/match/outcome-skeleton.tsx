import { Skeleton, VisuallyHidden } from '@mantine/core';
import { text } from '../../text/en.ts';
import styles from './match-outcome.module.css';

export function OutcomeSkeleton() {
  return (
    <div className={styles.outcome} aria-busy="true">
      <VisuallyHidden role="status">{text.match.running}</VisuallyHidden>
      <Skeleton h={330} radius="md" />
      <Skeleton h={190} radius="md" />
      <Skeleton h={190} radius="md" />
    </div>
  );
}
