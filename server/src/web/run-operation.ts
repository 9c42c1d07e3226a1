/**
 * What an operation declares is done here, once for all of them: limits, key, path, query, body, Idempotency-Key and answer, in that
 * order. What is the same for every request of an operation is worked out when its route is added.
 */
import type { CallerBot, Keep, Request } from 'papertape-contract/call';
import { ApiError } from 'papertape-contract/errors';
import type { RateLimitName } from 'papertape-contract/limits';
import type { AnyOperation } from 'papertape-contract/operation';
import type { OperationFacts } from 'papertape-contract/operation-facts';
import { doneOnce, type OnceReply } from 'papertape-contract/replies';
import { botById } from '../bots/bots.sql.ts';
import { hashKey } from '../bots/key.ts';
import type { Moderated } from '../bots/moderated.ts';
import type { Registry } from '../bots/registry.ts';
import { botIdPattern } from '../lib/ids.ts';
import { ownWord } from '../read/public-bot.ts';
import type { FastifyRequest } from 'fastify';
import type { Db } from '../storage/storage.ts';
import type { Handler, Routes } from './http.ts';
import type { Idempotency } from './idempotency.ts';
import { rateHeaders, type RateLimiter } from './rate-limit/rate-limiter.ts';
import { bodyReader, queryReader, type Query } from './read-request.ts';
import { parameterCheck } from './unknown-parameters.ts';
import { jsonType } from './reply.ts';
import { bodyBytes, countAgainst, type Asked } from './request.ts';
import { answerSender } from './send-answer.ts';
import type { KeptAnswers } from './serve-ready.ts';
import type { ShortWay, ShortWays } from './serve-short.ts';
import { shown } from '../lib/text.ts';

export interface RunnerDeps extends KeptAnswers {
  readonly db: Db;
  readonly registry: Registry;
  readonly moderated: Moderated;
  readonly limiter: RateLimiter;
  readonly idempotency: Idempotency;
  readonly shortWays: ShortWays;
}

/** Adds the routes of an operation. @param deps what it needs. */
export function addOperation<Deps>(
  routes: Routes,
  runner: RunnerDeps,
  operation: AnyOperation<Deps>,
  deps: Deps,
): void {
  const run = runnerOf(runner, operation, deps);
  const send = answerSender(runner, operation);
  // A GET for everyone, asked for by the word that stands for the bot of the key: what it answers is kept for everyone under the bot's id.
  const mayBeOwn = operation.path.includes('{agent_id}') && operation.key !== 'required';
  const handler: Handler = async (request, reply) => {
    if (mayBeOwn) await nameOwn(runner, request);
    return await send(request, reply, await run(request));
  };
  for (const path of [operation.path, ...(operation.alsoAt ?? [])])
    routes.operation(path.replace(/\{(\w+)\}/g, ':$1'), handler, operation);
  if (operation.short) runner.shortWays.set(operation, shortWayOf(run));
}

/** Does an idempotent operation whose answers are JSON for the caller alone. */
function shortWayOf(run: (request: Asked) => Promise<unknown>): ShortWay {
  return ({ headers, params, body }) =>
    async (client, taken) => {
      const answer = await run({ method: 'POST', headers, client, params, query: nothing, body, taken });
      const { body: answered, replayed } = answer as OnceReply<unknown>;
      return { head: replayed ? replayedHead : jsonHead, payload: JSON.stringify(answered) };
    };
}

const nothing: Query = {};
const jsonHead = ['Content-Type', jsonType];
const replayedHead = [...jsonHead, 'Idempotency-Replayed', 'true'];

/** Does an operation, from its limits to its answer. @param deps what the operation needs. */
function runnerOf<Deps>(
  runner: RunnerDeps,
  operation: AnyOperation<Deps>,
  deps: Deps,
): (request: Asked) => Promise<unknown> {
  const { limiter, ready } = runner;
  const { find, handle, countsNot, key, keyLate } = operation;
  const ofAddress = operation.counts.filter((limit) => limit.endsWith('PerAddress'));
  const ofBot = operation.counts.filter((limit) => !limit.endsWith('PerAddress'));
  const proved = key === 'required' && !keyLate;
  if (proved && !operation.path.includes('{agent_id}'))
    throw new Error(`${operation.id} takes the key of a bot that its path does not name`);
  const where = keyLate && !operation.path.includes('{agent_id}') ? 'body' : 'path';
  const checkParameters = parameterCheck(operation);
  const readQuery = queryReader(operation.reads);
  const readBody = bodyReader(operation.request, operation.takesForm !== undefined);
  const changed = (topics: Iterable<string>): void => ready.drop(topics);
  const refuseBanned = refusalOf(runner, operation);

  return async (request) => {
    const { method, headers, client, ip: peer } = request;
    let params = request.params as Readonly<Record<string, string>>;
    const search = (): string => searchOf(request.url ?? '');
    const asked: Request = { method, headers, search, client, peer, changed, limits: () => rateHeaders(request.taken) };
    if (ofAddress.length > 0 && countsNot?.(asked, deps) !== true)
      for (const limit of ofAddress) await countAgainst(limiter, request, limit, client);
    const bot = proved ? await prove(runner, request, params['agent_id'] ?? '', where) : undefined;
    if (bot) params = { ...params, agent_id: bot.botId };
    if (bot) for (const limit of ofBot) await countAgainst(limiter, request, limit, bot.botId);
    const soFar = bot
      ? { ...asked, params, bot }
      : key === 'never'
        ? { ...asked, params }
        : { ...asked, params, ...proofOf(runner, request, where) };
    const found = find ? await find(soFar as never, deps) : undefined;
    checkParameters(request.query as Query);
    const query = readQuery(request.query as Query);
    const { body, warnings } = readBody(request);
    const call = {
      ...soFar,
      query,
      body,
      warnings,
      bytes: bodyBytes(request),
      found,
      count: (limit: RateLimitName, who = limit.endsWith('PerAddress') ? client : (bot?.botId ?? '')) =>
        countAgainst(limiter, request, limit, who),
      once: operation.idempotent ? once(runner, operation, request, bot, refuseBanned) : undefined,
    };
    // The repetition of what was taken is answered all the same.
    if (!operation.idempotent) refuseBanned(client, bot);
    return await handle(call as never, deps);
  };
}

