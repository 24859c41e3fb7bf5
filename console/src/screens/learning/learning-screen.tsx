import { SegmentedControl, Select, Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { schemasQuery } from '../../api/queries.ts';
import { EmptyState } from '../../parts/empty-state.tsx';
import { ErrorNote } from '../../parts/error-note.tsx';
import { PageHead } from '../../parts/page-head.tsx';
import { text } from '../../text/en.ts';
import { DriftView } from './drift-view.tsx';
import { ExposureView } from './exposure-view.tsx';
import styles from './learning.module.css';
import { DEFAULT_DAYS, type LearningSearch, type View, views, windows } from './learning-search.ts';
import { OutcomesView } from './outcomes-view.tsx';
import { RunsView } from './runs-view.tsx';

const route = getRouteApi('/learning');

export function LearningScreen() {
  const schemas = useQuery(schemasQuery);
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const names = schemas.data?.map(({ domain }) => domain) ?? [];
  const domain = names.find((name) => name === search.domain) ?? names[0];
  const { days = DEFAULT_DAYS, view = views[0] } = search;
  const go = (change: LearningSearch) => void navigate({ search: { ...search, ...change }, replace: true });
  return (
    <>
      <PageHead title={text.learning.title} lead={text.learning.lead} />
      {schemas.error && <ErrorNote error={schemas.error} onRetry={() => schemas.refetch()} />}
      {schemas.isPending && <Skeleton h={420} radius="md" />}
      {schemas.data && domain === undefined && (
        <EmptyState title={text.learning.noDomains} lead={text.learning.noDomainsLead} />
      )}
      {domain !== undefined && (
        <>
          <div className={styles.controls}>
            <Select
              className={styles.domain ?? ''}
              label={text.learning.domain}
              size="xs"
              allowDeselect={false}
              value={domain}
              data={names}
              onChange={(chosen) => chosen && go({ domain: chosen })}
            />
            <SegmentedControl
              size="xs"
              aria-label={text.learning.view}
              value={view}
              data={views.map((value) => ({ value, label: text.learning.views[value] }))}
              onChange={(chosen) => go({ view: chosen as (typeof views)[number] })}
            />
            {isByDays(view) && (
              <SegmentedControl
                size="xs"
                aria-label={text.learning.window}
                value={String(days)}
                data={windows.map((value) => ({
                  value: String(value),
                  label: text.learning.windows[value] ?? String(value),
                }))}
                onChange={(chosen) => go({ days: Number(chosen) })}
              />
            )}
          </div>
          {view === 'outcomes' && <OutcomesView domain={domain} days={days} />}
          {view === 'drift' && <DriftView domain={domain} days={days} />}
          {view === 'exposure' && <ExposureView domain={domain} />}
          {view === 'runs' && <RunsView domain={domain} />}
        </>
      )}
    </>
  );
}

/** Whether the whole view is of the chosen days. */
function isByDays(view: View): boolean {
  return view === 'outcomes' || view === 'drift';
}
