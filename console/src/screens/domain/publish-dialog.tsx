import { Button, Modal } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { client } from '../../api/client.ts';
import { codeOf } from '../../api/error-code.ts';
import { queryClient } from '../../api/query-client.ts';
import { ErrorNote } from '../../parts/error-note.tsx';
import { text } from '../../text/en.ts';
import { ChangeSummary } from './change-summary.tsx';
import styles from './definition-tab.module.css';
import type { Changes, Owner } from './domain-queries.ts';
import { useDomainSearch } from './use-domain-search.ts';

interface Props {
  readonly owner: Owner;
  readonly tenantName: string;
  readonly domain: string;
  readonly name: string;
  readonly source: string;
  readonly changes: Changes;
  readonly onClose: () => void;
  readonly onPublished: () => void;
}

/** Shows the changes before the definition is put in force, and after it. */
export function PublishDialog(props: Props) {
  const { owner, tenantName, domain, name, source, changes, onClose, onPublished } = props;
  const { change } = useDomainSearch();
  const publish = useMutation({
    mutationFn: () =>
      client.domains.publish(owner.tenant, domain, { source, expected_version: versionOf(changes.against) }),
  });
  /** The screen moves to the version in force when the user has seen the answer. */
  const showInForce = async () => {
    onClose();
    await queryClient.invalidateQueries({ queryKey: ['domains', owner.tenant] });
    void queryClient.invalidateQueries({ queryKey: ['domain-check', owner.tenant] });
    change({ version: undefined });
  };
  const finish = async () => {
    await showInForce();
    onPublished();
  };
  const close = publish.data ? () => void finish() : onClose;
  return (
    <Modal opened onClose={close} size="lg" title={text.domain.publishDialog(name)}>
      {publish.data ? (
        <div className={styles.stack} role="status">
          <p>{text.domain.published(publish.data.schema_version)}</p>
          {publish.data.revalidated_rows > 0 && (
            <p>{text.domain.revalidated(publish.data.revalidated_rows)}</p>
          )}
          <div className={styles.actions}>
            <Button onClick={close} data-autofocus>
              {text.common.close}
            </Button>
          </div>
        </div>
      ) : (
        <div className={styles.stack}>
          <p>{text.domain.publishLead(name, tenantName)}</p>
          <ChangeSummary changes={changes} />
          {publish.error && <ErrorNote error={publish.error} />}
          <div className={styles.actions}>
            <Button loading={publish.isPending} onClick={() => publish.mutate()} data-autofocus>
              {text.domain.publish(name)}
            </Button>
            {publish.error && codeOf(publish.error) === 'conflict' && (
              <Button variant="default" onClick={() => void showInForce()}>
                {text.domain.conflictReload}
              </Button>
            )}
            <Button variant="default" onClick={onClose}>
              {text.common.cancel}
            </Button>
          </div>
        </div>
      )}
    </Modal>
  );
}

/** `dating.v12` is 12. */
function versionOf(schemaVersion: string): number {
  return Number(schemaVersion.slice(schemaVersion.lastIndexOf('.v') + 2));
}
