/**
 * Structured logs, one JSON line an event. Two rules keep secrets out. Requests are never logged as objects
 * (`req` and `res` are dropped): only the fields named in `log-requests.ts` are. Keys of known secrets are
 * also redacted wherever an object carries them.
 */
import pino, { type DestinationStream, type Logger } from 'pino';
import type { LogLevel } from '../../../contract/log-levels.ts';

const secretKeys = [
  'authorization',
  'cookie',
  'link',
  'token',
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
