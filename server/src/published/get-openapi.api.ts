import { z } from 'zod';
import { document, operation } from 'papertape-contract/operation';
import { tags, type OperationFacts, type Tag } from 'papertape-contract/operation-facts';
import { parameter } from 'papertape-contract/parameters';
import { kept } from 'papertape-contract/replies';
import { forAnHour } from './described-service.ts';
import { openapiDocument } from './openapi.ts';

type Deps = { readonly operations: readonly OperationFacts[]; readonly version: string };

const tagNames = Object.keys(tags) as Tag[];
const listed = tagNames.map((name) => name.toLowerCase());

/** Names of tags with commas between them, however they are capitalised; undefined for the whole document. */
const tagList = parameter(
  z
    .string()
    .optional()
    .transform((text, context): readonly Tag[] | undefined => {
      if (text === undefined) return undefined;
      const wanted = text.split(',').map((name) => name.trim().toLowerCase());
      if (wanted.every((name) => listed.includes(name)))
        return tagNames.filter((_, i) => wanted.includes(listed[i] ?? ''));
      context.addIssue({
        code: 'custom',
        message: `it must be one or more of ${listed.join(', ')}, with commas between them.`,
      });
      return z.NEVER;
    }),
  {
    description: `Only the part of these tags, with what each member of an answer means: ${listed.join(', ')}, with commas between them.`,
    schema: { type: 'string', maxLength: 100 },
    example: 'orders',
  },
);

export const getOpenapi = operation({
  id: 'getOpenapi',
  path: '/openapi.json',
  tag: 'Service',
  summary: 'This description',
  description: 'The interface as an OpenAPI 3.1 document: all of it, or the part of some tags.',
  freshness: 'kept',
  headers: forAnHour,
  query: { tags: tagList },
  answer: document('application/json'),
  handle: async ({ query }, { operations, version }: Deps) =>
    kept('documents', async () => openapiDocument(operations, version, query.tags)),
});
