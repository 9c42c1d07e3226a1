/** Prices that can be known in advance are told to be no competition: in every answer about ranks, in llms.txt, and above every page. */
import { expect, onTestFinished, test } from 'vitest';
import type { Board } from 'papertape-contract/board';
import type { AgentView } from 'papertape-contract/bot';
import type { StatusView } from 'papertape-contract/status';
import { createReplaySource } from '../../../src/sources/replay/replay.ts';
import { createSimulatedSource } from '../../../src/sources/simulated/simulated.ts';
import type { PriceSource } from '../../../src/sources/source.ts';
import { get, okJson } from '../../harness/http.ts';
import type { League } from '../../harness/league.ts';
import { leagueOfTest } from '../../harness/of-test.ts';
import { everyPage } from '../../harness/pages.ts';
import { makeReplayFolder } from '../../acceptance/recorded-days.ts';

const start = '2026-03-02T00:00:00Z';
const origin = Date.parse(start);

async function played(source: PriceSource | undefined, at = start) {
  const league = await leagueOfTest({ start: at, ...(source ? { source } : {}) });
  const bot = await league.enter();
  await league.advance({ days: 1, minutes: 5 });
  return { league, bot: bot.id };
}

async function flags(league: League, bot: string) {
  const board = okJson<Board>(await get(league, '/api/leaderboard?league=spot_crypto'));
  const status = okJson<StatusView>(await get(league, '/api/status'));
  const profile = okJson<AgentView>(await get(league, `/api/agents/${bot}`));
  expect(board.rows).toHaveLength(1);
  const said = [
    status.competition,
    board.competition,
    ...board.rows.map((row) => row.competition),
    profile.competition,
  ];
  const sources = [status, board, profile].map((each) => each.price_source);
  expect(new Set(sources.map((each) => each.competition))).toEqual(new Set(said));
  return { said: [...new Set(said)], caution: status.price_source.caution };
}

test('a seed that was set', async () => {
  const { league, bot } = await played(undefined);
  const { said, caution } = await flags(league, bot);
  expect(said).toEqual([false]);
  expect(caution).toMatch(/^Play among friends: the seed .* was set/);
  for (const [path, text] of await everyPage(league, bot))
    expect(text, path).toContain(`<p class="caution" role="note">${caution}</p>`);
  expect((await get(league, '/index.md')).text).toContain(`**${caution}**`);
  expect((await get(league, `/bots/${bot}.md`)).text).toContain(`**${caution}**`);
  expect((await get(league, '/llms.txt')).text).toContain(`No competition (\`competition: false\`). ${caution}`);
});

test('a seed that was drawn: a competition, and no word above the pages', async () => {
  const source = createSimulatedSource({ seed: 'e5'.repeat(32), salt: 'f6'.repeat(16), origin });
  const { league, bot } = await played(source);
  expect(await flags(league, bot)).toEqual({ said: [true], caution: null });
  for (const [path, text] of await everyPage(league, bot)) expect(text, path).not.toContain('class="caution"');
  expect((await get(league, '/index.md')).text).not.toContain('among friends');
  expect((await get(league, '/llms.txt')).text).not.toContain('No competition');
});

test('recorded prices are never a competition', async () => {
  const recorded = makeReplayFolder();
  onTestFinished(() => recorded.remove());
  const source = createReplaySource({ folder: recorded.folder });
  const { league, bot } = await played(source, new Date(source.coverage.from).toISOString());
  const { said, caution } = await flags(league, bot);
  expect(said).toEqual([false]);
  expect(caution).toBe('Play among friends: these prices are recorded, and known in advance.');
  for (const [path, text] of await everyPage(league, bot))
    expect(text, path).toContain(`<p class="caution" role="note">${caution}</p>`);
});
