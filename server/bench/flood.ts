/**
 * A flood of orders that does not wait for answers (open loop): `node flood.ts URL PER_SECOND SECONDS FILE`, FILE holding the bots as JSON. So many
 * orders a second are sent whether the service keeps up or not, as those who come by themselves do; a load that waits for each answer slows down with the
 * service, and hides how long others would have waited. Prints one line of JSON: `Flooded`.
 */
import { readFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';

export interface Flooded {
  /** Answers by status, and by code where they are refusals; 0 for those that never came. */
  readonly answers: Readonly<Record<string, number>>;
  /** From when an order was due to be sent to its 200, milliseconds. */
  readonly p50: number;
  readonly p99: number;
  readonly max: number;
  readonly perSecond: number;
}

interface Bot {
  readonly id: string;
  readonly key: string;
}

/** Connections at most; with all of them taken an order waits for one, and its time runs. */
const connectionsMax = 2_000;
/** How long the last answers are waited for. */
const lastMs = 20_000;

const [url = '', perSecond = '1000', seconds = '10', file = ''] = process.argv.slice(2);
const bots = JSON.parse(readFileSync(file, 'utf8')) as Bot[];
const { hostname, port } = new URL(url);
const rate = Number(perSecond);
const total = rate * Number(seconds);
const body = '{"date":"2026-03-02","weights":{"BTC-USD":0.5,"ETH-USD":0.3}}';
const texts = bots.map(
  ({ id, key }) =>
    `POST /api/agents/${id}/weights HTTP/1.1\r\nHost: ${hostname}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\nAuthorization: Bearer ${key}\r\n\r\n${body}`,
);
const answers = new Map<string, number>();
const times: number[] = [];
const idle: Socket[] = [];
/** When each order was due that waits for a connection. */
const waiting: number[] = [];
const dueOf = new WeakMap<Socket, number>();
let open = 0;
let sent = 0;
let answered = 0;

function count(what: string, dueAt: number): void {
  answers.set(what, (answers.get(what) ?? 0) + 1);
  answered++;
  if (what === '200') times.push(performance.now() - dueAt);
}

function send(dueAt: number): void {
  const socket = idle.pop() ?? (open < connectionsMax ? connection() : undefined);
  if (socket) write(socket, dueAt);
  else waiting.push(dueAt);
}

function write(socket: Socket, dueAt: number): void {
  dueOf.set(socket, dueAt);
  socket.write(texts[sent++ % texts.length] as string);
}

function connection(): Socket {
  open++;
  const socket = connect(Number(port), hostname);
  socket.setNoDelay(true);
  let text = '';
  socket.on('data', (bytes) => {
    text += bytes.toString('latin1');
    const end = text.indexOf('\r\n\r\n');
    const length = Number(/content-length: (\d+)/i.exec(text)?.[1]);
    if (end < 0 || text.length < end + 4 + length) return;
    const status = text.slice(9, 12);
    const code = status === '200' ? undefined : /"code":"(\w+)"/.exec(text)?.[1];
    count(code === undefined ? status : `${status} ${code}`, dueOf.get(socket) ?? 0);
    dueOf.delete(socket);
    text = '';
    const next = waiting.shift();
    if (next === undefined) idle.push(socket);
    else write(socket, next);
  });
  const gone = (): void => {
    open--;
    const at = idle.indexOf(socket);
    if (at >= 0) idle.splice(at, 1);
    if (dueOf.has(socket)) count('0', 0);
    dueOf.delete(socket);
  };
  socket.on('error', () => undefined);
  socket.on('close', gone);
  return socket;
}

const begun = performance.now();
let due = 0;
const timer = setInterval(() => {
  const wanted = Math.min(total, Math.floor(((performance.now() - begun) / 1000) * rate));
  for (; due < wanted; due++) send(begun + (due / rate) * 1000);
  if (due < total || (answered < total && performance.now() - begun < Number(seconds) * 1000 + lastMs)) return;
  clearInterval(timer);
  answers.set('0', (answers.get('0') ?? 0) + total - answered);
  const sorted = times.toSorted((a, b) => a - b);
  const at = (share: number): number => sorted[Math.floor(sorted.length * share)] ?? 0;
  const said: Flooded = {
    answers: Object.fromEntries(answers),
    p50: at(0.5),
    p99: at(0.99),
    max: sorted.at(-1) ?? 0,
    perSecond: sorted.length / Number(seconds),
  };
  process.stdout.write(`${JSON.stringify(said)}\n`, () => process.exit(0));
}, 5);
