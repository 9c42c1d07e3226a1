/**
 * What an answer must look like for a client to work with it, as plain data: derived from the schemas, and small enough to travel in
 * the packed client, which has no schema library (scripts/pack-client.mjs).
 *
 * A shape is looser than its schema where a newer service may say more than an older client knows: of a text that is one of several
 * words any text passes, and of an object that is one of several kinds only what all of them have is looked at.
 *
 * Example: { name: z.string(), rank: z.number().nullable(), line: z.array(valuePoint) } gives
 * { name: 'string', rank: 'number?', line: ['#ValuePoint'] }.
 */
import { z } from 'zod';
import { jsonSchemaOf, schemas, type JsonSchema, type SchemaName, type Schemas } from './schemas.ts';

/**
 * `string`, `number`, `boolean`, `object` or `any`; `#Name` for another shape; each with `?` where it may be null. `[kind]` is an array,
 * `[kind, 'null']` a kind that may be null. An object has its members; `name?` may be absent, `*` stands for members of any name.
 */
export type Kind = string | readonly [Kind] | readonly [Kind, 'null'] | { readonly [member: string]: Kind };

/** Answers that openapi.json describes as documents. */
const documents = {
  Document: z.record(z.string(), z.unknown()),
  Health: z.object({ ok: z.boolean() }),
  Readiness: z.object({ ok: z.boolean(), last_mark: z.string().nullable() }),
};

type Documents = typeof documents;
type AnswerName = Exclude<SchemaName, `${string}Request`> | keyof Documents;

/** Every answer by name. */
export type Answers = {
  readonly [N in AnswerName]: z.infer<N extends SchemaName ? Schemas[N] : Documents[N & keyof Documents]>;
};

/** The JSON Schemas of those that are documents; the others are in `jsonSchemas`. */
export function documentSchemas(): Readonly<Record<keyof Documents, JsonSchema>> {
  const made = Object.entries(documents).map(([name, schema]) => [name, jsonSchemaOf(schema)]);
  return Object.fromEntries(made) as Readonly<Record<keyof Documents, JsonSchema>>;
}

export const kinds = Object.fromEntries(
  [...Object.entries(schemas), ...Object.entries(documents)]
    .filter(([name]) => !name.endsWith('Request'))
    .map(([name, schema]) => [name, kindOfBody(schema)]),
) as Readonly<Record<AnswerName, Kind>>;

function kindOf(schema: z.core.$ZodType): Kind {
  const id = z.globalRegistry.get(schema)?.id;
  return id !== undefined && schema instanceof z.ZodObject ? `#${id}` : kindOfBody(schema);
}

function kindOfBody(schema: z.core.$ZodType): Kind {
  if (schema instanceof z.ZodString || schema instanceof z.ZodEnum) return 'string';
  if (schema instanceof z.ZodNumber) return 'number';
  if (schema instanceof z.ZodBoolean) return 'boolean';
  if (schema instanceof z.ZodLiteral) return typeof schema.value;
  if (schema instanceof z.ZodUnknown) return 'any';
  if (schema instanceof z.ZodNull) return 'null';
  if (schema instanceof z.ZodNullable) return orNull(kindOf(schema.unwrap()));
  if (schema instanceof z.ZodArray) return [kindOf(schema.element)];
  if (schema instanceof z.ZodObject) return kindOfMembers(schema);
  if (schema instanceof z.ZodRecord) {
    const value = kindOf(schema.valueType);
    return value === 'any' ? 'object' : { '*': value };
  }
  if (schema instanceof z.ZodUnion) return common(schema.options.map(kindOfBody));
  throw new Error(`no shape is known for ${schema._zod.def.type}`);
}

function kindOfMembers(schema: z.ZodObject): Kind {
  const members = Object.entries(schema.shape).map(([name, member]) =>
    member instanceof z.ZodExactOptional ? [`${name}?`, kindOf(member.unwrap())] : [name, kindOf(member)],
  );
  return Object.fromEntries(members) as Kind;
}

function orNull(kind: Kind): Kind {
  return typeof kind === 'string' ? `${kind}?` : [kind, 'null'];
}

/** What all of several kinds have. */
function common(all: readonly Kind[]): Kind {
  const [first, ...others] = all;
  if (typeof first !== 'object' || Array.isArray(first))
    return others.every((kind) => kind === first) ? (first ?? 'any') : 'any';
  const shared = Object.entries(first).flatMap(([name, kind]) => {
    const same = others.every(
      (other) => JSON.stringify((other as Record<string, Kind>)[name]) === JSON.stringify(kind),
    );
    const named = others.every((other) => typeof other === 'object' && name in other);
    return same ? [[name, kind]] : named ? [[name, typeof kind === 'object' ? 'object' : 'any']] : [];
  });
  return Object.fromEntries(shared) as Kind;
}
