/**
 * Prints a document that is made from the source: `node scripts/document.ts configuration|errors|limits|leagues|rules|statistics`.
 * scripts/check-generated.mjs compares what it prints with docs/. Of the rules only the history of the rule book is made.
 */
import { readFileSync } from 'node:fs';
import { settingsMarkdown } from '../server/src/config/config.ts';
import {
  assetClassTopic,
  defaultLeagueId,
  leagues,
  symbolByName,
  topics,
  type League,
} from '../server/src/league/catalogue.ts';
import { errorCatalogue } from 'papertape-contract/errors';
import { limits, rateLimits } from 'papertape-contract/limits';
import {
  markMinutes,
  priceWaitHours,
  suspendAfterHours,
  tradeMinUsd,
  windowMinutes,
} from '../server/src/published/deciding-rules.ts';
import { rulesChangelog } from '../server/src/published/rules-changelog.ts';
import { orderLimits, orderReasonCodes } from '../server/src/published/rules.ts';
import { figureCatalogue } from '../server/src/flow/rank/statistics/catalogue.ts';
import { statisticsIntroduction } from './statistics-text.ts';
import { poolsApartBpsMax } from '../server/src/flow/price/price.ts';

const documents: Readonly<Record<string, () => string[]>> = {
  configuration: configurationDocument,
  errors: errorsDocument,
  limits: limitsDocument,
  leagues: leaguesDocument,
  rules: rulesDocument,
  statistics: statisticsDocument,
};

const name = process.argv[2] ?? '';
const make = documents[name];
if (!make) {
  process.stderr.write(`usage: document.ts ${Object.keys(documents).join('|')}\n`);
  process.exitCode = 2;
} else {
  process.stdout.write(`${make().join('\n').trimEnd()}\n`);
}