function searchOf(url: string): string {
  const at = url.indexOf('?');
  return at < 0 ? '' : url.slice(at);
}

/** Refuses what changes something where the operator banned the address, the bot or its maker. What is no operation for programs is let through: it is pages behind links. */
function refusalOf({ moderated }: RunnerDeps, { method, described }: OperationFacts) {
  if (method === 'get' || !described) return () => undefined;
  return (client: string, bot: CallerBot | undefined): void => {
    moderated.checkAddress(client);
    if (bot) moderated.checkBot(bot.botId);
  };
}

/** The bot of an id, or of the word for the bot of the key, proved by the key of the request. */
async function prove(runner: RunnerDeps, request: Asked, id: string, where: 'path' | 'body'): Promise<CallerBot> {
  const bot = await keyHolder(runner, request);
  if (id !== bot.botId && id !== ownWord) {
    const how =
      where === 'path'
        ? {
            fix: `This key is of ${bot.botId}: put that, or ${ownWord}, into the path.`,
            corrected: { segment: [id, bot.botId] as const },
          }
        : { fix: `This key is of ${bot.botId}: put that, or ${ownWord}, into the body as agent_id.` };
    if (!botIdPattern.test(id) || !(await botById(runner.db, id)))
      throw new ApiError('agent_not_found', `There is no bot "${shown(id)}".`, how);
    throw new ApiError('wrong_bot', `The key belongs to another bot than ${shown(id)}.`, how);
  }
  if (request.method === 'POST') await countAgainst(runner.limiter, request, 'writesPerBot', bot.botId);
  return bot;
}

/** Puts the id of the bot of the key in the place of the word for it; without a key the word stays, and names no bot. */
async function nameOwn(runner: RunnerDeps, request: FastifyRequest): Promise<void> {
  const params = request.params as Record<string, string>;
  if (params['agent_id'] !== ownWord || request.headers.authorization === undefined) return;
  try {
    const { botId } = await keyHolder(runner, request);
    params['agent_id'] = botId;
    request.raw.url = request.url.replace(`/agents/${ownWord}`, `/agents/${botId}`);
    request.ofCaller = true;
  } catch (e) {
    if (!(e instanceof ApiError) || e.status !== 401) throw e;
    throw new ApiError('agent_not_found', `"${ownWord}" is the bot of the key. ${e.message}`, { fix: e.fix });
  }
}

/** A good key is never refused for the bad ones of its address: the key is looked at first, and only a bad one is counted. */
async function keyHolder({ limiter, registry }: RunnerDeps, request: Asked): Promise<CallerBot> {
  try {
    return await registry.authenticate(request.headers.authorization);
  } catch (e) {
    if (e instanceof ApiError) await countAgainst(limiter, request, 'failedKeysPerAddress', request.client);
    throw e;
  }
}

function proofOf(runner: RunnerDeps, request: Asked, where: 'path' | 'body') {
  return {
    async prove(botId: string) {
      const bot = await prove(runner, request, botId, where);
      if (request.method === 'POST') runner.moderated.checkBot(bot.botId);
      return bot;
    },
    caller: async () => (request.headers.authorization === undefined ? undefined : await keyHolder(runner, request)),
  };
}

/** Keys of different bots and operations have nothing to do with each other. */
export function scopeOf(operationId: string, who: string): string {
  return `${operationId} ${who}`;
}

function once(
  { idempotency, registry }: Pick<RunnerDeps, 'idempotency' | 'registry'>,
  { id, showsSecret, key }: OperationFacts,
  request: Asked,
  bot: CallerBot | undefined,
  refuse: (client: string, bot: CallerBot | undefined) => void,
) {
  return async (work: (keep: Keep<unknown>) => Promise<unknown>): Promise<OnceReply<unknown>> => {
    const { 'idempotency-key': header, authorization } = request.headers;
    const of = (request.params as { readonly agent_id?: string }).agent_id;
    // Without a bot that is proved the key itself, which may be dead by now, says whose repetition it is; or the address does.
    const isOfKey = of !== undefined || key === 'required';
    const who = bot?.botId ?? (isOfKey ? `${of ?? ''} ${hashKey(authorization ?? '')}` : request.client);
    const done = await idempotency.run(
      {
        header: Array.isArray(header) ? header.join(',') : header,
        scope: scopeOf(id, who),
        body: bodyBytes(request),
        secret: showsSecret === true,
      },
      async (keep) => {
        refuse(request.client, bot);
        return { status: 200, body: await work((body) => keep({ status: 200, body })) };
      },
    );
    // Nothing was stored that would have been refused under a dead key.
    if (done.replayed && bot) await registry.confirm(bot);
    return doneOnce(done.body, done.replayed);
  };
}
