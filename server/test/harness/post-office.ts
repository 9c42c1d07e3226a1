/** A mail server on loopback that takes mails as any other does, and refuses, hangs or goes away when a test says so. */
import { SMTPServer } from 'smtp-server';

export interface Delivered {
  /** Of the envelope. */
  readonly from: string;
  readonly to: readonly string[];
  readonly user: string | undefined;
  readonly isEncrypted: boolean;
  readonly raw: string;
  /** Names in lower case; folded lines are one. */
  readonly head: ReadonlyMap<string, string>;
  /** Decoded. */
  readonly text: string;
}

/** What the server answers to a command: nothing special, or a refusal. */
type Reply = undefined | { readonly code: number; readonly words?: string };

interface Replies {
  auth: Reply;
  from: Reply;
  to: Reply;
  /** To the whole text. `silent`: nothing. `cut`: nothing, and the connection ends. */
  text: Reply | 'silent' | 'cut';
}

export interface PostOffice {
  readonly url: string;
  readonly port: number;
  /** The oldest first. A text that was refused or not answered is not among them. */
  readonly mails: Delivered[];
  /** Texts that were taken in whole, whatever was answered. */
  readonly texts: string[];
  readonly replies: Replies;
  /** Resolves when the next text was taken in. */
  nextText(): Promise<void>;
  /** Connections so far. */
  connections(): number;
  close(): Promise<void>;
}

export interface PostOfficeOptions {
  readonly host?: string;
  /** The port of one that was closed. */
  readonly port?: number;
  readonly login?: { readonly user: string; readonly password: string };
  /** Offers STARTTLS with it; or, with `isSecure`, speaks nothing else from the first byte on. */
  readonly certificate?: { readonly cert: string; readonly key: string };
  readonly isSecure?: boolean;
}

export async function openPostOffice(options: PostOfficeOptions = {}): Promise<PostOffice> {
  const { host = '127.0.0.1', login, certificate, isSecure = false } = options;
  const mails: Delivered[] = [];
  const texts: string[] = [];
  const replies: Replies = { auth: undefined, from: undefined, to: undefined, text: undefined };
  const waiting: (() => void)[] = [];
  let connections = 0;
  const server = new SMTPServer({
    ...certificate,
    secure: isSecure,
    authOptional: login === undefined,
    disabledCommands: [...(certificate ? [] : ['STARTTLS']), ...(login ? [] : ['AUTH'])],
    allowInsecureAuth: true,
    closeTimeout: 50,
    disableReverseLookup: true,
    onConnect(_session, done) {
      connections++;
      done();
    },
    onAuth({ username, password }, _session, done) {
      const isRight = username === login?.user && password === login?.password;
      done(refusal(replies.auth), isRight ? { user: username } : {});
    },
    onMailFrom: (_address, _session, done) => done(refusal(replies.from)),
    onRcptTo: (_address, _session, done) => done(refusal(replies.to)),
    onData(stream, { envelope, user, secure }, done) {
      const parts: Buffer[] = [];
      stream.on('data', (part: Buffer) => parts.push(part));
      stream.on('end', () => {
        const raw = Buffer.concat(parts).toString('utf8');
        texts.push(raw);
        for (const tell of waiting.splice(0)) tell();
        if (replies.text === 'cut') cutAll(server);
        if (replies.text === 'cut' || replies.text === 'silent') return;
        const no = refusal(replies.text);
        if (!no)
          mails.push({
            from: envelope.mailFrom === false ? '' : envelope.mailFrom.address,
            to: envelope.rcptTo.map(({ address }) => address),
            user: user as string | undefined,
            isEncrypted: secure,
            raw,
            ...read(raw),
          });
        done(no);
      });
    },
  });
  server.on('error', () => undefined);
  const port = await new Promise<number>((resolve) => {
    server.listen(options.port ?? 0, host, () => {
      const at = server.server.address();
      resolve(typeof at === 'object' && at ? at.port : 0);
    });
  });
  const who = login ? `${encodeURIComponent(login.user)}:${encodeURIComponent(login.password)}@` : '';
  return {
    url: `${isSecure ? 'smtps' : 'smtp'}://${who}${host}:${port}`,
    port,
    mails,
    texts,
    replies,
    nextText: () => new Promise((resolve) => waiting.push(resolve)),
    connections: () => connections,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

function refusal(reply: Reply): Error | null {
  if (reply === undefined) return null;
  return Object.assign(new Error(reply.words ?? 'No.'), { responseCode: reply.code });
}

function cutAll(server: SMTPServer): void {
  for (const connection of server.connections) connection._socket.destroy();
}

function read(raw: string): Pick<Delivered, 'head' | 'text'> {
  const end = raw.indexOf('\r\n\r\n');
  const fields = raw
    .slice(0, end)
    .replaceAll(/\r\n[ \t]+/g, ' ')
    .split('\r\n');
  const head = new Map(
    fields.map((f) => [f.slice(0, f.indexOf(':')).toLowerCase(), f.slice(f.indexOf(':') + 1).trim()]),
  );
  const body = raw.slice(end + 4);
  const text =
    head.get('content-transfer-encoding') === 'quoted-printable'
      ? body
          .replaceAll('=\r\n', '')
          .replaceAll(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
      : body;
  return { head, text: text.replaceAll('\r\n', '\n') };
}
