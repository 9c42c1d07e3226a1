// Prints server/src/contract/schemas.gen.ts: the JSON Schemas (2020-12) of everything that goes over the wire, made from the
// types in wire.ts and their comments. It knows the part of TypeScript that wire.ts is written in, and stops at anything else.

import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseSync } from 'oxc-parser';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const source = 'server/src/contract/wire.ts';
const target = 'server/src/contract/schemas.gen.ts';

const text = readFileSync(join(root, source), 'utf8');
const { program, comments, errors } = parseSync(source, text);
if (errors.length > 0) throw new Error(`${source} does not parse: ${errors[0].message}`);

const declarations = program.body
  .filter((s) => s.type === 'ExportNamedDeclaration' && s.declaration)
  .map((s) => ({ ...s.declaration, start: s.start }));
const byName = new Map(declarations.map((d) => [d.id.name, d]));
const schemas = {};
for (const d of declarations) schemas[d.id.name] = { ...described(d), ...declaredSchema(d) };

const body = `// Generated, do not edit: made from ${source}. \`node scripts/check-generated.mjs --write\` makes it anew.\n
export const schemas = ${JSON.stringify(schemas)} as const;\n`;
const formatter = spawnSync(
  process.execPath,
  [join(root, 'node_modules/oxfmt/bin/oxfmt'), `--stdin-filepath=${target}`],
  { cwd: root, encoding: 'utf8', input: body, timeout: 30_000, maxBuffer: 64 * 1024 * 1024 },
);
if (formatter.status !== 0) throw new Error(`oxfmt did not format ${target}: ${formatter.stderr ?? ''}`);
process.stdout.write(formatter.stdout);

function declaredSchema(d) {
  if (d.type === 'TSTypeAliasDeclaration') return schemaOf(d.typeAnnotation);
  if (d.type !== 'TSInterfaceDeclaration') throw unknown(d);
  const parents = (d.extends ?? []).map((e) => reference(e.expression.name, e.typeArguments));
  const own = objectSchema(d.body.body);
  return parents.length === 0 ? own : merged([...parents.map(resolved), own]);
}

/** A comment that ends where the node begins, but for white space. */
function described(node) {
  const comment = comments.find(
    (c) =>
      c.type === 'Block' &&
      c.value.startsWith('*') &&
      c.end <= node.start &&
      text.slice(c.end, node.start).trim() === '',
  );
  if (!comment) return {};
  const description = comment.value
    .split('\n')
    .map((l) => l.replace(/^\s*\*+ ?/, '').trim())
    .join(' ')
    .trim();
  return { description };
}

function objectSchema(members) {
  const properties = {};
  const required = [];
  for (const m of members) {
    if (m.type !== 'TSPropertySignature') throw unknown(m);
    const name = m.key.type === 'Identifier' ? m.key.name : m.key.value;
    const schema = schemaOf(m.typeAnnotation.typeAnnotation);
    properties[name] = { ...described(m), ...schema };
    if (!m.optional) required.push(name);
  }
  return { type: 'object', properties, ...(required.length > 0 ? { required } : {}) };
}

function schemaOf(t) {
  switch (t.type) {
    case 'TSStringKeyword':
      return { type: 'string' };
    case 'TSNumberKeyword':
      return { type: 'number' };
    case 'TSBooleanKeyword':
      return { type: 'boolean' };
    case 'TSNullKeyword':
      return { type: 'null' };
    case 'TSUnknownKeyword':
      return {};
    case 'TSNeverKeyword':
      return { not: {} };
    case 'TSParenthesizedType':
      return schemaOf(t.typeAnnotation);
    case 'TSLiteralType':
      return { const: t.literal.value };
    case 'TSTypeLiteral':
      return objectSchema(t.members);
    case 'TSArrayType':
      return { type: 'array', items: schemaOf(t.elementType) };
    case 'TSTupleType':
      return {
        type: 'array',
        prefixItems: t.elementTypes.map(schemaOf),
        minItems: t.elementTypes.length,
        maxItems: t.elementTypes.length,
      };
    case 'TSTypeOperator':
      if (t.operator === 'readonly') return schemaOf(t.typeAnnotation);
      throw unknown(t);
    case 'TSUnionType':
      return unionSchema(t.types.map(schemaOf));
    case 'TSIntersectionType':
      return merged(t.types.map(schemaOf).map(resolved));
    case 'TSIndexedAccessType':
      return resolved(schemaOf(t.objectType)).properties[t.indexType.literal.value] ?? unreachable(t);
    case 'TSTypeReference':
      return reference(t.typeName.name, t.typeArguments);
    default:
      throw unknown(t);
  }
}

function unionSchema(parts) {
  const isNull = (s) => s.type === 'null';
  const rest = parts.filter((s) => !isNull(s));
  const nullable = rest.length < parts.length;
  if (rest.every((s) => typeof s.const === 'string')) {
    const values = rest.map((s) => s.const);
    return nullable ? { type: ['string', 'null'], enum: [...values, null] } : { type: 'string', enum: values };
  }
  if (rest.every((s) => typeof s.type === 'string' && Object.keys(s).length === 1))
    return { type: [...rest.map((s) => s.type), ...(nullable ? ['null'] : [])] };
  return { anyOf: [...rest, ...(nullable ? [{ type: 'null' }] : [])] };
}

function reference(name, args) {
  const params = args?.params ?? [];
  if (name === 'Record') return { type: 'object', additionalProperties: schemaOf(params[1]) };
  if (name === 'Readonly') return schemaOf(params[0]);
  if (name === 'Omit' || name === 'Pick' || name === 'Partial') {
    const whole = resolved(schemaOf(params[0]));
    if (name === 'Partial') return { type: 'object', properties: whole.properties };
    const named = literals(params[1]);
    const stays = (key) => named.includes(key) === (name === 'Pick');
    return {
      type: 'object',
      properties: Object.fromEntries(Object.entries(whole.properties).filter(([key]) => stays(key))),
      required: (whole.required ?? []).filter(stays),
    };
  }
  if (!byName.has(name)) throw new Error(`${source}: ${name} is not declared in it`);
  return { $ref: `#/components/schemas/${name}` };
}

function literals(t) {
  const parts = t.type === 'TSUnionType' ? t.types : [t];
  return parts.map((p) => p.literal.value);
}

/** The schema itself where it is a reference. */
function resolved(schema) {
  if (!schema.$ref) return schema;
  return declaredSchema(byName.get(schema.$ref.split('/').at(-1)));
}

function merged(parts) {
  const required = [...new Set(parts.flatMap((p) => p.required ?? []))];
  return {
    type: 'object',
    properties: Object.assign({}, ...parts.map((p) => p.properties)),
    ...(required.length > 0 ? { required } : {}),
  };
}

function unreachable(node) {
  throw unknown(node);
}

function unknown(node) {
  return new Error(`${source}: ${node.type} at ${text.slice(node.start, node.end)} is not known here`);
}
