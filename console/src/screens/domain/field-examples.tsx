import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ErrorNote } from '../../parts/error-note.tsx';
import { shownValue, words } from '../../parts/words.ts';
import { text } from '../../text/en.ts';
import { fieldExamplesQuery } from './domain-queries.ts';
import styles from './domain-table.module.css';

export interface ShownExamples {
  readonly field: string;
  readonly kind: 'not_understood' | 'corrected';
}

/** People of the sample whose value of a field is not understood, or corrects a text. */
export function FieldExamples({ domain, shown }: { readonly domain: string; readonly shown: ShownExamples }) {
  const found = useQuery(fieldExamplesQuery(domain, shown.field));
  const people = found.data?.examples?.[shown.kind] ?? [];
  return (
    <section className={styles.examples} aria-live="polite">
      <h3>
        {text.domain.examples(words(shown.field))}:{' '}
        {(shown.kind === 'corrected' ? text.domain.corrected : text.domain.notUnderstood).toLowerCase()}
      </h3>
      {found.error && <ErrorNote error={found.error} onRetry={() => found.refetch()} />}
      {found.isPending && <Skeleton h={60} />}
      {found.data && people.length === 0 && <p>{text.domain.examplesNone}</p>}
      <ul>
        {people.map((person) => (
          <li key={person.user_id}>
            <Link to="/people/$userId" params={{ userId: person.user_id }} search={{ domain }}>
              {person.user_id}
            </Link>{' '}
            {'read' in person
              ? text.domain.exampleCorrects(shownValue(person.value), shownValue(person.read))
              : text.domain.exampleIs(shownValue(person.value))}
          </li>
        ))}
      </ul>
    </section>
  );
}
