import { Button, Select, Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useStore } from '../../api/store.ts';
import { ErrorNote } from '../../parts/error-note.tsx';
import { Panel } from '../../parts/panel.tsx';
import { text } from '../../text/en.ts';
import { DiffView } from './diff-view.tsx';
import { type DomainSource, domainQuery, type Owner } from './domain-queries.ts';
import { draftOf, drafts } from './draft-store.ts';
import { useDomainSearch } from './use-domain-search.ts';
import styles from './versions-tab.module.css';

interface Props {
  readonly owner: Owner;
  readonly stored: DomainSource;
}

/** All versions, and the differences between the chosen one and another, or its draft. */
export function VersionsTab({ owner, stored }: Props) {
  const { search, change } = useDomainSearch();
  const draft = draftOf(useStore(drafts), {
    tenant: owner.tenant,
    domain: stored.domain,
    version: stored.version,
  });
  const others = stored.versions.filter(({ version }) => version !== stored.version);
  const compared =
    others.find(({ version }) => version === search.compare) ?? (draft ? undefined : others[0]);
  const other = useQuery({
    ...domainQuery(owner, stored.domain, compared?.version ?? 1),
    enabled: compared !== undefined,
  });
  const otherName = compared?.schema_version ?? text.domain.draftName;
  const otherSource = compared === undefined ? draft : other.data?.source;
  const isOlder = compared !== undefined && compared.version < stored.version;
  return (
    <div className={styles.stack}>
      <Panel title={text.domain.versionsTitle} lead={text.domain.versionsLead}>
        <ol className={styles.versions}>
          {stored.versions.map((version) => (
            <li key={version.version} aria-current={version.version === stored.version || undefined}>
              <strong>{version.schema_version}</strong>
              <span>
                {text.domain.origins[version.origin]}
                {version.in_force && ` · ${text.domain.inForce}`}
              </span>
              {version.version !== stored.version && (
                <Button
                  size="compact-xs"
                  variant="default"
                  onClick={() => change({ version: version.version, compare: stored.version })}
                >
                  {text.domain.show(version.schema_version)}
                </Button>
              )}
            </li>
          ))}
        </ol>
      </Panel>
      <Panel title={text.domain.compareTitle}>
        {others.length === 0 && draft === undefined ? (
          <p className={styles.dim}>{text.domain.compareNone}</p>
        ) : (
          <Select
            className={styles.choice ?? ''}
            label={text.domain.compareWith}
            allowDeselect={false}
            value={compared === undefined ? 'draft' : String(compared.version)}
            onChange={(chosen) => change({ compare: chosen === 'draft' ? undefined : Number(chosen) })}
            data={[
              ...(draft === undefined ? [] : [{ value: 'draft', label: text.domain.compareDraft }]),
              ...others.map((other) => ({ value: String(other.version), label: other.schema_version })),
            ]}
          />
        )}
        {other.error && <ErrorNote error={other.error} onRetry={() => other.refetch()} />}
        {compared !== undefined && other.isPending && <Skeleton h={300} />}
        {otherSource !== undefined && (
          <DiffView
            before={isOlder ? otherSource : stored.source}
            after={isOlder ? stored.source : otherSource}
            beforeName={isOlder ? otherName : stored.schema_version}
            afterName={isOlder ? stored.schema_version : otherName}
          />
        )}
      </Panel>
    </div>
  );
}
