/** Mistakes in the form of an order without end: other members, dates, and what is nearly JSON. */
import fc from 'fast-check';
import { known, some, spelled, spelledAll, type Known } from './more-orders.ts';
import { orderOf, weightsAre, type Actors, type Mistake } from './mistake.ts';

export function moreForms(of: Actors): fc.Arbitrary<Mistake> {
  return fc.oneof({ weight: 3, arbitrary: otherForms(of) }, brokers(of));
}

const each = 0.125;

/** Target weights in another form than that of an order. */
function otherForms(of: Actors): fc.Arbitrary<Mistake> {
  const symbolName = fc.constantFrom(...'symbol ticker asset coin pair instrument name market token'.split(' '));
  const weightName = fc.constantFrom(
    ...'weight allocation target target_weight targetWeight share percentage'.split(' '),
  );
  const name = fc.constantFrom(
    ...'weights allocations allocation portfolio target_weights targetWeights targets positions holdings assets'.split(
      ' ',
    ),
  );
  const shapes = fc.record({
    symbolName,
    weightName,
    texts: some.chain((all) => fc.tuple(fc.constant(all), spelledAll(all))),
  });
  const shaped = shapes.chain(({ symbolName: s, weightName: w, texts: [all, spelling] }) => {
    const object = Object.fromEntries(spelling.map((text) => [text, each]));
    const list = spelling.map((text) => ({ [s]: text, [w]: each }));
    const nested = Object.fromEntries(spelling.map((text) => [text, { [w]: each }]));
    const pairs = spelling.map((text) => [text, each]);
    return fc
      .constantFrom<unknown>(
        object,
        list,
        nested,
        pairs,
        JSON.stringify(object),
        JSON.stringify(list),
        `\`\`\`json\n${JSON.stringify(object)}\n\`\`\``,
      )
      .map((shape) => ({ all, shape, spelling }));
  });
  const inside = fc.constantFrom<(body: object) => object>(
    (body) => body,
    (body) => ({ date: '2026-03-02', ...body }),
    (body) => ({ ...body, reason: 'momentum', strategy: 'mine' }),
    (body) => ({ action: 'rebalance', ...body }),
    (body) => ({ order: body }),
    (body) => ({ data: { date: '2026-03-02', ...body } }),
    (body) => ({ params: { order: body } }),
    (body) => ({ arguments: body }),
    (body) => ({ order: { ...body, type: 'market' }, agent_id: 'me' }),
  );
  const meant = (all: readonly Known[]) => weightsAre(Object.fromEntries(all.map(({ symbol }) => [symbol, each])));
  const named = fc.record({ shaped, inside, name }).map(({ shaped: { all, shape }, inside: put, name: member }) => {
    const body = put({ [member]: shape });
    return { what: `form ${JSON.stringify(body)}`, sent: orderOf(of, body), means: meant(all) };
  });
  const bare = fc.record({ shaped, inside }).map(({ shaped: { all, spelling }, inside: put }) => {
    const body = put(Object.fromEntries(spelling.map((text) => [text, each])));
    return { what: `bare ${JSON.stringify(body)}`, sent: orderOf(of, body), means: meant(all) };
  });
  const columns = fc
    .record({ shaped, inside, names: fc.constantFrom('symbols', 'assets', 'tickers'), name })
    .filter((r) => r.name !== r.names)
    .map(({ shaped: { all, spelling }, inside: put, names, name: member }) => {
      const body = put({ [names]: spelling, [member]: spelling.map(() => each) });
      return { what: `columns ${JSON.stringify(body)}`, sent: orderOf(of, body), means: meant(all) };
    });
  return fc.oneof({ weight: 3, arbitrary: named }, bare, columns);
}

/** Orders to buy and sell: what is shown is an example, and has the symbols that were named. */
function brokers(of: Actors): fc.Arbitrary<Mistake> {
  const side = fc.constantFrom('buy', 'sell', 'BUY', 'SELL', 'long');
  const quantity = fc.constantFrom<object>(
    { qty: 1 },
    { quantity: '0.5' },
    { amount: 100 },
    { notional: '250' },
    { size: 2, price: 60_000 },
  );
  const one = known.chain((k) =>
    fc
      .record({
        text: spelled(k),
        name: fc.constantFrom('symbol', 'ticker', 'pair', 'instrument', 'product_id', 'market'),
        side,
        quantity,
      })
      .map((r) => ({
        symbol: k.symbol,
        order: { [r.name]: r.text, side: r.side, type: 'market', ...r.quantity },
      })),
  );
  const put = fc.constantFrom<(order: object) => unknown>(
    (order) => order,
    (order) => ({ order }),
    (order) => ({ orders: [order] }),
    (order) => ({ trades: [order] }),
    (order) => ({ data: { orders: [order] } }),
    (order) => ({ date: '2026-03-02', ...order }),
  );
  return fc.record({ one, put }).map(({ one: { symbol, order }, put: form }) => {
    const body = form(order);
    return { what: `broker ${JSON.stringify(body)}`, sent: orderOf(of, body), means: weightsAre({ [symbol]: 0.5 }) };
  });
}

