/**
 * The settings that hold a password or a key. They are read here, apart from the configuration, and each is passed only to what needs it.
 * A `Secret` shows itself in no log: as text, as JSON and when it is inspected it is `[secret]`.
 */
import { inspect } from 'node:util';
import poolBook from '../sources/onchain/pools.json' with { type: 'json' };
import { postgresServers } from '../lib/postgres-address.ts';
import type { Environment } from './env.ts';
import { isHttpUrl, listOf, matching, valueOf, wrong, type Setting } from './setting.ts';

const shown = '[secret]';

export class Secret {
  readonly #text: string;

  constructor(text: string) {
    this.#text = text;
  }

  /** For the one who uses it. */
  reveal(): string {
    return this.#text;
  }

  toString(): string {
    return shown;
  }

  toJSON(): string {
    return shown;
  }

  [inspect.custom](): string {
    return shown;
  }
}

/** Where the counters of the rate limits are kept. */
export type LimitsStoreSetting =
  | { readonly kind: 'memory' }
  | { readonly kind: 'redis' | 'postgres'; readonly url: Secret };

export interface Secrets {
  /** undefined = the embedded database. */
  readonly databaseUrl: Secret | undefined;
  /** A streaming replica of it, for processes of role web. */
  readonly databaseReadUrl: Secret | undefined;
  readonly limitsStore: LimitsStoreSetting;
  /** Proves to the registration that a bot is the service's own; undefined = made at every start. */
  readonly houseToken: Secret | undefined;
  /** Opens the operator's page; undefined = there is none. */
  readonly operatorToken: Secret | undefined;
  /** Of the server that takes mails; undefined = mails go into a folder. */
  readonly smtpUrl: Secret | undefined;
  /** RPC endpoints of Solana, which may hold keys. */
  readonly payRpc: readonly Secret[];
  /** RPC endpoints by chain id, which may hold keys; a chain without any uses those of the book. */
  readonly rpcUrls: Readonly<Record<number, readonly Secret[]>>;
}

/** What is set by one variable each. */
type Single = Omit<Secrets, 'rpcUrls'>;

export const secretSettings: { readonly [K in keyof Single]: Setting<Single[K]> } = {
  databaseUrl: {
    variable: 'DATABASE_URL',
    standard: 'unset: embedded database',
    describe:
      'PostgreSQL 15 or newer, postgres://user:password@host:5432/name. The tables are made when they are not there. Of several servers, host:5432,other:5432, the one that takes writes is used.',
    secret: true,
    fallback: undefined,
    read: (text) =>
      postgresServers(text)
        ? new Secret(text)
        : wrong(
            'must be a URL that begins with postgres:// or postgresql://; several servers have commas between them, and target_session_attrs=read-write if any',
          ),
  },
  databaseReadUrl: {
    variable: 'DATABASE_READ_URL',
    standard: 'unset: DATABASE_URL',
    describe:
      'With PAPERTAPE_ROLE=web: a streaming replica of that database, postgres://user:password@host:5432/name of one server, from which boards, pages and proofs are read as long as it is not behind (docs/operators/cluster.md).',
    secret: true,
    fallback: undefined,
    read: (text) =>
      postgresServers(text)?.length === 1
        ? new Secret(text)
        : wrong('must be a URL that begins with postgres:// or postgresql://, of one server'),
  },
  limitsStore: {
    variable: 'PAPERTAPE_LIMITS_STORE',
    standard: 'memory',
    describe:
      'Where rate limits are counted: memory (of this process), or a store that several processes share: redis://user:password@host:6379/0 (rediss:// with TLS) or postgres://user:password@host:5432/name (docs/operators/self-host.md).',
    secret: true,
    read: readLimitsStore,
  },
  houseToken: {
    variable: 'PAPERTAPE_HOUSE_TOKEN',
    standard: 'unset: made at every start, known to the service only',
    describe:
      'Token with which house bots that run elsewhere register, 32 printable characters or more without spaces.',
    secret: true,
    fallback: undefined,
    read: (text) => new Secret(readToken(text)),
  },
  operatorToken: {
    variable: 'PAPERTAPE_OPERATOR_TOKEN',
    standard: 'unset: nobody can sign in',
    describe: "Token that opens the operator's page, 32 printable characters or more without spaces.",
    secret: true,
    fallback: undefined,
    read: (text) => new Secret(readToken(text)),
  },
  smtpUrl: {
    variable: 'PAPERTAPE_SMTP_URL',
    standard: 'unset: mails are put into the folder outbox of DATA_DIR',
    describe:
      'Server that takes mails, smtp://user:password@host:587 (STARTTLS) or smtps://user:password@host:465. With it contacts are confirmed by a mailed link, and it needs PAPERTAPE_MAIL_FROM (docs/operators/mail.md).',
    secret: true,
    fallback: undefined,
    read: (text) =>
      isSmtpUrl(text)
        ? new Secret(text)
        : wrong('must be smtp:// or smtps://, with user:password@ if the server wants it, a host, and a port'),
  },
  payRpc: {
    variable: 'PAPERTAPE_PAY_RPC',
    standard: 'https://api.mainnet-beta.solana.com',
    describe:
      'With PAPERTAPE_PAY_RECIPIENT: RPC endpoints of Solana, URLs with commas between them. What one does not answer the next is asked for.',
    secret: true,
    read: (text) => [...new Set(readUrls(text))].map((url) => new Secret(url)),
  },
};

