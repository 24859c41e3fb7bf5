import { Button, Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import formStyles from '../../parts/form.module.css';
import { Panel } from '../../parts/panel.tsx';
import { segmentsText as words } from '../../text/en-segments.ts';
import { PeopleTable } from './people-table.tsx';
import { readPeople } from './read-people.ts';
import type { SegmentResult } from './segment-result.ts';

/** Who is in which segment: to be downloaded, and shown once that is asked for. */
export function SegmentPeople({ result }: { readonly result: SegmentResult }) {
  const { download_url: url, expires_at: until } = result;
  const [isShown, setShown] = useState(false);
  const isGone = url === undefined || (until !== undefined && Date.parse(until) <= Date.now());
  return (
    <Panel
      title={words.people}
      lead={words.peopleLead}
      aside={
        !isGone && (
          <div className={formStyles.actions}>
            {!isShown && (
              <Button size="xs" onClick={() => setShown(true)}>
                {words.show}
              </Button>
            )}
            <Button size="xs" variant="default" component="a" href={url} rel="noreferrer" download>
              {words.download}
            </Button>
          </div>
        )
      }
    >
      {isGone && <p>{words.gone}</p>}
      {!isGone && isShown && <PeopleOf url={url} segments={result.segments} />}
    </Panel>
  );
}

interface PeopleOfProps extends Pick<SegmentResult, 'segments'> {
  readonly url: string;
}

function PeopleOf({ url, segments }: PeopleOfProps) {
  const people = useQuery({
    queryKey: ['segment-people', url],
    queryFn: ({ signal }) => readPeople(url, signal),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
  if (people.error) return <p role="alert">{words.notRead}</p>;
  if (people.data === undefined) return <Skeleton h={240} radius="md" />;
  const { rows, hasMore } = people.data;
  return (
    <>
      {hasMore && <p>{words.first(rows.length)}</p>}
      <PeopleTable rows={rows} segments={segments} />
    </>
  );
}
