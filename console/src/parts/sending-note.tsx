import { text } from '../text/en.ts';
import styles from './document-drop.module.css';
import { shownBytes } from './units.ts';

/** How far a file is sent; once it is, that it is read. */
export function SendingNote({ file, share }: { readonly file: File; readonly share: number }) {
  const isSent = share >= 1;
  const label = isSent
    ? text.document.reading(file.name)
    : text.document.sending(file.name, shownBytes(file.size));
  return (
    <>
      <p>{label}</p>
      <progress aria-label={label} className={styles.bar} max={1} {...(!isSent && { value: share })} />
    </>
  );
}
