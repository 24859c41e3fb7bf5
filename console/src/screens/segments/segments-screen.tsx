import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { wire } from 'counterpart-client';
import { client } from '../../api/client.ts';
import { dateTime } from '../../shell/dates.ts';
import { text } from '../../text/en.ts';
import { segmentsText as words } from '../../text/en-segments.ts';
import { choicesOf, modelsQuery } from '../act/act-queries.ts';
import styles from '../data/data.module.css';
import { ListScreen } from '../data/list-screen.tsx';
import { resultOf } from './segment-result.ts';

/** The runs that segmented people, newest first. */
export function SegmentsScreen() {
  const models = useQuery(modelsQuery).data;
  const nameOf = (modelId: string) =>
    choicesOf(models).find(({ value }) => value === modelId)?.label ?? modelId;
  return (
    <ListScreen
      title={text.data.segments}
      lead={words.lead}
      empty={words.empty}
      emptyLead={words.emptyLead}
      create={{ to: '/segments/new', label: words.create, scope: 'infer' }}
      queryKey="segments"
      load={(signal) => client.jobs.list({ kind: 'model_segments', limit: 100 }, { signal })}
      keyOf={({ id }) => id}
      card={(job) => <RunCard job={job} model={nameOf(job.resource.id)} />}
    />
  );
}

function RunCard({ job, model }: { readonly job: wire.JobFields; readonly model: string }) {
  const result = resultOf(job);
  const names = result?.segments.map(({ segment, name }) => words.numbered(segment, name));
  return (
    <article className={styles.card}>
      <header>
        <h2>
          <Link to="/segments/$jobId" params={{ jobId: job.id }}>
            {result === undefined ? words.run : words.runOf(model, result.k)}
          </Link>
        </h2>
      </header>
      <p>
        {text.jobs.status[job.status] ?? job.status} · {dateTime(job.created_at)}
        {result && ` · ${words.found(result.people)}`}
      </p>
      {result === undefined && <p>{model}</p>}
      {names && <p>{names.slice(0, 3).join('; ')}</p>}
      {job.error && <p className={styles.bad}>{job.error.message}</p>}
    </article>
  );
}
