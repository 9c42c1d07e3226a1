/**
 * Words of the HTTP interface in those of the tools: a model that has tools cannot send a GET, and is told the tool that does. Addresses of
 * documents stay: they are for people, and for models that can read pages.
 *
 * Example: `GET /api/universe?league=multi lists the symbols.` is `arena_universe (league: multi) lists the symbols.`
 */
import type { OperationFacts } from 'papertape-contract/operation-facts';

export type ToolWords = (text: string) => string;

/** What no tool answers by itself, and where a tool or a resource says it. */
const elsewhere: readonly (readonly [path: RegExp, words: string])[] = [
  [/^\/api\/seats$/, 'arena_leagues'],
  [/^\/rules\.json/, 'the resource arena://rules'],
  [/^\/llms\.txt$/, 'arena_info'],
  [/^\/leaderboard\.json$/, 'arena_leaderboard'],
  [/^\/leagues\.json$/, 'arena_leagues'],
];

/** @param toolOf the tool that an operation is, or is part of. */
export function createToolWords(
  operations: readonly OperationFacts[],
  toolOf: (id: string) => string | undefined,
): ToolWords {
  const routes = operations.map(({ id, method, path }) => ({
    method: method.toUpperCase(),
    pattern: new RegExp(`^${path.replaceAll('.', String.raw`\.`).replaceAll(/\{\w+\}/g, '[^/]+')}$`),
    tool: toolOf(id),
  }));
  const named = (method: string | undefined, path: string): string | undefined =>
    routes.find(
      (route) => route.tool !== undefined && route.pattern.test(path) && (method ?? route.method) === route.method,
    )?.tool ?? elsewhere.find(([pattern]) => pattern.test(path))?.[1];
  return (text) =>
    text
      .replaceAll(
        /(?:\b(GET|POST) )?(?:https?:\/\/[^\s/"')]+)?(\/[\w/{}.:%-]*[\w}])(\?[\w=&.,:%-]*\w)?/g,
        (all, method: string | undefined, path: string, query = '') => {
          const tool = named(method, path);
          return tool === undefined ? all : tool + inWords(query as string);
        },
      )
      .replaceAll(/ with Authorization: Bearer <\w+>/gi, '')
      .replaceAll('Send the header: Authorization: Bearer <API_KEY>', 'Give the argument api_key')
      .replaceAll('put that, or me, into the path', 'give that as agent_id, or leave agent_id out')
      .replaceAll('put that into the path', 'give that as agent_id')
      .replaceAll('put the agent_id into the path', 'give agent_id')
      .replaceAll(
        'The request has no Authorization header',
        'The call has neither the argument api_key nor an Authorization header',
      );
}

function inWords(query: string): string {
  const asked = [...new URLSearchParams(query)].map(([name, value]) => `${name}: ${value}`);
  return asked.length === 0 ? '' : ` (${asked.join(', ')})`;
}
