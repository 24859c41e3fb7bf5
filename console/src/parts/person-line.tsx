import type { FoundUser } from '../api/people-queries.ts';
import { text } from '../text/en.ts';
import styles from './person-line.module.css';
import { PersonTile } from './person-tile.tsx';
import { words } from './words.ts';

interface Props {
  readonly person: Pick<FoundUser, 'user_id' | 'title' | 'subtitle' | 'picture' | 'matched'>;
}

/** A person in two lines: title and id, facts, and what a search found. */
export function PersonLine({ person: { user_id: userId, title, subtitle, picture, matched } }: Props) {
  const isNews = matched !== null && matched.value !== title && !subtitle.includes(matched.value);
  return (
    <span className={styles.line}>
      <PersonTile userId={userId} title={title} picture={picture} />
      <span className={styles.words}>
        <span className={styles.title}>
          {title}
          {title !== userId && <span className={styles.id}>{userId}</span>}
        </span>
        {subtitle !== '' && <span className={styles.facts}>{subtitle}</span>}
        {isNews && matched.field !== 'user_id' && (
          <span className={styles.facts}>
            {text.people.matchedIn(words(matched.field), words(matched.value))}
          </span>
        )}
      </span>
    </span>
  );
}
