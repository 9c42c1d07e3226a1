// JSON Schemas of the wire as Python types: dictionaries with known members (`TypedDict`), and names for the other types.
// They are written for Python 3.9, which has no `NotRequired` and no `X | Y`: the members that may be absent stand in a base of their own,
// and so do members whose names Python cannot write in a class, such as `from`.

const keywords = new Set(
  'False None True and as assert async await break class continue def del elif else except finally for from global if import in is lambda nonlocal not or pass raise return try while with yield'.split(
    ' ',
  ),
);

/** Can Python write it as a name? */
export const isName = (text) => /^[A-Za-z_]\w*$/.test(text) && !keywords.has(text);

/** Text as a Python string. */
export const quoted = (text) => JSON.stringify(text);

/** A docstring, indented, or nothing. */
export function docstring(text, indent) {
  if (text === undefined) return '';
  const safe = text.replaceAll('\\', '\\\\').replaceAll('"""', '\\"\\"\\"').replace(/"$/, '\\"');
  return `${indent}"""${safe.replaceAll('\n', `\n${indent}`).replaceAll(/[ ]+$/gm, '')}"""\n`;
}

/** The whole of `papertape/wire.py`. @param schemas by name. */
export function wireModule(schemas, head) {
  const written = [];
  const aliases = [];
  const names = new Set(Object.keys(schemas));
  for (const [name, schema] of Object.entries(schemas)) {
    if (schema.properties) writeDict(name, schema, written, names);
    else
      aliases.push(
        `${name} = ${typeOf(schema, `${name}Object`, written, names)}\n${docstring(schema.description, '')}`,
      );
  }
  // Other names are made when the module is read, so what they name stands before them.
  return `${head}from __future__ import annotations\n\n${imports}\n\n${[...written, ...aliases].join('\n')}`;
}

const imports = 'from typing import Any, Dict, List, Literal, Optional, TypedDict, Union';

/** Writes a dictionary after those that it is made of. */
function writeDict(name, { properties, required = [], description }, written, names) {
  const members = Object.entries(properties).map(([member, schema]) => ({
    member,
    type: typeOf(schema, name + capital(member), written, names),
    about: schema.description,
    isRequired: required.includes(member),
  }));
  const kinds = {
    own: members.filter((m) => m.isRequired && isName(m.member)),
    optional: members.filter((m) => !m.isRequired && isName(m.member)),
    odd: members.filter((m) => m.isRequired && !isName(m.member)),
    oddOptional: members.filter((m) => !m.isRequired && !isName(m.member)),
  };
  const bases = [];
  if (kinds.odd.length > 0) bases.push(functional(`_${name}Named`, kinds.odd, '', written));
  if (kinds.oddOptional.length > 0)
    bases.push(functional(`_${name}NamedOptional`, kinds.oddOptional, ', total=False', written));
  if (kinds.optional.length > 0 && kinds.own.length + bases.length > 0) {
    written.push(`class _${name}Optional(TypedDict, total=False):\n${body(undefined, kinds.optional)}`);
    bases.push(`_${name}Optional`);
    kinds.optional = [];
  }
  const isPartial = kinds.optional.length > 0;
  const base = bases.length > 0 ? bases.join(', ') : `TypedDict${isPartial ? ', total=False' : ''}`;
  written.push(`class ${name}(${base}):\n${body(description, isPartial ? kinds.optional : kinds.own)}`);
}

function functional(name, members, more, written) {
  const list = members.map(({ member, type }) => `${quoted(member)}: ${quoted(type.replaceAll('"', "'"))}`);
  written.push(`${name} = TypedDict("${name}", {${list.join(', ')}}${more})\n`);
  return name;
}

function body(description, members) {
  const lines = members.map(({ member, type, about }) => `    ${member}: ${type}\n${docstring(about, '    ')}`);
  const text = `${docstring(description, '    ')}${description !== undefined && members.length > 0 ? '\n' : ''}${lines.join('')}`;
  return text === '' ? '    pass\n' : text;
}

/** A JSON Schema as a Python type. What of it is a dictionary without a name gets `name`, and is written before. Anything unknown ends the run. */
export function typeOf(schema, name, written = [], names = new Set()) {
  if (schema.$ref) return schema.$ref.slice(schema.$ref.lastIndexOf('/') + 1);
  if ('const' in schema) return `Literal[${literal(schema.const)}]`;
  if (schema.enum) return `Literal[${schema.enum.map(literal).join(', ')}]`;
  if (schema.anyOf) return union(schema.anyOf, name, written, names);
  if (Array.isArray(schema.type))
    return union(
      schema.type.map((type) => ({ ...schema, type })),
      name,
      written,
      names,
    );
  switch (schema.type) {
    case 'string':
      return 'str';
    case 'number':
      return 'float';
    case 'integer':
      return 'int';
    case 'boolean':
      return 'bool';
    case 'null':
      return 'None';
    case 'array':
      return `List[${typeOf(schema.items, `${name}Item`, written, names)}]`;
    case 'object':
      if (!schema.properties)
        return `Dict[str, ${typeOf(schema.additionalProperties, `${name}Value`, written, names)}]`;
      if (names.has(name)) throw new Error(`two types would be named ${name}`);
      names.add(name);
      writeDict(name, { ...schema, description: undefined }, written, names);
      return name;
    case undefined:
      if (Object.keys(schema).every((word) => word === 'description')) return 'Any';
  }
  throw new Error(`no type is known for ${JSON.stringify(schema)}`);
}

function union(parts, name, written, names) {
  const isNone = (part) => part.type === 'null';
  const others = parts.filter((part) => !isNone(part));
  const types = others.map((part, i) => typeOf(part, others.length > 1 ? `${name}${i + 1}` : name, written, names));
  const type = types.length > 1 ? `Union[${types.join(', ')}]` : types[0];
  return parts.some(isNone) ? `Optional[${type}]` : type;
}

function literal(value) {
  if (value === null) return 'None';
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  return quoted(value);
}

export function capital(word) {
  return word
    .split(/[^A-Za-z0-9]+/)
    .map((part) => part.slice(0, 1).toUpperCase() + part.slice(1))
    .join('');
}
