import styles from './mail-address.module.css';

/** A mail address that is broken before its host, if at all. */
export function MailAddress({ address }: { readonly address: string }) {
  const at = address.lastIndexOf('@');
  return (
    <span className={styles.address}>
      {address.slice(0, Math.max(0, at))}
      <wbr />
      {address.slice(Math.max(0, at))}
    </span>
  );
}
