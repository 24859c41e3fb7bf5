import type { MatchRequest } from '../../api/queries.ts';
import { allows, useSession } from '../../shell/session-context.ts';
import { text } from '../../text/en.ts';
import { BioFields } from './bio-fields.tsx';
import styles from './match-screen.module.css';
import { SeekerCard } from './seeker-card.tsx';
import { useMatchSearch } from './use-match-search.ts';

/** Beside the matches: the text that they are for, or the stored person of the run. */
export function SeekerSide({ request }: { readonly request: MatchRequest | undefined }) {
  const { mode, domain } = useMatchSearch().search;
  const mayRead = allows(useSession(), 'read');
  if (!mayRead) return null;
  if (mode === 'text')
    return (
      <section className={styles.text} aria-label={text.match.byText}>
        <BioFields key={domain} />
      </section>
    );
  if (request?.user_id === undefined) return null;
  return (
    <div className={styles.seeker}>
      <SeekerCard userId={request.user_id} domain={request.domain ?? ''} />
    </div>
  );
}
