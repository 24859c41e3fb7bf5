/**
 * The page of the console: its built files, and `index.html` for the addresses that the page itself resolves.
 */
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { apiError } from '../../../contract/errors.ts';
import { refuseFaultyUrl } from '../request/percent-encoding.ts';
import { openBuiltFiles } from './built-files.ts';
import { consoleAreaOf } from './console-address.ts';

const INDEX = 'index.html';
/** The build names these files by their content. */
const ASSETS = 'assets/';
const YEAR_MS = 365 * 24 * 60 * 60 * 1000;

const notBuilt = `The console is not built.

In the folder of the service, run

  npm ci --prefix console
  npm run build --prefix console

and load this page again. The service itself is running: its operations are below /v1, and /docs describes them.
`;

/** `folder`: the output of the build of the console. */
export async function servePage(app: FastifyInstance, folder: string): Promise<void> {
  const built = openBuiltFiles(folder);
  await app.register(fastifyStatic, { serve: false, preCompressed: true, dotfiles: 'deny' });
  app.get('/console', (_request, reply) => reply.redirect('/console/', 308));
  app.get('/console/*', async (request, reply) => {
    refuseFaultyUrl(request.raw);
    const path = (request.params as { '*': string })['*'];
    if (consoleAreaOf(request) !== 'page' || isHostile(path)) throw noFile(request);
    const files = await built.list();
    if (files === null) return reply.code(503).type('text/plain; charset=utf-8').send(notBuilt);
    if (path !== '' && files.has(path)) return sendFile(reply, path, folder);
    if (namesFile(path)) throw noFile(request);
    return sendFile(reply, INDEX, folder);
  });
}

function sendFile(reply: FastifyReply, path: string, folder: string): FastifyReply {
  // The same address has a compressed and a plain form.
  reply.header('Vary', 'Accept-Encoding');
  if (path.startsWith(ASSETS)) return reply.sendFile(path, folder, { maxAge: YEAR_MS, immutable: true });
  return reply.header('Cache-Control', 'no-cache').sendFile(path, folder, { cacheControl: false });
}

/** Empty, hidden and climbing segments, backslashes and NUL occur in no address of the page. */
function isHostile(path: string): boolean {
  if (path === '') return false;
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for
  if (/[\u0000-\u001f\\]/.test(path)) return true;
  return path
    .split('/')
    .some((part, at, all) => part.startsWith('.') || (part === '' && at < all.length - 1));
}

/** Assets, and files beside `index.html`: the page has no address of one segment with a dot. */
function namesFile(path: string): boolean {
  return path.startsWith(ASSETS) || /^[^/]*\.[^/]*$/.test(path);
}

function noFile({ method }: FastifyRequest) {
  return apiError(
    'not_found',
    `There is no such file of the console to ${method}. The console is at /console/.`,
  );
}
