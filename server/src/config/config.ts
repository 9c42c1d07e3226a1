/**
 * The settings: one table that reads, checks and describes them, but for the secrets, which stand in secrets.ts. `--help` and
 * docs/operators/configuration.md are made from it. A wrong value names the variable and the fix, and the command exits 2.
 */
import { leagueById } from '../league/catalogue.ts';
import { SetupError } from '../lib/setup-error.ts';
import type { LogLevel } from '../lib/log.ts';
import { isNetwork } from '../lib/network.ts';
import poolBook from '../sources/onchain/pools.json' with { type: 'json' };
import type { Environment } from './env.ts';
import { readSecrets, rpcSettings, secretSettings, type Secrets } from './secrets.ts';
import { readInstant, valueOf, wholeNumber, wrong, type Setting } from './setting.ts';

export type PricesSetting =
  | { readonly kind: 'simulated'; readonly seed: string }
  | { readonly kind: 'replay'; readonly folder: string }
  | {
      readonly kind: 'onchain';
      /** A pool book of the operator's own; absent = the built-in one. */
      readonly file?: string;
    };

export type PricesWithEndpoints =
  | Exclude<PricesSetting, { readonly kind: 'onchain' }>
  | (Extract<PricesSetting, { readonly kind: 'onchain' }> & {
      /** By chain id. They may hold keys: never shown. */
      readonly rpcUrls: Readonly<Record<number, readonly string[]>>;
    });

export interface Config {
  readonly port: number;
  readonly host: string;
  readonly dataDir: string;
  readonly baseUrl: string | undefined;
  readonly prices: PricesSetting;
  /** Milliseconds since 1970; undefined = the real clock (unless the speed says otherwise). */
  readonly clockStart: number | undefined;
  readonly clockSpeed: number;
  readonly limits: boolean;
  /** Addresses and networks of proxies whose X-Forwarded-For is believed. */
  readonly proxies: readonly string[];
  /** Leagues that the service's own bots enter: every live trading league, some of them, or none. */
  readonly house: 'on' | 'off' | readonly string[];
  /** Whom to tell of a weakness: an https, mailto or tel URL for /.well-known/security.txt. */
  readonly securityContact: string | undefined;
  /** Where webhooks may go: public addresses by https, or also http and addresses of this machine and its networks. */
  readonly webhooks: 'public' | 'local';
  readonly log: LogLevel;
}

/** All that the environment says. */
export interface Settings {
  readonly config: Config;
  readonly secrets: Secrets;
}

const loopback = new Set(['127.0.0.1', '::1', 'localhost']);

const table: { readonly [K in keyof Config]: Setting<Config[K]> } = {
  port: {
    variable: 'PORT',
    standard: '4000',
    describe: 'TCP port to listen on; 0 takes any free one.',
    fallback: 4000,
    read: (text) => wholeNumber(text, 0, 65_535),
  },
  host: {
    variable: 'HOST',
    standard: '127.0.0.1',
    describe:
      'Address to listen on. 0.0.0.0 serves every network of the machine; put a reverse proxy with TLS in front.',
    fallback: '127.0.0.1',
    read: (text) => (/^[\w.:-]+$/.test(text) ? text : wrong('must be an IP address or a host name, such as 127.0.0.1')),
  },
  dataDir: {
    variable: 'DATA_DIR',
    standard: './data',
    describe:
      'Folder of the embedded database, of the keys of the house bots and of the outbox of mails. Made when it is not there. With DATABASE_URL it holds no database.',
    fallback: './data',
    read: (text) => text,
  },
  baseUrl: {
    variable: 'BASE_URL',
    standard: 'http://HOST:PORT',
    describe: 'Address under which the public reaches the service; used in links.',
    fallback: undefined,
    read: (text) =>
      URL.canParse(text) && /^https?:$/.test(new URL(text).protocol) && !text.endsWith('/')
        ? text
        : wrong('must be an absolute http or https URL without a slash at its end, such as https://league.example'),
  },
  prices: {
    variable: 'PAPERTAPE_PRICES',
    standard: 'simulated',
    describe:
      'Where prices come from: simulated, simulated:SEED, replay:FOLDER (recorded prices, docs/operators/replay.md), onchain (Uniswap v3 pools, docs/operators/pricing.md), or onchain:FILE (a pool book of your own, docs/contributing/add-a-pool.md).',
    fallback: { kind: 'simulated', seed: '1' },
    read: readPrices,
  },
  clockStart: {
    variable: 'PAPERTAPE_CLOCK_START',
    standard: 'unset: the real time',
    describe:
      'Instant at which the clock of fresh data starts, ISO 8601 with Z, such as 2023-08-14T00:00:00Z. Kept with the data.',
    fallback: undefined,
    read: readInstant,
  },
  clockSpeed: {
    variable: 'PAPERTAPE_CLOCK_SPEED',
    standard: '1',
    describe: 'How many times as fast as real time the clock runs, 0.001 to 100000. Kept with the data.',
    fallback: 1,
    read: (text) => {
      const n = Number(text);
      return text.trim() !== '' && n >= 0.001 && n <= 100_000
        ? n
        : wrong('must be a number from 0.001 to 100000, such as 600');
    },
  },
  limits: {
    variable: 'PAPERTAPE_LIMITS',
    standard: 'on',
    describe: 'Rate limits: on, or off for tests and load runs (only while HOST is a loopback address).',
    fallback: true,
    read: (text) => (text === 'on' ? true : text === 'off' ? false : wrong('must be on or off')),
  },
  proxies: {
    variable: 'PAPERTAPE_PROXIES',
    standard: 'unset: no header is believed',
    describe:
      'Reverse proxies in front, IP addresses and networks with commas between them, such as 127.0.0.1,10.0.0.0/8. Their X-Forwarded-For says under which address a request is counted; without this all clients behind a proxy share its limits.',
    fallback: [],
    read: readProxies,
  },
  house: {
    variable: 'PAPERTAPE_HOUSE',
    standard: 'on',
    describe:
      'House bots (docs/bots/house-bots.md): on enters every live trading league, off none, ids with commas between them those leagues.',
    fallback: 'on',
    read: readHouse,
  },
  securityContact: {
    variable: 'PAPERTAPE_SECURITY_CONTACT',
    standard: 'unset: no /.well-known/security.txt',
    describe: 'Whom to tell of a weakness, such as mailto:security@example.org, shown in /.well-known/security.txt.',
    fallback: undefined,
    read: (text) =>
      /^(?:mailto:[^\s@]+@[^\s@]+|https:\/\/\S+|tel:\+[\d-]+)$/.test(text)
        ? text
        : wrong('must be a mailto:, https: or tel: URL, such as mailto:security@example.org'),
  },
  webhooks: {
    variable: 'PAPERTAPE_WEBHOOKS',
    standard: 'public',
    describe:
      'Where the events of bots may be sent: public = https to public addresses only; local = also http, and addresses of this machine and of private networks (for tests, and where all makers are trusted).',
    fallback: 'public',
    read: (text) => (text === 'public' || text === 'local' ? text : wrong('must be public or local')),
  },
  log: {
    variable: 'PAPERTAPE_LOG',
    standard: 'info',
    describe: 'Least level of log lines on standard error: error, warn, info, debug or off.',
    fallback: 'info',
    read: (text) =>
      ['error', 'warn', 'info', 'debug', 'off'].includes(text)
        ? (text as LogLevel)
        : wrong('must be error, warn, info, debug or off'),
  },
};

