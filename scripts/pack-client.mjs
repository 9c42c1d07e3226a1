// Makes the package that is published of the client: `node scripts/pack-client.mjs [FOLDER]`, client/packed by itself; then
// `npm pack` or `npm publish` FOLDER. In this repository the client takes the types of the wire and the shapes of answers from the
// contract. The package has both in itself, the types printed from the JSON Schemas and the shapes as plain data, so that it has no
// dependency. Needs a build (`npm run build`).

import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { jsonSchemas } from '../contract/dist/schemas.js';
import { documentSchemas, kinds } from '../contract/dist/shapes.js';

const root = join(import.meta.dirname, '..');
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
mkdirSync(join(folder, 'dist'), { recursive: true });
const { devDependencies: _, private: __, ...manifest } = JSON.parse(readFileSync(join(client, 'package.json'), 'utf8'));
writeFileSync(join(folder, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
cpSync(join(client, 'README.md'), join(folder, 'README.md'));
cpSync(join(root, 'LICENSE'), join(folder, 'LICENSE'));
for (const file of built()) {
  const text = own[file] ?? readFileSync(join(client, 'dist', file), 'utf8');
  // The sources do not travel, so their maps do not either.
  writeFileSync(join(folder, 'dist', file), text.replace(/^\/\/# sourceMappingURL=.*\n?/m, ''));
}
console.log(folder);

/** What the sources are built to; what an earlier build left beside it stays behind. */
function built() {
  const sources = readdirSync(join(client, 'src')).filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'));
  return sources.flatMap((name) => [name.replace(/ts$/, 'js'), name.replace(/ts$/, 'd.ts')]);
}

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
