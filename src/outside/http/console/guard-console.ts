/**
 * The rules of every request below `/console`: headers that bound what the page may do, and a refusal of
 * changes that another site sends (CSRF). In some browsers a form or page of another origin can send the
 * cookie. It can neither add the header nor choose `Sec-Fetch-Site`.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { apiError } from '../../../contract/errors.ts';
import { synchronousHook } from '../request/synchronous-hook.ts';
import { consoleAreaOf } from './console-address.ts';

const contentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data: blob:",
  "font-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** Features that the page does without; each is closed for it and for frames in it. */
const closedFeatures = [
  'accelerometer',
  'camera',
  'display-capture',
  'geolocation',
  'gyroscope',
  'hid',
  'magnetometer',
  'microphone',
  'midi',
  'payment',
  'publickey-credentials-get',
  'screen-wake-lock',
  'serial',
  'usb',
  'xr-spatial-tracking',
];

const consoleHeaders = {
  'Content-Security-Policy': contentSecurityPolicy,
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Permissions-Policy': closedFeatures.map((name) => `${name}=()`).join(', '),
};

/** Call this before the hooks that refuse requests, so that refusals have the headers too. */
export function guardConsole(app: FastifyInstance): void {
  app.addHook('onRequest', synchronousHook(guard));
}

function guard(request: FastifyRequest, reply: FastifyReply): void {
  const area = consoleAreaOf(request);
  if (area === undefined) return;
  reply.headers(consoleHeaders);
  if (area === 'page') return;
  reply.header('Cache-Control', 'no-store');
  refuseForeignChange(request);
}

function refuseForeignChange({ method, headers }: FastifyRequest): void {
  if (method === 'GET' || method === 'HEAD') return;
  const faults = [
    ...(headers['x-counterpart-console'] === '1' ? [] : ['the header «X-Counterpart-Console: 1» is missing']),
    ...(headers['sec-fetch-site'] === 'same-origin'
      ? []
      : ['the browser did not say «Sec-Fetch-Site: same-origin»']),
  ];
  if (faults.length === 0) return;
  throw apiError(
    'forbidden',
    `Only the page of the console may send changes here: ${faults.join(', and ')}. Browsers send Sec-Fetch-Site to https addresses and to this machine only; programs use /v1 with a key.`,
  );
}
