/** The console: its sessions and its page. The operations that it calls are those of `/v1`. */
import type { FastifyInstance } from 'fastify';
import { addSessionRoutes, type SessionRouteParts } from './add-session-routes.ts';
import { servePage } from './serve-page.ts';

export async function serveConsole(
  app: FastifyInstance,
  folder: string,
  parts: SessionRouteParts,
): Promise<void> {
  addSessionRoutes(app, parts);
  await servePage(app, folder);
}
