import { Link } from '@tanstack/react-router';
import { Panel } from '../../parts/panel.tsx';
import { words } from '../../parts/words.ts';
import { dateTime } from '../../shell/dates.ts';
import { allows, useSession } from '../../shell/session-context.ts';
import { text } from '../../text/en.ts';
import type { Model } from './model-queries.ts';
import styles from './model-screen.module.css';
import { readTraining } from './training-facts.ts';

/** The model's facts, its origin, and the reasons for its settings. */
export function ModelCard({ model }: { readonly model: Model }) {
  const session = useSession();
  const card = text.model.card;
  const { people, events, parameters, epochs, minutes, protocol, reasons } = readTraining(model.training);
  const facts: readonly (readonly [string, string | null | undefined])[] = [
    [card.items, model.item_count === null ? null : text.common.count(model.item_count)],
    [card.history, model.max_history_items === null ? null : card.historyOf(model.max_history_items)],
    [card.capabilities, model.capabilities.map(words).join(', ') || null],
    [card.data, people === undefined || events === undefined ? null : card.dataOf(people, events)],
    [card.parameters, parameters === undefined ? null : text.common.count(parameters)],
    [card.fit, epochs === undefined || minutes === undefined ? null : card.fitOf(epochs, minutes)],
    [card.chosen, protocol && card.chosenBy(protocol)],
    [card.tokenizer, model.tokenizer_id],
    [card.created, dateTime(model.created_at)],
  ];
  return (
    <Panel title={card.title} aside={<span>{text.model.status[model.status] ?? words(model.status)}</span>}>
      <dl className={styles.facts}>
        <dt>{card.architecture}</dt>
        <dd>{card.architectures[model.architecture] ?? words(model.architecture)}</dd>
        <dt>{card.base}</dt>
        <dd>
          {model.base_model_id === null ? (
            card.fromScratch
          ) : (
            <Link to="/models/$modelId" params={{ modelId: model.base_model_id }}>
              {model.base_model_id}
            </Link>
          )}
        </dd>
        <dt>{card.dataset}</dt>
        <dd>
          {allows(session, 'data', 'read') ? (
            <Link to="/datasets/$datasetId" params={{ datasetId: model.dataset_id }}>
              {model.dataset_id}
            </Link>
          ) : (
            model.dataset_id
          )}
        </dd>
        {facts.map(
          ([name, value]) =>
            value && (
              <div key={name} className={styles.contents}>
                <dt>{name}</dt>
                <dd>{value}</dd>
              </div>
            ),
        )}
      </dl>
      {reasons.length > 0 && (
        <>
          <h3 className={styles.minor}>{card.reasons}</h3>
          <ul className={styles.reasons}>
            {reasons.map((reason) => (
              <li key={reason}>{reason}</li>
            ))}
          </ul>
        </>
      )}
    </Panel>
  );
}
