import { expect, test } from 'vitest';
import { SetupError } from '../lib/setup-error.ts';
import { createSigner, formatKey } from '../tlog/note.ts';
import {
  pricesOf,
  readSettings,
  settings,
  settingsHelp,
  settingsMarkdown,
  unknownSettings,
  type Config,
} from './config.ts';
import type { Environment } from './env.ts';

function readConfig(env: Environment): Config {
  return readSettings(env).config;
}

function refusal(env: Environment): SetupError {
  try {
    readConfig(env);
  } catch (e) {
    if (e instanceof SetupError) return e;
    throw e;
  }
  throw new Error(`taken: ${JSON.stringify(env)}`);
}

test('nothing set: everything has a value, the same as with empty variables', () => {
  const standard = readConfig({});
  expect(standard).toEqual({
    port: 4000,
    host: '127.0.0.1',
    dataDir: './data',
    standby: false,
    role: 'all',
    address: undefined,
    baseUrl: undefined,
    prices: { kind: 'simulated' },
    clockStart: undefined,
    clockSpeed: 1,
    limits: true,
    proxies: [],
    house: 'on',
    keepAnswersHours: 24,
    operatorPage: 'off',
    weeklyRounds: [],
    webhooks: 'public',
    mailFrom: undefined,
    operatorMail: undefined,
    newsletter: 'off',
    payRecipient: undefined,
    payRates: new Map([
      ['coinbase', undefined],
      ['kraken', undefined],
      ['pyth', undefined],
    ]),
    logKeyFile: undefined,
    logOrigin: undefined,
    witnesses: [],
    log: 'info',
    accessLog: false,
    slowMs: 1000,
    telemetry: false,
  });
  expect(readSettings({}).secrets).toEqual({
    databaseUrl: undefined,
    databaseReadUrl: undefined,
    limitsStore: { kind: 'memory' },
    houseToken: undefined,
    operatorToken: undefined,
    smtpUrl: undefined,
    payRpc: [expect.any(Object)],
    rpcUrls: {},
  });
  expect(readConfig(Object.fromEntries(settings.map((s) => [s.variable, ''])))).toEqual(standard);
  expect(readConfig({ NOT_OURS: 'x' })).toEqual(standard);
});

const witnessKey = formatKey(createSigner('w.example', 'cosignature', Buffer.alloc(32, 1)).key);

