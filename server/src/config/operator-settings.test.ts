/** The settings of the operator's page that are right by themselves and wrong together. */
import { expect, test } from 'vitest';
import { SetupError } from '../lib/setup-error.ts';
import { readSettings } from './config.ts';

const token = { PAPERTAPE_OPERATOR_TOKEN: 'x'.repeat(32) };
const proxy = { PAPERTAPE_OPERATOR: 'proxy', PAPERTAPE_PROXIES: '10.0.0.1', BASE_URL: 'https://league.example' };

test('a page that nobody can sign in to, or whose token would be sent in the clear, is no page', () => {
  for (const [env, sentence] of [
    [{ PAPERTAPE_OPERATOR: 'loopback' }, 'PAPERTAPE_OPERATOR_TOKEN is not set'],
    [proxy, 'PAPERTAPE_OPERATOR_TOKEN is not set'],
    [{ ...proxy, ...token, PAPERTAPE_PROXIES: '' }, 'without a proxy that is named'],
    [{ ...proxy, ...token, BASE_URL: 'http://league.example' }, 'without a BASE_URL of https'],
    [{ ...proxy, ...token, BASE_URL: '' }, 'without a BASE_URL of https'],
  ] as const) {
    expect(() => readSettings(env)).toThrow(SetupError);
    expect(() => readSettings(env)).toThrow(sentence);
  }
});

test('with a token it is served to this machine, and through a proxy with TLS; a token alone serves none', () => {
  const placed = (env: Record<string, string>) => readSettings({ ...env, ...token }).config.operatorPage;
  expect(placed({ PAPERTAPE_OPERATOR: 'loopback' })).toBe('loopback');
  expect(placed(proxy)).toBe('proxy');
  expect(placed({})).toBe('off');
});
