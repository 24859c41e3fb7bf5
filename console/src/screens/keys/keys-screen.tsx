import { SegmentedControl } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import { PageHead } from '../../parts/page-head.tsx';
import { Panel } from '../../parts/panel.tsx';
import { text } from '../../text/en.ts';
import { SessionPanel } from '../members/session-panel.tsx';
import { KeyList } from './key-list.tsx';

const route = getRouteApi('/keys');

/** All keys of the service, or only the operator's. The keys of a tenant are on its page. */
export function KeysScreen() {
  const { owner } = route.useSearch();
  const navigate = route.useNavigate();
  return (
    <>
      <PageHead title={text.admin.keys} lead={text.admin.keysLead}>
        <SegmentedControl
          size="xs"
          aria-label={text.admin.owner}
          value={owner ?? ''}
          onChange={(value) => void navigate({ search: value === '' ? {} : { owner: value }, replace: true })}
          data={[
            { value: '', label: text.admin.allOwners },
            { value: 'operator', label: text.admin.operators },
          ]}
        />
      </PageHead>
      <Panel title={owner === undefined ? text.admin.allOwners : text.admin.operators}>
        <KeyList caption={text.admin.keys} owner={owner} />
      </Panel>
      {owner === 'operator' && <SessionPanel owner={owner} />}
    </>
  );
}
