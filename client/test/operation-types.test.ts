/**
 * The client answers and takes the same types as the operations, and what must not pass is planted. The compiler is what checks this: an
 * error that is expected and does not come is an error itself, so `npm run check` fails when a fault passes.
 */
import type { OperationTypes } from 'papertape-contract/operation';
import { expect, test } from 'vitest';
import { operations } from '../../server/test/harness/operations.ts';
import type { writeNote } from '../../server/test/rooms/notes.api.ts';
import {
  methods,
  none,
  type AnsweredOtherwise,
  type Methods,
  type None,
  type Operations,
  type TakenOtherwise,
} from './operation-types.ts';

export type SameAnswers = None<AnsweredOtherwise<Operations, typeof methods>>;
export type SameBodies = None<TakenOtherwise<Operations>>;

type With<Id extends keyof Operations, Change> = Omit<Operations, Id> & {
  readonly [I in Id]: Omit<Operations[Id], keyof Change> & Change;
};
type Orders = Operations['listOrders'];
type List = Orders['answer'];
type Profile = Operations['updateProfile']['body'];

// @ts-expect-error an operation is added, and the client has no method for it
methods satisfies Methods<Operations & OperationTypes<readonly [typeof writeNote]>>;

// @ts-expect-error an operation answers something else
methods satisfies Methods<With<'listOrders', { answer: string[] }>>;

// @ts-expect-error an operation answers a member more
methods satisfies Methods<With<'listOrders', { answer: List & { more: string } }>>;

type Shorter = With<'listOrders', { answer: Omit<List, 'orders'> }>;
// @ts-expect-error an operation answers a member less
export type Less = None<AnsweredOtherwise<Shorter, typeof methods>>;

type Looser = With<'listOrders', { answer: Omit<List, 'orders'> & { orders: Partial<List['orders'][number]>[] } }>;
// @ts-expect-error members deep within an answer may be absent
export type Deep = None<AnsweredOtherwise<Looser, typeof methods>>;

// @ts-expect-error a parameter is of another type
methods satisfies Methods<With<'listOrders', { query: { page: 'first' | 'last'; per_page: number } }>>;

// @ts-expect-error a path has another parameter
methods satisfies Methods<With<'getOrder', { params: { agent_id: string; number: string } }>>;

type Filtered = Methods<With<'listOrders', { query: Orders['query'] & { state: string } }>>;
const listOrders: Filtered['listOrders'] = (c, { query: { page, per_page: perPage, ...more } }) => {
  // @ts-expect-error a parameter is added, and the method does not take it
  none(more);
  return c.orders({ page, perPage });
};

// @ts-expect-error a body has another member
methods satisfies Methods<With<'setIcon', { body: { picture: string } }>>;

type Older = With<'updateProfile', { body: Profile & { age?: number } }>;
// @ts-expect-error a body that is passed on as a whole has one member more
export type Body = None<TakenOtherwise<Older>>;

test('the types are of every operation that the service describes, and of no other', () => {
  expect(Object.keys(methods).toSorted()).toEqual(operations.map((o) => o.id).toSorted());
  expect(listOrders).toBeTypeOf('function');
});
