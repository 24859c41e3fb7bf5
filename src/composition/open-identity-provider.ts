/** Part of the composition root: the identity provider of the settings. */
import { SettingsError } from '../platform/config/read-settings.ts';
import type { Settings } from '../platform/config/settings.ts';
import {
  createIdentityProvider,
  type IdentityProvider,
} from '../platform/outbound/oidc/identity-provider.ts';

/** null: people sign in by keys alone. Throws SettingsError where only a part of the settings is given. */
export function openIdentityProvider(
  {
    oidcIssuer: issuer,
    oidcClientId: clientId,
    oidcClientSecret: clientSecret,
    oidcScopes,
    oidcName,
  }: Settings,
  clock: () => number,
): IdentityProvider | null {
  if (issuer === null && clientId === null && clientSecret === null) return null;
  if (issuer === null) throw new SettingsError(['OIDC_CLIENT_ID and OIDC_CLIENT_SECRET need OIDC_ISSUER.']);
  if (clientId === null) throw new SettingsError(['OIDC_ISSUER needs OIDC_CLIENT_ID.']);
  const name = oidcName ?? new URL(issuer).host;
  return createIdentityProvider({ issuer, clientId, clientSecret, scopes: oidcScopes, name }, { clock });
}
