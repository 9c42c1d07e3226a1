// What a bot does with the client, step by step, with nothing but what every runtime has: no Node, no page, no imports. Whoever runs it
// hands in the client as that runtime imported it.

/** More than a bot may send in an hour, whatever was sent before. */
const ordersTooMany = 21;
/** More than an address may read in two minutes, so that one of the two is full. */
const readsTooMany = 1_201;
const readsAtOnce = 20;

/**
 * @param {typeof import('../../client/packed/dist/index.js')} client the built package.
 * @param {{ service: string, silent: string, closed: string }} places a fresh service with its limits on and a fast clock; an address
 *   that never answers; one where nobody listens.
 * @returns {Promise<{ step: string, fault: string | null }[]>} every step, whether those before it went well or not.
 */
export async function journey(client, { service, silent, closed }) {
  const { createClient } = client;
  const anyone = createClient({ baseUrl: service });
  let credentials = { baseUrl: service };
  let bot = anyone;
  const weights = { 'BTC-USD': '0.50', 'ETH-USD': 0.3 };
  const reason = 'Übermütig: 🦊';
  let filled;

  const steps = {
    'registers and gets a key': async () => {
      const { agent_id: agentId, api_key: apiKey, league } = await anyone.register(registration('Traveller'));
      hold(
        apiKey.startsWith('ptk_') && league === 'spot_crypto',
        'the key has its form, the league is the one asked for',
      );
      credentials = { ...credentials, agentId, apiKey };
      bot = createClient(credentials);
    },
    'checks the entry': async () => {
      const { ok, order } = await bot.check();
      hold(ok && order.sandbox, 'the check is a test order that was taken');
    },
    'sends weights and waits for the fill': async () => {
      const order = await bot.weights(weights, { reason });
      hold((await bot.order(order.order_id)).weights['BTC-USD'] === 0.5, 'the weights are those that were sent');
      filled = await order.filled({ pollMs: 50, timeoutMs: 60_000 });
      hold(filled.state === 'filled' && filled.trades.length === 2, 'both symbols were traded');
      hold(filled.reason === reason, 'the reason came through, letter for letter');
    },
    'recomputes the receipt, and notices one that was changed': async () => {
      const held = await client.verifyReceipt(filled, { agentId: credentials.agentId, weights, reason });
      hold(held.ok && held.computed === filled.receipt.hash, 'the receipt holds');
      const changed = await client.verifyReceipt({ ...filled, order_id: `${filled.order_id}x` });
      hold(!changed.ok && changed.reason !== null, 'a changed one does not');
    },
    'recomputes the path from the order to the root of the public log, and what was read at its mark': async () => {
      const proof = await anyone.orderProof(filled.order_id);
      const mark = await anyone.markProof(proof.mark);
      const checkpoint = await anyone.markCheckpoint(proof.mark);
      const held = await client.verifyOrderProof(proof, { receipt: filled.receipt.hash, checkpoint });
      hold(held.ok, `the proof holds: ${held.reason}`);
      hold((await client.verifyMarkProof(mark, { checkpoint })).ok, 'the mark holds');
      hold(!(await client.verifyMarkProof({ ...mark, readings: [] })).ok, 'a changed mark does not');
    },
    'checks the signature of a webhook': async () => {
      const body = '{"agent_id":"a","events":[]}';
      const secret = `whsec_${btoa('a secret of twenty-four b')}`;
      const headers = new Headers({
        'webhook-id': 'msg_1',
        'webhook-timestamp': '1700000000',
        'webhook-signature': `v1,${await hmacBase64('a secret of twenty-four b', `msg_1.1700000000.${body}`)}`,
      });
      const now = () => 1_700_000_000_000;
      hold((await client.verifyWebhook(secret, headers, body, { now })).agent_id === 'a', 'the signature holds');
      const refused = await refusal(() => client.verifyWebhook(secret, headers, `${body} `, { now }));
      hold(refused.code === 'webhook_invalid', 'that of another body does not');
    },
    'reads lists whole, page by page': async () => {
      await bot.weights({ 'BTC-USD': 0.4 });
      const { orders, total } = await bot.orders();
      hold(total >= 2 && orders.length === total, 'there are more pages than one');
      hold(same(await all(bot.orderRows({ perPage: 1 })), orders, 'order_id'), 'every order once, in their order');
      const bots = await all(anyone.agentRows({ perPage: 1 }));
      hold(
        bots.some((row) => row.agent_id === credentials.agentId),
        'the bot is listed',
      );
    },
    'reads what everyone may read': async () => {
      const [board, universe, rules, status] = await Promise.all([
        anyone.leaderboard({ league: 'spot_crypto' }),
        anyone.universe('spot_crypto'),
        anyone.rules(),
        anyone.status(),
      ]);
      hold(board.rows.length === board.total && board.total > 0, 'the board has rows');
      hold(universe.symbols.length > 0 && 'reason_codes' in rules && status.clock.speed > 1, 'the others, too');
      // From ready bytes by now, with a tag, maybe compressed.
      hold((await anyone.leaderboard({ league: 'spot_crypto' })).league === 'spot_crypto', 'the board again');
      hold((await anyone.llmsText()).startsWith('# '), 'a text is a text');
      hold((await bot.tradesCsv()).includes(filled.order_id), 'a CSV is a CSV');
    },
    'follows the events as a stream': async () => {
      const seen = [];
      const end = new AbortController();
      // A runtime that gives no pieces of a body before its end would wait here for ever.
      const tooLong = setTimeout(() => end.abort(), 30_000);
      for await (const event of bot.stream({ signal: end.signal })) {
        seen.push(event.type);
        if (event.type === 'order_filled' && event.data.order_id === filled.order_id) break;
      }
      clearTimeout(tooLong);
      // On the fast clock a close may come before the first order on a slow machine.
      hold(
        seen.find((type) => type !== 'close') === 'order_received' && seen.at(-1) === 'order_filled',
        `first received, then filled: ${seen.join()}`,
      );
    },
    'ends the wait for an order at once': async () => {
      const order = await bot.weights({ 'ETH-USD': 0.1 });
      const end = new AbortController();
      const waiting = refusal(() => order.filled({ signal: end.signal }));
      end.abort(new Error('enough'));
      hold((await waiting).message === 'enough', "the wait fails with the signal's reason");
    },
    'reads a 400 as an error of the catalogue': async () => {
      holdTyped(await refusal(() => bot.weights({ 'BTC-USD': 0.7, 'ETH-USD': 0.7 })), 400, 'weights_sum');
    },
    'reads a 401 as an error of the catalogue': async () => {
      const other = createClient({ ...credentials, apiKey: 'ptk_not-a-key' });
      holdTyped(await refusal(() => other.state()), 401, 'malformed_key');
    },
    'reads a 404 as an error of the catalogue': async () => {
      holdTyped(await refusal(() => anyone.agent('nobody')), 404, 'agent_not_found');
    },
    'reads a 409 as an error of the catalogue': async () => {
      holdTyped(await refusal(() => anyone.register(registration('Traveller'))), 409, 'name_taken');
    },
    'reads the 429 of its bot, with Retry-After': async () => {
      const error = await refusal(async () => {
        for (let i = 0; i < ordersTooMany; i++) await bot.weights({ 'BTC-USD': 0.2 });
      });
      holdTyped(error, 429, 'rate_limited');
      // An hour's limit: longer than the client waits by itself.
      hold(error.retryAfterSeconds > 60 && error.retryAfterSeconds <= 3600, `after ${error.retryAfterSeconds} s`);
    },
    // After this one the service answers nothing else for a minute.
    'reads the 429 of its address, whatever a browser asks before each call': async () => {
      const impatient = createClient({ ...credentials, retryWaitMsMax: 0 });
      const error = await refusal(async () => {
        // At addresses that differ: a browser asks again at each.
        for (let page = 1; page <= readsTooMany; page += readsAtOnce) {
          await Promise.all(Array.from({ length: readsAtOnce }, (_, i) => impatient.orders({ page: page + i })));
        }
      });
      holdTyped(error, 429, 'rate_limited');
      hold(error.retryAfterSeconds > 0 && error.retryAfterSeconds <= 60, `after ${error.retryAfterSeconds} s`);
    },
    'tells an answer that does not come from a service that is not there': async () => {
      const once = { attemptsMax: 1 };
      const late = await refusal(() => createClient({ ...once, baseUrl: silent, timeoutMs: 300 }).status());
      hold(late.code === 'timeout' && late.status === 0, `a timeout: ${late.code}`);
      const away = await refusal(() => createClient({ ...once, baseUrl: closed }).status());
      hold(away.code === 'unreachable' && away.status === 0, `unreachable: ${away.code}`);
    },
  };

  const results = [];
  for (const [step, run] of Object.entries(steps)) {
    const { error } = await attempt(run);
    results.push({ step, fault: error === undefined ? null : told(error) });
  }
  return results;

  function holdTyped(error, status, code) {
    hold(error instanceof client.PapertapeError, `${told(error)} is a PapertapeError`);
    hold(error.status === status && error.code === code, `${error.status} ${error.code}, not ${status} ${code}`);
    hold(error.detail !== '' && error.fix !== '', 'it says what was wrong and what to do next');
  }
}

function registration(name) {
  return { name, company: 'Judges', contact: 'traveller@example.test', country: 'DE', league: 'spot_crypto' };
}

async function attempt(run) {
  try {
    return { value: await run() };
  } catch (error) {
    return { error };
  }
}

/** What a call fails with. */
async function refusal(run) {
  const { error } = await attempt(run);
  hold(error !== undefined, 'the call is refused');
  return error;
}

function hold(isSo, what) {
  if (!isSo) throw new Error(`does not hold: ${what}`);
}

async function all(rows) {
  const list = [];
  for await (const row of rows) list.push(row);
  return list;
}

function same(left, right, key) {
  return left.length === right.length && left.every((row, i) => row[key] === right[i][key]);
}

function told(error) {
  return error instanceof Error ? `${error.name}: ${error.message}` : String(error);
}

async function hmacBase64(secret, text) {
  const encoder = new TextEncoder();
  const algorithm = { name: 'HMAC', hash: 'SHA-256' };
  const key = await crypto.subtle.importKey('raw', encoder.encode(secret), algorithm, false, ['sign']);
  const bytes = new Uint8Array(await crypto.subtle.sign('HMAC', key, encoder.encode(text)));
  return btoa(String.fromCharCode(...bytes));
}
