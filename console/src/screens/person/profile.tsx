import type { UserRecord } from '../../api/queries.ts';
import { Panel } from '../../parts/panel.tsx';
import { text } from '../../text/en.ts';
import { FieldTable } from './field-table.tsx';
import styles from './profile.module.css';

/** What is known of a person in one domain, and where each value comes from. */
export function Profile({ record }: { readonly record: UserRecord }) {
  const { fields, derived, preferences, extras, provenance, missing_required: missing, embeddings } = record;
  return (
    <div className={styles.column}>
      <Panel title={text.person.profile} lead={`${text.person.schema} ${record.schema_version}`}>
        {missing.length > 0 && <p className={styles.warn}>{text.person.missing(missing.join(', '))}</p>}
        <FieldTable values={fields} provenance={provenance.fields} empty={text.person.noFields} />
      </Panel>
      {Object.keys(derived).length > 0 && (
        <Panel title={text.person.derived}>
          <FieldTable values={derived} provenance={provenance.derived} />
        </Panel>
      )}
      <Panel title={text.person.preferences}>
        <FieldTable
          values={preferences}
          provenance={provenance.preferences}
          empty={text.person.noPreferences}
          clauses
        />
      </Panel>
      {Object.keys(extras).length > 0 && (
        <Panel title={text.person.extras} lead={text.person.extrasLead}>
          <FieldTable values={extras} provenance={{}} />
        </Panel>
      )}
      {Object.keys(embeddings).length > 0 && (
        <Panel title={text.person.vectors}>
          <ul>
            {Object.entries(embeddings).map(([head, { dim, version }]) => (
              <li key={head}>
                {head}: {dim} · <code>{version}</code>
              </li>
            ))}
          </ul>
        </Panel>
      )}
    </div>
  );
}
