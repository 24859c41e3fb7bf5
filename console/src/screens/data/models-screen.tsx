import { SegmentedControl } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { client } from '../../api/client.ts';
import { words } from '../../parts/words.ts';
import { text } from '../../text/en.ts';
import { AliasPanel } from '../act/alias-panel.tsx';
import { ModelExperimentPanel } from '../model-experiments/model-experiment-panel.tsx';
import styles from './data.module.css';
import { ListScreen } from './list-screen.tsx';

type Shown = keyof typeof text.data.modelStates;

export function ModelsScreen() {
  const [shown, setShown] = useState<Shown>('ready');
  const { empty, lead } = text.data.modelStates[shown];
  return (
    <ListScreen
      title={text.data.models}
      lead={text.data.modelsLead}
      empty={empty}
      emptyLead={lead}
      create={{ to: '/models/new', label: text.data.newModel, scope: 'train' }}
      queryKey="models"
      part={shown}
      filter={
        <SegmentedControl
          className={styles.filter ?? ''}
          size="xs"
          aria-label={text.data.modelState}
          value={shown}
          onChange={(value) => setShown(value as Shown)}
          data={Object.entries(text.data.modelStates).map(([value, { label }]) => ({ value, label }))}
        />
      }
      load={(signal) => client.models.list({ limit: 100, status: shown }, { signal })}
      keyOf={({ id }) => id}
      card={(model) => (
        <article className={styles.card}>
          <header>
            <h2>
              <Link to="/models/$modelId" params={{ modelId: model.id }} className={styles.link}>
                {model.name}
              </Link>{' '}
              <span>{model.version}</span>
            </h2>
            <code>{model.id}</code>
          </header>
          <p>
            {words(model.architecture.replaceAll('-', ' '))} · {words(model.status)}
            {model.item_count !== null && ` · ${text.common.count(model.item_count)} ${text.data.items}`}
          </p>
          <p className={styles.long}>{model.evaluation || text.data.notEvaluated}</p>
          {model.error && <p className={styles.bad}>{model.error.message}</p>}
        </article>
      )}
    >
      <div className={styles.below}>
        <AliasPanel />
        <ModelExperimentPanel />
      </div>
    </ListScreen>
  );
}
