/** The Model Context Protocol, and the documents that lead there. */
import { feature } from '../../feature/feature.ts';
import { getAiCatalog, getApiCatalog, getSecurityText, getServerCard } from './find-mcp.api.ts';
import { serveMcp } from './serve-mcp.api.ts';

export const mcp = feature({
  name: 'mcp',
  operations: [serveMcp, getServerCard, getAiCatalog, getApiCatalog, getSecurityText],
});
