import type { UserRecord } from '../../api/queries.ts';
import { Panel } from '../../parts/panel.tsx';
import { text } from '../../text/en.ts';
import { FieldTable } from './field-table.tsx';
import { Heads } from './heads.tsx';
import { LostPanel } from './lost-panel.tsx';
import styles from './profile.module.css';
import { Wishes } from './wishes.tsx';

interface Props {
  readonly record: UserRecord;
  /** Records of the people that this person would see; empty until they were asked for. */
  readonly others: readonly UserRecord[];
}

/** The known values of a person in one domain, and where each comes from. */
export function Profile({ record, others }: Props) {
  const {
    fields,
    derived,
    extras,
    provenance,
    alternatives,
    missing_required: missing,
    warnings = [],
  } = record;
  return (
    <div className={styles.column}>
      <Panel title={text.person.profile} lead={`${text.person.schema} ${record.schema_version}`}>
        {missing.length > 0 && <p className={styles.warn}>{text.person.missing(missing.join(', '))}</p>}
        {warnings.map(({ code, field, message }) => (
          <p key={`${code} ${field} ${message}`} className={styles.warn}>
            {message}
          </p>
        ))}
        <FieldTable
          values={fields}
          provenance={provenance.fields}
          alternatives={alternatives}
          empty={text.person.noFields}
        />
      </Panel>
      {Object.keys(derived).length > 0 && (
        <Panel title={text.person.derived}>
          <FieldTable values={derived} provenance={provenance.derived} alternatives={alternatives} />
        </Panel>
      )}
      <Wishes record={record} others={others} />
      <LostPanel key={record.domain} userId={record.user_id} domain={record.domain} />
      {Object.keys(extras).length > 0 && (
        <Panel title={text.person.extras} lead={text.person.extrasLead}>
          <FieldTable values={extras} provenance={{}} />
        </Panel>
      )}
      <Heads record={record} />
    </div>
  );
}
