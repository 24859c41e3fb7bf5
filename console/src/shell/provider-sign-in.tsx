import { Button } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { goToProvider, providerQuery } from '../api/session.ts';
import { ErrorNote } from '../parts/error-note.tsx';
import { text } from '../text/en.ts';
import styles from './provider-sign-in.module.css';

/** The way to the identity provider, where the service has one. The key's field stays the other way. */
export function ProviderSignIn() {
  const { data } = useQuery(providerQuery);
  const go = useMutation({ mutationFn: goToProvider });
  if (!data?.name) return null;
  return (
    <>
      {/* Another page comes next, so the button stays busy once the address is known. */}
      <Button fullWidth loading={go.isPending || go.isSuccess} onClick={() => go.mutate()}>
        {text.signIn.byProvider(data.name)}
      </Button>
      {go.error && <ErrorNote error={go.error} />}
      <p className={styles.or}>{text.signIn.or}</p>
    </>
  );
}
