import { Button, PasswordInput } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { type SubmitEvent, useEffect, useRef, useState } from 'react';
import { type Credentials, linkToken, providerQuery, sessionEnded, startSession } from '../api/session.ts';
import { useStore } from '../api/store.ts';
import { switchSession } from '../api/switch-session.ts';
import { ErrorNote } from '../parts/error-note.tsx';
import { text } from '../text/en.ts';
import { Brand } from './brand.tsx';
import { ConnectionBanner } from './connection-banner.tsx';
import { ProviderSignIn } from './provider-sign-in.tsx';
import styles from './sign-in.module.css';

/** By the identity provider, by key, or by the one-time link in the address. */
export function SignIn() {
  const [key, setKey] = useState('');
  const [fault, setFault] = useState<string>();
  const signIn = useMutation({
    mutationFn: (credentials: Credentials) => startSession(credentials),
    onSuccess: (session) => {
      switchSession(session);
      linkToken.set(undefined);
      sessionEnded.set(false);
    },
  });
  const { mutate } = signIn;
  const ended = useStore(sessionEnded);
  const provider = useQuery(providerQuery).data?.name;
  const exchanged = useRef(false);
  useEffect(() => {
    const link = linkToken.get();
    if (link === undefined || exchanged.current) return;
    exchanged.current = true;
    mutate({ link });
  }, [mutate]);
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    setFault(key.trim() === '' ? text.signIn.empty : undefined);
    if (key.trim() !== '') mutate({ api_key: key.trim() });
  };
  const byLink = signIn.variables !== undefined && 'link' in signIn.variables;
  return (
    <main className={styles.page}>
      <title>{text.signIn.title}</title>
      <ConnectionBanner />
      <form className={styles.card} onSubmit={submit} noValidate>
        <Brand />
        <div>
          <h1>{text.signIn.title}</h1>
          <p className={styles.lead}>
            {ended ? text.signIn.ended : provider ? text.signIn.leadOfBoth : text.signIn.lead}
          </p>
        </div>
        <ProviderSignIn />
        <PasswordInput
          label={text.signIn.key}
          description={text.signIn.keyHint}
          value={key}
          onChange={({ currentTarget }) => setKey(currentTarget.value)}
          error={fault}
          autoComplete="off"
          spellCheck={false}
          data-autofocus
        />
        {signIn.error && byLink && <p role="alert">{text.signIn.linkFailed}</p>}
        {signIn.error && <ErrorNote error={signIn.error} />}
        <Button type="submit" loading={signIn.isPending} fullWidth {...(provider && { variant: 'default' })}>
          {text.signIn.submit}
        </Button>
      </form>
    </main>
  );
}
