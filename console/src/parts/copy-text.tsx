import { useClipboard } from '@mantine/hooks';
import { CheckIcon, CopyIcon } from '@radix-ui/react-icons';
import { text } from '../text/en.ts';
import styles from './copy-text.module.css';

/** A value in full that a click copies. */
export function CopyText({ value, label }: { readonly value: string; readonly label: string }) {
  const { copy, copied } = useClipboard();
  return (
    <button
      type="button"
      className={styles.copy}
      onClick={() => copy(value)}
      title={label}
      aria-label={`${label}: ${value}`}
    >
      <code>{value}</code>
      {copied ? <CheckIcon aria-hidden /> : <CopyIcon aria-hidden />}
      <span role="status" className={styles.said}>
        {copied ? text.common.copied : ''}
      </span>
    </button>
  );
}
