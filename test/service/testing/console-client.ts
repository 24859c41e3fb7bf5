/** A client of the console's API that keeps its cookie as a browser does. */
import type { LightMyRequestResponse } from 'fastify';
import type { Service } from '../../../src/composition/compose-service.ts';

/** The headers that a browser adds to a request of the page to its own origin. */
export const ofThePage = { 'x-counterpart-console': '1', 'sec-fetch-site': 'same-origin' };

export interface ConsoleClient {
  /** The value of the cookie; empty before the first sign-in. */
  cookie: string;
  send(
    method: 'GET' | 'HEAD' | 'POST' | 'DELETE' | 'OPTIONS',
    path: string,
    body?: object,
    headers?: Readonly<Record<string, string>>,
  ): Promise<LightMyRequestResponse>;
  signIn(given: object): Promise<LightMyRequestResponse>;
}

export function consoleClient({ server }: Pick<Service, 'server'>, remoteAddress?: string): ConsoleClient {
  const client: ConsoleClient = {
    cookie: '',
    send: async (method, path, body, headers = {}) => {
      const answer = await server.inject({
        method,
        url: `/console/api${path}`,
        headers: {
          ...ofThePage,
          ...(client.cookie !== '' && { cookie: `counterpart_session=${client.cookie}` }),
          ...headers,
        },
        ...(body !== undefined && { payload: body }),
        ...(remoteAddress !== undefined && { remoteAddress }),
      });
      const kept = /^counterpart_session=([^;]*)/.exec(String(answer.headers['set-cookie'] ?? ''));
      if (kept !== null) client.cookie = kept[1]!;
      return answer;
    },
    signIn: (given) => client.send('POST', '/session', given),
  };
  return client;
}
