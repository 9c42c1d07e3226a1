/**
 * The settings: one table that reads, checks and describes them. `--help` and docs/operators/configuration.md are made from it. A wrong value
 * names the variable and the fix, and the command exits 2.
 */
import { leagueById } from '../league/catalogue.ts';
import { SetupError } from '../lib/setup-error.ts';
import type { LogLevel } from '../lib/log.ts';
import { isNetwork } from '../lib/network.ts';
import { poolBook } from '../sources/onchain/pool-book.ts';

export type Environment = Readonly<Record<string, string | undefined>>;

export type PricesSetting =
  | { readonly kind: 'simulated'; readonly seed: string }
  | { readonly kind: 'replay'; readonly folder: string }
  | {
      readonly kind: 'onchain';
      /** A pool book of the operator's own; absent = the built-in one. */
      readonly file?: string;
      /** Endpoints by chain id; a chain without any uses those of the book. They may hold keys: never shown. */
      readonly rpcUrls: Readonly<Record<number, readonly string[]>>;
    };

/** Where the counters of the rate limits are kept. A URL may hold a password: never shown. */
export type LimitsStoreSetting =
  | { readonly kind: 'memory' }
  | { readonly kind: 'redis' | 'postgres'; readonly url: string };

export interface Config {
  readonly port: number;
  readonly host: string;
  readonly dataDir: string;
  readonly databaseUrl: string | undefined;
  readonly baseUrl: string | undefined;
  readonly prices: PricesSetting;
  /** Milliseconds since 1970; undefined = the real clock (unless the speed says otherwise). */
  readonly clockStart: number | undefined;
  readonly clockSpeed: number;
  readonly limits: boolean;
  readonly limitsStore: LimitsStoreSetting;
  /** Addresses and networks of proxies whose X-Forwarded-For is believed. */
  readonly proxies: readonly string[];
  /** Leagues that the service's own bots enter: every live trading league, some of them, or none. */
  readonly house: 'on' | 'off' | readonly string[];
  /** Proves to the registration that a bot is the service's own; undefined = made at every start. Never shown. */
  readonly houseToken: string | undefined;
  /** Whom to tell of a weakness: an https, mailto or tel URL for /.well-known/security.txt. */
  readonly securityContact: string | undefined;
  /** Where webhooks may go: public addresses by https, or also http and addresses of this machine and its networks. */
  readonly webhooks: 'public' | 'local';
  readonly log: LogLevel;
  /** RPC endpoints as they were set, one key per chain. */
  readonly [rpc: `rpc${number}`]: readonly string[] | undefined;
}

interface Setting<T> {
  readonly variable: string;
  readonly key: keyof Config;
  /** Text of the default, for people. */
  readonly standard: string;
  readonly describe: string;
  /** Throws a sentence that says what the value must be. */
  readonly read: (text: string) => T;
  readonly fallback: T;
  /** The value may hold a password: it is never shown. */
  readonly secret?: true;
}

function setting<K extends keyof Config>(s: Setting<Config[K]> & { readonly key: K }): Setting<unknown> {
  return s as Setting<unknown>;
}

class Wrong extends Error {}

const loopback = new Set(['127.0.0.1', '::1', 'localhost']);

