import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { Schema, UserSummary } from '../../api/queries.ts';
import { EmptyState } from '../../parts/empty-state.tsx';
import { shownValue, words } from '../../parts/words.ts';
import { dateTime } from '../../shell/dates.ts';
import { allows, useSession } from '../../shell/session-context.ts';
import { text } from '../../text/en.ts';
import styles from './people-rows.module.css';

interface Props {
  readonly rows: readonly UserSummary[];
  readonly schema: Schema;
  readonly prefix: string;
  readonly busy: boolean;
  readonly onClear: () => void;
}

export function PeopleRows({ rows, schema, prefix, busy, onClear }: Props) {
  const mayMatch = allows(useSession(), 'match');
  if (rows.length === 0)
    return (
      <EmptyState title={text.people.none(prefix)} lead={text.people.noneHint}>
        <Button variant="default" onClick={onClear}>
          {text.people.clear}
        </Button>
      </EmptyState>
    );
  return (
    <ul className={styles.rows} aria-label={text.people.table} aria-busy={busy}>
      {rows.map((person) => (
        <li key={person.user_id}>
          <Link
            className={styles.id}
            to="/people/$userId"
            params={{ userId: person.user_id }}
            search={{ domain: schema.domain }}
          >
            {person.user_id}
          </Link>
          <span className={styles.facts}>{shortFacts(person, schema) || text.people.nothingKnown}</span>
          <State person={person} schema={schema} />
          <time className={styles.time} dateTime={person.updated_at} title={text.people.changed}>
            {dateTime(person.updated_at)}
          </time>
          {mayMatch && (
            <Link
              className={styles.match}
              to="/match"
              search={{ domain: schema.domain, user: person.user_id }}
              aria-label={text.people.matchOf(person.user_id)}
            >
              {text.people.match}
            </Link>
          )}
        </li>
      ))}
    </ul>
  );
}

function State({ person, schema }: { readonly person: UserSummary; readonly schema: Schema }) {
  const missing = schema.fields.filter(
    ({ required, name }) => required && !Object.hasOwn(person.fields, name),
  );
  const lacks = missing.map(({ name }) => words(name)).join(', ');
  return (
    <span className={styles.state} data-complete={person.complete || undefined}>
      {person.complete ? text.people.complete : text.people.incomplete}
      {!person.complete && lacks !== '' && `, ${text.people.lacks(lacks)}`}
    </span>
  );
}

const MOST = 5;
const LONGEST = 80;

/** The first known values of a person in the order of the schema, as one line. */
function shortFacts({ fields }: UserSummary, schema: Schema): string {
  return schema.fields
    .filter(({ name }) => Object.hasOwn(fields, name))
    .slice(0, MOST)
    .map(({ name, type }) => {
      const value = shownValue(fields[name]).replaceAll(/\s+/g, ' ');
      const short = value.length > LONGEST ? `${[...value].slice(0, LONGEST).join('')}…` : value;
      return type === 'string' || type === 'enum' ? short : `${words(name)} ${short}`;
    })
    .join(' · ');
}
