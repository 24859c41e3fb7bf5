import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { lostQuery } from '../../api/queries.ts';
import { ErrorNote } from '../../parts/error-note.tsx';
import { LostList } from '../../parts/lost-list.tsx';
import { Panel } from '../../parts/panel.tsx';
import { text } from '../../text/en.ts';

interface Props {
  readonly userId: string;
  readonly domain: string;
}

/** Values found in a person's texts that were not taken. A button asks for them, since the texts are read again. */
export function LostPanel({ userId, domain }: Props) {
  const [isAsked, setAsked] = useState(false);
  const lost = useQuery({ ...lostQuery(userId, domain), enabled: isAsked });
  return (
    <Panel title={text.reading.lost} lead={text.reading.lostLead}>
      {lost.error && <ErrorNote error={lost.error} onRetry={() => lost.refetch()} />}
      {lost.data && <LostList lost={lost.data} />}
      {!lost.data && !lost.error && (
        <Button variant="default" size="xs" loading={lost.isFetching} onClick={() => setAsked(true)}>
          {text.reading.lostAsk}
        </Button>
      )}
    </Panel>
  );
}
