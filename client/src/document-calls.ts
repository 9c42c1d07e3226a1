/** The documents and the health of the service. */
import { pageQuery, type Caller } from './caller.ts';
import type { PageOptions } from './client-types.ts';
import type * as Wire from './wire.ts';

export interface DocumentCalls {
  /** rules.json: every rule, limit, figure and error code. */
  rules(): Promise<Record<string, unknown>>;
  /** Which rules were in force when; the newest first. */
  rulesVersions(options?: PageOptions): Promise<Wire.RulesVersions>;
  /** What the rules of an order or a close said, by their `rules_version`. */
  rulesVersion(version: string): Promise<Wire.RulesText>;
  openapi(): Promise<Record<string, unknown>>;
  /** The guide for language models, Markdown. */
  llmsText(): Promise<string>;
  health(): Promise<{ ok: boolean }>;
  /** May traffic come? Asked once: `not_ready` is thrown at once. */
  readiness(): Promise<{ ok: boolean; last_mark: string | null }>;
  /** Text format of Prometheus. */
  metrics(): Promise<string>;
}

export function documentCalls({ get, json, text }: Caller): DocumentCalls {
  return {
    rules: () => get('/rules.json', 'Document'),
    rulesVersions: (paging = {}) => get('/api/rules/versions', 'RulesVersions', pageQuery(paging)),
    rulesVersion: (version) => get(`/api/rules/versions/${encodeURIComponent(version)}`, 'RulesText'),
    openapi: () => get('/openapi.json', 'Document'),
    llmsText: () => text({ method: 'GET', path: '/llms.txt' }, 'text/markdown'),
    health: () => get('/healthz', 'Health'),
    readiness: () => json({ method: 'GET', path: '/readyz', once: true }, 'Readiness'),
    metrics: () => text({ method: 'GET', path: '/metrics' }, 'text/plain'),
  };
}
