/** The mistakes in orders that were seen, by kind. A new one is a new line. */
import { orderOf, weightsAre, type Actors, type ByHand, type Kind, type Mistake } from './mistake.ts';
import { moreDates, moreForms, moreJson } from './more-forms.ts';
import { moreSymbols, moreWeights } from './more-orders.ts';

const date = '2026-03-02';

function weighed(of: Actors, what: string, weights: unknown, meant?: Readonly<Record<string, number>>): Mistake {
  return {
    what,
    sent: orderOf(of, { date, weights }),
    ...(meant === undefined ? {} : { means: weightsAre(meant) }),
  };
}

const spellings: readonly ((ticker: string, name: string) => string)[] = [
  (t) => t,
  (t) => t.toLowerCase(),
  (t) => `${t}/USD`,
  (t) => `${t}/USDT`,
  (t) => `${t}USDT`,
  (t) => `${t}USD`,
  (t) => `${t}_USD`,
  (t) => `${t}-USDT`,
  (t) => `${t}-USD`.toLowerCase(),
  (t) => `$${t}`,
  (t) => `BINANCE:${t}USDT`,
  (t) => `${t}-USD-SWAP`,
  (t) => `${t}-PERP`,
  (_, name) => name,
  (_, name) => name.toUpperCase(),
  (_, name) => name.toLowerCase(),
];

const symbols: Kind = {
  kind: 'symbols',
  seen: (of) => [
    ...spellings.map((spell) => {
      const text = spell('BTC', 'Bitcoin');
      return weighed(of, `symbol ${text}`, { [text]: 0.5 }, { 'BTC-USD': 0.5 });
    }),
    weighed(of, 'an older ticker', { 'MATIC-USD': 0.5 }, { 'POL-USD': 0.5 }),
    weighed(of, 'a letter too many', { 'DOGEE-USD': 0.5 }, { 'DOGE-USD': 0.5 }),
    weighed(of, 'a stock', { AAPL: 0.5, 'BTC-USD': 0.3 }, { 'BTC-USD': 0.3 }),
    weighed(of, 'a stock as it is called here', { 'AAPL-USD': 0.5 }, {}),
    weighed(of, 'a token of another league', { 'WBTC-USD': 0.2, 'ETH-USD': 0.3 }, { 'ETH-USD': 0.3 }),
    weighed(of, 'cash', { 'BTC-USD': 0.5, CASH: 0.5 }, { 'BTC-USD': 0.5 }),
    weighed(of, 'dollars', { 'BTC-USD': 0.5, USD: 0.5 }, { 'BTC-USD': 0.5 }),
    weighed(of, 'a stablecoin', { 'ETH-USD': 0.5, 'USDC-USD': 0.5 }, { 'ETH-USD': 0.5 }),
    weighed(of, 'a symbol of nobody', { 'QQQQQQQ-USD': 0.2, 'ETH-USD': 0.3 }, { 'ETH-USD': 0.3 }),
    weighed(of, 'three names at once', { Bitcoin: 0.3, Ether: 0.3, Cash: 0.4 }, { 'BTC-USD': 0.3, 'ETH-USD': 0.3 }),
  ],
  more: moreSymbols,
};

const weights: Kind = {
  kind: 'weights',
  seen: (of) => [
    weighed(of, 'percent', { 'BTC-USD': 50, 'ETH-USD': 30 }, { 'BTC-USD': 0.5, 'ETH-USD': 0.3 }),
    weighed(of, 'percent, all of it', { 'BTC-USD': 60, 'ETH-USD': 40 }, { 'BTC-USD': 0.6, 'ETH-USD': 0.4 }),
    weighed(of, 'percent with a sign', { 'BTC-USD': '50%' }, { 'BTC-USD': 0.5 }),
    weighed(of, 'percent with a sign and a space', { 'BTC-USD': '12.5 %' }, { 'BTC-USD': 0.125 }),
    weighed(of, 'percent as text', { 'BTC-USD': '50', 'ETH-USD': '30' }, { 'BTC-USD': 0.5, 'ETH-USD': 0.3 }),
    weighed(of, 'percent and cash', { 'BTC-USD': 40, CASH: 60 }, { 'BTC-USD': 0.4 }),
    weighed(of, 'a number as text', { 'BTC-USD': '0.5' }, { 'BTC-USD': 0.5 }),
    weighed(of, 'a number as people on the continent write it', { 'BTC-USD': '0,5' }, { 'BTC-USD': 0.5 }),
    weighed(of, 'no digit before the point', { 'BTC-USD': '.5' }, { 'BTC-USD': 0.5 }),
    weighed(of, 'more than all', { 'BTC-USD': 0.6, 'ETH-USD': 0.6 }, { 'BTC-USD': 0.5, 'ETH-USD': 0.5 }),
    weighed(of, 'a lever', { 'BTC-USD': 1.5 }),
    weighed(of, 'shares', { 'BTC-USD': 2, 'ETH-USD': 3 }),
    weighed(of, 'basis points', { 'BTC-USD': 5_000, 'ETH-USD': 3_000 }, { 'BTC-USD': 0.625, 'ETH-USD': 0.375 }),
    weighed(of, 'a short', { 'BTC-USD': 0.5, 'ETH-USD': -0.2 }, { 'BTC-USD': 0.5 }),
    weighed(of, 'a trace', { 'BTC-USD': 0.5, 'ETH-USD': 1e-9 }, { 'BTC-USD': 0.5 }),
    weighed(of, 'null', { 'BTC-USD': 0.5, 'ETH-USD': null }),
    weighed(of, 'yes', { 'BTC-USD': true }),
    weighed(of, 'an object in each', { 'BTC-USD': { weight: 0.5 } }, { 'BTC-USD': 0.5 }),
    weighed(of, 'a sum that a computer rounds', { 'BTC-USD': 0.7, 'ETH-USD': 0.30000000000000004 }),
  ],
  more: moreWeights,
};