export const rpcSettings: readonly Setting<readonly Secret[] | undefined>[] = poolBook.chains.map(
  ({ id, name, rpcUrls }) => ({
    ...rpcSetting(id),
    standard: `public: ${rpcUrls.map((url) => new URL(url).host).join(', ')}`,
    describe: `With PAPERTAPE_PRICES=onchain: RPC endpoints of ${name}, URLs with commas between them. Two or more, of different providers, are compared.`,
  }),
);

/** Throws SetupError, which never shows the value. */
export function readSecrets(env: Environment): Secrets {
  return {
    databaseUrl: valueOf(secretSettings.databaseUrl, env),
    databaseReadUrl: valueOf(secretSettings.databaseReadUrl, env),
    limitsStore: valueOf(secretSettings.limitsStore, env),
    houseToken: valueOf(secretSettings.houseToken, env),
    operatorToken: valueOf(secretSettings.operatorToken, env),
    smtpUrl: valueOf(secretSettings.smtpUrl, env),
    payRpc: valueOf(secretSettings.payRpc, env),
    rpcUrls: readEndpoints(env),
  };
}

/** Those of the book's chains, and of chains that are in a pool book of the operator's own only. */
function readEndpoints(env: Environment): Record<number, readonly Secret[]> {
  const urls: Record<number, readonly Secret[]> = {};
  const described = new Map(rpcSettings.map((s) => [s.variable, s]));
  for (const variable of new Set([...described.keys(), ...Object.keys(env)])) {
    const chain = /^PAPERTAPE_RPC_([1-9]\d{0,14})$/.exec(variable)?.[1];
    if (chain === undefined) continue;
    const set = valueOf(described.get(variable) ?? rpcSetting(Number(chain)), env);
    if (set) urls[Number(chain)] = set;
  }
  return urls;
}

function rpcSetting(chain: number): Setting<readonly Secret[] | undefined> {
  return {
    variable: `PAPERTAPE_RPC_${chain}`,
    standard: '',
    describe: '',
    fallback: undefined,
    secret: true,
    read: (text) => [...new Set(readUrls(text))].map((url) => new Secret(url)),
  };
}

/** Every text that no log may hold: the secrets, and of those that are URLs what in them is secret by itself. */
export function secretTexts(secrets: Secrets): string[] {
  const { databaseUrl, databaseReadUrl, limitsStore, houseToken, operatorToken, smtpUrl, payRpc, rpcUrls } = secrets;
  const store = limitsStore.kind === 'memory' ? undefined : limitsStore.url;
  const all = [
    databaseUrl,
    databaseReadUrl,
    store,
    houseToken,
    operatorToken,
    smtpUrl,
    ...payRpc,
    ...Object.values(rpcUrls).flat(),
  ];
  return all.flatMap((secret) => (secret ? partsOf(secret.reveal()) : []));
}

/** Endpoints hold their keys in the path or behind it. */
function partsOf(text: string): string[] {
  if (!URL.canParse(text)) return [text, ...(/:\/\/[^:/@]*:([^@]+)@/.exec(text)?.slice(1) ?? [])];
  const { password, pathname, search, protocol } = new URL(text);
  const inPath = /^https?:$/.test(protocol) ? [...pathname.split('/'), ...new URLSearchParams(search).values()] : [];
  return [text, password, decodeURIComponent(password), ...inPath.filter((part) => part.length >= keyLengthMin)];
}

/** A shorter part of an endpoint's path is a word. */
const keyLengthMin = 12;

function isPostgresUrl(text: string): boolean {
  return /^postgres(ql)?:\/\//.test(text) && URL.canParse(text);
}

/** A path of redis:// is the number of a database. */
function isRedisUrl(text: string): boolean {
  return /^rediss?:\/\/[^/]/.test(text) && URL.canParse(text) && /^\/?\d*$/.test(new URL(text).pathname);
}

function isSmtpUrl(text: string): boolean {
  if (!/^smtps?:\/\/[^/]/.test(text) || !URL.canParse(text)) return false;
  const { hostname, pathname, search, hash, username, password } = new URL(text);
  return hostname !== '' && /^\/?$/.test(pathname + search + hash) && (username === '') === (password === '');
}

function readLimitsStore(text: string): LimitsStoreSetting {
  if (text === 'memory') return { kind: 'memory' };
  if (isRedisUrl(text)) return { kind: 'redis', url: new Secret(text) };
  if (isPostgresUrl(text)) return { kind: 'postgres', url: new Secret(text) };
  return wrong('must be memory, or a URL that begins with redis://, rediss://, postgres:// or postgresql://');
}

const readToken = matching(/^[!-~]{32,200}$/, 'must be 32 to 200 printable ASCII characters without spaces');
const readUrls = listOf(isHttpUrl, 'must be http or https URLs with commas between them');
