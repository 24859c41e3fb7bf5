import { queryOptions } from '@tanstack/react-query';
import type { wire } from 'counterpart-client';
import { byStage, modelStages } from 'counterpart-stages';
import { client } from './client.ts';

const SCHEMA_FRESH_MS = 5 * 60_000;

export const schemasQuery = queryOptions({
  queryKey: ['schemas'],
  queryFn: async ({ signal }) => (await client.schema.get({}, { signal })).data,
  staleTime: SCHEMA_FRESH_MS,
});

export type UserRecord = wire.UserRecord;
export type Schema = wire.Schema;
export type SchemaField = Schema['fields'][number];
export type SchemaTerm = Schema['terms'][number];
export type MatchResult = wire.MatchResult;
/** A match of the console is never recorded as shown, because the person does not see it. */
export type MatchRequest = wire.MatchRequest & { readonly record: false };
export type Stages = wire.Stages;

/** A person who is not stored. */
export type Profile = wire.MatchProfile;
export type ReadProfile = wire.ReadProfile;

/** No candidate is scored: only the values read from the profile are needed. */
const onlyRead = byStage(modelStages, () => false);

/** Reads a profile without storing it: fields and preferences, where they stand in the text, and what lost. */
export async function readProfile(
  domain: string,
  profile: Profile,
  signal?: AbortSignal,
): Promise<ReadProfile> {
  const body = { domain, profile, record: false as const, limit: 1, stages: onlyRead, explain: true };
  return (await client.match.run(body, signal === undefined ? {} : { signal })).profile!;
}

export const readProfileQuery = (domain: string, context: string) =>
  queryOptions({
    queryKey: ['read-profile', domain, context],
    queryFn: async ({ signal }) => ({ context, read: await readProfile(domain, { context }, signal) }),
    // The key is the whole text: it is of no use once the next one is read.
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
  });

export const userDomainsQuery = (userId: string) =>
  queryOptions({
    queryKey: ['user', userId],
    queryFn: ({ signal }) => client.users.get(userId, { alternatives: true }, { signal }),
  });

/** A person in one domain. */
export const personQuery = (userId: string, domain: string) =>
  queryOptions({
    queryKey: ['user', userId, domain],
    queryFn: ({ signal }) => client.users.get(userId, { domain }, { signal }),
  });

/** By field: values found in a person's stored texts that were not taken, with the reason. */
export const lostQuery = (userId: string, domain: string) =>
  queryOptions({
    queryKey: ['lost', userId, domain],
    queryFn: async ({ signal }) =>
      (await client.users.get(userId, { domain, explain: true }, { signal })).lost ?? {},
  });

export const userExportQuery = (userId: string) =>
  queryOptions({
    queryKey: ['user-export', userId],
    queryFn: ({ signal }) => client.users.export(userId, { signal }),
  });

export const matchQuery = (request: MatchRequest) =>
  queryOptions({
    queryKey: ['match', request],
    queryFn: ({ signal }) => client.match.run(request as Parameters<typeof client.match.run>[0], { signal }),
    // A match may be long work: it runs when it is asked for and at no other time.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 10 * 60_000,
  });
