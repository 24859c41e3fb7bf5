import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { titlesQuery } from '../../api/people-queries.ts';
import { schemasQuery } from '../../api/queries.ts';
import { allows, useSession } from '../../shell/session-context.ts';
import styles from './candidate-facts.module.css';
import { factInWords, personFacts } from './person-facts.ts';

interface Props {
  readonly userId: string;
  readonly domain: string;
  /** All candidates of the list: the cards share one request. */
  readonly everybody: readonly string[];
}

/** The facts that the card of the seeker says too, on one line. */
export function CandidateFacts({ userId, domain, everybody }: Props) {
  const mayRead = allows(useSession(), 'read');
  const schemas = useQuery({ ...schemasQuery, enabled: mayRead });
  const people = useQuery({ ...titlesQuery(domain, everybody), enabled: mayRead && domain !== '' });
  if (!mayRead || people.error || schemas.error) return null;
  if (people.data === undefined || schemas.data === undefined)
    return <Skeleton h={12} w={180} mt={5} mb={4} />;
  const fields = schemas.data.find((schema) => schema.domain === domain)?.fields ?? [];
  const facts = personFacts(fields, people.data.get(userId)?.fields ?? {})
    .map(factInWords)
    .join(' · ');
  return (
    <p className={styles.facts} title={facts}>
      {facts}
    </p>
  );
}
