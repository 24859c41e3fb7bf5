/**
 * The part of the console that an address belongs to. It is decided once, before routing: `/console/api/v1/…`
 * becomes `/v1/…`, and the request is marked. The mark decides which credential counts (`authenticate.ts`).
 */
import type { IncomingMessage } from 'node:http';
import type { FastifyRequest } from 'fastify';
import { routableUrl } from '../request/percent-encoding.ts';

/**
 * `operation`: an operation of the API, on behalf of a session; `api`: anything else below `/console/api`;
 * `page`: the rest of the console.
 */
type ConsoleArea = 'operation' | 'api' | 'page';

const API = '/console/api';
const OPERATIONS = `${API}/v1/`;

const areas = new WeakMap<IncomingMessage, ConsoleArea>();

/** For Fastify's `rewriteUrl`, as `routableUrl` is. */
export function routableConsoleUrl(request: IncomingMessage): string {
  const url = routableUrl(request);
  const area = areaOf(url);
  if (area !== undefined) areas.set(request, area);
  return area === 'operation' ? url.slice(API.length) : url;
}

/** undefined: the address lies outside the console, or the console is switched off. */
export function consoleAreaOf({ raw }: Pick<FastifyRequest, 'raw'>): ConsoleArea | undefined {
  return areas.get(raw);
}

/** The router decodes a path before it compares, so other spellings of the same path have the same area. */
function areaOf(url: string): ConsoleArea | undefined {
  if (url.startsWith(OPERATIONS)) return 'operation';
  const path = decodeURIComponent(url.split(/[?#]/, 1)[0]!);
  if (isBelow(path, API)) return 'api';
  return isBelow(path, '/console') ? 'page' : undefined;
}

function isBelow(path: string, folder: string): boolean {
  return path === folder || path.startsWith(`${folder}/`);
}
