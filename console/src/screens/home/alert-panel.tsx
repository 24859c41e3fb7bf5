import { CheckCircledIcon, ExclamationTriangleIcon } from '@radix-ui/react-icons';
import { Link } from '@tanstack/react-router';
import { Panel } from '../../parts/panel.tsx';
import { homeText } from '../../text/en-home.ts';
import type { Place } from './alerts.ts';
import styles from './home.module.css';
import { useAlerts } from './use-alerts.ts';

/** The alerts of a workspace: each line says what to do, and leads there. */
export function AlertPanel() {
  const alerts = useAlerts();
  return (
    <Panel title={homeText.alerts}>
      {alerts.length === 0 ? (
        <p className={styles.calm}>
          <CheckCircledIcon aria-hidden />
          {homeText.noAlerts}
        </p>
      ) : (
        <ul className={styles.rows} aria-label={homeText.alerts}>
          {alerts.map(({ key, says, advice, place }) => (
            <li key={key}>
              <ExclamationTriangleIcon aria-hidden className={styles.warn} />
              <div className={styles.says}>
                <p className={styles.title}>{says}</p>
                <p>{advice}</p>
                {place && <PlaceLink place={place} />}
              </div>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
}

function PlaceLink({ place }: { readonly place: Place }) {
  const labels = {
    '/learning': homeText.look.learning,
    '/learning/runs/$runId': homeText.look.run,
    '/jobs': homeText.look.jobs,
    '/webhooks': homeText.look.webhooks,
  };
  return <Link {...place}>{labels[place.to]}</Link>;
}
