// Prints a module of the Python client that is made of the declarations of the service: `node scripts/python-client.mjs wire|operations|shapes`.
// Needs a build, since the rooms that declare the operations have pages in them (`npm run generate` makes one).

import { jsonSchemas } from '../contract/dist/schemas.js';
import { pathParametersOf } from '../contract/dist/parameters.js';
import { kinds } from '../contract/dist/shapes.js';
import { docstring, isName, quoted, typeOf, wireModule } from './python-types.mjs';

/** @param about what the module is. */
function head(about) {
  return `"""${about}\n\nMade from the declarations of the service by \`npm run generate\`.\n"""\n`;
}

function wire() {
  return wireModule(
    jsonSchemas(),
    head('Types of everything that goes over the wire: bodies and answers, as the service has them.'),
  );
}

/** What an answer must look like for the client to work with it (contract/src/shapes.ts has the form). */
function shapes() {
  const lines = Object.entries(kinds).map(([name, kind]) => `    ${quoted(name)}: ${JSON.stringify(kind)},\n`);
  return `${head('What an answer must look like for the client to work with it, by name.')}from typing import Any, Dict\n\nKINDS: Dict[str, Any] = {\n${lines.join('')}}\n`;
}

async function operations() {
  const { operations: declared } = await import('../server/dist/app.js');
  const methods = declared.flatMap((o) => (isCsvToo(o) ? [method(o), csvMethod(o)] : [method(o)]));
  return `${head('One method for every operation of the service.')}from __future__ import annotations

from typing import Any, Dict, Literal, Mapping, Optional, Tuple, Union, cast

from . import wire


class Operations:
    """What papertape.Client calls the service with. Every call raises a PapertapeError when it fails.

    Where \`agent_id\` may be left out, the client's own bot is meant. A parameter that is None is not sent.
    """

    def _call(
        self,
        method: str,
        path: str,
        key: str,
        answers: Tuple[str, ...],
        params: Mapping[str, Optional[str]],
        query: Mapping[str, Any],
        body: Optional[Mapping[str, Any]] = None,
        idempotency_key: Union[str, bool, None] = None,
    ) -> Any:
        raise NotImplementedError

    def _call_text(
        self, path: str, media_type: str, params: Mapping[str, Optional[str]], query: Mapping[str, Any], key: str = "never"
    ) -> str:
        raise NotImplementedError

${methods.join('\n')}`;
}

const isCsvToo = (o) => o.also?.includes('text/csv') ?? false;

/** `getOrder` -> `get_order`. */
const snake = (id) => id.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
const argument = (name) => (isName(name) ? name : `${name}_`);

function method(o) {
  const document = o.answer.document;
  const isText = document !== undefined && document !== 'application/json';
  const taken = takenBy(
    o,
    o.query.filter(({ name }) => !(name === 'format' && isCsvToo(o))),
  );
  const answers = document ? ['Document'] : o.answer.schemas;
  const types = answers.map((name) => `wire.${name}`);
  const type = isText
    ? 'str'
    : document
      ? 'Dict[str, Any]'
      : types.length > 1
        ? `Union[${types.join(', ')}]`
        : types[0];
  if (isText)
    return written(
      o,
      snake(o.id),
      taken,
      'str',
      `self._call_text(${quoted(o.path)}, ${quoted(document)}, ${taken.params}, ${taken.query})`,
    );
  const parts = [
    quoted(o.method.toUpperCase()),
    quoted(o.path),
    quoted(o.key),
    `(${answers.map(quoted).join(', ')},)`,
    taken.params,
    taken.query,
    ...(o.request ? ['body=body'] : []),
    ...(o.idempotent ? ['idempotency_key=idempotency_key or True'] : []),
  ];
  return written(o, snake(o.id), taken, type, `cast(${quoted(type)}, self._call(${parts.join(', ')}))`);
}

/** The same answer as a table in text. */
function csvMethod(o) {
  const formats = o.query.find(({ name }) => name === 'format').schema.enum.filter((format) => format !== 'json');
  const rest = o.query.filter(({ name }) => name !== 'format');
  const taken = takenBy(
    o,
    rest,
    formats.length > 1 ? `format: Literal[${formats.map(quoted).join(', ')}] = ${quoted(formats[0])}` : undefined,
  );
  const query = taken.query.replace(
    /\}$/,
    `${rest.length > 0 ? ', ' : ''}"format": ${formats.length > 1 ? 'format' : quoted(formats[0])}}`,
  );
  const call = `self._call_text(${quoted(o.path)}, "text/csv", ${taken.params}, ${query}${o.key === 'required' ? ', "required"' : ''})`;
  return written({ ...o, summary: `${o.summary}, as CSV` }, `${snake(o.id)}_csv`, taken, 'str', call);
}

/** What a method takes, and how it hands that on. The client's own bot comes last, since it may be left out. */
function takenBy(o, parameters, format) {
  const path = pathParametersOf(o.path);
  const own = path.filter(({ name }) => name === 'agent_id');
  const others = path.filter(({ name }) => name !== 'agent_id');
  const needed = parameters.filter(({ required }) => required);
  const optional = parameters.filter(({ required }) => !required);
  const named = [
    ...(format ? [format] : []),
    ...optional.map((p) => `${argument(p.name)}: Optional[${parameterType(p)}] = None`),
    ...(o.idempotent ? ['idempotency_key: Optional[str] = None'] : []),
  ];
  const list = (of) => `{${of.map(({ name }) => `${quoted(name)}: ${argument(name)}`).join(', ')}}`;
  return {
    arguments: [
      'self',
      ...others.map(({ name }) => `${name}: str`),
      ...needed.map((p) => `${argument(p.name)}: ${parameterType(p)}`),
      ...(o.request?.required ? [`body: wire.${o.request.schema}`] : []),
      ...(o.request && !o.request.required ? [`body: Optional[wire.${o.request.schema}] = None`] : []),
      ...own.map(({ name }) => `${name}: Optional[str] = None`),
      ...(named.length > 0 ? ['*', ...named] : []),
    ],
    about: [...others, ...needed, ...optional].map((p) => `:param ${argument(p.name)}: ${p.description}`),
    params: list(path),
    query: list(parameters),
  };
}

function parameterType(p) {
  return p.schema.$ref ? 'str' : typeOf(p.schema, p.name);
}

function written(o, name, taken, type, call) {
  const needs = o.key === 'required' ? ' It needs the key of the bot.' : '';
  const about = [
    `${o.summary}.`,
    '',
    wrapped(`${o.description}${needs}`),
    '',
    `${o.method.toUpperCase()} ${o.path}`,
    ...(taken.about.length > 0 ? ['', ...taken.about] : []),
  ];
  return `    def ${name}(\n        ${taken.arguments.join(',\n        ')},\n    ) -> ${type}:\n${docstring(about.join('\n'), '        ')}        return ${call}\n`;
}

/** Lines of at most 120 characters. */
function wrapped(text) {
  const lines = [];
  for (const word of text.split(/\s+/)) {
    const last = lines.at(-1);
    if (last === undefined || last.length + word.length > 118) lines.push(word);
    else lines[lines.length - 1] = `${last} ${word}`;
  }
  return lines.join('\n');
}

const modules = { wire, operations, shapes };
const made = modules[process.argv[2] ?? ''];
if (made) process.stdout.write(await made());
else {
  process.stderr.write(`usage: python-client.mjs ${Object.keys(modules).join('|')}\n`);
  process.exitCode = 2;
}
