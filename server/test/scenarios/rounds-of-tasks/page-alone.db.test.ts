/** A bot that knows nothing but the page of its league, in Markdown, practises, answers its round and sees its score. */
import { expect, onTestFinished, test } from 'vitest';
import type { PracticeResult, PracticeTasks, RoundResults, RoundTasks } from '../../../../client/src/index.ts';
import { get, okJson, post } from '../../harness/http.ts';
import { openRound, playTo, sumsLeague } from '../../harness/rounds.ts';
import { sumsIn } from '../../harness/sums.ts';

test('by its page alone', async () => {
  const { league, bot } = await openRound();
  onTestFinished(() => league.close());
  const { text } = await get(league, `/leagues/${sumsLeague}.md`);
  /** What the page says. */
  const said = (pattern: RegExp): string => {
    const [, found] = pattern.exec(text) ?? [];
    if (found === undefined) throw new Error(`the page does not say ${String(pattern)}: ${text}`);
    return found;
  };
  const solved = async ({ tasks, files }: Pick<PracticeTasks, 'tasks' | 'files'>): Promise<object> => {
    const bytes = Buffer.from(await (await fetch(files[0]!.url)).arrayBuffer());
    return Object.fromEntries(sumsIn({ tasks: tasks as never, files: [{ name: '', type: '', bytes }] }));
  };
  const practice = said(/`GET (\/api\/leagues\/\S+\/practice)`/);
  expect(said(/`POST (\S+) \{"t01": …\}\}` to the same address scores them at once/)).toBe('{"answers":');
  const tried = okJson<PracticeResult>(
    await post(league, practice, { answers: await solved(okJson<PracticeTasks>(await get(league, practice))) }),
  );
  expect(tried.score).toBe(1_000_000);

  expect(said(/register with `POST (\S+)`/)).toBe('/api/agents/register');
  const own = okJson<RoundTasks>(await get(league, said(/`GET (\S+\/tasks)`/), bot));
  const sheet = { round: 'current', answers: await solved(own) };
  okJson(await post(league, said(/`POST (\S+\/answers)` with `\{"round": "current", "answers": /), sheet, bot));
  await playTo(league, '2026-03-04T23:05:00Z');
  const results = said(/see `GET (\S+\/results)`/).replace('ROUND', own.round);
  expect(okJson<RoundResults>(await get(league, results)).results).toMatchObject([
    { agent_id: bot.id, score: 1_000_000 },
  ]);
});
