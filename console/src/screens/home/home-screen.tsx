import { PageHead } from '../../parts/page-head.tsx';
import { allows, useSession } from '../../shell/session-context.ts';
import { homeText } from '../../text/en-home.ts';
import { AlertPanel } from './alert-panel.tsx';
import { Figures } from './figures.tsx';
import { Holdings } from './holdings.tsx';
import styles from './home.module.css';
import { useDomainPeople } from './home-queries.ts';
import { NewsPanel } from './news-panel.tsx';
import { StepPanel } from './step-panel.tsx';
import { WaysIn } from './ways-in.tsx';

/** A workspace at a glance: its resources, missing steps, news and alerts. */
export function HomeScreen() {
  const session = useSession();
  const { tenant } = session;
  const { data } = useDomainPeople();
  const isEmpty = data?.every(({ people }) => people === 0) ?? false;
  return (
    <>
      <PageHead title={tenant.name} lead={homeText.lead(tenant.name)} />
      {isEmpty ? <WaysIn /> : <Figures />}
      <div className={styles.columns}>
        <div className={styles.column}>
          <StepPanel />
          <Holdings />
        </div>
        <div className={styles.column}>
          {allows(session, 'read', 'train', 'data') && (
            <>
              <AlertPanel />
              <NewsPanel />
            </>
          )}
        </div>
      </div>
    </>
  );
}