const wrong: Readonly<Record<string, readonly string[]>> = {
  PORT: ['-1', '65536', '80.5', 'http', '0x50', '1e3', ' 80'],
  HOST: ['a b', 'http://x', 'x/24', '*'],
  DATABASE_URL: [
    'mysql://x/y',
    'localhost',
    'postgres:x',
    'postgres://host:port/name',
    'postgres://a,/name',
    'postgres://a,b/name?target_session_attrs=any',
  ],
  BASE_URL: ['league.example', 'ftp://x.test', 'https://x.test/', '/', 'javascript:alert(1)'],
  PAPERTAPE_PRICES: ['real', 'simulated:', 'simulated:a b', `simulated:${'x'.repeat(65)}`, 'replay:', 'Simulated'],
  PAPERTAPE_CLOCK_START: [
    '2023-08-14',
    '2023-08-14T00:00:00',
    '2023-08-14T00:00:00+02:00',
    '2023-02-30T00:00:00Z',
    '2023-13-01T00:00:00Z',
    '2023-08-14T24:00:00Z',
    '2023-08-14T00:60:00Z',
    '1969-12-31T23:59:59Z',
    '2200-01-01T00:00:00Z',
    'now',
    '0',
  ],
  PAPERTAPE_CLOCK_SPEED: ['0', '-1', '0.0009', '100001', 'fast', 'NaN', 'Infinity', ' '],
  PAPERTAPE_LIMITS: ['true', '0', 'OFF'],
  PAPERTAPE_LIMITS_STORE: [
    'on',
    'redis',
    'redis:x',
    'redis://',
    'redis://x/name',
    'http://x',
    'mysql://x/y',
    'postgres:x',
  ],
  PAPERTAPE_PROXIES: ['proxy.example', '10.0.0.0/33', '10.0.0.1,', 'fd00::/129', '10.0.0.1 10.0.0.2'],
  PAPERTAPE_HOUSE: ['true', 'ON', 'nowhere', 'spot_crypto,', 'spot_crypto defi_income', 'on,spot_crypto'],
  PAPERTAPE_HOUSE_TOKEN: ['x'.repeat(31), 'x'.repeat(201), `${'x'.repeat(40)} y`, 'ü'.repeat(40)],
  PAPERTAPE_OPERATOR: ['on', 'Loopback', '127.0.0.1'],
  PAPERTAPE_WEEKLY_ROUNDS: ['on', 'spot_crypto', 'web_q_a,', 'web_q_a writing'],
  PAPERTAPE_OPERATOR_TOKEN: ['x'.repeat(31), 'x'.repeat(201), `${'x'.repeat(40)} y`],
  PAPERTAPE_WEBHOOKS: ['on', 'private', 'PUBLIC'],
  PAPERTAPE_SMTP_URL: [
    'mail.example',
    'http://mail.example',
    'smtp:mail.example',
    'smtp:///x',
    'smtp://',
    'smtp://user@mail.example',
    'smtp://:password@mail.example',
    'smtp://mail.example/path',
    'smtp://mail.example?requireTLS=false',
    'smtp://mail.example:port',
  ],
  PAPERTAPE_MAIL_FROM: [
    'league',
    '@example.org',
    'a@b@example.org',
    'League league@example.org',
    'League <league@example.org',
    'a@example.org, b@example.org',
    'League\n <league@example.org>',
    `${'x'.repeat(65)}@example.org`,
  ],
  PAPERTAPE_NEWSLETTER: ['on', 'monday', 'MONDAYS'],
  PAPERTAPE_OPERATOR_MAIL: ['league', 'League <league@example.org>', 'a@example.org, b@example.org', '@example.org'],
  PAPERTAPE_PAY_RECIPIENT: ['x', '1'.repeat(31), '1'.repeat(33), `0${'1'.repeat(31)}`],
  PAPERTAPE_PAY_RATES: [
    'binance',
    ',',
    'kraken,kraken',
    'pyth=',
    'pyth=hermes.example',
    'pyth=https://hermes.example/',
  ],
  PAPERTAPE_PAY_RPC: ['node.example', 'wss://node.example', 'https://a.test b.test'],
  PAPERTAPE_SECURITY_CONTACT: ['security@example.org', 'mailto:', 'http://example.org', 'tel:123'],
  PAPERTAPE_BACKUPS: ['on', 'daily', 'daily:0', 'daily:1001', 'daily:7.5', 'hourly:7', 'Daily:7'],
  PAPERTAPE_KEEP_ANSWERS: ['off', '0h', '169h', '24', '1.5h', '024h', '24 h', '1d'],
  PAPERTAPE_KEEP_READINGS: ['off', '6d', '36501d', '30', '7.5d', '07d', '30 d', '1y'],
  PAPERTAPE_RPC_1: ['node.example', 'wss://node.example', 'https://a.test,', 'https://a.test b.test'],
  PAPERTAPE_RPC_8453: ['ftp://x'],
  PAPERTAPE_RPC_42161: [','],
  PAPERTAPE_LOG_KEY_FILE: ['keys/'],
  PAPERTAPE_LOG_ORIGIN: ['a b', 'a+b', 'x'.repeat(201)],
  PAPERTAPE_WITNESSES: [
    'https://w.example',
    `https://w.example ${witnessKey},`,
    `${witnessKey} https://w.example`,
    `https://w.example ${witnessKey.slice(0, -4)}`,
    `ftp://w.example ${witnessKey}`,
  ],
  PAPERTAPE_LOG: ['verbose', 'INFO', 'trace'],
  PAPERTAPE_ACCESS_LOG: ['yes', 'ON', '1'],
  PAPERTAPE_STANDBY: ['yes', 'ON', '1'],
  PAPERTAPE_ROLE: ['both', 'ALL', 'on'],
  PAPERTAPE_ADDRESS: [
    'https://10.0.0.21:4000',
    '10.0.0.21:4000',
    'http://10.0.0.21:4000/league',
    'http://u:p@10.0.0.21:4000',
  ],
  DATABASE_READ_URL: ['mysql://x/y', 'localhost', 'postgres://a:1,b:2/name'],
  PAPERTAPE_SLOW_STATEMENT_MS: ['-1', '1.5', '1s', '3600001'],
  PAPERTAPE_TELEMETRY: ['yes', 'otlp'],
};
const right: Readonly<Record<string, readonly string[]>> = {
  PORT: ['0', '1', '65535'],
  HOST: ['0.0.0.0', '::1', 'localhost', 'league.example'],
  DATABASE_URL: [
    'postgres://u:p@127.0.0.1:5432/name',
    'postgresql:///name?host=/run/postgresql',
    'postgres://a:1,b:2/name?target_session_attrs=read-write',
  ],
  BASE_URL: ['https://league.example', 'http://127.0.0.1:4000', 'https://x.test/league'],
  PAPERTAPE_PRICES: ['simulated', 'simulated:7', `simulated:${'x'.repeat(64)}`, 'replay:./data', 'onchain:a.json'],
  PAPERTAPE_CLOCK_START: [
    '2023-08-14T00:00:00Z',
    '2024-02-29T23:59Z',
    '1970-01-01T00:00:00.000Z',
    '2199-12-31T23:59:59.999Z',
  ],
  PAPERTAPE_CLOCK_SPEED: ['0.001', '1', '600', '100000'],
  PAPERTAPE_LIMITS: ['on', 'off'],
  PAPERTAPE_LIMITS_STORE: [
    'memory',
    'redis://127.0.0.1',
    'redis://u:p@cache.test:6379/5',
    'rediss://:p@cache.test/',
    'postgres://u:p@127.0.0.1:5432/name',
  ],
  PAPERTAPE_PROXIES: ['127.0.0.1', '127.0.0.1, 10.0.0.0/8', 'fd00::/8,::1'],
  PAPERTAPE_HOUSE: ['on', 'off', 'spot_crypto', 'spot_crypto, defi_income,web_q_a'],
  PAPERTAPE_WEEKLY_ROUNDS: ['web_q_a', 'web_q_a, writing'],
  PAPERTAPE_HOUSE_TOKEN: ['x'.repeat(32), 'x'.repeat(200)],
  PAPERTAPE_OPERATOR_TOKEN: ['x'.repeat(32), 'x'.repeat(200)],
  PAPERTAPE_WEBHOOKS: ['public', 'local'],
  PAPERTAPE_MAIL_FROM: ['league@example.org', 'League of Bots <league+bots@example.org>', '<a@localhost>'],
  PAPERTAPE_OPERATOR_MAIL: ['ads@example.org', 'a@localhost'],
  PAPERTAPE_NEWSLETTER: ['off', 'mondays'],
  PAPERTAPE_PAY_RECIPIENT: ['1'.repeat(32), 'So11111111111111111111111111111111111111112'],
  PAPERTAPE_PAY_RATES: [
    'kraken',
    'coinbase, pyth=https://hermes.example',
    'pyth=http://127.0.0.1:9/mirror,kraken,coinbase',
  ],
  PAPERTAPE_PAY_RPC: ['https://a.test/key, http://127.0.0.1:8899'],
  PAPERTAPE_SECURITY_CONTACT: ['mailto:security@example.org', 'https://example.org/security', 'tel:+1-201-555-0123'],
  PAPERTAPE_BACKUPS: ['off', 'daily:1', 'daily:7', 'daily:1000'],
  PAPERTAPE_BACKUP_DIR: ['/var/backups/papertape', './backups'],
  PAPERTAPE_KEEP_ANSWERS: ['1h', '24h', '168h'],
  PAPERTAPE_KEEP_READINGS: ['forever', '7d', '36500d'],
  PAPERTAPE_DAY_FILES: ['/srv/days', './days'],
  PAPERTAPE_RPC_1: ['https://a.test/key, http://127.0.0.1:8545'],
  PAPERTAPE_LOG_KEY_FILE: ['/var/lib/papertape/log.key', 'log.key'],
  PAPERTAPE_LOG_ORIGIN: ['league.example', 'league.example/spot'],
  PAPERTAPE_WITNESSES: [
    `https://w.example ${witnessKey}`,
    `http://127.0.0.1:4100 ${witnessKey},https://b.test/w ${witnessKey}`,
  ],
  PAPERTAPE_LOG: ['error', 'warn', 'info', 'debug', 'off'],
  PAPERTAPE_ACCESS_LOG: ['on', 'off'],
  // Waiting needs PostgreSQL, of which the next test tells.
  PAPERTAPE_STANDBY: ['off'],
  // So does the other role.
  PAPERTAPE_ROLE: ['all'],
  PAPERTAPE_ADDRESS: ['http://10.0.0.21:4000', 'http://[::1]:4000'],
  PAPERTAPE_SLOW_STATEMENT_MS: ['0', '1000', '3600000'],
  PAPERTAPE_TELEMETRY: ['on', 'off'],
};

