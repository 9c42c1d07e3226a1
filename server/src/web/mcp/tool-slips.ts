/**
 * Slips of models in tool calls: arguments that came as JSON text are understood and named; what a refusal shows as the request that was
 * meant is shown as the arguments that were; a tool that there is not is told the one that was meant.
 */
import type { RequestParts } from 'papertape-contract/error-body';
import { JsonNumber } from '../../lib/json/json-number.ts';
import { objectWithin } from '../../lib/json/object-within.ts';
import type { JsonObject } from '../../lib/json/strict-json.ts';
import { nearTexts } from '../../lib/near.ts';
import { shown } from '../../lib/text.ts';
import { nearestAddress, type Address } from '../nearest-address.ts';
import type { Argument, Schema } from './tool-schemas.ts';
import type { Tool, ToolRequest } from './tools.ts';

/** Arguments of which some came as text and are something else, and what is said of that. */
export function understood(
  args: JsonObject,
  properties: Readonly<Record<string, Schema>>,
): { readonly args: JsonObject; readonly warnings: readonly string[] } {
  const warnings: string[] = [];
  const read = Object.entries(args).map(([name, value]) => {
    const type = properties[name]?.['type'];
    const meant = typeof value === 'string' ? fromText(value, type) : undefined;
    if (meant === undefined) return [name, value];
    const what = type === 'object' ? 'an object' : type === 'array' ? 'a list' : `a ${String(type)}`;
    warnings.push(`${name} came as text and was read as ${what}: send ${what}.`);
    return [name, meant];
  });
  return warnings.length === 0 ? { args, warnings } : { args: Object.fromEntries(read) as JsonObject, warnings };
}

function fromText(text: string, type: unknown): unknown {
  const trimmed = text.trim();
  if (type === 'object') return objectWithin(trimmed, true);
  if (type === 'array')
    return trimmed.startsWith('[') ? objectWithin(`{"list":${trimmed}}`, true)?.['list'] : undefined;
  if (type === 'boolean') return /^(true|false)$/i.test(trimmed) ? trimmed.toLowerCase() === 'true' : undefined;
  const isNumber = type === 'number' || type === 'integer';
  return isNumber && /^-?\d+(\.\d+)?$/.test(trimmed) ? new JsonNumber(trimmed) : undefined;
}

/** The arguments of the call as they were meant. @param takes those of the operation that refused. */
export function meantArguments(
  parts: RequestParts,
  args: JsonObject,
  { operation }: Pick<ToolRequest, 'operation'>,
  takes: ReadonlyMap<string, Argument>,
): JsonObject | undefined {
  const changed: Record<string, unknown> = {};
  if (parts.path !== undefined) {
    const [path = '', query] = parts.path.split('?');
    const pattern = new RegExp(`^${operation.path.replaceAll(/\{(\w+)\}/g, '(?<$1>[^/]+)')}$`);
    const found = pattern.exec(path);
    if (!found) return undefined;
    for (const [name, value] of Object.entries(found.groups ?? {})) changed[name] = decodeURIComponent(value);
    // What has a standard here that was not given is the tool's to fill in.
    for (const [name, value] of new URLSearchParams(query)) if (name in args || !takes.has(name)) changed[name] = value;
  }
  const { api_key: _key, contact_key: _contact, idempotency_key: _once, ...given } = args;
  const isLeftOut = (name: string): boolean =>
    parts.path !== undefined && takes.get(name)?.in === 'query' && !Object.hasOwn(changed, name);
  const kept = Object.entries(given).filter(([name]) =>
    parts.body ? takes.has(name) && takes.get(name)?.in !== 'body' : !isLeftOut(name),
  );
  return { ...Object.fromEntries(kept), ...changed, ...parts.body };
}

/** What is said of a tool that there is not. */
export function noSuchTool(name: string, tools: readonly Tool[], served: readonly Address[]): string {
  const names = tools.map((tool) => tool.name);
  const bare = name.replace(/^arena[_-]?/i, '').replaceAll('-', '_');
  const [near = byWords(bare, tools, served)] = [name, `arena_${bare}`].flatMap((text) => nearTexts(text, names, 1));
  const hint = near === undefined ? '' : ` Did you mean ${near}?`;
  return `There is no tool "${shown(name)}".${hint} The tools: ${names.join(', ')}.`;
}

/** By the names that addresses go by: `place_order` is what `POST /api/order` is. */
function byWords(name: string, tools: readonly Tool[], served: readonly Address[]): string | undefined {
  const words = [name, ...name.split('_').toReversed()];
  for (const word of words) {
    const isRead = /^(get|list|read|show)_/.test(name);
    const near = nearestAddress(isRead ? 'GET' : 'POST', `/api/${word}`, served);
    const id = near && operationAt(served, near.method, near.path);
    const tool = tools.find(({ operations }) => id !== undefined && operations.includes(id));
    if (tool) return tool.name;
  }
  return undefined;
}

function operationAt(served: readonly Address[], method: string, path: string): string | undefined {
  return served.find(
    (each) =>
      each.method === method &&
      new RegExp(`^${each.path.replaceAll(/:\w+/g, '[^/]+')}$`).test(path.split('?')[0] ?? ''),
  )?.operation?.id;
}
