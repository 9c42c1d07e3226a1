/**
 * A server to load, as a process of its own, that grades a hundred hostile programs of `bug_fixers` beside its requests, or as many workbooks of
 * `office_tasks` where its argument is `workbooks`. Prints its address as a line of JSON when it listens, a line when the grading begins two seconds later, and one
 * when it is done.
 */
import { createApp } from '../dist/app.js';
import { environment } from '../dist/config/env.js';
import { readSettings } from '../dist/config/config.js';
import { makeInThread } from '../dist/rounds/maker.js';
import { hostileRound, hostileSheets } from '../test/rounds/hostile-sheets.ts';
import { hostileWorkbooks, workbookRound } from '../test/rounds/hostile-workbooks.ts';

const { made, sheets, why } =
  process.argv[2] === 'workbooks'
    ? { made: workbookRound, sheets: hostileWorkbooks(100), why: '0 of 60 points; B2: the formulas take more' }
    : { made: hostileRound, sheets: hostileSheets(10), why: '0 of 24' };

const say = (line: unknown): void => void process.stdout.write(`${JSON.stringify(line)}\n`);
const app = await createApp(readSettings({ PAPERTAPE_PRICES: 'simulated:1', ...environment() }), {});
// Nothing is refused for the load: without a look the level stays where it is.
Object.assign(app.deps.load, { look: () => undefined });
const maker = makeInThread(app.deps.rounds.packs);
say({ url: await app.listen() });
process.on('SIGTERM', () => void Promise.all([app.close(), maker.stop()]).then(() => process.exit(0)));
setTimeout(() => {
  say({ began: true });
  const began = performance.now();
  void maker.score(made, sheets).then((scores) => {
    const contained = scores
      .flatMap(({ tasks }) => tasks)
      .filter(([, score, told]) => score === 0 && told.startsWith(why));
    say({ gradedMs: performance.now() - began, contained: contained.length });
  });
}, 2_000);