export function moreDates(of: Actors): fc.Arbitrary<Mistake> {
  const day = fc.date({ min: new Date('2020-01-01'), max: new Date('2030-12-31'), noInvalidDate: true });
  const forms: readonly ((d: Date) => unknown)[] = [
    (d) => d.toISOString(),
    (d) => d.toUTCString(),
    (d) => d.getTime(),
    (d) => Math.floor(d.getTime() / 1000),
    (d) => String(d.getTime()),
    ...['en-US', 'en-GB', 'de-DE', 'fr-CA', 'ja-JP', 'ko-KR'].map(
      (locale) => (d: Date) => d.toLocaleDateString(locale, { timeZone: 'UTC' }),
    ),
    (d) => d.toISOString().slice(0, 10).replaceAll('-', ''),
    (d) => `${d.toISOString().slice(0, 10)} `,
    (d) => d.toISOString().slice(0, 7),
    (d) => ({ year: d.getUTCFullYear(), month: d.getUTCMonth() + 1, day: d.getUTCDate() }),
    (d) => [d.getUTCFullYear(), d.getUTCMonth() + 1, d.getUTCDate()],
    () => true,
    () => 'now',
    () => 'YYYY-MM-DD',
  ];
  return fc.record({ day, form: fc.constantFrom(...forms), one: known }).map(({ day: d, form, one }) => {
    const date = form(d);
    const sent = orderOf(of, { date, weights: { [one.symbol]: 0.5 } });
    return { what: `date ${JSON.stringify(date)}`, sent, means: weightsAre({ [one.symbol]: 0.5 }) };
  });
}

export function moreJson(of: Actors): fc.Arbitrary<Mistake> {
  const forms: readonly ((good: string) => string)[] = [
    (j) => `\`\`\`json\n${j}\n\`\`\``,
    (j) => `\`\`\`\n${j}\n\`\`\`\nThis puts a fifth into each.`,
    (j) => `Sure! Here is the order you asked for:\n\n${j}`,
    (j) => `${j}\n// sent by my bot`,
    (j) => `<json>${j}</json>`,
    (j) => `order = ${j};`,
    (j) => `\uFEFF${j}`,
    (j) => JSON.stringify(j),
    (j) => JSON.stringify(JSON.stringify(j)),
    (j) => `[${j}]`,
    (j) => `${j}${j}`,
    (j) => `${j}\n${j}\n`,
    (j) => j.replaceAll('"', "'"),
    (j) => j.replaceAll('"', '\u201D').replaceAll(/\u201D([^\u201D]*)\u201D/g, '\u201C$1\u201D'),
    (j) => j.replaceAll('"', String.raw`\"`),
    (j) => j.replace('}}', ',}}'),
    (j) => j.replace('}}', '},}'),
    (j) => j.replaceAll(/"(date|weights|sandbox|reason)":/g, '$1:'),
    (j) => j.replaceAll('false', 'False'),
    (j) => j.replaceAll(',', ',\n  // the next\n  '),
    (j) => j.replace('{', '{ /* my order */ '),
    (j) => j.replaceAll(':', ' = '),
    (j) => j.replaceAll('","', '"; "'),
    (j) => j.slice(0, -1),
    (j) => j.slice(0, -2),
    (j) => `${j}}`,
    (j) => j.slice(1),
    (j) => j.replaceAll(/:(0\.\d+)/g, ':+$1'),
    (j) => j.replaceAll(/:0(\.\d+)/g, ':$1'),
    (j) => j.replaceAll(/:0\.(\d+)/g, ':0.$1f'),
    (j) => j.replaceAll(/:0\.25/g, ':25%'),
  ];
  return fc.record({ all: some, form: fc.constantFrom(...forms) }).map(({ all, form }) => {
    const weights = Object.fromEntries(all.map(({ symbol }) => [symbol, 0.25]));
    const good = JSON.stringify({ date: '2026-03-02', weights, sandbox: false, reason: 'calm' });
    const body = form(good);
    return {
      what: `JSON ${body}`,
      sent: orderOf(of, body),
      means: weightsAre(weights),
      unshown: { says: /one JSON object/, mend: (told) => ({ ...told, body: good }) },
    };
  });
}
