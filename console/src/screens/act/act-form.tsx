import { Button } from '@mantine/core';
import type { ComponentProps, ReactNode } from 'react';
import { ErrorNote } from '../../parts/error-note.tsx';
import { ActPage } from './act-page.tsx';
import { CallCode } from './call-code.tsx';
import styles from './operation-form.module.css';

interface Props extends Pick<ComponentProps<typeof ActPage>, 'back'>, ComponentProps<typeof CallCode> {
  readonly words: { readonly title: string; readonly lead: string; readonly do: string };
  readonly sending: { readonly error: Error | null; readonly isPending: boolean; mutate(): void };
  /** Marks what is wrong. */
  readonly check: () => boolean;
  readonly children: ReactNode;
}

/** A page whose form is sent by one call once it is right. */
export function ActForm({ words, back, call, sending, check, children }: Props) {
  return (
    <ActPage title={words.title} lead={words.lead} back={back} side={<CallCode call={call} />}>
      <form
        className={styles.form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (check()) sending.mutate();
        }}
      >
        {children}
        {sending.error && <ErrorNote error={sending.error} />}
        <div className={styles.row}>
          <Button type="submit" loading={sending.isPending}>
            {words.do}
          </Button>
        </div>
      </form>
    </ActPage>
  );
}
