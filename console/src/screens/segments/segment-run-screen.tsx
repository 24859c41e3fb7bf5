import { Button, Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import type { wire } from 'counterpart-client';
import { client } from '../../api/client.ts';
import { ErrorNote } from '../../parts/error-note.tsx';
import formStyles from '../../parts/form.module.css';
import { PageHead } from '../../parts/page-head.tsx';
import { Panel } from '../../parts/panel.tsx';
import { dateTime } from '../../shell/dates.ts';
import { allows, useSession } from '../../shell/session-context.ts';
import { text } from '../../text/en.ts';
import { segmentsText as words } from '../../text/en-segments.ts';
import { JobProgress } from '../act/job-progress.tsx';
import { modelQuery } from '../model/model-queries.ts';
import { SegmentCards } from './segment-cards.tsx';
import { SegmentPeople } from './segment-people.tsx';
import { resultOf } from './segment-result.ts';
import { SegmentSizes } from './segment-sizes.tsx';

const route = getRouteApi('/segments/$jobId');

/** A run: its progress, then the segments and who is in them. */
export function SegmentRunScreen() {
  const { jobId } = route.useParams();
  // Followed by `JobProgress`, which reads the same query.
  const job = useQuery({
    queryKey: ['job', jobId],
    queryFn: ({ signal }) => client.jobs.get(jobId, { signal }),
  });
  const result = job.data && resultOf(job.data);
  return (
    <>
      <RunHead jobId={jobId} job={job.data} />
      {job.error && <ErrorNote error={job.error} onRetry={() => job.refetch()} />}
      {job.isPending && <Skeleton h={360} radius="md" />}
      {job.data && !result && (
        <Panel title={words.run}>
          <JobProgress jobId={jobId} />
        </Panel>
      )}
      {result && (
        <div className={formStyles.stack}>
          <SegmentSizes result={result} />
          <SegmentCards segments={result.segments} />
          <SegmentPeople result={result} />
        </div>
      )}
    </>
  );
}

function RunHead({ jobId, job }: { readonly jobId: string; readonly job: wire.JobFields | undefined }) {
  const session = useSession();
  const modelId = job?.resource.id;
  const mayReadModel = modelId !== undefined && allows(session, 'infer', 'train', 'read');
  const model = useQuery({ ...modelQuery(modelId ?? ''), enabled: mayReadModel, retry: false });
  const name = model.data ? `${model.data.name} ${model.data.version}` : modelId;
  const result = job && resultOf(job);
  const title = result && name !== undefined ? words.runOf(name, result.k) : words.run;
  return (
    <PageHead title={title} lead={job ? `${jobId} · ${dateTime(job.created_at)}` : jobId}>
      <div className={formStyles.actions}>
        {modelId !== undefined && (
          <Link to="/models/$modelId" params={{ modelId }}>
            {words.model}
          </Link>
        )}
        <Link to="/segments">{text.data.segments}</Link>
        {modelId !== undefined && allows(session, 'infer') && (
          <Button
            size="xs"
            variant="default"
            renderRoot={(props) => <Link to="/segments/new" search={{ model: modelId }} {...props} />}
          >
            {words.again}
          </Button>
        )}
      </div>
    </PageHead>
  );
}
