import { Button, Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { type MatchRequest, matchQuery } from '../../api/queries.ts';
import { ErrorNote } from '../../parts/error-note.tsx';
import { PersonPicker } from '../../parts/person-picker.tsx';
import { allows, useSession } from '../../shell/session-context.ts';
import { text } from '../../text/en.ts';
import styles from './ask-missing.module.css';
import { useMatchSearch } from './use-match-search.ts';
import { whyMissing } from './why-missing.ts';

/**
 * Runs the same settings for the candidate that the address names, and shows where that candidate falls out.
 */
export function AskMissing({ request }: { readonly request: MatchRequest }) {
  const { search, change } = useMatchSearch();
  const { ask } = search;
  const mayRead = allows(useSession(), 'read');
  const [id, setId] = useState(ask ?? '');
  useEffect(() => setId(ask ?? ''), [ask]);
  const answer = useQuery({
    ...matchQuery({ ...request, candidate_user_ids: [ask ?? ''], explain: true }),
    enabled: ask !== undefined,
  });
  const submit = () => {
    const wanted = id.trim();
    if (wanted === '') return;
    if (wanted === ask) void answer.refetch();
    else change({ ask: wanted });
  };
  return (
    <div className={styles.ask}>
      <h3>{text.match.askTitle}</h3>
      <form
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        <PersonPicker
          className={styles.input ?? ''}
          size="xs"
          aria-label={text.match.askId}
          domain={mayRead ? request.domain : undefined}
          value={id}
          onChange={setId}
        />
        <Button type="submit" size="xs" variant="default" loading={answer.isFetching}>
          {text.match.ask}
        </Button>
      </form>
      <div aria-live="polite" className={styles.answer}>
        {answer.error && <ErrorNote error={answer.error} />}
        {ask !== undefined && answer.isPending && <Skeleton h={14} w="60%" />}
        {ask !== undefined && answer.data && (
          <p>
            <strong>{ask}</strong> {whyMissing(ask, answer.data)}
          </p>
        )}
      </div>
    </div>
  );
}
