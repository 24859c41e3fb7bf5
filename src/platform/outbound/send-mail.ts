/** Mail over SMTP. The library is loaded with the first mail: most processes never send one. */

interface Mail {
  readonly to: string;
  readonly subject: string;
  /** Plain text; lines end with \n. */
  readonly text: string;
  /** Equal mails have equal ids, so that servers and readers show a duplicate once. `<run_…@counterpart>` */
  readonly messageId: string;
}

/**
 * Resolves when the server has accepted the mail. Rejects with `MailRefusedError` where a retry cannot help.
 */
export type SendMail = (mail: Mail) => Promise<void>;

export class MailRefusedError extends Error {
  override readonly name = 'MailRefusedError';
}

const SECOND_MS = 1000;
const TIMEOUTS = {
  connectionTimeout: 20 * SECOND_MS,
  greetingTimeout: 20 * SECOND_MS,
  socketTimeout: 60 * SECOND_MS,
};

/** `url`: smtp://user:password@host:587 or smtps://…; `from`: `Counterpart <match@example.com>`. */
export function createMailSender(url: string, from: string): SendMail {
  return async (mail) => {
    const { createTransport } = await import('nodemailer');
    const transport = createTransport({ ...optionsOf(url), ...TIMEOUTS });
    try {
      await transport.sendMail({ ...mail, from, headers: { 'Auto-Submitted': 'auto-generated' } });
    } catch (error) {
      throw isRefusal(error) ? new MailRefusedError(wordsOf(error)) : new Error(wordsOf(error));
    } finally {
      transport.close();
    }
  };
}

/** 5xx: the server will never accept this mail. */
function isRefusal(error: unknown): boolean {
  const { responseCode } = error as { responseCode?: unknown };
  return typeof responseCode === 'number' && responseCode >= 500 && responseCode < 600;
}

/** Without the address of the server, which may hold a password. */
function wordsOf(error: unknown): string {
  const { code, responseCode, response } = error as {
    code?: string;
    responseCode?: number;
    response?: string;
  };
  const said = response ?? (error instanceof Error ? error.message : String(error));
  return `the mail server did not take the mail (${[code, responseCode].filter(Boolean).join(' ') || 'no code'}): ${said.slice(0, 300)}`;
}

function optionsOf(url: string) {
  const { protocol, hostname, port, username, password } = new URL(url);
  const secure = protocol === 'smtps:';
  return {
    host: hostname.replace(/^\[(.*)\]$/, '$1'),
    port: port === '' ? (secure ? 465 : 587) : Number(port),
    secure,
    ...(username !== '' && {
      auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) },
    }),
  };
}
