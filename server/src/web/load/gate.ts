/**
 * The gate: whether a request is refused for the load, decided by its head alone, before its body is read and before the framework sees
 * it. docs/operators/operate.md#overload says who passes when.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { errorCatalogue } from 'papertape-contract/errors';
import { windowFull } from '../../flow/order/full-window.ts';
import type { WindowRoom } from '../../flow/window/window-room.ts';
import { siteAddresses } from '../../html/assets.ts';
import type { Clock } from '../../lib/clock.ts';
import type { Told } from '../error-body.ts';
import { ownWord } from '../../read/public-bot.ts';
import { refuseEarly } from '../refuse-early.ts';
import type { BotOf } from '../serve-ready.ts';
import { createHold } from './hold.ts';
import { isRefused, retryAfter, type Asker, type Level } from './levels.ts';
import type { Load } from './load.ts';

export interface GateDeps {
  readonly load: Load;
  readonly room: WindowRoom;
  readonly clock: Clock;
  /** Is the key in an Authorization header that of a bot, as far as is known without the database? `maybe`: it is well formed. */
  readonly isKnown: (authorization: string | undefined) => boolean | 'maybe';
  readonly botOf: BotOf;
  /** Is the token of the operator in an Authorization header? */
  readonly isOperator: (authorization: string | undefined) => boolean;
  /** Was an order of the bot taken, or is one under way, with the Idempotency-Key? As far as is known without the database. */
  readonly isRepeated: (botId: string, idempotencyKey: string) => boolean;
  /** 0 to below 1. */
  readonly uniform: () => number;
  /** Told of every refusal. */
  readonly answered: (status: number, code: string) => void;
}

export interface Gate {
  /** Is there anybody that it refuses? */
  isShut(): boolean;
  /** Answers a request that is refused. @returns false for one that may pass. */
  refuses(request: IncomingMessage, response: ServerResponse): boolean;
}

/** An order that is asked for, as far as the head of its request tells. */
interface AskedOrder {
  readonly botId: string;
  readonly idempotencyKey: string | undefined;
}

/** They tell how the service does, and cost little; the page of the operator only to whoever is signed in. */
const watched = new Set(['/healthz', '/readyz', '/metrics', '/operator', '/operator/sign-in', '/operator/act']);
/** What browsers fetch beside a page: a few files that never change under their addresses. Without them a page that was kept is shown bare. */
const assets: ReadonlySet<string> = new Set([
  siteAddresses.style,
  ...Object.values(siteAddresses.scripts),
  '/favicon.svg',
]);
const orderPath = /^\/api\/agents\/(\w{1,200})\/weights(?:\?|$)/;

export function createGate(deps: GateDeps): Gate {
  const { load, room } = deps;
  const hold = createHold();

  function refuse(request: IncomingMessage, response: ServerResponse, error: () => Told): true {
    hold(() => {
      // Meanwhile the connection may have been found broken.
      if (response.headersSent || response.destroyed) return;
      const told = error();
      refuseEarly(request, response, told);
      deps.answered(told.status, told.code);
    });
    return true;
  }

  return {
    isShut: () => load.level() > 0 || room.isShort(),
    refuses(request, response) {
      const order = orderIn(deps, request);
      const level = load.level();
      const asker = level === 0 ? 'exempt' : askerOf(deps, request, order);
      if (asker !== 'exempt' && isRefused(asker, level)) {
        load.refused(asker);
        return refuse(request, response, () => overloaded(asker, deps.uniform()));
      }
      if (!order || !isWithoutRoom(deps, order, level)) return false;
      room.refused();
      return refuse(request, response, () => {
        const now = deps.clock.now();
        return windowFull(order.botId, room.isFull(now), now, deps.clock.realPerTick);
      });
    },
  };
}

function orderIn({ botOf }: GateDeps, { method, url = '', headers }: IncomingMessage): AskedOrder | undefined {
  const named = method === 'POST' && !url.includes('preview=true') ? orderPath.exec(url)?.[1] : undefined;
  const key = headers['idempotency-key'];
  const botId = named === ownWord ? (botOf(headers.authorization) ?? named) : named;
  return botId === undefined ? undefined : { botId, idempotencyKey: typeof key === 'string' ? key : undefined };
}

/**
 * Who says that an order may be a repetition is asked for the kept answer first, as long as that is no trouble. What is refused here without a look at its key
 * would be refused with a good one, too.
 */
function isWithoutRoom({ room, clock, isRepeated }: GateDeps, order: AskedOrder, level: Level): boolean {
  const { botId, idempotencyKey: key } = order;
  if (key !== undefined && (level === 0 || isRepeated(botId, key))) return false;
  return !room.takes(botId, clock.now());
}

function askerOf(deps: GateDeps, request: IncomingMessage, order: AskedOrder | undefined): Asker {
  const { method, url = '', headers } = request;
  const { authorization, 'mcp-name': tool } = headers;
  if (method === 'GET' && assets.has(url)) return 'exempt';
  if (watched.has(url.split('?', 1)[0] as string) || deps.isOperator(authorization)) return 'exempt';
  // What asks before each call of a page is refused last: a page cannot read the refusal of a call that it could not make.
  if (method === 'OPTIONS') return 'order';
  const isKnown = deps.isKnown(authorization);
  const isPeek = isKnown === 'maybe' || (method === 'GET' && url === '/api/status');
  if (isPeek && deps.load.mayPeek()) return 'exempt';
  if (isKnown !== true) return 'stranger';
  if (order) {
    const { botId, idempotencyKey: key } = order;
    return key !== undefined && deps.isRepeated(botId, key) ? 'exempt' : 'order';
  }
  return method === 'POST' && url === '/mcp' && tool === 'arena_submit_weights' ? 'order' : 'bot';
}

const whose: Readonly<Record<Exclude<Asker, 'exempt'>, string>> = {
  stranger: 'requests without a key that it knows',
  bot: 'requests that are no orders',
  order: 'orders, too',
};

function overloaded(asker: Exclude<Asker, 'exempt'>, uniform: number): Told {
  const { status, fix } = errorCatalogue.overloaded;
  return {
    code: 'overloaded',
    status,
    message: `The service has more to do than it can, and refuses ${whose[asker]}.`,
    fix,
    headers: { 'Retry-After': String(retryAfter(asker, uniform)) },
    opensAt: undefined,
  };
}
