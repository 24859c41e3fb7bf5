/**
 * The HTTP server without an open port: tests use `inject`, `listen` opens it. Its dependencies are passed in
 * (`server-dependencies.ts`).
 */
import type { Socket } from 'node:net';
import { parse as parseQuery } from 'node:querystring';
import Fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyRequest,
  LogController,
} from 'fastify';
import type { TenantId } from '../../contract/brands.ts';
import { retryLater } from '../../contract/errors.ts';
import { parseJsonBody } from '../../contract/parse-json-body.ts';
import type { StageTimes } from '../../matching/match/stage-times.ts';
import type { RequestClaim } from '../../platform/jobs/accept-job.ts';
import type { OpenSpan } from '../../platform/tracing/tracer.ts';
import type { Caller } from '../accounts/authenticate.ts';
import { originOf } from './answers/answer.ts';
import { cutStalledAnswers } from './answers/cut-stalled-answers.ts';
import { renderError } from './answers/render-error.ts';
import { answerBeforeBody } from './bodies/answer-before-body.ts';
import { createOpenBodies } from './bodies/open-bodies.ts';
import { documentBodyTypes, parseDocumentBody } from './bodies/parse-document-body.ts';
import { receiveBody } from './bodies/receive-body.ts';
import { routableConsoleUrl } from './console/console-address.ts';
import { guardConsole } from './console/guard-console.ts';
import { serveConsole } from './console/serve-console.ts';
import { createDownloadLinks } from './downloads/download-link.ts';
import { listOperations, type SealingParts } from './endpoints/list-operations.ts';
import { createIdempotency } from './idempotency/idempotency.ts';
import type { SentKey } from './idempotency/idempotency-key.ts';
import { receiveLines } from './lines/receive-lines.ts';
import { logRequests } from './logs/log-requests.ts';
import { logSlowRequests } from './logs/log-slow-requests.ts';
import { traceRequests } from './logs/trace-requests.ts';
import { createNodeServer } from './node-server.ts';
import { describeOperations, serveDocumentation } from './openapi/documentation.ts';
import type { Operation } from './operation.ts';
import { createAdmission } from './request/admission.ts';
import { routableUrl } from './request/percent-encoding.ts';
import { refuseExpectation, refuseHost, refuseSecondAuthorization } from './request/refuse-host.ts';
import { refuseUnknownRoutes } from './request/refuse-unknown-routes.ts';
import { requestIdOf, setRequestIdHeader } from './request/request-id.ts';
import { synchronousHook } from './request/synchronous-hook.ts';
import { type RouteParts, route } from './route.ts';
import { createSealer } from './seal.ts';
import type { ServerDependencies } from './server-dependencies.ts';
import { type EventLoopDelay, watchEventLoop } from './system/event-loop-delay.ts';
import { createRecentErrors } from './system/recent-errors.ts';
import { schemaController } from './validation/schema-controller.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Set once the key was accepted. */
    caller: Caller | undefined;
    /** The turn of the event loop in which it was accepted. */
    callerTurn: number;
    /** The body as received, until it is parsed; null where there is none. */
    bodyBytes: Buffer | null;
    /** The body as sent, before schemas add their defaults. */
    jsonBody: unknown;
    /** Idempotency keys that this request holds while it is processed; null where there are none. */
    heldKeys: readonly SentKey[] | null;
    /** The key to be claimed in the job's transaction. */
    jobClaim: RequestClaim;
    /** Tenant of a served file, where no key identifies one. */
    servedTenant: TenantId | undefined;
    /** Code of the error in the answer. */
    errorCode: string | undefined;
    /** The span of the request; undefined where it is not traced. */
    span: OpenSpan | undefined;
    /** Times of the match that the request asked for. */
    stageTimes: StageTimes | undefined;
  }
  interface FastifyContextConfig {
    operation?: Operation;
  }
}

/**
 * A path parameter is percent-encoded: 256 characters of four bytes each are far below the limit of Node's
 * parser.
 */
const MAX_PARAMETER_LENGTH = 16_384;

const STOPPED_RETRY_AFTER_MS = 1000;

export async function buildServer(dependencies: ServerDependencies): Promise<FastifyInstance> {
  const { limits, metrics } = dependencies;
  const app = createApp(dependencies);
  decorate(app);
  traceRequests(app);
  guardConsole(app);
  refuseUnsoundRequests(app);
  refuseUnknownRoutes(app);
  const recentErrors = createRecentErrors();
  logRequests(app, metrics, { recentErrors, clock: dependencies.clock });
  logSlowRequests(app, metrics, limits.slowRequestMs);
  const stopping = closeConnectionsWhenStopping(app);
  app.addHook('preClose', async () => dependencies.events.end());
  const { accounts } = dependencies;
  const openBodies = createOpenBodies(
    { perKey: limits.bodiesPerKey, inAll: limits.openBodies },
    metrics.setOpenBodies,
  );
  const parts: RouteParts = {
    accounts,
    receive: receiveBody({ accounts, openBodies, pace: limits }),
    receiveLines: receiveLines(openBodies),
    lines: {
      accounts,
      pace: limits,
      maxLines: limits.linesPerBody,
      stopping: endLinesWhenStopping(app),
      keys: { store: dependencies.idempotency, clock: dependencies.clock },
    },
    admission: createAdmission(limits.inFlight, metrics.setInFlight),
    idempotency: createIdempotency(dependencies.idempotency, dependencies.clock),
    publicUrl: dependencies.publicUrl,
  };
  const operations: readonly Operation[] = listOperations({
    ...dependencies,
    ...(await openSealers(dependencies.secrets)),
    stopping,
    recentErrors,
    eventLoop: watchedEventLoop(app),
    document: once(() => describeOperations(operations, dependencies.publicUrl)),
  });
  cutStalledAnswers(app, limits.answerStallMs);
  answerBeforeBody(app);
  for (const operation of operations) route(app, operation, parts);
  serveDocumentation(app);
  if (dependencies.console !== null) {
    const cookie = { secure: dependencies.publicUrl?.startsWith('https:') ?? false };
    const { clock, publicUrl } = dependencies;
    await serveConsole(app, dependencies.console.folder, {
      ...{ accounts, openBodies, pace: limits, cookie, clock },
      provider: dependencies.console.identityProvider,
      sealer: createSealer(await dependencies.secrets.secret('sign-ins')),
      originOf: (request) => originOf(request, publicUrl),
    });
  }
  await app.ready();
  return app;
}

