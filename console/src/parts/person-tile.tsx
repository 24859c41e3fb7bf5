import styles from './person-tile.module.css';

interface Props {
  readonly userId: string;
  readonly title: string;
  /** The address of a picture; null: the person has none. */
  readonly picture: string | null;
}

const COLOURS = 6;
const LETTERS = 2;

/**
 * A picture of this host, otherwise the first letters on a colour. A picture of another host is not loaded,
 * because the request would tell that host which person is being viewed.
 */
export function PersonTile({ userId, title, picture }: Props) {
  if (picture?.startsWith(`${window.location.origin}/`))
    return <img className={styles.tile} src={picture} alt="" width={36} height={36} loading="lazy" />;
  return (
    <span className={styles.tile} data-colour={colourOf(userId)} aria-hidden="true">
      {initials(title)}
    </span>
  );
}

function initials(title: string): string {
  const words = title.match(/[\p{L}\p{N}]+/gu) ?? ['?'];
  return words
    .slice(0, LETTERS)
    .map((word) => [...word][0]!.toUpperCase())
    .join('');
}

/** The same person has the same colour everywhere. */
function colourOf(id: string): number {
  let sum = 0;
  for (let at = 0; at < id.length; at++) sum = (sum * 31 + id.charCodeAt(at)) % 9973;
  return sum % COLOURS;
}
