/**
 * The settings: one table that reads, checks and describes them, but for the secrets, which stand in secrets.ts. `--help` and
 * docs/operators/configuration.md are made from it. A wrong value names the variable and the fix, and the command exits 2.
 */
import { leagueById } from '../league/catalogue.ts';
import { SetupError } from '../lib/setup-error.ts';
import { isNetwork } from '../lib/network.ts';
import poolBook from '../sources/onchain/pools.json' with { type: 'json' };
import { backupSettings } from './backup-settings.ts';
import { retentionSettings } from './retention-settings.ts';
import type { Environment } from './env.ts';
import { logSettings } from './log-settings.ts';
import { mailSettings } from './mail-settings.ts';
import { paySettings } from './pay-settings.ts';
import { operatorSettings, refusePageWithout } from './operator-settings.ts';
import { refuseRoleWithout, roleSettings } from './role-settings.ts';
import { readSecrets, rpcSettings, secretSettings, type Secrets } from './secrets.ts';
import {
  isHttpUrl,
  listOf,
  matching,
  oneOf,
  readHost,
  readInstant,
  readPort,
  valueOf,
  wrong,
  type Setting,
  type ValuesOf,
} from './setting.ts';
import { readTelemetry, telemetrySettings, type TelemetrySettings } from './telemetry-settings.ts';
import { toldSettings } from './told-settings.ts';

export type PricesSetting =
  | {
      readonly kind: 'simulated';
      /** One that was set, and is known to everybody; absent = one is drawn at the first start. */
      readonly seed?: string;
    }
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

const loopback = new Set(['127.0.0.1', '::1', 'localhost']);

/** In the order in which people read them. */
const table = {
  port: {
    variable: 'PORT',
    standard: '4000',
    describe: 'TCP port to listen on; 0 takes any free one.',
    read: readPort,
  },
  host: {
    variable: 'HOST',
    standard: '127.0.0.1',
    describe:
      'Address to listen on. 0.0.0.0 serves every network of the machine; put a reverse proxy with TLS in front.',
    read: readHost,
  },
  dataDir: {
    variable: 'DATA_DIR',
    standard: './data',
    describe:
      'Folder of the embedded database, of the keys of the house bots and of the outbox of mails. Made when it is not there. With DATABASE_URL it holds no database.',
    read: String,
  },
  databaseUrl: secretSettings.databaseUrl,
  databaseReadUrl: secretSettings.databaseReadUrl,
  ...roleSettings,
  baseUrl: {
    variable: 'BASE_URL',
    standard: 'http://HOST:PORT',
    describe: 'Address under which the public reaches the service; used in links.',
    fallback: undefined,
    read: (text) =>
      isHttpUrl(text) && !text.endsWith('/')
        ? text
        : wrong('must be an absolute http or https URL without a slash at its end, such as https://league.example'),
  },
  prices: {
    variable: 'PAPERTAPE_PRICES',
    standard: 'simulated',
    describe:
      'Where prices come from: simulated (a seed is drawn at the first start and kept secret), simulated:SEED (play among friends: whoever knows the seed knows all prices in advance), replay:FOLDER (recorded prices, docs/operators/replay.md), onchain (Uniswap v3 pools, docs/operators/pricing.md), or onchain:FILE (a pool book of your own, docs/contributing/add-a-pool.md).',
    read: readPrices,
  },
  rpcUrls: rpcSettings,
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
    read: (text) => oneOf('on', 'off')(text) === 'on',
  },
  limitsStore: secretSettings.limitsStore,
  proxies: {
    variable: 'PAPERTAPE_PROXIES',
    standard: 'unset: no header is believed',
    describe:
      'Reverse proxies in front, IP addresses and networks with commas between them, such as 127.0.0.1,10.0.0.0/8. Their X-Forwarded-For says under which address a request is counted; without this all clients behind a proxy share its limits.',
    fallback: [],
    read: listOf(isNetwork, 'must be IP addresses or networks, such as 127.0.0.1,10.0.0.0/8'),
  },
  house: {
    variable: 'PAPERTAPE_HOUSE',
    standard: 'on',
    describe:
      'House bots (docs/bots/house-bots.md): on enters every live league, off none, ids with commas between them those leagues.',
    read: readHouse,
  },
  houseToken: secretSettings.houseToken,
  ...operatorSettings,
  operatorToken: secretSettings.operatorToken,
  securityContact: {
    variable: 'PAPERTAPE_SECURITY_CONTACT',
    standard: 'unset: no /.well-known/security.txt',
    describe: 'Whom to tell of a weakness, such as mailto:security@example.org, shown in /.well-known/security.txt.',
    fallback: undefined,
    read: matching(
      /^(?:mailto:[^\s@]+@[^\s@]+|https:\/\/\S+|tel:\+[\d-]+)$/,
      'must be a mailto:, https: or tel: URL, such as mailto:security@example.org',
    ),
  },
  webhooks: {
    variable: 'PAPERTAPE_WEBHOOKS',
    standard: 'public',
    describe:
      'Where the events of bots may be sent: public = https to public addresses only; local = also http, and addresses of this machine and of private networks (for tests, and where all makers are trusted).',
    read: oneOf('public', 'local'),
  },
  smtpUrl: secretSettings.smtpUrl,
  ...mailSettings,
  ...paySettings,
  payRpc: secretSettings.payRpc,
  ...backupSettings,
  ...retentionSettings,
  ...logSettings,
  ...toldSettings,
  ...telemetrySettings,
} satisfies { readonly [key in string]: Setting<unknown> | readonly Setting<unknown>[] };

