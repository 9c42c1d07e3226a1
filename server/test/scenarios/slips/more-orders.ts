/** Mistakes in the symbols and weights of orders without end, over all symbols of the league. */
import fc from 'fast-check';
import { expect } from 'vitest';
import { leagueById } from '../../../src/league/catalogue.ts';
import { catalogueSymbols } from '../../../src/league/catalogue/symbols.ts';
import { orderOf, weightsAre, weightsNear, weightsOf, type Actors, type Mistake } from './mistake.ts';
import { mistyped, recased, wrapped } from './text-slips.ts';

export interface Known {
  readonly symbol: string;
  readonly ticker: string;
  readonly name: string;
}

const here: readonly Known[] = (leagueById.get('spot_crypto')?.symbols ?? []).map((symbol) => ({
  symbol,
  ticker: symbol.slice(0, symbol.lastIndexOf('-')),
  name: catalogueSymbols.find((each) => each.symbol === symbol)?.name ?? symbol,
}));
const elsewhere = catalogueSymbols.filter(({ symbol }) => !here.some((each) => each.symbol === symbol));
export const known = fc.constantFrom(...here);
export const some = fc.uniqueArray(known, { minLength: 1, maxLength: 4, selector: ({ symbol }) => symbol });

/** How other markets and people write a ticker. */
const markets: readonly ((ticker: string, name: string) => string)[] = [
  (t) => t,
  ...[
    'USD',
    'USDT',
    'USDC',
    '-USD',
    '-USDT',
    '-USDC',
    '/USD',
    '/USDT',
    '/USDT:USDT',
    '_USD',
    '_USDT',
    ':USD',
    ' USD',
    '.USD',
  ].map((tail) => (t: string) => t + tail),
  ...[
    'USDT.P',
    'USDTPERP',
    'USD_PERP',
    '-PERP',
    '-USD-PERP',
    '-USDT-SWAP',
    '-USD-SWAP',
    '-EUR',
    '/EUR',
    'EUR',
    '/GBP',
    '-SPOT',
  ].map((tail) => (t: string) => t + tail),
  ...['$', '#', 'BINANCE:', 'COINBASE:', 'KRAKEN:', 'X:', 'CRYPTO:'].flatMap((head) => [
    (t: string) => head + t,
    (t: string) => `${head}${t}USD`,
  ]),
  (t) => `${t}\u2011USD`,
  (t) => `${t}\u2013USD`,
  (t) => `${t} / USD`,
  (t, name) => `${t} (${name})`,
  (t, name) => `${name} (${t})`,
  (_, name) => name,
  (_, name) => name.replaceAll(' ', ''),
  (_, name) => name.replaceAll(' ', '-'),
  (_, name) => name.replaceAll(' ', '_'),
  (_, name) => `${name}-USD`,
  (_, name) => `${name}/USD`,
];

export function spelled({ ticker, name }: Known): fc.Arbitrary<string> {
  return fc
    .constantFrom(...markets)
    .chain((write) => recased(write(ticker, name)))
    .chain((text) => fc.oneof({ weight: 4, arbitrary: fc.constant(text) }, { weight: 1, arbitrary: wrapped(text) }));
}

/** Each in another spelling, all of the same weight. */
export function spelledAll(all: readonly Known[]): fc.Arbitrary<readonly string[]> {
  return fc.tuple(...all.map(spelled)) as fc.Arbitrary<readonly string[]>;
}

const cash = fc.constantFrom(
  'CASH',
  'Cash',
  'cash',
  'USD',
  'usd',
  'USDT',
  'USDC',
  'USDC-USD',
  'Dollars',
  'stablecoins',
);

function inWeights(of: Actors, weights: unknown, means?: Mistake['means']): Mistake {
  const sent = orderOf(of, { date: '2026-03-02', weights });
  return { what: `weights ${JSON.stringify(weights)}`, sent, ...(means ? { means } : {}) };
}

export function moreSymbols(of: Actors): fc.Arbitrary<Mistake> {
  const spellings = some.chain((all) =>
    fc.record({ all: fc.constant(all), texts: spelledAll(all), cash: fc.option(cash) }).map((r) => {
      const weights = Object.fromEntries(
        [...r.texts, ...(r.cash === null ? [] : [r.cash])].map((text) => [text, 0.125]),
      );
      return inWeights(of, weights, weightsAre(Object.fromEntries(all.map(({ symbol }) => [symbol, 0.125]))));
    }),
  );
  const twice = known.chain((one) =>
    spelled(one).map((text) =>
      inWeights(
        of,
        { [text]: 0.25, [one.symbol]: 0.25 },
        weightsAre({ [one.symbol]: text === one.symbol ? 0.25 : 0.5 }),
      ),
    ),
  );
  // It may be left out or be something as near; what it stood beside is kept.
  const typos = fc
    .record({ one: known, form: fc.constantFrom('ticker', 'symbol', 'name') })
    .chain(({ one, form }) =>
      mistyped(one[form as 'ticker']).map((text) => inWeights(of, { [text]: 0.25 }, areOf([0.25]))),
    );
  const others = fc.record({ other: fc.constantFrom(...elsewhere), one: known }).chain(({ other, one }) =>
    fc.constantFrom(other.symbol, other.symbol.replace(/-(?:USD|CAD)$/, ''), other.symbol.toLowerCase()).map((text) =>
      inWeights(of, { [text]: 0.25, [one.symbol]: 0.125 }, (answer) => {
        const acknowledged = weightsOf(answer);
        expect(acknowledged[one.symbol]).toBe(0.125);
      }),
    ),
  );
  return fc.oneof({ weight: 3, arbitrary: spellings }, twice, typos, others);
}