const forms: Kind = {
  kind: 'forms of orders',
  seen: (of) => {
    const both = { 'BTC-USD': 0.5, 'ETH-USD': 0.3 };
    const form = (what: string, body: unknown, meant?: Readonly<Record<string, number>>): Mistake => ({
      what,
      sent: orderOf(of, body),
      ...(meant === undefined ? {} : { means: weightsAre(meant) }),
    });
    const list = Object.entries(both).map(([symbol, weight]) => ({ symbol, weight }));
    return [
      form('nothing', {}),
      form('no date', { weights: both }, both),
      form('no weights', { date }),
      form(
        "a broker's order",
        { symbol: 'ETH/USD', side: 'buy', qty: 1, type: 'market', time_in_force: 'gtc' },
        { 'ETH-USD': 0.5 },
      ),
      form(
        "an exchange's order",
        { symbol: 'SOLUSDT', side: 'BUY', type: 'MARKET', quantity: '3' },
        { 'SOL-USD': 0.5 },
      ),
      form('an order with a price', { pair: 'BTC/USDT', side: 'sell', amount: 0.1, price: 60_000 }, { 'BTC-USD': 0.5 }),
      form('orders in a list', {
        orders: [
          { symbol: 'BTC', side: 'buy' },
          { symbol: 'ETH', side: 'sell' },
        ],
      }),
      form('inside order', { order: { date, weights: both } }, both),
      form('the weights alone', both, both),
      form('allocations', { date, allocations: both }, both),
      form('portfolio', { portfolio: both }, both),
      form('a list of objects', { date, weights: list }, both),
      form('targets in a list', { targets: list }, both),
      form('a list of pairs', { date, weights: Object.entries(both) }, both),
      form('two lists', { date, symbols: ['BTC-USD', 'ETH-USD'], weights: [0.5, 0.3] }, both),
      form('weights as text', { date, weights: JSON.stringify(both) }, both),
      form('symbols in a list', { date, weights: ['BTC-USD', 'ETH-USD'] }),
      form('percent of names, bare', { Bitcoin: 50, Ether: 30, Cash: 20 }, both),
      form('a sandbox of text', { date, weights: both, sandbox: 'true' }, both),
      form('a long reason', { date, weights: both, reason: 'because '.repeat(100) }, both),
    ];
  },
  more: moreForms,
};

const dates: Kind = {
  kind: 'dates',
  seen: (of) =>
    ['2026-3-2', '03/02/2026', '2026-02-30', '2026-03-02T00:00:00Z', 1_772_409_600, 'today', null, ''].map((day) => ({
      what: `date ${JSON.stringify(day)}`,
      sent: orderOf(of, { date: day, weights: { 'BTC-USD': 0.5 } }),
      means: weightsAre({ 'BTC-USD': 0.5 }),
    })),
  more: moreDates,
};

const json: Kind = {
  kind: 'JSON',
  seen: (of) => {
    const good = JSON.stringify({ date, weights: { 'BTC-USD': 0.5 } });
    const text = (what: string, body: string, byHand?: ByHand): Mistake => ({
      what,
      sent: orderOf(of, body),
      means: weightsAre({ 'BTC-USD': 0.5 }),
      ...(byHand ? { byHand } : {}),
    });
    const typed = (what: string, type: string, body = good): Mistake => ({
      what,
      sent: orderOf(of, body, { headers: { 'content-type': type } }),
      means: weightsAre({ 'BTC-USD': 0.5 }),
      byHand: {
        says: /as JSON.*Content-Type: application\/json/,
        mend: (sent) => ({ ...sent, body: good, headers: {} }),
      },
    });
    const resent = (says: RegExp): ByHand => ({ says, mend: (sent) => ({ ...sent, body: good }) });
    return [
      text('in a fence', `\`\`\`json\n${good}\n\`\`\``),
      text('with words', `Here is my order: ${good} I hope it helps.`),
      text('as Python prints it', `{'date': '${date}', 'weights': {'BTC-USD': 0.5}, 'sandbox': False}`),
      text('names without quotes', `{date: "${date}", weights: {"BTC-USD": 0.5}}`),
      text('a comma at the end', `{"date": "${date}", "weights": {"BTC-USD": 0.5,},}`),
      text('written twice over', JSON.stringify(good)),
      text('alone in a list', `[${good}]`),
      text('not a number', `{"date": "${date}", "weights": {"BTC-USD": NaN}}`, resent(/one JSON object/)),
      text('cut off', good.slice(0, -5), resent(/one JSON object/)),
      text('an empty body', '', resent(/one JSON object/)),
      text('twice the same', `{"date":"${date}","weights":{"BTC-USD":0.5},"weights":{}}`, resent(/each member once/)),
      typed('a form', 'application/x-www-form-urlencoded', 'date=2026-03-02&weights=BTC-USD'),
      typed('JSON as a form', 'application/x-www-form-urlencoded'),
      typed('plain text', 'text/plain'),
    ];
  },
  more: moreJson,
};

export const kindsOfOrders: readonly Kind[] = [symbols, weights, forms, dates, json];
