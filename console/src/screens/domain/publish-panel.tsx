import { Button } from '@mantine/core';
import { useState } from 'react';
import { CopyText } from '../../parts/copy-text.tsx';
import { Panel } from '../../parts/panel.tsx';
import { text } from '../../text/en.ts';
import { ChangeSummary, isRefused } from './change-summary.tsx';
import styles from './definition-tab.module.css';
import type { DomainCheck, DomainSource, Owner } from './domain-queries.ts';
import { PublishDialog } from './publish-dialog.tsx';
import { setVersion } from './set-version.ts';
import type { CheckState } from './use-check.ts';

interface Props {
  readonly owner: Owner;
  readonly tenantName: string;
  readonly stored: DomainSource;
  readonly source: string;
  readonly edited: boolean;
  /** The check of exactly this source; undefined until it is there. */
  readonly check: DomainCheck | undefined;
  readonly state: CheckState;
  readonly onSource: (source: string) => void;
  readonly onPublished: () => void;
}

/** The changes that the definition in the editor would make, and how it is put in force. */
export function PublishPanel(props: Props) {
  const { owner, tenantName, stored, source, edited, check, state, onSource, onPublished } = props;
  const [asking, setAsking] = useState(false);
  const summary = check?.definition;
  const changes = check?.changes;
  const newest = stored.versions[0]?.version ?? stored.version;
  const isNew = summary !== undefined && summary !== null && summary.version > newest;
  const isOther = summary !== undefined && summary !== null && summary.domain !== stored.domain;
  const name = summary?.schema_version ?? '';
  const differs = edited || !stored.in_force;
  return (
    <Panel title={text.domain.publishTitle}>
      <div className={styles.stack}>
        {!differs && <p>{text.domain.nothingChanges}</p>}
        {differs && state !== 'checked' && <p>{text.domain[state]}</p>}
        {differs && check?.definition === null && <p>{text.domain.mendFirst}</p>}
        {differs && changes && <ChangeSummary changes={changes} />}
        {differs && isOther && summary && <p>{text.domain.otherDomain(summary.domain, stored.domain)}</p>}
        {differs && summary && !isNew && !isOther && (
          <div className={styles.stack}>
            <p>{text.domain.versionTaken(name)}</p>
            <div className={styles.actions}>
              <Button size="xs" variant="default" onClick={() => onSource(setVersion(source, newest + 1))}>
                {text.domain.makeVersion(newest + 1)}
              </Button>
            </div>
          </div>
        )}
        {differs && isNew && !isOther && owner.operator && changes && !isRefused(changes) && (
          <div className={styles.actions}>
            <Button onClick={() => setAsking(true)}>{text.domain.publish(name)}</Button>
          </div>
        )}
        {differs && isNew && !isOther && !owner.operator && (
          <>
            <p>{text.domain.readerLead}</p>
            <div>
              <CopyText
                label={text.domain.copyCommand}
                value={`counterpart domains add ${name}.yaml --tenant ${quoted(tenantName)}`}
              />
            </div>
          </>
        )}
      </div>
      {asking && changes && summary && (
        <PublishDialog
          owner={owner}
          tenantName={tenantName}
          domain={stored.domain}
          name={name}
          source={source}
          changes={changes}
          onClose={() => setAsking(false)}
          onPublished={onPublished}
        />
      )}
    </Panel>
  );
}

/** As a shell reads it. */
function quoted(name: string): string {
  return /^[\w.-]+$/.test(name) ? name : `'${name.replaceAll("'", "'\\''")}'`;
}