test('a replica is read by processes of role web only', () => {
  const url = 'postgres://u:p@127.0.0.1:5432/name';
  const read = { DATABASE_URL: url, DATABASE_READ_URL: url };
  expect(refusal(read).message).toBe('DATABASE_READ_URL is set, but the role is not web.');
  expect(() => readConfig({ ...read, PAPERTAPE_ROLE: 'web' })).not.toThrow();
});

test('a process can wait for its turn on PostgreSQL only', () => {
  const alone = { PAPERTAPE_STANDBY: 'on' };
  expect(refusal(alone).message).toBe('PAPERTAPE_STANDBY is on, but there is no DATABASE_URL.');
  expect(() => readConfig({ ...alone, DATABASE_URL: 'postgres://u:p@127.0.0.1:5432/name' })).not.toThrow();
});

test('each variable with a wrong value is refused by name, with what it must be', () => {
  for (const [variable, values] of Object.entries(wrong)) {
    for (const value of values) {
      const e = refusal({ [variable]: value });
      expect(e.message, value).toContain(variable);
      expect(e.fix, value).toMatch(new RegExp(`^${variable} must .*Unset, it is: `));
    }
  }
  for (const [variable, values] of Object.entries(right)) {
    for (const value of values) expect(() => readConfig({ [variable]: value }), `${variable}=${value}`).not.toThrow();
  }
  const unbounded = ['DATA_DIR', 'PAPERTAPE_BACKUP_DIR', 'PAPERTAPE_DAY_FILES'];
  expect([...Object.keys(wrong), ...unbounded].toSorted()).toEqual(settings.map((s) => s.variable).toSorted());
});

