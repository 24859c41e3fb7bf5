import { Button } from '@mantine/core';
import { ApiError } from 'counterpart-client';
import { codeOf } from '../api/error-code.ts';
import { text } from '../text/en.ts';
import { CopyText } from './copy-text.tsx';
import { errorMessage } from './error-message.ts';
import styles from './error-note.module.css';

interface Props {
  readonly error: unknown;
  readonly onRetry?: () => unknown;
}

/** The error's message, its code and request id, and what to do next. */
export function ErrorNote({ error, onRetry }: Props) {
  const code = codeOf(error);
  const requestId = error instanceof ApiError ? error.requestId : undefined;
  return (
    <div role="alert" className={styles.note}>
      <p className={styles.message}>{errorMessage(error)}</p>
      <p>{text.errorHelp[code] ?? text.errorHelp.other}</p>
      <dl className={styles.facts}>
        <dt>{text.error.code}</dt>
        <dd>
          <code>{code}</code>
        </dd>
        {requestId && (
          <>
            <dt>{text.error.request}</dt>
            <dd>
              <CopyText value={requestId} label={text.error.copy} />
            </dd>
          </>
        )}
      </dl>
      {onRetry && (
        <Button variant="default" size="xs" onClick={() => void onRetry()}>
          {text.error.retry}
        </Button>
      )}
    </div>
  );
}
