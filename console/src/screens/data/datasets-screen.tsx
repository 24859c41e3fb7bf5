import { Link } from '@tanstack/react-router';
import { client } from '../../api/client.ts';
import { text } from '../../text/en.ts';
import styles from './data.module.css';
import { ListScreen } from './list-screen.tsx';

export function DatasetsScreen() {
  return (
    <ListScreen
      title={text.data.datasets}
      lead={text.data.datasetsLead}
      empty={text.data.noDatasets}
      emptyLead={text.data.noDatasetsLead}
      create={{ to: '/datasets/new', label: text.data.newDataset, scope: 'data' }}
      queryKey="datasets"
      load={(signal) => client.datasets.list({ limit: 100 }, { signal })}
      keyOf={({ id }) => id}
      card={(dataset) => (
        <article className={styles.card}>
          <header>
            <h2>
              <Link to="/datasets/$datasetId" params={{ datasetId: dataset.id }} className={styles.link}>
                {dataset.name}
              </Link>{' '}
              <span>{dataset.version}</span>
            </h2>
            <code>{dataset.id}</code>
          </header>
          <p className={styles.numbers}>
            <strong>{text.common.count(dataset.item_count)}</strong> {text.data.items}
            <strong>{text.common.count(dataset.event_count)}</strong> {text.data.events}
          </p>
          <p>{dataset.terms}</p>
          <p>
            {dataset.access.export ? text.data.exportAllowed : text.data.exportRefused} ·{' '}
            {dataset.access.training ? text.data.trainingAllowed : text.data.trainingRefused}
          </p>
        </article>
      )}
    />
  );
}
