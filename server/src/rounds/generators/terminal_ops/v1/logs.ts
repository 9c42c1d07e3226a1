/** Requests in the logs of a web server, counted. Rotated from level 3, packed from 4, with a link from 5, with times of another zone from 6. */
import type { Draw } from '../../../draw.ts';
import { gzip, type TreeEntry } from '../../../files/tar.ts';
import { common, countBy, dateOf, fileOf, sorted, text, type Job } from './job.ts';
import phrases from './phrases.json' with { type: 'json' };

interface Request {
  readonly client: string;
  /** Minutes since 2031-01-01T00:00Z. */
  readonly minute: number;
  readonly path: string;
  readonly status: number;
  readonly bytes: number;
}

export function logsJob(draw: Draw, level: number): Job {
  const clients = Array.from(
    { length: 9 + level },
    () => `10.${draw.below(3)}.${draw.below(9)}.${draw.between(1, 250)}`,
  );
  const most = draw.between(3, 7);
  const start = 1_440 * draw.between(20, 300);
  const files = level < 3 ? 1 : level < 4 ? 2 : 3;
  // The newest requests are in the first file.
  const logs = Array.from({ length: files }, (_, i) =>
    drawRequests(draw, clients, start + 1_440 * 2 * (files - i), 30 + 8 * level),
  );
  const offset = level >= 6 ? 30 * draw.pick([-9, -5, 3, 4, 11]) : 0;
  const all = logs.toReversed().flat();
  const counts = [...countBy(all, ({ client }) => client)];
  const top = counts.toSorted((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1)).slice(0, most);
  const days = countBy(
    all,
    ({ minute }) => dateOf(Math.floor(minute / 1_440)),
    ({ bytes }) => bytes,
  );
  const failed = (logs[0] ?? []).filter(({ status }) => status >= 500).map(({ path }) => path);
  return {
    text: `Count what the web server logged. ${whichFiles(level)}A line is client, two hyphens, time in brackets, request in quotes, status, bytes; lines that begin with # are remarks and no requests. ${offset === 0 ? '' : 'Times have an offset from UTC; days are days of UTC. '}Write top.txt: the ${most} clients with the most requests, as "client count", by count from the largest, those with one count sorted by client. Write days.txt: for each day the bytes of its requests, as "YYYY-MM-DD bytes", sorted. Write failed.txt: of access.log alone, the paths of requests with status 500 or more, each path once, sorted. ${common}`,
    tree: treeOf(logs, offset, level),
    results: {
      'top.txt': fileOf(top.map(([client, count]) => `${client} ${count}`)),
      'days.txt': fileOf(sorted([...days].map(([day, bytes]) => `${day} ${bytes}`))),
      'failed.txt': fileOf(sorted([...new Set(failed)])),
    },
  };
}

function whichFiles(level: number): string {
  if (level < 3) return 'The log is logs/access.log. ';
  const older = level < 4 ? 'logs/access.log.1' : 'logs/access.log.1 and logs/access.log.2.gz';
  return `The logs are logs/access.log and the older ${older}; other files and links in logs do not count. `;
}

function drawRequests(draw: Draw, clients: readonly string[], from: number, count: number): Request[] {
  const minutes = Array.from({ length: count }, () => from + draw.below(2 * 1_440)).toSorted((a, b) => a - b);
  return minutes.map((minute, i) => ({
    client: clients[Math.min(draw.below(clients.length), draw.below(clients.length))] ?? '',
    minute,
    path: draw.pick(phrases.paths),
    status: i === 0 ? 500 : draw.pick([200, 200, 200, 301, 404, 499, 500, 503]),
    bytes: draw.between(120, 90_000),
  }));
}

function treeOf(logs: readonly (readonly Request[])[], offset: number, level: number): TreeEntry[] {
  const sign = offset < 0 ? '-' : '+';
  const ahead = new Date(Math.abs(offset) * 60_000).toISOString().slice(11, 16);
  const line = ({ client, minute, path, status, bytes }: Request): string => {
    const local = new Date(Date.UTC(2031, 0, 1) + (minute + offset) * 60_000).toISOString().slice(0, 19);
    return `${client} - - [${local}${offset === 0 ? 'Z' : sign + ahead}] "GET ${path} HTTP/1.1" ${status} ${bytes}`;
  };
  const contents = logs.map((requests, i) =>
    fileOf([...(level >= 2 ? [`# rotated ${i}`] : []), ...requests.map(line)]),
  );
  return [
    text('logs/access.log', contents[0] ?? ''),
    ...(contents[1] === undefined ? [] : [text('logs/access.log.1', contents[1])]),
    ...(contents[2] === undefined ? [] : [{ path: 'logs/access.log.2.gz', bytes: gzip(Buffer.from(contents[2])) }]),
    ...(level >= 5 ? [{ path: 'logs/latest.log', link: 'access.log' }] : []),
    text('logs/errors.log', 'nothing to tell\n'),
  ];
}