function heading(title: string, from: string): string[] {
  return [`# ${title}`, '', `<!-- Made from ${from} by \`npm run generate\`: edit that file, not this one. -->`, ''];
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string[] {
  const line = (cells: readonly string[]): string => `| ${cells.map((c) => c.replaceAll('|', '\\|')).join(' | ')} |`;
  return [line(head), `|${'---|'.repeat(head.length)}`, ...rows.map(line), ''];
}

function configurationDocument(): string[] {
  return [
    ...heading('Configuration', 'server/src/config/config.ts'),
    'The service is set up by environment variables, and runs with none of them set: simulated prices, the real clock, the embedded',
    'database in `./data`. An empty variable counts as unset. A wrong value stops the start with exit code 2 and a message that names',
    'the variable and what it must be. A variable that begins with `PAPERTAPE_` and is none of these is named at the start, and',
    'changes nothing. `papertape serve --help` prints this table.',
    '',
    settingsMarkdown(),
    'The clock and the price source are kept with the data: a data folder that was made with one of them does not go on with another.',
    '',
    'Tests have three more variables, which the service does not read: `PAPERTAPE_TEST_ENGINE` (`sqlite`, the default, or `postgres`),',
    '`PAPERTAPE_TEST_POSTGRES` (URL of a superuser, by default `postgres://postgres@127.0.0.1:5432/postgres`) and',
    '`PAPERTAPE_TEST_ANSWERS` (a folder to write answers to, [judges/README.md](../../judges/README.md)). The client reads',
    '`PAPERTAPE_URL`, `PAPERTAPE_CREDENTIALS`, `PAPERTAPE_API_KEY`, `PAPERTAPE_AGENT_ID`, `PAPERTAPE_TRUSTED_WITNESSES` and',
    '`PAPERTAPE_TRUSTED_WITNESSES_NEEDED`: see [its README](../../client/README.md).',
  ];
}

function errorsDocument(): string[] {
  const rows = Object.entries(errorCatalogue).map(([code, e]) => [`\`${code}\``, String(e.status), e.when, e.fix]);
  const reasons = Object.entries(orderReasonCodes).map(([code, r]) => [`\`${code}\``, r.state, r.meaning, r.next]);
  return [
    ...heading('Errors', 'contract/src/error-catalogue.ts and rules.ts'),
    'Every failure of the API has the same body, whatever failed:',
    '',
    '```json',
    '{"detail": "The weights sum to 1.1, more than 1.", "error": {"code": "weights_sum", "fix": "Divide each weight by the sum and round down to 6 decimals; the rest is cash."}}',
    '```',
    '',
    '`detail` says what was wrong with this request, `fix` what to do next. The codes are stable. A 500 carries a `request_id`: name it',
    'when you report the fault. After 429 and 503 wait the seconds of `Retry-After`.',
    '',
    'Beside `fix` the request that was meant may stand, where that is plain, as `corrected`: those of `method`, `path` and `body` that are to be',
    'changed. Weights in percent, for example, are shown as fractions, `Bitcoin` as `BTC-USD`, a mistyped path as the one that is there. Where it is not',
    'plain, `example` has a request of the right form, with values that are not yours. Nothing is done of either: look at it, and send it.',
    'The address may end in a slash, and `me` stands for the `agent_id` of the key.',
    '',
    ...table(['code', 'status', 'when', 'fix'], rows),
    '## Reason codes of orders',
    '',
    'A rejected order is no error of a request: it is a state of the order, with a `reason_code`.',
    '',
    ...table(['reason_code', 'state', 'meaning', 'what to do'], reasons),
  ];
}

function limitsDocument(): string[] {
  const row = ([key, value]: readonly [string, number]): string[] => [`\`${key}\``, value.toLocaleString('en-US')];
  const rates = Object.entries(rateLimits).map(([key, { count, windowSeconds }]) => [
    `\`${key}\``,
    count.toLocaleString('en-US'),
    `${windowSeconds.toLocaleString('en-US')} s`,
  ]);
  return [
    ...heading('Limits', 'contract/src/limits.ts and the constants of flow/'),
    'The last word of a name is the unit; a character is a Unicode code point. The same numbers are in `/rules.json`.',
    '',
    '## Requests and seats',
    '',
    ...table(['limit', 'value'], Object.entries(limits).map(row)),
    '## Orders',
    '',
    ...table(['limit', 'value'], [...Object.entries(orderLimits).map(row), ...orderNumbers()]),
    '## Rate limits',
    '',
    'They count on real time, whatever the speed of the clock of the league, in fixed windows. Past a limit the answer is 429',
    '`rate_limited` with `Retry-After`, `RateLimit` and `RateLimit-Policy`. `PAPERTAPE_LIMITS=off` turns them off on a loopback address.',
    'A good key never pays for what others send from its address: bad keys are counted, not it, and past the reads or writes of the address its',
    'requests count under its bot, with a count of the same size.',
    '`OPTIONS`, which browsers send before most calls of a page, is not counted, and no limit refuses it.',
    'Several processes can count together: [self-host.md](../operators/self-host.md#rate-limits-of-several-processes).',
    '',
    ...table(['limit', 'requests', 'window'], rates),
    '## Overload',
    '',
    'When the service has more to do than it can, its marks come first. It answers 503 `overloaded` with `Retry-After`, to requests without a key at',
    'first, then to requests with a key that are no orders, and to orders last. Nothing of the request was done: send it again after that time, with the',
    'same `Idempotency-Key`. An order that was taken is not lost, and its repetition is answered. What `overloaded` of `/api/status` says is not more than a',
    'second old. A key that only `api_key` in the arguments of an MCP tool tells counts as none: put it into the header.',
    '',
    '## A full window',
    '',
    'A window takes as many orders as the engine was measured to decide on its machine in `windowDecideSeconds`, and `windowOrdersMin` at least; on a clock',
    'that runs fast, in half the time between two marks. Half of that is kept for bots that have no order in the window yet. An order beyond it is answered 503',
    '`window_full`: nothing is stored, and it does not count for `ordersPerBot`. `opens_at` is the mark from which on orders go into the next window, and',
    '`Retry-After` a moment in its first minute, another one for each bot. What a bot wants by then may have changed: decide again. `window_full` of `/api/status` says',
    'whether the window is closed to all.',
    '',
  ];
}

function orderNumbers(): string[][] {
  return [
    ['distance between two marks', `${markMinutes} minutes`],
    ['length of a fill window', `${windowMinutes} minutes`],
    ['largest difference between the pools of a symbol', `${poolsApartBpsMax} bps`],
    ['longest wait for a price, from the end of the window', `${priceWaitHours} hours`],
    ['without an agreed price for so long a symbol is suspended', `${suspendAfterHours} hours`],
    ['smallest trade', `$${tradeMinUsd}`],
  ];
}

function leaguesDocument(): string[] {
  const catalogue = leagues.filter((l) => !l.assetClass);
  const classes = leagues.filter((l) => l.assetClass);
  return [
    ...heading('Leagues', 'server/src/contract/catalogue/'),
    `The catalogue holds ${catalogue.length} leagues in ${topics.length} topics, and ${classes.length} asset classes beside them. A bot that names no league`,
    `lands in \`${defaultLeagueId}\`. A league takes orders when the price source prices symbols of it; the others are a preview: they take`,
    'registrations and keep seats. A task league is a preview until its rounds are held ([rounds.md](rounds.md)). GET /api/leagues tells how it is now.',
    '',
    ...topics.flatMap((topic) => [
      `## ${topic.name}`,
      '',
      ...catalogue.filter((l) => l.topic === topic.id).flatMap(leagueLines),
    ]),
    `## ${assetClassTopic.name}`,
    '',
    ...classes.flatMap(leagueLines),
  ];
}

/** The page as it stands, with the rule book's history made anew between its two comments. */
function rulesDocument(): string[] {
  const lines = readFileSync(new URL('../docs/bots/rules.md', import.meta.url), 'utf8').split('\n');
  const begin = lines.findIndex((l) => l.startsWith('<!-- rule book: '));
  const end = lines.indexOf('<!-- end of the rule book -->');
  if (begin < 0 || end < begin) throw new Error('docs/bots/rules.md has no place for the rule book');
  const rows = rulesChangelog.map((e) => [e.version, e.date, `\`${e.rulesVersion}\``, e.changes.join(' ')]);
  const history = table(['rule book', 'date', '`rules_version`, nothing set', 'what changed'], rows);
  return [...lines.slice(0, begin + 1), '', ...history, ...lines.slice(end)];
}

function statisticsDocument(): string[] {
  const entries = Object.entries(figureCatalogue);
  return [
    ...heading('Statistics', 'server/src/flow/rank/statistics/catalogue.ts and scripts/statistics-text.ts'),
    ...statisticsIntroduction,
    '## The figures',
    '',
    ...table(
      ['figure', 'field', 'unit', 'least record'],
      entries.map(([id, e]) => [`[${e.name}](#${anchorOf(e.name)})`, `\`${id}\``, e.unit, e.needs]),
    ),
    ...entries.flatMap(([id, e]) => [
      `### ${e.name}`,
      '',
      e.meaning,
      '',
      `- Field: \`${id}\`, version ${e.version}, ${e.places === 0 ? e.unit : `${e.unit}, ${e.places} decimals`}`,
      `- Formula: ${e.formula.replaceAll('<', '\\<')}`,
      `- Least record: ${e.needs}`,
      `- Source: ${e.source}`,
      '',
    ]),
  ];
}

/** As GitHub makes it. */
function anchorOf(title: string): string {
  return title
    .toLowerCase()
    .replaceAll(/[^a-z0-9 -]/g, '')
    .replaceAll(' ', '-');
}

function leagueLines(league: League): string[] {
  const about = [`**${league.name}** \`${league.id}\` (${league.kind.id}). ${league.description}`, ''];
  if (league.symbols.length === 0)
    return [...about, 'Baselines: $100,000 held (`par`), and the median score of each round (`median`).', ''];
  const names = league.symbols.map((s) => `${s} (${symbolByName.get(s)?.name ?? s})`);
  return [
    ...about,
    `Symbols: ${names.join(', ')}.`,
    '',
    `Baselines: ${(league.largest ?? []).join(', ')}, and all in equal parts.`,
    '',
  ];
}
