import { Button, TextInput } from '@mantine/core';
import { Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { recentPeople } from '../../api/recent-people.ts';
import { PageHead } from '../../parts/page-head.tsx';
import { Panel } from '../../parts/panel.tsx';
import { ScopeNote } from '../../parts/scope-note.tsx';
import { allows, useSession } from '../../shell/session-context.ts';
import { text } from '../../text/en.ts';
import styles from './people-screen.module.css';

/** The way to a person. The API has no list of people; ids are known to the application. */
export function PeopleScreen() {
  const session = useSession();
  const navigate = useNavigate();
  const [id, setId] = useState('');
  const recent = recentPeople(session.tenant.id);
  if (!allows(session, 'read')) return <ScopeNote scope="read" />;
  return (
    <div className={styles.page}>
      <PageHead title={text.person.title} lead={text.person.lead} />
      <form
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault();
          if (id !== '') void navigate({ to: '/people/$userId', params: { userId: id } });
        }}
      >
        <TextInput
          className={styles.input}
          label={text.person.id}
          value={id}
          onChange={({ currentTarget }) => setId(currentTarget.value)}
          autoComplete="off"
          spellCheck={false}
        />
        <Button type="submit" disabled={id === ''}>
          {text.person.open}
        </Button>
      </form>
      <Panel title={text.person.recent}>
        {recent.length === 0 && <p className={styles.none}>{text.person.noRecent}</p>}
        <ul className={styles.recent}>
          {recent.map((person) => (
            <li key={person}>
              <Link to="/people/$userId" params={{ userId: person }}>
                {person}
              </Link>
            </li>
          ))}
        </ul>
      </Panel>
    </div>
  );
}
