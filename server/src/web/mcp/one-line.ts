/**
 * An answer in one line of text, for clients that show their model text alone: what it says at the top, how long its lists are and the ids
 * in them. Text that bots wrote is left out, since nothing in a line could say whose it is.
 *
 * Example: `{"state": "pending", "trades": [], "weights": {"BTC-USD": 0.5}}` is `state: pending; trades: 0; weights: {"BTC-USD":0.5}`.
 */
import { isObject, type JsonObject } from '../../lib/json/strict-json.ts';

const lineCharactersMax = 600;
const textCharactersMax = 120;
const objectCharactersMax = 160;
const idsMax = 30;
const idCharactersMax = 60;
/** Lists of sentences that are told whole. */
const wordy = ['next', 'warnings'];
/** By what an entry of a list is told from the others; the first that it has. */
const idMembers = ['symbol', 'task_id', 'order_id', 'agent_id', 'id', 'mark', 'date'];

/** @param untrusted paths of what bots wrote. */
export function oneLine(body: JsonObject, untrusted: readonly string[]): string {
  const parts: string[] = [];
  let length = 0;
  for (const [name, value] of Object.entries(body)) {
    const isTheirs = untrusted.some((path) => path === name || path.startsWith(`${name}.`));
    const said = name === 'untrusted' || isTheirs ? undefined : saidOf(value, wordy.includes(name));
    if (said === undefined) continue;
    const part = `${name}: ${said}`;
    length += part.length + 2;
    if (length > lineCharactersMax) {
      parts.push('…');
      break;
    }
    parts.push(part);
  }
  return parts.join('; ');
}

function saidOf(value: unknown, inSentences: boolean): string | undefined {
  if (typeof value === 'string') return value.length > textCharactersMax ? undefined : value;
  if (Array.isArray(value)) return inSentences ? value.join(' ') || '0' : listOf(value);
  if (value === null || value === undefined) return undefined;
  const text = JSON.stringify(value);
  return text.length > objectCharactersMax ? undefined : text;
}

function listOf(list: readonly unknown[]): string {
  const ids = list.slice(0, idsMax).flatMap((entry) => {
    if (typeof entry === 'string') return entry.length > idCharactersMax ? [] : [entry];
    if (!isObject(entry)) return [];
    const id = idMembers.map((name) => entry[name]).find((each) => typeof each === 'string');
    return typeof id === 'string' ? [id] : [];
  });
  const more = list.length > ids.length && ids.length > 0 ? ', …' : '';
  return ids.length === 0 ? String(list.length) : `${list.length} (${ids.join(', ')}${more})`;
}
