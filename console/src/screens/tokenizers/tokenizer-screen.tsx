import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { client } from '../../api/client.ts';
import { ErrorNote } from '../../parts/error-note.tsx';
import { PageHead } from '../../parts/page-head.tsx';
import { Panel } from '../../parts/panel.tsx';
import { words } from '../../parts/words.ts';
import { dateTime } from '../../shell/dates.ts';
import { text } from '../../text/en.ts';
import { DeleteButton } from '../act/delete-button.tsx';
import { ExportButton } from '../act/export-button.tsx';
import { CodeTree } from './code-tree.tsx';
import { TokenizerFacts } from './tokenizer-facts.tsx';
import styles from './tokenizers.module.css';

const FOLLOW_MS = 2000;
const route = getRouteApi('/tokenizers/$tokenizerId');

/** A tokenizer of semantic IDs: its facts, and the tree of its codes. */
export function TokenizerScreen() {
  const { tokenizerId } = route.useParams();
  const { prefix } = route.useSearch();
  const tokenizer = useQuery({
    queryKey: ['tokenizer', tokenizerId],
    queryFn: ({ signal }) => client.tokenizers.get(tokenizerId, { signal }),
    refetchInterval: ({ state }) => (isUnfinished(state.data?.status) ? FOLLOW_MS : false),
  });
  const found = tokenizer.data;
  return (
    <>
      <PageHead
        title={found?.name ?? tokenizerId}
        {...(found && { lead: `${words(found.status)} · ${dateTime(found.created_at)}` })}
      >
        {found && (
          <div className={styles.actions}>
            {found.status === 'ready' && <ExportButton kind="tokenizer" id={found.id} name={found.name} />}
            <DeleteButton kind="tokenizer" id={found.id} name={`${found.name} ${found.version}`} />
          </div>
        )}
      </PageHead>
      {tokenizer.error && <ErrorNote error={tokenizer.error} onRetry={() => tokenizer.refetch()} />}
      {tokenizer.isPending && <Skeleton h={420} radius="md" />}
      {found && (
        <div className={styles.columns}>
          <Panel title={text.tokenizers.tree} lead={text.tokenizers.treeLead}>
            {found.status === 'ready' ? (
              <CodeTree tokenizerId={tokenizerId} prefix={prefix} />
            ) : (
              <p className={styles.dim}>{text.tokenizers.notReady}</p>
            )}
          </Panel>
          <TokenizerFacts tokenizer={found} />
        </div>
      )}
    </>
  );
}

function isUnfinished(status: string | undefined): boolean {
  return status !== undefined && status !== 'ready' && status !== 'failed';
}
