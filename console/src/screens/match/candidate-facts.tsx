import { Skeleton } from '@mantine/core';
import { useInViewport } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { userQuery } from '../../api/queries.ts';
import { shownValue, words } from '../../parts/words.ts';
import { allows, useSession } from '../../shell/session-context.ts';
import styles from './candidate-facts.module.css';

const FACTS = 5;
const LONGEST_FACT = 60;

/** A few short values of a candidate. They are asked for when the card is on the screen. */
export function CandidateFacts({ userId, domain }: { readonly userId: string; readonly domain: string }) {
  const session = useSession();
  const { ref, inViewport } = useInViewport<HTMLParagraphElement>();
  const mayRead = allows(session, 'read');
  const user = useQuery({ ...userQuery(userId, domain), enabled: inViewport && mayRead });
  if (!mayRead) return null;
  const facts = Object.values(user.data?.fields ?? {})
    .map((value) => words(shownValue(value)))
    .filter((value) => value.length <= LONGEST_FACT)
    .slice(0, FACTS);
  return (
    <p ref={ref} className={styles.facts}>
      {user.data
        ? facts.join(' · ')
        : !user.error && <Skeleton component="span" display="block" h={12} w={180} mt={5} />}
    </p>
  );
}
