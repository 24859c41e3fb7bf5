/** Settings of the identity provider by which people sign in to the console. */
import { z } from 'zod';
import { isLoopback } from '../../outbound/oidc/loopback.ts';
import { type Setting, text } from '../setting.ts';

const expectedIssuer = 'an https:// address without a user, a query and a fragment (http:// on this machine)';
/** As the provider writes it: with or without a slash at its end, which tells issuers apart. */
const issuer = z.string().refine(
  (value) => {
    const url = URL.parse(value);
    if (url === null || url.username + url.password !== '' || url.search !== '' || url.hash !== '')
      return false;
    return url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback(url.hostname));
  },
  { error: expectedIssuer },
);

export const signInSettings = {
  oidcIssuer: {
    variable: 'OIDC_ISSUER',
    flag: '--oidc-issuer',
    form: 'address',
    meaning:
      'Identity provider (OpenID Connect) by which members sign in to the console; left out: by keys alone. Needs OIDC_CLIENT_ID.',
    example: 'https://id.example.com/realms/main',
    schema: issuer.nullable().default(null),
  },
  oidcClientId: {
    variable: 'OIDC_CLIENT_ID',
    flag: '--oidc-client-id',
    form: 'text',
    meaning: 'The client that the service is at the identity provider.',
    example: 'counterpart',
    schema: text(/^[\x21-\x7e]{1,512}$/, 'an id without spaces')
      .nullable()
      .default(null),
  },
  oidcClientSecret: {
    variable: 'OIDC_CLIENT_SECRET',
    flag: '--oidc-client-secret',
    form: 'text',
    meaning: 'Secret of OIDC_CLIENT_ID; left out: a public client.',
    example: '…',
    schema: z.string().min(1, { error: 'a secret' }).nullable().default(null),
    secret: true,
  },
  oidcScopes: {
    variable: 'OIDC_SCOPES',
    flag: '--oidc-scopes',
    form: 'words',
    meaning: 'Scopes that the identity provider is asked for; openid and email are needed.',
    example: 'openid email profile',
    schema: text(
      /^(?=.*\bopenid\b)[\x21-\x7e]+( [\x21-\x7e]+)*$/,
      'words with spaces between them, openid one',
    ).default('openid email profile'),
  },
  oidcName: {
    variable: 'OIDC_NAME',
    flag: '--oidc-name',
    form: 'text',
    meaning: 'How the sign-in page calls the identity provider. Default: the host of OIDC_ISSUER.',
    example: 'Acme ID',
    schema: text(/^[^\p{Cc}]{1,60}$/u, '1 to 60 characters')
      .nullable()
      .default(null),
  },
} as const satisfies Readonly<Record<string, Setting>>;