test.each(['DATABASE_URL', 'PAPERTAPE_LIMITS_STORE', 'PAPERTAPE_SMTP_URL'])(
  'a password in a wrong %s is not shown',
  (variable) => {
    const e = refusal({ [variable]: 'mysql://user:hunter2@db/x' });
    expect(`${e.message} ${e.fix}`).not.toContain('hunter2');
  },
);

test('prices from chains take their endpoints along; a key in a wrong one is not shown', () => {
  const rpc = {
    PAPERTAPE_RPC_1: 'https://a.test/key, http://b.test,https://a.test/key',
    PAPERTAPE_RPC_42161: 'http://c.test',
  };
  expect(pricesOf(readSettings({ ...rpc, PAPERTAPE_PRICES: 'onchain' }))).toEqual({
    kind: 'onchain',
    rpcUrls: { 1: ['https://a.test/key', 'http://b.test'], 42161: ['http://c.test'] },
  });
  expect(pricesOf(readSettings({ PAPERTAPE_PRICES: 'onchain' }))).toEqual({ kind: 'onchain', rpcUrls: {} });
  expect(pricesOf(readSettings(rpc))).toEqual({ kind: 'simulated' });
  const e = refusal({ PAPERTAPE_RPC_1: 'wss://a.test/hunter2' });
  expect(`${e.message} ${e.fix}`).not.toContain('hunter2');
});

