/**
 * Whether a process of role web takes an order itself: what an order hangs on has to be as certain here as at the process that serves. Otherwise it is handed on, and nothing else
 * of what changes anything is ever taken here.
 */
import type { IncomingMessage } from 'node:http';
import type { WindowRoom } from '../flow/window/window-room.ts';
import type { Clock } from '../lib/clock.ts';
import type { DatabaseTime } from '../storage/database-time.ts';
import type { Follow } from './follow.ts';

export type OrdersHere = (request: Pick<IncomingMessage, 'method' | 'headers' | 'url'>) => boolean;

export interface OrdersHereDeps {
  /** Are the limits off, or counted in a store that all processes share? */
  readonly areLimitsShared: boolean;
  readonly follow: Pick<Follow, 'serving'>;
  readonly time: Pick<DatabaseTime, 'isKnown'>;
  readonly room: Pick<WindowRoom, 'hasShare'>;
  readonly clock: Clock;
}

/** Orders that may be under way here between this question and their count. */
const underWayMax = 64;

/** Without a query: a preview is a private read. */
const orderPath = /^\/api\/agents\/\w{1,200}\/weights$/;

export function createOrdersHere({ areLimitsShared, follow, time, room, clock }: OrdersHereDeps): OrdersHere {
  return ({ method, headers, url = '' }) =>
    areLimitsShared &&
    method === 'POST' &&
    headers.authorization !== undefined &&
    orderPath.test(url) &&
    follow.serving() !== undefined &&
    time.isKnown() &&
    room.hasShare(clock.now(), underWayMax);
}