export const settings: readonly Setting<unknown>[] = [
  setting({
    variable: 'PORT',
    key: 'port',
    standard: '4000',
    describe: 'TCP port to listen on; 0 takes any free one.',
    fallback: 4000,
    read: (text) => wholeNumber(text, 0, 65_535),
  }),
  setting({
    variable: 'HOST',
    key: 'host',
    standard: '127.0.0.1',
    describe:
      'Address to listen on. 0.0.0.0 serves every network of the machine; put a reverse proxy with TLS in front.',
    fallback: '127.0.0.1',
    read: (text) => (/^[\w.:-]+$/.test(text) ? text : wrong('must be an IP address or a host name, such as 127.0.0.1')),
  }),
  setting({
    variable: 'DATA_DIR',
    key: 'dataDir',
    standard: './data',
    describe:
      'Folder of the embedded database, of the keys of the house bots and of the outbox of mails. Made when it is not there. With DATABASE_URL it holds no database.',
    fallback: './data',
    read: (text) => text,
  }),
  setting({
    variable: 'DATABASE_URL',
    key: 'databaseUrl',
    standard: 'unset: embedded database',
    describe:
      'PostgreSQL 15 or newer, postgres://user:password@host:5432/name. The tables are made when they are not there.',
    fallback: undefined,
    secret: true,
    read: (text) => (isPostgresUrl(text) ? text : wrong('must be a URL that begins with postgres:// or postgresql://')),
  }),
  setting({
    variable: 'BASE_URL',
    key: 'baseUrl',
    standard: 'http://HOST:PORT',
    describe: 'Address under which the public reaches the service; used in links.',
    fallback: undefined,
    read: (text) =>
      URL.canParse(text) && /^https?:$/.test(new URL(text).protocol) && !text.endsWith('/')
        ? text
        : wrong('must be an absolute http or https URL without a slash at its end, such as https://league.example'),
  }),
  setting({
    variable: 'PAPERTAPE_PRICES',
    key: 'prices',
    standard: 'simulated',
    describe:
      'Where prices come from: simulated, simulated:SEED, replay:FOLDER (recorded prices, docs/operators/replay.md), onchain (Uniswap v3 pools, docs/operators/pricing.md), or onchain:FILE (a pool book of your own, docs/contributing/add-a-pool.md).',
    fallback: { kind: 'simulated', seed: '1' },
    read: readPrices,
  }),
  ...poolBook.chains.map(({ id, name, rpcUrls }) =>
    setting({
      variable: `PAPERTAPE_RPC_${id}`,
      key: `rpc${id}`,
      standard: `public: ${rpcUrls.map((url) => new URL(url).host).join(', ')}`,
      describe: `With PAPERTAPE_PRICES=onchain: RPC endpoints of ${name}, URLs with commas between them. Two or more, of different providers, are compared.`,
      fallback: undefined,
      secret: true,
      read: readUrls,
    }),
  ),
  setting({
    variable: 'PAPERTAPE_CLOCK_START',
    key: 'clockStart',
    standard: 'unset: the real time',
    describe:
      'Instant at which the clock of fresh data starts, ISO 8601 with Z, such as 2023-08-14T00:00:00Z. Kept with the data.',
    fallback: undefined,
    read: readInstant,
  }),
  setting({
    variable: 'PAPERTAPE_CLOCK_SPEED',
    key: 'clockSpeed',
    standard: '1',
    describe: 'How many times as fast as real time the clock runs, 0.001 to 100000. Kept with the data.',
    fallback: 1,
    read: (text) => {
      const n = Number(text);
      return text.trim() !== '' && n >= 0.001 && n <= 100_000
        ? n
        : wrong('must be a number from 0.001 to 100000, such as 600');
    },
  }),
  setting({
    variable: 'PAPERTAPE_LIMITS',
    key: 'limits',
    standard: 'on',
    describe: 'Rate limits: on, or off for tests and load runs (only while HOST is a loopback address).',
    fallback: true,
    read: (text) => (text === 'on' ? true : text === 'off' ? false : wrong('must be on or off')),
  }),
  setting({
    variable: 'PAPERTAPE_LIMITS_STORE',
    key: 'limitsStore',
    standard: 'memory',
    describe:
      'Where rate limits are counted: memory (of this process), or a store that several processes share: redis://user:password@host:6379/0 (rediss:// with TLS) or postgres://user:password@host:5432/name (docs/operators/self-host.md).',
    fallback: { kind: 'memory' },
    secret: true,
    read: readLimitsStore,
  }),
  setting({
    variable: 'PAPERTAPE_PROXIES',
    key: 'proxies',
    standard: 'unset: no header is believed',
    describe:
      'Reverse proxies in front, IP addresses and networks with commas between them, such as 127.0.0.1,10.0.0.0/8. Their X-Forwarded-For says under which address a request is counted; without this all clients behind a proxy share its limits.',
    fallback: [],
    read: readProxies,
  }),
  setting({
    variable: 'PAPERTAPE_HOUSE',
    key: 'house',
    standard: 'on',
    describe:
      'House bots (docs/bots/house-bots.md): on enters every live trading league, off none, ids with commas between them those leagues.',
    fallback: 'on',
    read: readHouse,
  }),
  setting({
    variable: 'PAPERTAPE_HOUSE_TOKEN',
    key: 'houseToken',
    standard: 'unset: made at every start, known to the service only',
    describe:
      'Token with which house bots that run elsewhere register, 32 printable characters or more without spaces.',
    fallback: undefined,
    secret: true,
    read: (text) =>
      /^[!-~]{32,200}$/.test(text) ? text : wrong('must be 32 to 200 printable ASCII characters without spaces'),
  }),
  setting({
    variable: 'PAPERTAPE_SECURITY_CONTACT',
    key: 'securityContact',
    standard: 'unset: no /.well-known/security.txt',
    describe: 'Whom to tell of a weakness, such as mailto:security@example.org, shown in /.well-known/security.txt.',
    fallback: undefined,
    read: (text) =>
      /^(?:mailto:[^\s@]+@[^\s@]+|https:\/\/\S+|tel:\+[\d-]+)$/.test(text)
        ? text
        : wrong('must be a mailto:, https: or tel: URL, such as mailto:security@example.org'),
  }),
  setting({
    variable: 'PAPERTAPE_WEBHOOKS',
    key: 'webhooks',
    standard: 'public',
    describe:
      'Where the events of bots may be sent: public = https to public addresses only; local = also http, and addresses of this machine and of private networks (for tests, and where all makers are trusted).',
    fallback: 'public',
    read: (text) => (text === 'public' || text === 'local' ? text : wrong('must be public or local')),
  }),
  setting({
    variable: 'PAPERTAPE_LOG',
    key: 'log',
    standard: 'info',
    describe: 'Least level of log lines on standard error: error, warn, info, debug or off.',
    fallback: 'info',
    read: (text) =>
      ['error', 'warn', 'info', 'debug', 'off'].includes(text)
        ? (text as LogLevel)
        : wrong('must be error, warn, info, debug or off'),
  }),
];

