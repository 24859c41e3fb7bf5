import { Skeleton, VisuallyHidden } from '@mantine/core';
import { text } from '../text/en.ts';
import styles from './shell.module.css';
import bar from './sidebar.module.css';

/** The frame before the session is known, with the sizes of the later parts. */
export function ShellSkeleton() {
  return (
    <div className={styles.frame} aria-busy="true">
      <header className={bar.bar}>
        <Skeleton h={24} w={140} ml={8} />
      </header>
      <main className={styles.content}>
        <VisuallyHidden role="status">{text.signIn.checking}</VisuallyHidden>
        <Skeleton h={28} w={220} mb={28} />
        <Skeleton h={120} mb={16} />
        <Skeleton h={120} />
      </main>
    </div>
  );
}