/** All processes on one store share the secrets: a text sealed by one is opened by another. */
async function openSealers({ secret }: ServerDependencies['secrets']): Promise<SealingParts> {
  return {
    cursors: createSealer(await secret('cursors')),
    downloads: createDownloadLinks(createSealer(await secret('downloads'))),
  };
}

function createApp({ logger, limits, console: settings }: ServerDependencies): FastifyInstance {
  const app = Fastify({
    loggerInstance: logger as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'request_id' }),
    genReqId: requestIdOf,
    requestIdHeader: false,
    bodyLimit: limits.bodyBytes,
    serverFactory: (handler) => createNodeServer(handler, limits.graceMs),
    // `createNodeServer` answers such errors.
    clientErrorHandler: () => {},
    // Requests that reach an open connection while the server stops are still answered; then the connection
    // closes.
    return503OnClosing: false,
    forceCloseConnections: 'idle',
    rewriteUrl: settings === null ? routableUrl : routableConsoleUrl,
    schemaController,
    routerOptions: {
      maxParamLength: MAX_PARAMETER_LENGTH,
      querystringParser: (text) => parseQuery(text),
    },
  });
  app.setErrorHandler(renderError);
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(
    ['application/json', 'application/merge-patch+json'],
    async (request: FastifyRequest) => {
      if (request.bodyBytes === null) return undefined;
      if (request.routeOptions.config.operation?.bodyTypes !== undefined) return parseDocumentBody(request);
      request.jsonBody = await parseJsonBody(request.bodyBytes);
      request.bodyBytes = null;
      return request.jsonBody;
    },
  );
  app.addContentTypeParser(
    documentBodyTypes.filter((type) => type !== 'application/json'),
    (request: FastifyRequest) => parseDocumentBody(request),
  );
  // The operation reads the lines itself.
  app.addContentTypeParser('application/x-ndjson', async () => undefined);
  return app;
}

/**
 * While the server stops, every answer ends its connection. `close` ends idle connections at once, but a busy
 * one would stay open for its whole keep-alive time and delay the stop. The returned function says whether
 * the server is stopping.
 */
function closeConnectionsWhenStopping(app: FastifyInstance): () => boolean {
  let stopping = false;
  const connections = openConnections(app.server);
  app.addHook('preClose', async () => {
    stopping = true;
    // Node does not count one as idle that has sent nothing yet. One whose request has just come is served.
    setImmediate(() => {
      for (const socket of connections) if (socket.bytesRead === 0) socket.destroy();
    });
  });
  app.addHook('onSend', (_request, reply, _payload, done) => {
    if (stopping) reply.header('Connection', 'close');
    done();
  });
  // An answer that began before the stop has no such header: its connection is closed once idle.
  app.addHook('onResponse', (_request, _reply, done) => {
    if (stopping) setImmediate(() => app.server.closeIdleConnections());
    done();
  });
  return () => stopping;
}

function openConnections(server: FastifyInstance['server']): ReadonlySet<Socket> {
  const open = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    open.add(socket);
    socket.once('close', () => open.delete(socket));
  });
  return open;
}

/**
 * Bodies of lines may travel for hours. When the server stops, they are answered as far as they were carried
 * out.
 */
function endLinesWhenStopping(app: FastifyInstance): AbortSignal {
  const stopping = new AbortController();
  app.addHook('preClose', async () =>
    stopping.abort(
      retryLater(
        'overloaded',
        'The server is being stopped; send the lines from next_line on again, to a server that runs.',
        STOPPED_RETRY_AFTER_MS,
      ),
    ),
  );
  return stopping.signal;
}

function watchedEventLoop(app: FastifyInstance): EventLoopDelay {
  const eventLoop = watchEventLoop();
  app.addHook('onClose', async () => eventLoop.stop());
  return eventLoop;
}

function refuseUnsoundRequests(app: FastifyInstance): void {
  app.addHook('onRequest', synchronousHook(refuseHost, refuseSecondAuthorization, refuseExpectation));
}

function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}

function decorate(app: FastifyInstance): void {
  app.decorateRequest('caller', undefined);
  app.decorateRequest('callerTurn', -1);
  app.decorateRequest('bodyBytes', null);
  app.decorateRequest('jsonBody', undefined);
  app.decorateRequest('heldKeys', null);
  app.decorateRequest('jobClaim', null);
  app.decorateRequest('servedTenant', undefined);
  app.decorateRequest('errorCode', undefined);
  app.decorateRequest('span', undefined);
  app.decorateRequest('stageTimes', undefined);
  app.addHook(
    'onRequest',
    synchronousHook((request, reply) => setRequestIdHeader(reply.raw, request.id)),
  );
}
