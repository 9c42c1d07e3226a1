/**
 * With PAPERTAPE_TEST_ANSWERS=FOLDER, every answer that an app gives in a test is written down, for a second opinion by a validator that
 * others keep (judges/recorded-answers.test.ts): one file of JSON lines for each process and thread. The same answer is written once, and
 * of answers of one shape only the first few: thousands of boards that differ in their digits alone tell a validator nothing new.
 */
import { createHash } from 'node:crypto';
import { appendFileSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { threadId } from 'node:worker_threads';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { operations } from './operations.ts';

export interface RecordedAnswer {
  /** Id of the operation, as in openapi.json. */
  readonly operation: string;
  readonly method: string;
  /** Path and query. */
  readonly url: string;
  readonly status: number;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  /** Text of the body, decoded. */
  readonly body: string;
}

/** Tells whether an answer is new, and among the first of its shape. */
class FirstOfEachShape {
  readonly #keys = new Set<string>();
  readonly #ofShape = new Map<string, number>();

  takes(answer: RecordedAnswer): boolean {
    const key = keyOf(answer);
    if (this.#keys.has(key)) return false;
    this.#keys.add(key);
    const shape = `${answer.operation} ${answer.status} ${answer.headers['content-type'] ?? ''} ${shapeOf(answer.body)}`;
    const before = this.#ofShape.get(shape) ?? 0;
    this.#ofShape.set(shape, before + 1);
    return before < ofOneShapeMax;
  }
}

const folder = process.env['PAPERTAPE_TEST_ANSWERS'];
const operationIds = new Map(
  operations.map((o) => [`${o.method.toUpperCase()} ${o.path.replace(/\{(\w+)\}/g, ':$1')}`, o.id]),
);
/** Of one operation and status, with the same members of the same types. */
const ofOneShapeMax = 10;
const written = new FirstOfEachShape();

/** Writes down the answers of described operations. An answer that is a stream is not: it has no end to wait for. */
export function recordAnswers(http: FastifyInstance): void {
  if (!folder) return;
  mkdirSync(folder, { recursive: true });
  const file = join(folder, `${process.pid}-${threadId}.jsonl`);
  http.addHook('onSend', (request, reply, payload, done) => {
    const operation = operationIds.get(`${request.method} ${request.routeOptions.url ?? ''}`);
    if (operation !== undefined && (typeof payload === 'string' || Buffer.isBuffer(payload) || !payload)) {
      const answer: RecordedAnswer = {
        operation,
        method: request.method,
        url: request.url,
        status: reply.statusCode,
        headers: headersOf(reply),
        body: textOf(payload, reply),
      };
      if (written.takes(answer)) appendFileSync(file, `${JSON.stringify(answer)}\n`);
    }
    done(null, payload);
  });
}

/** What was written to a folder: the same answer once, and the first few of each shape. */
export function readRecordedAnswers(from: string): RecordedAnswer[] {
  const taken = new FirstOfEachShape();
  const answers: RecordedAnswer[] = [];
  for (const name of readdirSync(from).toSorted())
    for (const line of readFileSync(join(from, name), 'utf8').split('\n'))
      if (line !== '') {
        const answer = JSON.parse(line) as RecordedAnswer;
        if (taken.takes(answer)) answers.push(answer);
      }
  return answers;
}

/** A body is the same to a validator, whatever path it was the answer to. */
function keyOf({ operation, status, headers, body }: RecordedAnswer): string {
  return createHash('sha256')
    .update(`${operation} ${status} ${headers['content-type'] ?? ''} ${body}`)
    .digest('base64');
}

/**
 * The names and types of a JSON body, as text: `{id:string,rows:[{rank:number},{rank:null}]}`. The shapes of an array's items stand once
 * each. A body that is not JSON has the shape of its type.
 */
function shapeOf(body: string): string {
  try {
    return shapeOfValue(JSON.parse(body));
  } catch {
    return 'text';
  }
}

function shapeOfValue(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return `[${[...new Set(value.map(shapeOfValue))].toSorted().join()}]`;
  if (typeof value !== 'object') return typeof value;
  const members = Object.entries(value).map(([name, member]) => `${name}:${shapeOfValue(member)}`);
  return `{${members.toSorted().join()}}`;
}

/** Without those that speak of the bytes, which are decoded here. */
function headersOf(reply: FastifyReply): Record<string, string> {
  const headers = Object.entries(reply.getHeaders()).filter(([name]) => !/^content-(encoding|length)$/i.test(name));
  return Object.fromEntries(headers.map(([name, value]) => [name.toLowerCase(), String(value)]));
}

function textOf(payload: unknown, reply: FastifyReply): string {
  const bytes = Buffer.isBuffer(payload) ? payload : Buffer.from(typeof payload === 'string' ? payload : '');
  const encoding = reply.getHeader('content-encoding');
  if (encoding === 'gzip') return gunzipSync(bytes).toString();
  return (encoding === 'br' ? brotliDecompressSync(bytes) : bytes).toString();
}
