/**
 * Structured logs, a JSON line an event. Safe by construction: requests are never logged as objects (`req` and `res`
 * are dropped), only the fields that `log-requests.ts` names; and keys of known secrets are blanked wherever an
 * object carries them, as a second net.
 */
import pino, { type DestinationStream, type Logger } from 'pino';
import type { LogLevel } from '../contract/log-levels.ts';

const secretKeys = [
  'authorization',
  'key',
  'apiKey',
  'api_key',
  'hash',
  'password',
  'secret',
  'memoryHeader',
  'enrichmentHeader',
];

export function createLogger(level: LogLevel, destination?: DestinationStream): Logger {
  return pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      serializers: { req: () => undefined, res: () => undefined },
      redact: { paths: secretKeys.flatMap((key) => [key, `*.${key}`]), censor: '[secret]' },
    },
    destination ?? pino.destination({ dest: 1, sync: true }),
  );
}
