/** Mistakes in registrations, profiles and parameters without end. */
import fc from 'fast-check';
import { countryCodes } from 'papertape-contract/countries';
import { leagues as catalogue } from '../../../src/league/catalogue/leagues.ts';
import { operations } from '../../harness/operations.ts';
import { hasMember, type Actors, type Mistake, type Sent } from './mistake.ts';
import { inOtherStyle, mistyped, recased } from './text-slips.ts';

type Fields = Readonly<Record<string, unknown>>;

let entered = 0;
/** A registration whose name and contact nobody has; each goes to the next league, since seats are few. */
export function newcomer(fields: Fields): Sent {
  entered++;
  const league = catalogue[entered % catalogue.length]?.id;
  const body = { name: `Slip ${entered}`, company: 'Works', contact: `slip${entered}@example.test`, country: 'CA' };
  return { method: 'POST', path: '/api/agents/register', body: { ...body, league, ...fields } };
}

const english = new Intl.DisplayNames('en', { type: 'region' });

/** Any of the texts between the bars. */
function oneOf(texts: string): fc.Arbitrary<string> {
  return fc.constantFrom(...texts.split('|'));
}

/** Values of one of these members that it does not take. */
function wrong(members: string, values: fc.Arbitrary<unknown>): fc.Arbitrary<Fields> {
  return fc.tuple(oneOf(members), values).map(([member, value]) => ({ [member]: value }));
}

const optional: fc.Arbitrary<Fields> = fc.oneof(
  wrong(
    'website|logo_url|pledge_url',
    fc.oneof(
      oneOf('example.org|www.example.org/a|http://example.org|HTTPS://Example.org||none'),
      fc.constantFrom(null, 5),
    ),
  ),
  wrong('pledge_pct', fc.oneof(oneOf('10|10%|7.5 %|10 percent|0,5||ten'), fc.constantFrom(-1, 101, 1_000, null, true))),
  wrong(
    'style|description|pledge_cause',
    fc.constantFrom<unknown>(5, true, null, ['a', 'b'], { text: 'calm' }, 'x'.repeat(5_000), 'two\nlines'),
  ),
  wrong(
    'open_strategy_url',
    oneOf('github.com/me/bot|https://example.org/bot|http://github.com/me/bot|git@github.com:me/bot.git'),
  ),
  wrong('icon', fc.oneof(oneOf('rocket|Rocket|:rocket:|🚀🚀|fox.png||a rocket'), fc.constantFrom(null, 5))),
  wrong('name', fc.constantFrom<unknown>('', ' ', null, '\n', [], {})),
);

const values: Readonly<Record<string, string>> = { company: 'Works', contact: 'x@example.test', country: 'CA' };
const country: fc.Arbitrary<Fields> = fc
  .constantFrom(...countryCodes)
  .chain((code) => fc.oneof(recased(english.of(code) ?? code), fc.constantFrom(code.toLowerCase(), ` ${code}`)))
  .map((text) => ({ country: text }));
const renamed: fc.Arbitrary<Fields> = fc
  .constantFrom(...Object.keys(values))
  .chain((member) =>
    fc
      .oneof(mistyped(member), fc.constantFrom(member.toUpperCase(), `bot_${member}`, `agent_${member}`))
      .map((other) => ({ [member]: undefined, [other]: values[member] })),
  );
const missing: fc.Arbitrary<Fields> = fc
  .subarray(['name', ...Object.keys(values)], { minLength: 1 })
  .map((names) => Object.fromEntries(names.map((name) => [name, undefined])));
const blank = wrong('company|contact|country', fc.constantFrom<unknown>('', ' ', null, 5, true, [], {}, 'null'));
/** Where the name stands instead. */
const nameElsewhere = fc.oneof(mistyped('name'), oneOf('NAME|bot_name|agentName|username'));

export function moreRegistrations(): fc.Arbitrary<Mistake> {
  const together = fc.tuple(country, renamed, optional).map((all): Fields => Object.assign({}, ...all) as Fields);
  const long = fc.constantFrom(
    Number,
    (n: number) => `${n} ${'N'.repeat(500)}`,
    (n: number) => `${n}\u202E\nbot`,
  );
  const named = long.map((name) => newcomer({ name: name((entered + 1) * 1_000) }));
  const fields = fc.oneof(country, renamed, missing, blank, optional, together).map((each) => newcomer(each));
  const unnamed = nameElsewhere.map((other) => {
    const sent = newcomer({});
    const { name, ...rest } = sent.body as { readonly name: string };
    return { ...sent, body: { ...rest, [other]: name } };
  });
  return fc.oneof({ weight: 6, arbitrary: fields }, unnamed, named).map((sent) => {
    const text = JSON.stringify(sent.body).slice(0, 500);
    return { what: `registration ${text}`, sent, means: hasMember('agent_id') };
  });
}

