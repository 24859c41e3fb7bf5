import { Link } from '@tanstack/react-router';
import { client } from '../../api/client.ts';
import { words } from '../../parts/words.ts';
import { dateTime } from '../../shell/dates.ts';
import { text } from '../../text/en.ts';
import styles from '../data/data.module.css';
import { ListScreen } from '../data/list-screen.tsx';
import { policyOf } from './policy-of.ts';

export function SimulationsScreen() {
  return (
    <ListScreen
      title={text.simulations.title}
      lead={text.simulations.lead}
      empty={text.simulations.empty}
      emptyLead={text.simulations.emptyLead}
      create={{ to: '/simulations/new', label: text.simulations.create, scope: 'infer' }}
      queryKey="simulations"
      load={(signal) => client.simulations.list({ limit: 100 }, { signal })}
      keyOf={({ id }) => id}
      card={(simulation) => (
        <article className={styles.card}>
          <header>
            <h2>
              <Link to="/simulations/$simulationId" params={{ simulationId: simulation.id }}>
                {policyOf(simulation)}
              </Link>
            </h2>
            <code>{simulation.id}</code>
          </header>
          <p>
            {words(simulation.status)} · {text.simulations.steps(simulation.steps)} ·{' '}
            {dateTime(simulation.created_at)}
          </p>
          <code>{simulation.model_id}</code>
          {simulation.error && <p className={styles.bad}>{simulation.error.message}</p>}
        </article>
      )}
    />
  );
}
