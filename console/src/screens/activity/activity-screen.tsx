import { SegmentedControl } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import { PageHead } from '../../parts/page-head.tsx';
import { text } from '../../text/en.ts';
import type { ActivitySearch } from './activity-search.ts';
import { LiveView } from './live-view.tsx';
import { LogFilters } from './log-filters.tsx';
import { MatchLog } from './match-log.tsx';

const route = getRouteApi('/activity');
const views = ['log', 'live'] as const;

/** Past matches with the people that they showed, and the live events. View and filters are in the address. */
export function ActivityScreen() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const go = (next: ActivitySearch) => void navigate({ search: next, replace: true });
  const { view = 'log', ...filters } = search;
  return (
    <>
      <PageHead title={text.activity.title} lead={text.activity.lead}>
        <SegmentedControl
          size="xs"
          aria-label={text.activity.view}
          value={view}
          data={views.map((value) => ({ value, label: text.activity.views[value] }))}
          onChange={(chosen) => go({ ...filters, ...(chosen === 'live' && { view: 'live' }) })}
        />
      </PageHead>
      {view === 'live' ? (
        <LiveView search={search} onChange={go} />
      ) : (
        <>
          <LogFilters search={search} onChange={go} />
          <MatchLog search={search} onClear={() => go({})} />
        </>
      )}
    </>
  );
}