/** Values that a parameter of that name may have. */
const good: Readonly<Record<string, string>> = {
  league: 'spot_crypto',
  page: '1',
  per_page: '7',
  symbols: 'BTC-USD',
  symbol: 'BTC-USD',
  every: '1h',
  limit: '100',
  format: 'json',
};

export function moreParameters(of: Actors): fc.Arbitrary<Mistake> {
  const places: Readonly<Record<string, string>> = { agent_id: of.id, league: 'spot_crypto' };
  const asked = operations
    .filter(({ method, answer }) => method === 'get' && !('document' in answer))
    .map(({ path, query }) => ({
      path: path.replaceAll(/\{(\w+)\}/g, (whole, name: string) => places[name] ?? whole),
      known: query.map(({ name }) => name).filter((name) => name in good),
      sorts: query.some(({ name }) => name === 'sort'),
    }))
    .filter(({ path, known }) => !/[{]|stream/.test(path) && known.length > 0);
  const otherNames = fc
    .constantFrom(...asked)
    .chain(({ path, known, sorts }) => fc.constantFrom(...known).map((name) => ({ path, name, known, sorts })))
    .chain(({ path, name, known, sorts }) =>
      fc
        .record({
          text: fc.oneof(inOtherStyle(name), mistyped(name)),
          // What nobody knows there; one that sorts knows other orders.
          extra: oneOf(`|${sorts ? '' : '&sort=desc'}|&_=1|&pretty|&api_version=2`),
        })
        .map(({ text, extra }) => {
          const needs = path.includes('validate') ? known.filter((each) => each !== name) : [];
          const rest = needs.map((each) => `&${each}=${good[each] ?? ''}`).join('');
          return `${path}?${encodeURIComponent(text)}=${good[name] ?? ''}${rest}${extra}`;
        }),
    );
  const pages = fc
    .record({
      at: fc.constantFrom(...asked.filter(({ known }) => known.includes('per_page'))),
      name: oneOf('page|per_page'),
      value: oneOf('0|-1|1000|1e9|all|ten|1.5||null|"5"|5 |1_000'),
    })
    .map(({ at, name, value }) => `${at.path}?${name}=${encodeURIComponent(value)}`);
  return fc
    .oneof({ weight: 2, arbitrary: otherNames }, pages, prices)
    .map((path): Mistake => ({ what: `GET ${path}`, sent: { method: 'GET', path, key: of.key } }));
}

/** Steps, instants and counts as others write them; or symbols, which are looked at after all of those could be read. */
const prices: fc.Arbitrary<string> = fc
  .oneof(
    fc.record({
      every: oneOf('1h|60m|1hour|hourly|1H|60|1 h|4h|1d|daily|1day|24h|5min|1w|1m|15m|PT1H'),
      from: oneOf(
        '|2026-03-02|1772409600|1772409600000|yesterday|03/02/2026|2026-03-02 00:00|-30d|2026/3/2|March 2, 2026',
      ),
      limit: oneOf('|10|0|100000|all'),
      symbols: oneOf('BTC-USD|BTC-USD,ETH-USD'),
    }),
    fc.record({
      symbols: oneOf(
        'BTC|BTC,ETH|btc-usd|BTC/USD|BTC-USD;ETH-USD|Bitcoin|["BTC-USD"]|["BTC","ETH"]|BTC-USD ETH-USD|BTC-USD,|AAPL|AAPL,ETH|QQQQQQQ',
      ),
    }),
  )
  .map((query) => {
    const given = Object.entries(query).filter(([, value]) => value !== '');
    return `/api/prices?league=spot_crypto&${new URLSearchParams(given).toString()}`;
  });

/** Members of a profile, in another style or mistyped: what is meant is said in the warning. */
export const moreProfileSlips: fc.Arbitrary<readonly [sent: string, value: unknown, meant: string]> = fc
  .constantFrom<readonly [string, unknown]>(
    ['website', 'https://example.org'],
    ['logo_url', 'https://example.org/logo.png'],
    ['description', 'calm'],
    ['style', 'calm'],
    ['pledge_pct', 5],
  )
  .chain(([name, value]) => fc.oneof(inOtherStyle(name), mistyped(name)).map((sent) => [sent, value, name] as const))
  .filter(([sent, , name]) => sent !== name);
