/**
 * Clients that order all the while at processes that are killed and stopped, and some that do not end what they say. Each order has a name of its own, its reason, by which it is found in the database. Half of them
 * have an Idempotency-Key, too, and are sent to one process after another until one of them acknowledges it.
 */
import { connect, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import type { OrderAck } from 'papertape-contract/order';
import { postOnce, type Answer, type Served } from '../../harness/http.ts';
import { onPostgres } from '../../harness/postgres.ts';
import type { Entered } from '../../harness/several.ts';
import { within } from '../../harness/within.ts';

const clients = 6;
/** Between two orders of a client: what two cores have to spare beside the processes. */
const pauseMs = 10;
/** A process that stands still takes the connection and answers nothing: another one is asked then. */
const answerMsMax = 2_000;
/** What may be told where processes are killed and marks are late. */
const refusals = new Set(['overloaded', 'window_full', 'not_ready', 'orders_closed', 'storage_unavailable']);

export interface Load {
  /** Name of each order that was acknowledged, and its id. */
  readonly acknowledged: ReadonlyMap<string, string>;
  /** Answers that nobody should have had. */
  readonly strange: readonly string[];
  /** Halves of orders that were sent. */
  halves(): number;
  /** Sends half an order. @param how the rest never comes, or the connection is cut. */
  sendHalf(to: Served, how: 'left' | 'cut'): Promise<void>;
  /** Resolves when each order with a key is acknowledged. */
  stop(): Promise<void>;
}

/** @param webs those that may be asked now. */
export function startLoad(webs: () => readonly Served[], bots: readonly Entered[], random: () => number): Load {
  const acknowledged = new Map<string, string>();
  const strange: string[] = [];
  const sockets: Socket[] = [];
  let isOver = false;
  let sent = 0;
  let half = 0;
  const one = <T>(of: readonly T[]): T => of[Math.floor(random() * of.length)] as T;

  function bodyOf(reason: string): object {
    return { date: '2026-03-02', weights: { 'BTC-USD': Math.floor(random() * 9) / 10 }, reason };
  }

  /** @returns undefined where nothing is known of it. */
  async function ask({ agent_id, api_key: key }: Entered, body: object, once?: string): Promise<Answer | undefined> {
    const headers = once === undefined ? {} : { 'idempotency-key': once };
    const answered = postOnce(one(webs()), `/api/agents/${agent_id}/weights`, body, { key, headers });
    // What is answered later is not heard: the client has turned away.
    return await Promise.race([answered.catch(() => undefined), pause(answerMsMax, undefined, { ref: false })]);
  }

  async function orderOn(): Promise<void> {
    while (!isOver) {
      const name = `order ${sent++}`;
      const bot = one(bots);
      const body = bodyOf(name);
      const once = random() < 0.5 ? name : undefined;
      for (let isDone = false; !isDone; await pause(pauseMs)) {
        const answer = await ask(bot, body, once);
        isDone = answer?.status === 200 || once === undefined;
        if (answer?.status === 200) acknowledged.set(name, (answer.json as OrderAck).order_id);
        else if (answer && !refusals.has((answer.json as { error?: { code: string } }).error?.code ?? ''))
          strange.push(answer.text);
      }
    }
  }

  const ordering = Promise.all(Array.from({ length: clients }, orderOn));
  ordering.catch(() => undefined);
  return {
    acknowledged,
    strange,
    halves: () => half,
    async sendHalf({ url }, how) {
      const { agent_id, api_key: key } = one(bots);
      const body = JSON.stringify(bodyOf(`half ${half++}`));
      const { hostname, port } = new URL(url);
      const head = [
        `POST /api/agents/${agent_id}/weights HTTP/1.1`,
        `Host: ${hostname}`,
        `Authorization: Bearer ${key}`,
        'Content-Type: application/json',
        `Content-Length: ${body.length}`,
      ];
      const socket = connect(Number(port), hostname);
      sockets.push(socket);
      // The process is killed meanwhile, or says that it has waited long enough.
      socket.on('error', () => undefined).resume();
      await new Promise<void>((resolve) => {
        socket.once('close', () => resolve());
        socket.write(`${head.join('\r\n')}\r\n\r\n${body.slice(0, body.length / 2)}`, () => resolve());
      });
      if (how === 'cut') socket.destroy();
    },
    async stop() {
      isOver = true;
      for (const socket of sockets) socket.destroy();
      await within('the orders that have a key are acknowledged', ordering);
    },
  };
}

/** What is wrong with what is stored: each order that was acknowledged is to be there under its id, none twice, and none of those that were never said to the end. */
export async function wronglyStored(url: string, { acknowledged }: Load): Promise<string[]> {
  const rows = await onPostgres(url, 'select order_id, reason from intake.orders where reason is not null');
  const ids = new Map<string, string>();
  const wrong: string[] = [];
  for (const row of rows) {
    const [id, name] = [String(row['order_id']), String(row['reason'])];
    if (ids.has(name)) wrong.push(`${name} is stored twice`);
    if (name.startsWith('half')) wrong.push(`${name} is stored`);
    ids.set(name, id);
  }
  for (const [name, id] of acknowledged)
    if (ids.get(name) !== id) wrong.push(`${name} was acknowledged as ${id}, and stored is ${ids.get(name)}`);
  return wrong;
}
