import { format, inspect } from 'node:util';
import { expect, test } from 'vitest';
import { createLog } from '../lib/log.ts';
import { pricesOf, readSettings } from './config.ts';
import { Secret } from './secrets.ts';

const hidden = 'hunter2';
const env = {
  DATABASE_URL: `postgres://user:${hidden}@db.test:5432/name`,
  DATABASE_READ_URL: `postgres://user:${hidden}@replica.test:5432/name`,
  PAPERTAPE_ROLE: 'web',
  PAPERTAPE_LIMITS_STORE: `rediss://user:${hidden}@cache.test:6379/0`,
  PAPERTAPE_HOUSE_TOKEN: `${hidden}-${'x'.repeat(32)}`,
  PAPERTAPE_OPERATOR: 'proxy',
  PAPERTAPE_OPERATOR_TOKEN: `${hidden}/${'y'.repeat(32)}`,
  PAPERTAPE_PROXIES: '10.0.0.1',
  PAPERTAPE_SMTP_URL: `smtp://user:${hidden}@mail.test:587`,
  PAPERTAPE_MAIL_FROM: 'league@example.org',
  BASE_URL: 'https://league.example',
  PAPERTAPE_PRICES: 'onchain:./book.json',
  PAPERTAPE_RPC_1: `https://a.test/${hidden}, https://b.test/v2/${hidden}-2`,
  PAPERTAPE_RPC_10: `https://c.test/?key=${hidden}`,
};

test('whoever uses a secret gets it', () => {
  const { secrets } = readSettings(env);
  expect(secrets.databaseUrl?.reveal()).toBe(env.DATABASE_URL);
  expect(secrets.databaseReadUrl?.reveal()).toBe(env.DATABASE_READ_URL);
  expect(secrets.limitsStore.kind === 'redis' && secrets.limitsStore.url.reveal()).toBe(env.PAPERTAPE_LIMITS_STORE);
  expect(secrets.houseToken?.reveal()).toBe(env.PAPERTAPE_HOUSE_TOKEN);
  expect(secrets.operatorToken?.reveal()).toBe(env.PAPERTAPE_OPERATOR_TOKEN);
  expect(secrets.smtpUrl?.reveal()).toBe(env.PAPERTAPE_SMTP_URL);
  expect(pricesOf(readSettings(env))).toMatchObject({
    rpcUrls: { 1: env.PAPERTAPE_RPC_1.split(', '), 10: [env.PAPERTAPE_RPC_10] },
  });
});

test('all settings, however they are written out, show none of it', () => {
  const all = readSettings(env);
  const lines: string[] = [];
  const log = createLog('debug', (line) => lines.push(line));
  log.info('settings', { all, config: all.config, secrets: all.secrets, url: all.secrets.databaseUrl } as never);
  const shown = [
    ...lines,
    JSON.stringify(all),
    inspect(all, { depth: null, showHidden: true, getters: true }),
    inspect(all.secrets.databaseUrl, { customInspect: false, showHidden: true, depth: null }),
    format('%s %o %O %j', all.secrets.databaseUrl, all, all, all),
    ...Object.values(all.secrets).flat().map(String),
    `${String(all.secrets.databaseUrl)} ${String(all.secrets.houseToken)}`,
    JSON.stringify(structuredClone(all.config)),
    JSON.stringify(Object.entries(all.secrets.databaseUrl ?? {})),
  ].join('\n');
  expect(shown).not.toContain(hidden);
  expect(lines[0]).toContain('[secret]');
  expect(JSON.stringify(all.config)).not.toMatch(/db\.test|cache\.test|mail\.test|a\.test/);
});

test('a secret is text, JSON and inspected only as what it is not', () => {
  const secret = new Secret(hidden);
  expect([`${String(secret)}`, JSON.stringify({ secret }), inspect(secret), inspect([secret])]).toEqual([
    '[secret]',
    '{"secret":"[secret]"}',
    '[secret]',
    '[ [secret] ]',
  ]);
  expect(secret.reveal()).toBe(hidden);
});
