/** Mails to an SMTP server: a connection for each, encrypted where the server can, and always where a password goes over it. */
import { Readable } from 'node:stream';
import type SMTPConnection from 'nodemailer/lib/smtp-connection';
import { outcomeOf, type Outcome } from './outcome.ts';
import type { Envelope, Transport } from './transport.ts';

export interface SmtpTimes {
  readonly connectMs: number;
  /** How long the server may be silent. */
  readonly silenceMs: number;
  /** A whole mail, whatever the server says meanwhile. */
  readonly mailMs: number;
}

const usualTimes: SmtpTimes = { connectMs: 15_000, silenceMs: 120_000, mailMs: 300_000 };

export interface SmtpDeps {
  /** smtp: or smtps:, with the user and the password that it takes. */
  readonly url: string;
  /** How this service names itself to the server. */
  readonly name: () => string;
  readonly times?: Partial<SmtpTimes> | undefined;
  /** Certificate of the authority that the server is trusted by, PEM; absent = those that the runtime trusts. */
  readonly authority?: string | undefined;
}

const loopback = new Set(['127.0.0.1', '[::1]', 'localhost']);

export function createSmtp({ url, name, times, authority }: SmtpDeps): Transport {
  const { protocol, hostname, port, username, password } = new URL(url);
  const isSecure = protocol === 'smtps:';
  const { connectMs, silenceMs, mailMs } = { ...usualTimes, ...times };
  const auth = username === '' ? undefined : { user: decodeURIComponent(username), pass: decodeURIComponent(password) };
  const options = {
    host: hostname.replace(/^\[(.*)\]$/, '$1'),
    ...(port === '' ? {} : { port: Number(port) }),
    secure: isSecure,
    // A password is never sent in the clear over a network.
    requireTLS: auth !== undefined && !isSecure && !loopback.has(hostname),
    ...(authority === undefined ? {} : { tls: { ca: authority } }),
    allowInternalNetworkInterfaces: true,
    connectionTimeout: connectMs,
    greetingTimeout: connectMs,
    dnsTimeout: connectMs,
    socketTimeout: silenceMs,
  };

  return {
    async send(mail, begin, stop) {
      const { default: Connection } = await import('nodemailer/lib/smtp-connection');
      const connection = new Connection({ ...options, name: name() });
      let isBegun = false;
      // It is read once the server waits for the text.
      const text = Readable.from(
        (async function* () {
          await begin();
          isBegun = true;
          yield mail.message;
        })(),
      );
      try {
        await orBrokenOff(connection, AbortSignal.any([stop, AbortSignal.timeout(mailMs)]), async () => {
          await called((done) => connection.connect(done));
          if (auth) await called((done) => connection.login({ ...auth }, done));
          await called((done) => connection.send(envelopeOf(mail), text, done));
        });
        connection.quit();
        return { became: 'sent' };
      } catch (e) {
        return outcomeOfError(e, isBegun);
      } finally {
        connection.close();
        text.destroy();
      }
    },
  };
}

function envelopeOf({ from, to, message }: Envelope) {
  return { from, to: [to], size: message.length };
}

/** What fails without a call that waits for it is told by an event. */
async function orBrokenOff(connection: SMTPConnection, stop: AbortSignal, work: () => Promise<void>): Promise<void> {
  const { promise: broken, reject } = Promise.withResolvers<never>();
  const onStop = (): void => reject(new Error('It was broken off.'));
  connection.on('error', reject);
  stop.addEventListener('abort', onStop, { once: true });
  try {
    if (stop.aborted) onStop();
    await Promise.race([broken, work()]);
  } finally {
    stop.removeEventListener('abort', onStop);
  }
}

function called(call: (done: (error?: Error | null) => void) => void): Promise<void> {
  return new Promise((resolve, reject) => {
    call((error) => (error ? reject(error) : resolve()));
  });
}

function outcomeOfError(e: unknown, isBegun: boolean): Outcome {
  const { code, originalCode, command, responseCode } = e as {
    readonly code?: string;
    readonly originalCode?: string;
    readonly command?: string;
    readonly responseCode?: number;
  };
  return outcomeOf({ code: originalCode ?? code, command, reply: responseCode }, isBegun);
}
