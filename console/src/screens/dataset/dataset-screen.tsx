import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { BarChart } from '../../parts/charts/bar-chart.tsx';
import { ShareList } from '../../parts/charts/share-list.tsx';
import { ErrorNote } from '../../parts/error-note.tsx';
import { PageHead } from '../../parts/page-head.tsx';
import { Panel } from '../../parts/panel.tsx';
import { text } from '../../text/en.ts';
import { About } from './about.tsx';
import { DatasetActions } from './dataset-actions.tsx';
import { datasetQuery, isBeingMeasured, type Statistics, statisticsQuery } from './dataset-queries.ts';
import styles from './dataset-screen.module.css';
import { Facts } from './facts.tsx';
import { LengthsPanel } from './lengths-panel.tsx';
import { LongTail } from './long-tail.tsx';

const route = getRouteApi('/datasets/$datasetId');

/** The content of a dataset, in figures that its import has measured. */
export function DatasetScreen() {
  const { datasetId } = route.useParams();
  const dataset = useQuery(datasetQuery(datasetId));
  const statistics = useQuery({ ...statisticsQuery(datasetId), enabled: dataset.isSuccess });
  const measuring = isBeingMeasured(statistics.error);
  const { data } = statistics;
  return (
    <>
      <PageHead
        title={dataset.data ? `${dataset.data.name} ${dataset.data.version}` : datasetId}
        lead={dataset.data ? datasetId : ' '}
      >
        <div className={styles.actions}>
          {dataset.data && <DatasetActions dataset={dataset.data} />}
          <Link to="/datasets" className={styles.back}>
            {text.dataset.back}
          </Link>
        </div>
      </PageHead>
      {dataset.error && <ErrorNote error={dataset.error} onRetry={() => dataset.refetch()} />}
      {statistics.error && !measuring && (
        <ErrorNote error={statistics.error} onRetry={() => statistics.refetch()} />
      )}
      {measuring && <p role="status">{text.dataset.measuring}</p>}
      {!dataset.error && !(statistics.error && !measuring) && (
        <div className={styles.panels}>
          <div className={styles.wide}>
            {data ? <Facts statistics={data} /> : <Skeleton h={94} radius="md" />}
          </div>
          {data && data.events === 0 && <p className={styles.wide}>{text.dataset.noEvents}</p>}
          {data?.events !== 0 && (
            <>
              <div className={styles.wide}>
                {data ? <Timeline statistics={data} /> : <Skeleton h={318} radius="md" />}
              </div>
              {data ? <LongTail statistics={data} /> : <Skeleton h={420} radius="md" />}
              <div className={styles.column}>
                {data ? <LengthsPanel of="histories" statistics={data} /> : <Skeleton h={318} radius="md" />}
                {data ? <LengthsPanel of="sessions" statistics={data} /> : <Skeleton h={318} radius="md" />}
              </div>
            </>
          )}
          {data ? <Fields statistics={data} /> : <Skeleton h={200} radius="md" />}
          {dataset.data ? (
            <About dataset={dataset.data} statistics={data} />
          ) : (
            <Skeleton h={200} radius="md" />
          )}
        </div>
      )}
    </>
  );
}

/** The fields of the items with their coverage. */
function Fields({ statistics: { fields } }: { readonly statistics: Statistics }) {
  const words = text.dataset.fields;
  return (
    <Panel title={words.title} lead={words.lead}>
      <ShareList
        rows={fields.map(({ name, items, share }) => ({
          key: name,
          name,
          share,
          value: words.share(items, share),
        }))}
      />
    </Panel>
  );
}

function Timeline({ statistics: { timeline } }: { readonly statistics: Statistics }) {
  const words = text.dataset.time;
  return (
    <Panel title={words.title} lead={words.lead(timeline.bin_days)}>
      <BarChart
        label={words.label}
        columns={words.columns}
        bars={timeline.bins.map(({ from, events }) => ({ label: from, value: events }))}
        hint={text.dataset.point}
        read={({ label, value }) => words.read(label, value)}
      />
    </Panel>
  );
}
