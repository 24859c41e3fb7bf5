import { Button } from '@mantine/core';
import { useClipboard } from '@mantine/hooks';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useStore } from '../../api/store.ts';
import { ErrorNote } from '../../parts/error-note.tsx';
import { Panel } from '../../parts/panel.tsx';
import { text } from '../../text/en.ts';
import { DefinitionFiles } from './definition-files.tsx';
import styles from './definition-tab.module.css';
import { DefinitionView, type View } from './definition-view.tsx';
import { DiscardDialog } from './discard-dialog.tsx';
import type { DomainSource, Owner } from './domain-queries.ts';
import { draftOf, drafts, keepDraft } from './draft-store.ts';
import type { EditorHandle } from './editor/yaml-editor.tsx';
import { FaultList } from './fault-list.tsx';
import { PublishPanel } from './publish-panel.tsx';
import { TryText } from './try-text.tsx';
import { useCheck } from './use-check.ts';

interface Props {
  readonly owner: Owner;
  readonly tenantName: string;
  readonly stored: DomainSource;
}

/** The editor, the faults of the definition, its finds in a text, and the changes it would make. */
export function DefinitionTab({ owner, tenantName, stored }: Props) {
  const key = { tenant: owner.tenant, domain: stored.domain, version: stored.version };
  const draft = draftOf(useStore(drafts), key);
  const source = draft ?? stored.source;
  const [sample, setSample] = useState('');
  const [discarding, setDiscarding] = useState(false);
  const [view, setView] = useState<View>('yaml');
  const [place, setPlace] = useState<{ readonly line: number; readonly column?: number } | null>(null);
  const editor = useRef<EditorHandle>(null);
  /** The editor can be moved once it is shown. */
  useEffect(() => {
    if (view === 'yaml' && place !== null) editor.current?.goTo(place.line, place.column);
  }, [view, place]);
  const goTo = (line: number, column?: number) => {
    setView('yaml');
    setPlace({ line, ...(column !== undefined && { column }) });
  };
  const { copy, copied } = useClipboard();
  const checked = useCheck(owner, source, sample);
  const { check, state } = checked;
  const faults = useMemo(() => check.data?.faults ?? [], [check.data]);
  const marks = useMemo(
    () =>
      faults.map(({ line, path, message }) => ({
        line,
        message: path === undefined ? message : `${path}: ${message}`,
      })),
    [faults],
  );
  const write = (value: string) => keepDraft(key, value === stored.source ? undefined : value);
  const tools = (
    <div className={styles.tools}>
      <span className={styles.state}>{draft === undefined ? text.domain.asStored : text.domain.draft}</span>
      <Button size="xs" variant="default" onClick={() => copy(source)}>
        {copied ? text.common.copied : text.domain.copyDefinition}
      </Button>
      {draft !== undefined && (
        <Button size="xs" variant="default" onClick={() => setDiscarding(true)}>
          {text.domain.discard}
        </Button>
      )}
    </div>
  );
  return (
    <div className={styles.columns}>
      <Panel title={stored.schema_version} lead={text.domain.editorLead} aside={tools}>
        <DefinitionFiles source={source} name={stored.schema_version} onSource={write} />
        <DefinitionView
          view={view}
          onView={setView}
          editor={editor}
          source={source}
          faults={faults}
          marks={marks}
          checked={check.data?.definition ?? stored.definition}
          onSource={write}
          onLine={goTo}
        />
        {state === 'failed' && <ErrorNote error={check.error} onRetry={() => check.refetch()} />}
        <FaultList
          faults={faults}
          omitted={check.data?.faults_omitted ?? 0}
          state={state}
          onOpen={({ line, column }) => goTo(line, column)}
        />
      </Panel>
      <div className={styles.side}>
        <TryText
          sampleDomain={owner.operator ? null : stored.domain}
          text={sample}
          onText={setSample}
          result={check.data?.results[0]}
          readText={checked.sample}
          faulty={faults.length > 0}
          busy={state === 'checking' && sample !== ''}
        />
        <PublishPanel
          owner={owner}
          tenantName={tenantName}
          stored={stored}
          source={source}
          edited={draft !== undefined}
          state={state}
          check={state === 'checked' ? check.data : undefined}
          onSource={write}
          onPublished={() => keepDraft(key, undefined)}
        />
      </div>
      <DiscardDialog
        name={stored.schema_version}
        opened={discarding}
        onClose={() => setDiscarding(false)}
        onDiscard={() => keepDraft(key, undefined)}
      />
    </div>
  );
}
