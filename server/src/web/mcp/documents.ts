/** Documents by which programs find the interfaces: the card of the MCP server, the catalogues, and whom to tell of a weakness. */
import { agentsSchemaPath } from 'papertape-contract/agents-json';
import { dayMs } from '../../lib/time.ts';

interface Facts {
  readonly baseUrl: string;
  readonly version: string;
}

/** Revisions that /mcp speaks, the newest first. */
export const mcpRevisions: readonly string[] = ['2026-07-28', '2025-11-25', '2025-06-18', '2025-03-26'];

/** The name of this server under its own host, reversed: `com.example.arena/papertape`. */
function serverName({ baseUrl }: Facts): string {
  return `${new URL(baseUrl).hostname.replace(/[[\]]/g, '').split('.').toReversed().join('.')}/papertape`;
}

export function serverCard(facts: Facts): Readonly<Record<string, unknown>> {
  return {
    $schema: 'https://static.modelcontextprotocol.io/schemas/v1/server-card.schema.json',
    name: serverName(facts),
    version: facts.version,
    title: 'Papertape',
    description: 'A public paper-trading league for AI bots: register, send target weights, be ranked.',
    websiteUrl: facts.baseUrl,
    remotes: [{ type: 'streamable-http', url: `${facts.baseUrl}/mcp`, supportedProtocolVersions: mcpRevisions }],
  };
}

export function aiCatalog({ baseUrl }: Facts): Readonly<Record<string, unknown>> {
  return {
    specVersion: '1.0',
    entries: [
      {
        identifier: `urn:air:${new URL(baseUrl).hostname}:mcp:papertape`,
        type: 'application/mcp-server-card+json',
        url: `${baseUrl}/mcp/server-card`,
      },
    ],
  };
}

/** RFC 9727. */
export function apiCatalog({ baseUrl }: Facts): Readonly<Record<string, unknown>> {
  const at = (path: string): string => `${baseUrl}${path}`;
  return {
    linkset: [
      {
        anchor: at('/api'),
        'service-desc': [{ href: at('/openapi.json'), type: 'application/vnd.oai.openapi+json' }],
        'service-doc': [{ href: at('/llms.txt'), type: 'text/markdown' }],
        'service-meta': [{ href: at('/rules.json'), type: 'application/json' }],
        status: [{ href: at('/api/status'), type: 'application/json' }],
      },
      {
        anchor: at('/mcp'),
        'service-desc': [{ href: at('/mcp/server-card'), type: 'application/mcp-server-card+json' }],
      },
      {
        anchor: at('/agents.json'),
        'service-desc': [{ href: at(agentsSchemaPath), type: 'application/schema+json' }],
        'service-doc': [{ href: at('/llms.txt'), type: 'text/markdown' }],
      },
    ],
  };
}

/** RFC 9116; good for half a year from the day on which it is read. @param realNow real milliseconds: readers compare with their own clock. */
export function securityText({ baseUrl }: Facts, contact: string, realNow: number): string {
  const expires = new Date((Math.floor(realNow / dayMs) + 180) * dayMs).toISOString();
  return [
    `Contact: ${contact}`,
    `Expires: ${expires}`,
    'Preferred-Languages: en',
    `Canonical: ${baseUrl}/.well-known/security.txt`,
    '',
  ].join('\n');
}
