import { Button } from '@mantine/core';
import { text } from '../../text/en.ts';
import styles from './people-screen.module.css';
import type { PeopleSearch } from './people-search.ts';

interface Props {
  readonly search: PeopleSearch;
  /** null: the last page. */
  readonly next: string | null;
  readonly go: (search: PeopleSearch, replace: boolean) => void;
}

/** The page before each page that was opened here. A cursor leads forward alone. */
const before = new Map<string, string | undefined>();

export function PageButtons({ search, next, go }: Props) {
  const { cursor, ...rest } = search;
  if (cursor === undefined && next === null) return null;
  const turn = (to: string | undefined) => {
    go({ ...rest, ...(to !== undefined && { cursor: to }) }, false);
    window.scrollTo({ top: 0 });
  };
  return (
    <nav className={styles.pages} aria-label={text.people.pages}>
      <Button variant="default" disabled={cursor === undefined} onClick={() => turn(undefined)}>
        {text.people.toFirst}
      </Button>
      <Button
        variant="default"
        disabled={cursor === undefined || !before.has(cursor)}
        onClick={() => turn(before.get(cursor!))}
      >
        {text.people.previous}
      </Button>
      <Button
        variant="default"
        disabled={next === null}
        onClick={() => {
          before.set(next!, cursor);
          turn(next!);
        }}
      >
        {text.people.next}
      </Button>
    </nav>
  );
}
