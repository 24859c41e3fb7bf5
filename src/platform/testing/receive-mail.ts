/** A real SMTP server on loopback that keeps the mails it receives. */
import type { AddressInfo } from 'node:net';
import { SMTPServer, type SMTPServerDataStream, type SMTPServerSession } from 'smtp-server';

export interface ReceivedMail {
  readonly from: string;
  readonly to: readonly string[];
  readonly headers: string;
  /** Decoded. */
  readonly text: string;
}

/** `refuse`: answers so many mails with «try again» first. */
export async function receiveMail({ refuse = 0, forGood = false } = {}) {
  const mails: ReceivedMail[] = [];
  let refused = 0;
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData(stream, session, done) {
      readAll(stream).then((raw) => {
        if (refused < refuse) {
          refused++;
          const error = Object.assign(new Error(forGood ? 'no such mailbox' : 'come back later'), {
            responseCode: forGood ? 550 : 451,
          });
          return done(error);
        }
        mails.push(mailOf(raw, session));
        done();
      }, done);
    },
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.server.address() as AddressInfo;
  return {
    url: `smtp://127.0.0.1:${port}`,
    received: (): readonly ReceivedMail[] => mails,
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  };
}

async function readAll(stream: SMTPServerDataStream): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
}

function mailOf(raw: string, { envelope }: SMTPServerSession): ReceivedMail {
  const end = raw.indexOf('\r\n\r\n');
  const headers = raw.slice(0, end).replace(/\r\n[ \t]+/g, ' ');
  const body = raw.slice(end + 4);
  return {
    from: envelope.mailFrom === false ? '' : envelope.mailFrom.address,
    to: envelope.rcptTo.map(({ address }) => address),
    headers,
    text: /quoted-printable/i.test(headers) ? decodeQuotedPrintable(body) : body,
  };
}

function decodeQuotedPrintable(text: string): string {
  const joined = text.replace(/=\r\n/g, '');
  const bytes = joined.replace(/=([0-9A-F]{2})/g, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Buffer.from(bytes, 'latin1').toString('utf8');
}