export const settings: readonly Setting<unknown>[] = Object.values(table).flat();

/** What is set, but for the secrets. */
export type Config = ValuesOf<Omit<typeof table, keyof Secrets>>;

/** All that the environment says. */
export interface Settings {
  readonly config: Config;
  readonly secrets: Secrets;
  /** Undefined where no traces and no metrics are sent. */
  readonly telemetry: TelemetrySettings | undefined;
}

/** Reads and checks what the environment says. Throws SetupError. */
export function readSettings(env: Environment): Settings {
  const config = readConfig(env);
  const read = { config, secrets: readSecrets(env), telemetry: readTelemetry(config.telemetry, env) };
  refuseMailWithout(read);
  refusePageWithout(read);
  refuseRoleWithout(read);
  return read;
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
  const all: [string, Setting<unknown> | readonly Setting<unknown>[]][] = Object.entries(table);
  const open = all.flatMap(([key, s]) => ('variable' in s && !s.secret ? [[key, valueOf(s, env)]] : []));
  const config = Object.fromEntries(open) as Config;
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

/** Mails that go out into the world name a sender that answers for them, and link to where the world finds the service. */
function refuseMailWithout({ config, secrets }: Pick<Settings, 'config' | 'secrets'>): void {
  if (secrets.smtpUrl === undefined) return;
  if (config.mailFrom === undefined)
    throw new SetupError(
      'PAPERTAPE_SMTP_URL is set, and PAPERTAPE_MAIL_FROM is not.',
      'Set PAPERTAPE_MAIL_FROM to an address that the server may send from, such as league@example.org.',
    );
  if (config.baseUrl === undefined && !loopback.has(new URL(secrets.smtpUrl.reveal()).hostname))
    throw new SetupError(
      'PAPERTAPE_SMTP_URL is set, and BASE_URL is not: the links in mails would lead nowhere.',
      'Set BASE_URL to the address under which the public reaches the service, such as https://league.example.',
    );
}

/** Variables with our prefix that nobody reads, as a mistyped one: a setting that is believed to be made and is not. */
export function unknownSettings(env: Environment): string[] {
  const known = new Set([...settings.map((s) => s.variable), ...clientVariables]);
  return Object.keys(env).filter(
    (name) =>
      name.startsWith('PAPERTAPE_') && !known.has(name) && !/^PAPERTAPE_(RPC_[1-9]\d*|(TEST|WITNESS)_\w+)$/.test(name),
  );
}

/** Of `papertape-bot`, which may stand in the same shell. */
const clientVariables = [
  'PAPERTAPE_URL',
  'PAPERTAPE_CREDENTIALS',
  'PAPERTAPE_API_KEY',
  'PAPERTAPE_AGENT_ID',
  'PAPERTAPE_CONTACT_KEY',
  'PAPERTAPE_TRUSTED_WITNESSES',
  'PAPERTAPE_TRUSTED_WITNESSES_NEEDED',
];

function readPrices(text: string): PricesSetting {
  if (text === 'simulated') return { kind: 'simulated' };
  const seed = /^simulated:([\w-]{1,64})$/.exec(text)?.[1];
  if (seed) return { kind: 'simulated', seed };
  if (text.startsWith('replay:') && text.length > 7) return { kind: 'replay', folder: text.slice(7) };
  if (text === 'onchain') return { kind: 'onchain' };
  if (text.startsWith('onchain:') && text.length > 8) return { kind: 'onchain', file: text.slice(8) };
  return wrong('must be simulated, simulated:SEED, replay:FOLDER, onchain or onchain:FILE');
}

const readLeagues = listOf(
  (id) => leagueById.has(id),
  'must be on, off, or ids of leagues with commas between them, such as spot_crypto,defi_income',
);

/** Every live trading league, none, or some. */
function readHouse(text: string): 'on' | 'off' | readonly string[] {
  return text === 'on' || text === 'off' ? text : [...new Set(readLeagues(text))];
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
