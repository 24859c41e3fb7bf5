import { Skeleton } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { ErrorNote } from '../../parts/error-note.tsx';
import { Panel } from '../../parts/panel.tsx';
import { allows, useSession } from '../../shell/session-context.ts';
import { text } from '../../text/en.ts';
import { homeText } from '../../text/en-home.ts';
import styles from './home.module.css';
import { useDomainPeople, useListed } from './home-queries.ts';

/** People by domain, datasets, models and tokenizers, each with the way to its list. */
export function Holdings() {
  const session = useSession();
  const people = useDomainPeople();
  const lists = useListed();
  const named = [
    { to: '/datasets', name: homeText.datasets, list: lists.datasets },
    { to: '/models', name: homeText.models, list: lists.models },
    { to: '/tokenizers', name: homeText.tokenizers, list: lists.tokenizers },
  ] as const;
  const visible = named.filter(({ list }) => list.isEnabled);
  const error = people.error ?? visible.find(({ list }) => list.error)?.list.error;
  const mayRead = allows(session, 'read');
  if (!mayRead && visible.length === 0) return null;
  return (
    <Panel title={homeText.holdings}>
      {error && <ErrorNote error={error} />}
      <dl className={styles.holdings}>
        {mayRead && !people.data && !people.error && <Skeleton h={60} />}
        {people.data?.map(({ domain, people: count }) => (
          <div key={domain}>
            <dt>
              <Link to="/people" search={{ domain }}>
                {homeText.peopleIn(domain)}
              </Link>
            </dt>
            <dd>{text.common.count(count)}</dd>
          </div>
        ))}
        {visible.map(({ to, name, list: { data } }) => (
          <div key={to}>
            <dt>
              <Link to={to}>{name}</Link>
            </dt>
            <dd>{data ? homeText.count(data.rows.length, data.more) : '–'}</dd>
          </div>
        ))}
      </dl>
    </Panel>
  );
}