/** Each weight of the answer is one of these. */
function areOf(weights: readonly number[]): NonNullable<Mistake['means']> {
  return (answer) => {
    for (const weight of Object.values(weightsOf(answer))) expect(weights).toContain(weight);
  };
}

export function moreWeights(of: Actors): fc.Arbitrary<Mistake> {
  return fc.oneof({ weight: 3, arbitrary: percents(of) }, { weight: 2, arbitrary: texts(of) }, sums(of), {
    weight: 2,
    arbitrary: oddValues(of),
  });
}

/** Percent, with decimals or none, which sum to at most 100; cash may be named. */
function percents(of: Actors): fc.Arbitrary<Mistake> {
  const percent = fc.oneof(
    fc.integer({ min: 11, max: 25 }),
    fc.integer({ min: 1_010, max: 2_500 }).map((n) => n / 100),
  );
  return some
    .chain((all) =>
      fc.tuple(fc.constant(all), fc.array(percent, { minLength: all.length, maxLength: all.length }), fc.boolean()),
    )
    .map(([all, numbers, named]) => {
      const sent = Object.fromEntries(all.map(({ symbol }, i) => [symbol, numbers[i] ?? 0]));
      const rest = Math.round(100 * (100 - numbers.reduce((a, b) => a + b, 0))) / 100;
      const meant = Object.fromEntries(Object.entries(sent).map(([symbol, n]) => [symbol, n / 100]));
      return inWeights(of, named ? { ...sent, CASH: rest } : sent, weightsNear(meant));
    });
}

/** A weight as text, in one of the forms that people and programs write. */
function texts(of: Actors): fc.Arbitrary<Mistake> {
  const forms: readonly ((percent: number) => string)[] = [
    (p) => `${p}%`,
    (p) => `${p} %`,
    (p) => ` ${p}% `,
    (p) => `${p}.0%`,
    (p) => `${p},0 %`,
    (p) => `${p} percent`,
    (p) => `${p} per cent`,
    (p) => `${p}pct`,
    (p) => `${p}\uFF05`,
    (p) => String(p / 100),
    (p) => `0,${String(p).padStart(2, '0')}`,
    (p) => `.${String(p).padStart(2, '0')}`,
    (p) => `+${p / 100}`,
    (p) => ` ${p / 100}\n`,
    (p) => `${p}e-2`,
    (p) => `${p}/100`,
    (p) => `~${p}%`,
  ];
  return fc
    .record({ all: some, form: fc.constantFrom(...forms), percent: fc.integer({ min: 2, max: 25 }) })
    .map(({ all, form, percent }) => {
      const sent = Object.fromEntries(all.map(({ symbol }) => [symbol, form(percent)]));
      return inWeights(of, sent, weightsNear(Object.fromEntries(all.map(({ symbol }) => [symbol, percent / 100]))));
    });
}

/** Fractions that sum to more than 1: they keep their proportions. */
function sums(of: Actors): fc.Arbitrary<Mistake> {
  const many = fc.uniqueArray(known, { minLength: 2, maxLength: 25, selector: ({ symbol }) => symbol });
  return many
    .chain((all) => {
      const share = fc.double({ min: 1.05 / all.length, max: 1, noNaN: true });
      return fc.tuple(fc.constant(all), fc.array(share, { minLength: all.length, maxLength: all.length }));
    })
    .map(([all, shares]) => {
      const sum = shares.reduce((a, b) => a + b, 0);
      const sent = Object.fromEntries(all.map(({ symbol }, i) => [symbol, shares[i] ?? 0]));
      return inWeights(of, sent, weightsNear(Object.fromEntries(Object.entries(sent).map(([s, w]) => [s, w / sum]))));
    });
}

/** One weight is right, and must stay as it is; the other is of a kind that none can be. */
function oddValues(of: Actors): fc.Arbitrary<Mistake> {
  const odd = fc.oneof(
    fc.double({ min: -1, max: -0.0001, noNaN: true }),
    fc.double({ min: 1e-18, max: 9e-7, noNaN: true }),
    fc.constantFrom(1.5, 2, 3, 10, 100, 101, 1_000, 10_000, 5e9, 1e300),
    fc.constantFrom(null, true, false, '', 'half', 'all', 'max', 'NaN', 'null', '1e999', [], [0.5], {}, { usd: 50 }),
    fc.constantFrom({ weight: 0.25 }, { target: '25%' }, { side: 'buy', qty: 1 }, { weight: { value: 0.25 } }),
  );
  return fc
    .record({ pair: fc.uniqueArray(known, { minLength: 2, maxLength: 2, selector: (k) => k.symbol }), odd })
    .map(({ pair: [one, other], odd: value }) =>
      inWeights(of, { [one?.symbol ?? '']: 0.25, [other?.symbol ?? '']: value }),
    );
}
