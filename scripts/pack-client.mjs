// Makes the folder of the client's package: `node scripts/pack-client.mjs [FOLDER]`, client/packed by itself. In this repository the
// client takes the types of the wire and the shapes of answers from the contract. The package has both in itself, the types printed from
// the JSON Schemas and the shapes as plain data, so that it has no dependency. Needs a build (`npm run build`).

import { cpSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { jsonSchemas } from '../contract/dist/schemas.js';
import { documentSchemas, kinds } from '../contract/dist/shapes.js';
import { copyBuilt, copyReadme, root, writeManifest } from './pack-files.mjs';

const client = join(root, 'client');
const folder = resolve(process.argv[2] ?? join(client, 'packed'));

/** The two modules that name the contract, see client-stands-alone in server/test/architecture/fences.ts. */
const own = {
  'wire.js': 'export {};\n',
  'wire.d.ts': wireTypes(),
  'shapes.js': `export const kinds = ${JSON.stringify(kinds)};\n`,
  'shapes.d.ts': shapeTypes(),
};

rmSync(folder, { recursive: true, force: true });
writeManifest(client, folder);
copyBuilt(client, folder, own);
copyReadme(client, folder);
cpSync(join(client, 'templates'), join(folder, 'templates'), {
  recursive: true,
  filter: (path) => !path.includes('__pycache__'),
});
// `papertape-bot new --python` puts it beside the bot, which so runs without an installation.
cpSync(join(root, 'python', 'src', 'papertape'), join(folder, 'templates', 'papertape'), {
  recursive: true,
  filter: (path) => !path.includes('__pycache__'),
});
console.log(folder);

/** Every type of the wire, written out. */
function wireTypes() {
  const declarations = Object.entries(jsonSchemas()).map(([name, schema]) => {
    const comment = commentOf(schema, '');
    return schema.properties
      ? `${comment}export interface ${name} ${typeOf(schema, '')}\n`
      : `${comment}export type ${name} = ${typeOf(schema, '')};\n`;
  });
  return `// Made from the schemas of the service.\n\n${declarations.join('\n')}`;
}

function shapeTypes() {
  const documents = documentSchemas();
  const answers = Object.keys(kinds).map(
    (name) => `  readonly ${name}: ${documents[name] ? typeOf(documents[name], '  ') : `Wire.${name}`};`,
  );
  return `import type * as Wire from './wire.js';

export type Kind = string | readonly [Kind] | readonly [Kind, 'null'] | { readonly [member: string]: Kind };
export interface Answers {
${answers.join('\n')}
}
export declare const kinds: Readonly<Record<keyof Answers, Kind>>;
`;
}

/** A JSON Schema as TypeScript: what of it the wire's schemas are made of. Anything else ends the run. */
function typeOf(schema, indent) {
  if (schema.$ref) return schema.$ref.slice(schema.$ref.lastIndexOf('/') + 1);
  if ('const' in schema) return JSON.stringify(schema.const);
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(' | ');
  if (schema.anyOf) return schema.anyOf.map((part) => typeOf(part, indent)).join(' | ');
  if (Array.isArray(schema.type)) return schema.type.map((type) => typeOf({ ...schema, type }, indent)).join(' | ');
  switch (schema.type) {
    case 'string':
    case 'number':
    case 'boolean':
    case 'null':
      return schema.type;
    case 'integer':
      return 'number';
    case 'array':
      return `Array<${typeOf(schema.items, indent)}>`;
    case 'object':
      return schema.properties
        ? membersOf(schema, indent)
        : `Record<string, ${typeOf(schema.additionalProperties, indent)}>`;
    case undefined:
      if (Object.keys(schema).every((word) => word === 'description')) return 'unknown';
  }
  throw new Error(`no type is known for ${JSON.stringify(schema)}`);
}

function membersOf({ properties, required = [] }, indent) {
  const deeper = `${indent}  `;
  const lines = Object.entries(properties).map(([name, schema]) => {
    const key = /^[\w$]+$/.test(name) ? name : JSON.stringify(name);
    const absent = required.includes(name) ? '' : '?';
    return `${commentOf(schema, deeper)}${deeper}${key}${absent}: ${typeOf(schema, deeper)};\n`;
  });
  return `{\n${lines.join('')}${indent}}`;
}

function commentOf({ description }, indent) {
  return description === undefined ? '' : `${indent}/** ${description.replaceAll('*/', '*\\/')} */\n`;
}
