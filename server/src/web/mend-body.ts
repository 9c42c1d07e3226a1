/**
 * Mend body: a body that its schema refused in, the body that was meant out, with what was changed, as instructions. Members are renamed
 * (`email` is `contact`), and values are put into the form that their member takes (`"10%"` is 10, `UK` is `GB`, `example.org` is
 * `https://example.org`). What is still missing is taken from the operation's example, and then it is an example.
 */
import { z } from 'zod';
import { JsonNumber } from '../lib/json/json-number.ts';
import type { JsonObject } from '../lib/json/strict-json.ts';
import { memberMeant } from '../lib/json/unknown-members.ts';
import { shown } from '../lib/text.ts';
import { countryMeant } from './country-names.ts';
import { emojiMeant } from './emoji-names.ts';

export interface MendedBody {
  readonly body: JsonObject;
  readonly fixes: readonly string[];
  /** Does it have what the client sent, and nothing else? */
  readonly sure: boolean;
}

type Schema = z.ZodObject;

/** @param example a body that passes. */
export function mendBody(schema: Schema, sent: JsonObject, example: unknown): MendedBody | undefined {
  const fixes: string[] = [];
  const body: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(sent)) {
    const known = knownMember(schema, name, sent);
    if (known === undefined) continue;
    if (known !== name) fixes.push(`Send "${shown(name)}" as "${known}".`);
    body[known] = value;
  }
  let sure = true;
  for (const [name, reader] of Object.entries(schema.shape)) {
    const passes = (value: unknown): boolean => (reader as z.ZodType).safeParse(value).success;
    const value = plainValue(body[name]);
    if (name in body ? passes(value) : reader._zod.optin === 'optional') continue;
    const meant = name in body ? candidates(name, value).find(passes) : undefined;
    if (meant === undefined) sure = false;
    const other = meant ?? cut(value, reader as z.ZodType) ?? (example as JsonObject)[name];
    if (other !== undefined && passes(other)) {
      if (meant !== undefined) fixes.push(`Send ${quoted(name, meant)}.`);
      else fixes.push(`Send "${name}" in the form of ${quoted(name, other)}.`);
      body[name] = other;
    } else if (reader._zod.optin === 'optional') {
      fixes.push(`Leave "${name}" out, or mend it as \`detail\` says.`);
      delete body[name];
    } else return undefined;
  }
  // Members may depend on each other.
  const all = Object.fromEntries(Object.entries(body).map(([name, value]) => [name, plainValue(value)]));
  return schema.safeParse(all).success ? { body, fixes, sure } : undefined;
}

/** The member itself, or the one that it is another name of where that one was not sent. */
function knownMember(schema: Schema, name: string, sent: JsonObject): string | undefined {
  const known = Object.keys(schema.shape);
  if (known.includes(name)) return name;
  const meant = memberMeant(name, known);
  return meant === undefined || meant in sent ? undefined : meant;
}

function quoted(name: string, value: unknown): string {
  const text = JSON.stringify(value);
  return text.length > 200 ? `"${name}" as \`corrected\` has it` : `"${name}": ${text}`;
}

function plainValue(value: unknown): unknown {
  return value instanceof JsonNumber ? value.valueOf() : value;
}

/** Forms that a value may have been meant in, the likeliest first. */
function candidates(name: string, value: unknown): unknown[] {
  if (typeof value === 'number' || typeof value === 'boolean') return [String(value)];
  const texts: unknown[] = Array.isArray(value) ? value : [];
  if (texts.length > 0 && texts.every((each) => typeof each === 'string')) return [texts.join(', ')];
  if (typeof value !== 'string') return [];
  const text = value.trim();
  const number = /^-?\d+([.,]\d+)?(?=\s*(?:%|per ?cent|pct)?$)/i.exec(text)?.[0];
  const oneLine = text.replaceAll(/[\p{Cc}\p{Cf}\s]+/gu, ' ').trim();
  return [
    ...(name === 'country' ? [countryMeant(text)] : []),
    ...(number === undefined ? [] : [Number(number.replace(',', '.'))]),
    ...(/^(true|false)$/i.test(text) ? [text.toLowerCase() === 'true'] : []),
    ...(text.includes('.') && !text.includes(':') ? [`https://${text}`] : []),
    ...(text === value ? [] : [text]),
    text.replace(/^http:/i, 'https:'),
    text.toLowerCase(),
    text.split(/[\s,]+/),
    // Members that may be absent are cleared by null.
    ...(/^(null|none|n\/a)$/i.test(text) ? [null] : []),
    ...(oneLine === text ? [] : [oneLine]),
    ...(name === 'icon' ? [emojiMeant(text)] : []),
  ];
}

/** A text that is longer than its schema publishes, as far as it goes; undefined where it is not. */
function cut(value: unknown, reader: z.ZodType): string | undefined {
  const inner =
    reader instanceof z.ZodOptional || reader instanceof z.ZodNullable ? (reader.unwrap() as z.ZodType) : reader;
  const most = z.globalRegistry.get(inner)?.['maxLength'];
  if (typeof value !== 'string' || typeof most !== 'number' || value.length <= most) return undefined;
  const short = Array.from(value.slice(0, 2 * most))
    .slice(0, most)
    .join('');
  const forms = [short, short.replaceAll(/[\p{Cc}\p{Cf}\s]+/gu, ' ')].map((form) => form.trim());
  return forms.find((form) => reader.safeParse(form).success);
}