/** Reads and checks the settings. An empty variable counts as unset. Throws SetupError. */
export function readConfig(env: Environment): Config {
  const values: Record<string, unknown> = {};
  for (const s of settings) {
    const text = env[s.variable];
    try {
      values[s.key] = text === undefined || text === '' ? s.fallback : s.read(text);
    } catch (e) {
      if (!(e instanceof Wrong)) throw e;
      throw new SetupError(
        s.secret ? `${s.variable} has a wrong value.` : `${s.variable} is "${text}".`,
        `${s.variable} ${e.message}. Unset, it is: ${s.standard}.`,
      );
    }
  }
  const config = withEndpoints(values as unknown as Config, env);
  if (!config.limits && !loopback.has(config.host)) {
    throw new SetupError(
      `PAPERTAPE_LIMITS is "off" while HOST is "${config.host}".`,
      'Limits can only be off on a loopback address: set HOST=127.0.0.1, or PAPERTAPE_LIMITS=on.',
    );
  }
  // With a file it may be a local chain, whose time is played: the source looks at that when it is opened.
  const playable = config.prices.kind !== 'onchain' || config.prices.file !== undefined;
  if (!playable && (config.clockStart !== undefined || config.clockSpeed !== 1)) {
    throw new SetupError(
      'PAPERTAPE_PRICES is "onchain" while the clock is not the real one.',
      'Chains live in real time: unset PAPERTAPE_CLOCK_START and PAPERTAPE_CLOCK_SPEED.',
    );
  }
  return config;
}

/** Variables with our prefix that nobody reads, as a mistyped one: a setting that is believed to be made and is not. */
export function unknownSettings(env: Environment): string[] {
  const known = new Set([...settings.map((s) => s.variable), ...clientVariables]);
  return Object.keys(env).filter(
    (name) => name.startsWith('PAPERTAPE_') && !known.has(name) && !/^PAPERTAPE_(RPC_[1-9]\d*|TEST_\w+)$/.test(name),
  );
}

/** Of `papertape-bot`, which may stand in the same shell. */
const clientVariables = ['PAPERTAPE_URL', 'PAPERTAPE_CREDENTIALS', 'PAPERTAPE_API_KEY', 'PAPERTAPE_AGENT_ID'];

/** The setting of the prices takes its endpoints along, to every thread that opens the source. */
function withEndpoints(config: Config, env: Environment): Config {
  const { prices } = config;
  if (prices.kind !== 'onchain') return config;
  const set = poolBook.chains.flatMap(({ id }) => {
    const urls = config[`rpc${id}`];
    return urls ? [[id, urls] as const] : [];
  });
  const more = prices.file === undefined ? [] : otherChains(env);
  return { ...config, prices: { ...prices, rpcUrls: Object.fromEntries([...set, ...more]) } };
}

