import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { summariesQuery } from '../../api/queries.ts';
import { shownValue, words } from '../../parts/words.ts';
import { allows, useSession } from '../../shell/session-context.ts';
import styles from './candidate-facts.module.css';

const FACTS = 5;
const LONGEST_FACT = 60;

interface Props {
  readonly userId: string;
  readonly domain: string;
  /** All candidates of the list: the cards share one request. */
  readonly everybody: readonly string[];
}

/** A few short values of a candidate. */
export function CandidateFacts({ userId, domain, everybody }: Props) {
  const session = useSession();
  const mayRead = allows(session, 'read');
  const summaries = useQuery({ ...summariesQuery(domain, everybody), enabled: mayRead && domain !== '' });
  if (!mayRead) return null;
  const facts = Object.values(summaries.data?.get(userId)?.fields ?? {})
    .map((value) => words(shownValue(value)))
    .filter((value) => value.length <= LONGEST_FACT)
    .slice(0, FACTS);
  return (
    <p className={styles.facts}>
      {summaries.data
        ? facts.join(' · ')
        : !summaries.error && <Skeleton component="span" display="block" h={12} w={180} mt={5} />}
    </p>
  );
}
