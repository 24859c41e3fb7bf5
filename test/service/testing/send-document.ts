/** Sends a file as it is, with the person in the query; or without a person, to be read only. */
import type { ComposedService } from './composed-service.ts';

export interface SentFile {
  readonly type?: string;
  readonly userId?: string;
  readonly domain?: string;
  readonly idempotencyKey?: string;
}

type Service = Pick<ComposedService, 'server' | 'key'>;

export const sendDocument = (service: Service, payload: string | Buffer, sent: SentFile = {}) => {
  const { userId = 'ana', domain = 'dating' } = sent;
  return post(service, `documents?user_id=${userId}&domain=${domain}&source=upload`, payload, sent);
};

export const readDocument = (service: Service, payload: string | Buffer, sent: SentFile = {}) =>
  post(service, `documents/read?domain=${sent.domain ?? 'dating'}`, payload, sent);

async function post(
  { server, key }: Service,
  path: string,
  payload: string | Buffer,
  { type = 'text/plain', idempotencyKey }: SentFile,
) {
  const answer = await server.inject({
    method: 'POST',
    url: `/v1/${path}`,
    headers: {
      authorization: `Bearer ${key}`,
      'content-type': type,
      ...(idempotencyKey !== undefined && { 'idempotency-key': idempotencyKey }),
    },
    payload,
  });
  return { status: answer.statusCode, body: answer.json() };
}