/** Endpoints of chains that are in a pool book of the operator's own only. */
function otherChains(env: Environment): (readonly [number, readonly string[]])[] {
  return Object.entries(env).flatMap(([variable, text]) => {
    const chain = /^PAPERTAPE_RPC_([1-9]\d{0,14})$/.exec(variable)?.[1];
    if (chain === undefined || !text || poolBook.chains.some(({ id }) => id === Number(chain))) return [];
    try {
      return [[Number(chain), readUrls(text)] as const];
    } catch (e) {
      if (!(e instanceof Wrong)) throw e;
      throw new SetupError(`${variable} has a wrong value.`, `${variable} ${e.message}.`);
    }
  });
}

function wrong(sentence: string): never {
  throw new Wrong(sentence);
}

function wholeNumber(text: string, min: number, max: number): number {
  const n = Number(text);
  return /^\d+$/.test(text) && n >= min && n <= max ? n : wrong(`must be a whole number from ${min} to ${max}`);
}

/** Years that ids and dates can carry. */
const years = { min: 1970, max: 2199 };

function readProxies(text: string): readonly string[] {
  const entries = text.split(',').map((e) => e.trim());
  return entries.every(isNetwork) ? entries : wrong('must be IP addresses or networks, such as 127.0.0.1,10.0.0.0/8');
}

function readInstant(text: string): number {
  const t = Date.parse(text);
  const form = /^(\d{4})-\d\d-(\d\d)T\d\d:\d\d(:\d\d(\.\d{1,3})?)?Z$/.exec(text);
  // The parser takes the 30th of February for the 2nd of March, and 24:00 for the next day.
  const isReal = form && Number.isFinite(t) && new Date(t).getUTCDate() === Number(form[2]);
  return isReal && Number(form[1]) >= years.min && Number(form[1]) <= years.max
    ? t
    : wrong(`must be an ISO 8601 instant in UTC between ${years.min} and ${years.max}, such as 2023-08-14T00:00:00Z`);
}

function readPrices(text: string): PricesSetting {
  if (text === 'simulated') return { kind: 'simulated', seed: '1' };
  const seed = /^simulated:([\w-]{1,64})$/.exec(text)?.[1];
  if (seed) return { kind: 'simulated', seed };
  if (text.startsWith('replay:') && text.length > 7) return { kind: 'replay', folder: text.slice(7) };
  if (text === 'onchain') return { kind: 'onchain', rpcUrls: {} };
  if (text.startsWith('onchain:') && text.length > 8) return { kind: 'onchain', file: text.slice(8), rpcUrls: {} };
  return wrong('must be simulated, simulated:SEED, replay:FOLDER, onchain or onchain:FILE');
}

function isPostgresUrl(text: string): boolean {
  return /^postgres(ql)?:\/\//.test(text) && URL.canParse(text);
}

/** A path of redis:// is the number of a database. */
function isRedisUrl(text: string): boolean {
  return /^rediss?:\/\/[^/]/.test(text) && URL.canParse(text) && /^\/?\d*$/.test(new URL(text).pathname);
}

function readLimitsStore(text: string): LimitsStoreSetting {
  if (text === 'memory') return { kind: 'memory' };
  if (isRedisUrl(text)) return { kind: 'redis', url: text };
  if (isPostgresUrl(text)) return { kind: 'postgres', url: text };
  return wrong('must be memory, or a URL that begins with redis://, rediss://, postgres:// or postgresql://');
}

function readHouse(text: string): Config['house'] {
  if (text === 'on' || text === 'off') return text;
  const leagues = text.split(',').map((id) => id.trim());
  return leagues.every((id) => leagueById.has(id))
    ? [...new Set(leagues)]
    : wrong('must be on, off, or ids of leagues with commas between them, such as spot_crypto,defi_income');
}

function readUrls(text: string): readonly string[] {
  const urls = text.split(',').map((url) => url.trim());
  return urls.every((url) => URL.canParse(url) && /^https?:$/.test(new URL(url).protocol))
    ? [...new Set(urls)]
    : wrong('must be http or https URLs with commas between them');
}

/** The table as text for a terminal. */
export function settingsHelp(): string {
  const width = Math.max(...settings.map((s) => s.variable.length));
  return settings.map((s) => `  ${s.variable.padEnd(width)}  ${s.describe} [${s.standard}]`).join('\n');
}

/** The table as Markdown: docs/operators/configuration.md. */
export function settingsMarkdown(): string {
  const rows = settings.map((s) => `| \`${s.variable}\` | ${s.standard} | ${s.describe} |`);
  return ['| variable | default | meaning |', '|---|---|---|', ...rows, ''].join('\n');
}
