import { Select, Tabs } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { EmptyState } from '../../parts/empty-state.tsx';
import { ErrorNote } from '../../parts/error-note.tsx';
import { text } from '../../text/en.ts';
import { DefinitionTab } from './definition-tab.tsx';
import { domainQuery, domainsQuery, type Owner } from './domain-queries.ts';
import styles from './domain-screen.module.css';
import { type Tab, tabs } from './domain-search.ts';
import { DomainSkeleton } from './domain-skeleton.tsx';
import { FieldsTab } from './fields-tab.tsx';
import { PeopleTab } from './people-tab.tsx';
import { ScorecardTab } from './scorecard-tab.tsx';
import { useDomainSearch } from './use-domain-search.ts';
import { VersionsTab } from './versions-tab.tsx';

interface Props {
  readonly owner: Owner;
  readonly tenantName: string;
}

/** The domains of one workspace: which one and which version, and its parts. */
export function DomainView({ owner, tenantName }: Props) {
  const { search, change } = useDomainSearch();
  const list = useQuery(domainsQuery(owner));
  const domain = search.domain ?? list.data?.[0]?.domain;
  const read = useQuery({
    ...domainQuery(owner, domain ?? '', search.version),
    enabled: domain !== undefined,
  });
  if (list.error) return <ErrorNote error={list.error} onRetry={() => list.refetch()} />;
  if (list.isPending) return <DomainSkeleton />;
  if (domain === undefined) return <EmptyState title={text.domain.none} lead={text.domain.noneLead} />;
  // Coverage and scores are of the workspace's own people, which an operator does not see.
  const shown = tabs.filter((tab) => tab !== 'people' || !owner.operator);
  const tab = shown.find((tabName) => tabName === search.tab) ?? 'definition';
  const names = [...new Set([...list.data.map((listed) => listed.domain), domain])];
  return (
    <>
      <div className={styles.choices}>
        <Select
          label={text.domain.domain}
          allowDeselect={false}
          value={domain}
          onChange={(chosen) =>
            change({ domain: chosen ?? undefined, version: undefined, compare: undefined })
          }
          data={names}
        />
        <Select
          label={text.domain.version}
          allowDeselect={false}
          disabled={read.data === undefined}
          value={read.data === undefined ? null : String(read.data.version)}
          onChange={(chosen) => change({ version: chosen === null ? undefined : Number(chosen) })}
          data={(read.data?.versions ?? []).map((version) => ({
            value: String(version.version),
            label: text.domain.versionOf(version.schema_version, version.in_force, version.origin === 'own'),
          }))}
        />
        {read.data && (
          <p className={styles.facts}>
            <strong>{read.data.definition.title}</strong>
            <span>
              {text.domain.facts(
                read.data.definition.fields.length,
                read.data.definition.scorecard.terms.length,
              )}
            </span>
          </p>
        )}
      </div>
      {read.error && <ErrorNote error={read.error} onRetry={() => read.refetch()} />}
      {read.isPending && <DomainSkeleton />}
      {read.data && (
        <Tabs
          value={tab}
          onChange={(next) => change({ tab: next === 'definition' ? undefined : (next as Tab) })}
          keepMounted={false}
        >
          <Tabs.List aria-label={text.domain.sections} className={styles.tabs ?? ''}>
            {shown.map((tabName) => (
              <Tabs.Tab key={tabName} value={tabName}>
                {text.domain.tabs[tabName]}
              </Tabs.Tab>
            ))}
          </Tabs.List>
          <Tabs.Panel value="definition">
            <DefinitionTab
              key={`${domain} ${read.data.version}`}
              owner={owner}
              tenantName={tenantName}
              stored={read.data}
            />
          </Tabs.Panel>
          <Tabs.Panel value="fields">
            <FieldsTab definition={read.data.definition} />
          </Tabs.Panel>
          <Tabs.Panel value="scorecard">
            <ScorecardTab definition={read.data.definition} />
          </Tabs.Panel>
          {!owner.operator && (
            <Tabs.Panel value="people">
              <PeopleTab domain={domain} />
            </Tabs.Panel>
          )}
          <Tabs.Panel value="versions">
            <VersionsTab owner={owner} stored={read.data} />
          </Tabs.Panel>
        </Tabs>
      )}
    </>
  );
}
