/**
 * The servers that an address of PostgreSQL names: one, or a primary and its standbys with commas between them, as `psql` takes them. Each of
 * several is an address of its own, since URLs, and PostgreSQL's driver for Node, know one host only.
 *
 * Example: of `postgres://u:p@one:5432,two:5433/name?target_session_attrs=read-write`, the addresses `postgres://u:p@one:5432/name` and
 * `postgres://u:p@two:5433/name`.
 */

/** Which of several servers is wanted. This service always wants the one that takes writes. */
const wanted = 'target_session_attrs';

/** @returns undefined where the text is no such address, or wants another of several servers than the one that takes writes. */
export function postgresServers(text: string): readonly string[] | undefined {
  const [, before, hosts, behind] = /^(postgres(?:ql)?:\/\/(?:[^@/?#]*@)?)([^@/?#]*)(.*)$/s.exec(text) ?? [];
  if (before === undefined || hosts === undefined || behind === undefined) return undefined;
  if (!hosts.includes(',')) return URL.canParse(text) ? [text] : undefined;
  const servers = hosts.split(',').map((host) => (host === '' ? undefined : addressOf(`${before}${host}${behind}`)));
  return servers.every((server) => server !== undefined) ? servers : undefined;
}

function addressOf(text: string): string | undefined {
  if (!URL.canParse(text)) return undefined;
  const url = new URL(text);
  const attributes = url.searchParams.get(wanted) ?? 'read-write';
  url.searchParams.delete(wanted);
  return attributes === 'read-write' || attributes === 'primary' ? url.href : undefined;
}
