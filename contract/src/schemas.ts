/**
 * Everything that goes over the wire by its public name, as zod schemas and as JSON Schemas (2020-12).
 *
 * Instants are ISO 8601 UTC with milliseconds, dates YYYY-MM-DD. Money is USD. Numbers that stand for decimals are JSON numbers;
 * where exactness matters there is a text member beside the number.
 *
 * A schema is published when it is exported here and its `meta` gives it an id, which is its name with a capital letter.
 */
import { z } from 'zod';
import * as about from './about.ts';
import * as alerts from './alerts.ts';
import * as board from './board.ts';
import * as bot from './bot.ts';
import * as errorBody from './error-body.ts';
import * as event from './event.ts';
import * as fill from './fill.ts';
import * as history from './history.ts';
import * as inquiry from './inquiry.ts';
import * as ladder from './ladder-zones.ts';
import * as league from './league.ts';
import * as log from './log.ts';
import * as maker from './maker.ts';
import * as markDown from './mark-down.ts';
import * as market from './market.ts';
import * as newsletter from './newsletter.ts';
import * as order from './order.ts';
import * as payment from './payment.ts';
import * as price from './price.ts';
import * as profile from './profile.ts';
import * as proof from './proof.ts';
import * as registration from './registration.ts';
import * as round from './round.ts';
import * as roundEvent from './round-event.ts';
import * as rules from './rules.ts';
import * as search from './search.ts';
import * as seats from './seats.ts';
import * as showcase from './showcase.ts';
import * as statistics from './statistics.ts';
import * as status from './status.ts';

const all = {
  ...about,
  ...errorBody,
  ...registration,
  ...profile,
  ...price,
  ...order,
  ...fill,
  ...ladder,
  ...league,
  ...seats,
  ...search,
  ...market,
  ...status,
  ...maker,
  ...board,
  ...statistics,
  ...bot,
  ...markDown,
  ...proof,
  ...log,
  ...event,
  ...roundEvent,
  ...round,
  ...rules,
  ...payment,
  ...history,
  ...alerts,
  ...inquiry,
  ...newsletter,
  ...showcase,
};

type All = typeof all;

/** The published schemas by name: `{ OrderAck: orderAck, … }`. */
export type Schemas = { readonly [K in keyof All as All[K] extends z.ZodType ? Capitalize<K> : never]: All[K] };
export type SchemaName = keyof Schemas;

export const schemas = Object.fromEntries(
  Object.values(all).flatMap((value) => {
    const id = z.globalRegistry.get(value)?.id;
    return id === undefined ? [] : [[id, value]];
  }),
) as unknown as Schemas;

export type JsonSchema = Readonly<Record<string, unknown>>;

type JsonSchemas = Readonly<Record<SchemaName, JsonSchema>> & Readonly<Record<string, JsonSchema>>;

let made: { readonly count: number; readonly schemas: JsonSchemas } | undefined;

/**
 * The same as JSON Schemas, and after them those of rooms that bring schemas of their own; made when one is new. They refer to each other below `#/components/schemas/`, as openapi.json has them.
 * Objects are open: an answer may gain members.
 */
export function jsonSchemas(): JsonSchemas {
  const count = z.globalRegistry._idmap.size;
  if (made?.count !== count) made = { count, schemas: makeJsonSchemas() };
  return made.schemas;
}

/** One that is not published, as a JSON Schema. */
export function jsonSchemaOf(schema: z.ZodType): JsonSchema {
  const { $schema: _, ...body } = z.toJSONSchema(schema, options);
  return body;
}

const options: z.core.ToJSONSchemaParams = {
  target: 'draft-2020-12',
  // Of a request the form in which it is sent; answers are the same both ways.
  io: 'input',
  override: ({ jsonSchema }) => plainly(jsonSchema),
};

function makeJsonSchemas(): JsonSchemas {
  const uri = (id: string): string => `#/components/schemas/${id}`;
  const { schemas: bodies } = z.toJSONSchema(z.globalRegistry, { ...options, uri });
  return Object.fromEntries(
    [...new Set([...Object.keys(schemas), ...Object.keys(bodies)])].map((name) => {
      const { $schema: _, $id: __, ...body } = bodies[name] as JsonSchema;
      return [name, body];
    }),
  ) as JsonSchemas;
}

/** Says in the shortest way what zod says at length. */
function plainly(schema: z.core.JSONSchema.BaseSchema): void {
  // Names of members are texts in any case, and a constant tells its type itself.
  delete schema.propertyNames;
  if (schema.const !== undefined) delete schema.type;
  const [own, none, ...others] = schema.anyOf ?? [];
  const mayBeNull = none?.type === 'null' && others.length === 0;
  if (own === undefined || !mayBeNull || typeof own.type !== 'string' || !plainTypes.includes(own.type)) return;
  delete schema.anyOf;
  Object.assign(schema, own, { type: [own.type, 'null'], ...(own.enum ? { enum: [...own.enum, null] } : {}) });
}

const plainTypes: readonly string[] = ['string', 'number', 'boolean'];
