import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { personQuery, schemasQuery } from '../../api/queries.ts';
import { capitalized, shownClause } from '../../parts/words.ts';
import { text } from '../../text/en.ts';
import { personFacts } from './person-facts.ts';
import styles from './seeker-card.module.css';

interface Props {
  readonly userId: string;
  readonly domain: string;
}

/** The seeker of the matches, with the preferences. An unknown seeker has no card. */
export function SeekerCard({ userId, domain }: Props) {
  const schemas = useQuery(schemasQuery);
  const person = useQuery(personQuery(userId, domain));
  if (person.error) return null;
  const fields = schemas.data?.find((schema) => schema.domain === domain)?.fields;
  const wishes = Object.entries(person.data?.preferences ?? {}).filter(
    ([name]) => name !== 'exclude_user_ids',
  );
  return (
    <section className={styles.card} aria-label={text.match.seekerCard(userId)}>
      <Link to="/people/$userId" params={{ userId }} search={{ domain }} className={styles.id}>
        {userId}
      </Link>
      {person.data === undefined || fields === undefined ? (
        <Skeleton h={90} />
      ) : (
        <Facts
          facts={personFacts(fields, person.data.fields).map((fact) => [capitalized(fact.name), fact.value])}
        />
      )}
      {wishes.length > 0 && (
        <div className={styles.wishes}>
          <h3>{text.match.wishes}</h3>
          <Facts facts={wishes.map(([name, value]) => [capitalized(name), shownClause(value)])} />
        </div>
      )}
    </section>
  );
}

function Facts({ facts }: { readonly facts: readonly (readonly [name: string, value: string])[] }) {
  return (
    <dl className={styles.facts}>
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
