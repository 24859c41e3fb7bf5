/** The console: its sessions and its page. The operations that it calls are those of `/v1`. */
import type { FastifyInstance } from 'fastify';
import { addOidcRoutes, type OidcRouteParts } from './add-oidc-routes.ts';
import { addSessionRoutes } from './add-session-routes.ts';
import { servePage } from './serve-page.ts';

export async function serveConsole(
  app: FastifyInstance,
  folder: string,
  parts: OidcRouteParts,
): Promise<void> {
  addSessionRoutes(app, parts);
  addOidcRoutes(app, parts);
  await servePage(app, folder);
}