/** In the order in which people read them. */
export const settings: readonly Setting<unknown>[] = [
  table.port,
  table.host,
  table.dataDir,
  secretSettings.databaseUrl,
  table.baseUrl,
  table.prices,
  ...rpcSettings,
  table.clockStart,
  table.clockSpeed,
  table.limits,
  secretSettings.limitsStore,
  table.proxies,
  table.house,
  secretSettings.houseToken,
  table.securityContact,
  table.webhooks,
  table.log,
];

/** Reads and checks what the environment says. Throws SetupError. */
export function readSettings(env: Environment): Settings {
  return { config: readConfig(env), secrets: readSecrets(env) };
}

/** The setting of the prices with the endpoints that are set: what a source is opened with. */
export function pricesOf({ config: { prices }, secrets }: Settings): PricesWithEndpoints {
  if (prices.kind !== 'onchain') return prices;
  // Other chains than those of the built-in book are in a book of the operator's own only.
  const known = new Set(
    prices.file === undefined ? poolBook.chains.map(({ id }) => String(id)) : Object.keys(secrets.rpcUrls),
  );
  const set = Object.entries(secrets.rpcUrls).filter(([chain]) => known.has(chain));
  return {
    ...prices,
    rpcUrls: Object.fromEntries(set.map(([chain, urls]) => [chain, urls.map((url) => url.reveal())])),
  };
}

/** Without the secrets. */
function readConfig(env: Environment): Config {
  const values = Object.entries(table).map(([key, setting]) => [key, valueOf(setting as Setting<unknown>, env)]);
  const config = Object.fromEntries(values) as Config;
  refuseTogether(config);
  return config;
}

/** Values that are right by themselves and wrong together. */
function refuseTogether(config: Config): void {
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

function readProxies(text: string): readonly string[] {
  const entries = text.split(',').map((e) => e.trim());
  return entries.every(isNetwork) ? entries : wrong('must be IP addresses or networks, such as 127.0.0.1,10.0.0.0/8');
}

function readPrices(text: string): PricesSetting {
  if (text === 'simulated') return { kind: 'simulated', seed: '1' };
  const seed = /^simulated:([\w-]{1,64})$/.exec(text)?.[1];
  if (seed) return { kind: 'simulated', seed };
  if (text.startsWith('replay:') && text.length > 7) return { kind: 'replay', folder: text.slice(7) };
  if (text === 'onchain') return { kind: 'onchain' };
  if (text.startsWith('onchain:') && text.length > 8) return { kind: 'onchain', file: text.slice(8) };
  return wrong('must be simulated, simulated:SEED, replay:FOLDER, onchain or onchain:FILE');
}

function readHouse(text: string): Config['house'] {
  if (text === 'on' || text === 'off') return text;
  const leagues = text.split(',').map((id) => id.trim());
  return leagues.every((id) => leagueById.has(id))
    ? [...new Set(leagues)]
    : wrong('must be on, off, or ids of leagues with commas between them, such as spot_crypto,defi_income');
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
