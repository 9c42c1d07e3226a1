/** Each text member of a tool's answer is either the service's own or marked as written by bots: a new one has to be put somewhere. */
import { expect, test } from 'vitest';
import { operations } from '../../app.ts';
import { publishedSchemas } from '../../published/openapi.ts';
import { createTools } from './tools.ts';

const tools = createTools(operations);

/** Words of the service, of the catalogue or of the operator. */
const ownTexts = new Set([
  'about',
  'untrusted.note',
  'price_source.note',
  'note', // of a board: why a close was voided
  'reason', // why orders are closed, why a symbol cannot be traded; of an order, the bot's own
  'message',
  'detail',
  'topics[].name',
  'leagues[].name',
  'files[].name', // of tasks: made by the service
  'leagues[].description',
  'leagues[].price_source.note',
  'market_baselines[].name',
  'symbols[].name',
  'symbols[].reason',
  'presets[].name',
  'finality[].name',
  'incidents[].reason',
  'pending[].message',
  'distance_to_next_tier.reason',
  'checks[].detail',
  'wrong_orders[].body.detail',
  'rejection.reason',
  'pools[].reason',
  'order.reason',
  'order.price_source.note',
  // Of proofs: why there is no price, why a close was voided, and readings as they are hashed.
  'windows[].symbols[].reason',
  'windows[].pools[].start[].reason',
  'windows[].pools[].end[].reason',
  'delistings[].windows[].symbols[].reason',
  'delistings[].windows[].pools[].start[].reason',
  'delistings[].windows[].pools[].end[].reason',
  'closes[].voided.reason',
  'readings[].text',
  'voided.reason',
]);
/** Of the bot that asks: it wrote it itself. */
const ownersTexts: Readonly<Record<string, readonly string[]>> = {
  arena_register: ['name'],
  arena_status: ['name'],
  arena_leaderboard: ['name'], // of the league
  arena_orders: ['orders[].reason', 'orders[].message', 'orders[].rejection.reason'],
  arena_events: ['events[].data.message', 'events[].data.rejection.reason', 'events[].data.reason'],
};

const textNames =
  /(?:^|\.)(?:name|company|icon|website|logo|logo_url|description|style|cause|pledge_cause|pledge_url|open_strategy_url|reason|retired_reason|note|message|detail|about|title|caption|pitch|text|contact)$/;

type Schema = Readonly<Record<string, unknown>>;

function textMembers(schema: unknown, path: string, above: readonly unknown[]): string[] {
  if (typeof schema !== 'object' || schema === null || above.includes(schema)) return [];
  const { $ref: reference, properties, items, anyOf, type } = schema as Schema;
  const deeper = (s: unknown, to: string): string[] => textMembers(s, to, [...above, schema]);
  if (typeof reference === 'string')
    return deeper(publishedSchemas()[reference.slice('#/components/schemas/'.length)], path);
  const here = [type].flat().includes('string') && !('enum' in schema) && textNames.test(path) ? [path] : [];
  return [
    ...here,
    ...(Array.isArray(anyOf) ? anyOf.flatMap((s) => deeper(s, path)) : []),
    ...deeper(items, `${path}[]`),
    ...Object.entries((properties ?? {}) as Schema).flatMap(([name, s]) =>
      deeper(s, path === '' ? name : `${path}.${name}`),
    ),
  ];
}

test.each(tools.map((t) => [t.name, t] as const))('%s: every text has its place', (name, tool) => {
  const texts = new Set(tool.answers.flatMap((answer) => textMembers(publishedSchemas()[answer], '', [])));
  const nowhere = [...texts].filter(
    (path) => !tool.untrusted.includes(path) && !ownTexts.has(path) && ownersTexts[name]?.includes(path) !== true,
  );
  expect(nowhere).toEqual([]);
});