test('a pool book of one’s own brings chains of its own, and may be on a played clock', () => {
  const env = {
    PAPERTAPE_PRICES: 'onchain:./my pools.json',
    PAPERTAPE_RPC_1: 'http://a.test',
    PAPERTAPE_RPC_10: 'http://b.test,http://c.test',
    PAPERTAPE_RPC_31337: '',
    PAPERTAPE_CLOCK_SPEED: '60',
  };
  const rpcUrls = { 1: ['http://a.test'], 10: ['http://b.test', 'http://c.test'] };
  expect(pricesOf(readSettings(env))).toEqual({ kind: 'onchain', file: './my pools.json', rpcUrls });
  const built = pricesOf(readSettings({ ...env, PAPERTAPE_PRICES: 'onchain', PAPERTAPE_CLOCK_SPEED: '1' }));
  expect(built).toEqual({ kind: 'onchain', rpcUrls: { 1: ['http://a.test'] } });
  const e = refusal({ ...env, PAPERTAPE_RPC_10: 'wss://a.test/hunter2' });
  expect([e.message, e.fix]).toEqual([
    'PAPERTAPE_RPC_10 has a wrong value.',
    'PAPERTAPE_RPC_10 must be http or https URLs with commas between them.',
  ]);
});

test('prices from chains run on the real clock only', () => {
  for (const clock of [{ PAPERTAPE_CLOCK_SPEED: '2' }, { PAPERTAPE_CLOCK_START: '2026-01-01T00:00:00Z' }])
    expect(refusal({ PAPERTAPE_PRICES: 'onchain', ...clock }).fix).toContain('unset PAPERTAPE_CLOCK_START');
});

test('limits may be off on a loopback address only', () => {
  for (const HOST of ['127.0.0.1', '::1', 'localhost'])
    expect(readConfig({ HOST, PAPERTAPE_LIMITS: 'off' }).limits).toBe(false);
  for (const HOST of ['0.0.0.0', '::', '192.168.1.5', 'league.example']) {
    const e = refusal({ HOST, PAPERTAPE_LIMITS: 'off' });
    expect(e.message).toContain('PAPERTAPE_LIMITS');
    expect(e.fix).toContain('HOST=127.0.0.1');
    expect(readConfig({ HOST }).limits).toBe(true);
  }
});

test('a mail server needs a sender, and one on another machine an address that its links can begin with', () => {
  const from = { PAPERTAPE_MAIL_FROM: 'League of Bots <league@example.org>' };
  const base = { BASE_URL: 'https://league.example' };
  for (const url of ['smtp://mail.example', 'smtps://user:p%40ss@mail.example:465', 'smtp://127.0.0.1:2525/']) {
    const e = refusal({ PAPERTAPE_SMTP_URL: url, ...base });
    expect(e.message).toContain('PAPERTAPE_MAIL_FROM');
    expect(e.fix).toContain('Set PAPERTAPE_MAIL_FROM');
    const { config, secrets } = readSettings({ PAPERTAPE_SMTP_URL: url, ...base, ...from });
    expect(secrets.smtpUrl?.reveal()).toBe(url);
    expect(config.mailFrom).toEqual({ name: 'League of Bots', address: 'league@example.org' });
  }
  expect(refusal({ PAPERTAPE_SMTP_URL: 'smtp://mail.example', ...from }).fix).toContain('Set BASE_URL');
  expect(() => readConfig({ PAPERTAPE_SMTP_URL: 'smtp://localhost:2525', ...from })).not.toThrow();
  expect(readConfig({ PAPERTAPE_MAIL_FROM: 'a@b.test' }).mailFrom).toEqual({ name: 'Papertape', address: 'a@b.test' });
});

test('a variable with our prefix that nobody reads is named; those of others and of the tests are not', () => {
  const names = [
    'PAPERTAPE_PROXY',
    'PAPERTAPE_RPC_10',
    'PAPERTAPE_RPC_X',
    'PAPERTAPE_URL',
    'PAPERTAPE_TEST_ENGINE',
    'HOME',
  ];
  const env = Object.fromEntries([...names, ...settings.map((s) => s.variable)].map((name) => [name, 'x']));
  expect(unknownSettings(env)).toEqual(['PAPERTAPE_PROXY', 'PAPERTAPE_RPC_X']);
});

test('help and documentation list every setting with its default', () => {
  const [help, markdown] = [settingsHelp(), settingsMarkdown()];
  for (const { variable, standard, describe } of settings) {
    expect(help).toContain(`${variable} `);
    expect(help).toContain(`${describe} [${standard}]`);
    expect(markdown).toContain(`| \`${variable}\` | ${standard} | ${describe} |`);
  }
  expect(help.split('\n')).toHaveLength(settings.length);
});
