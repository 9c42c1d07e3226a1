/** The pay of a round made again, from its scores and from all that was paid in its league before, and found in the next close. */
import type { RoundResults } from 'papertape-contract/round';
import { iso, isoDate } from '../../lib/clock.ts';
import { moneyScale, parseFixed } from '../../lib/decimal.ts';
import { sha256 } from '../../lib/hash.ts';
import { byCodeUnits } from '../../lib/text.ts';
import { hourMs } from '../../lib/time.ts';
import type { SheetScore } from '../../rounds/make.ts';
import { parOf } from '../../rounds/facts.ts';
import { baselinesOf } from '../../rounds/baselines.ts';
import { paid } from '../../rounds/pay.ts';
import { pagesOf } from '../follow/shown-pages.ts';
import type { CheckedRound } from './checked-round.ts';

type Scores = ReadonlyMap<string, SheetScore> | undefined;

export function checkPay({ steps, logged, facts }: CheckedRound, scores: Scores): void {
  const { committed, keyed, scored } = facts;
  if (!committed || !keyed || !scored) return;
  const { results } = logged;
  const par = parOf(facts);
  steps.same('how many bots were scored', scored.bots, results.size);
  const mark = logged.facts.get('scored')?.mark ?? 0;
  if (scores) {
    // Who took everything back is not in the round, and who was retired since is not there to be paid.
    const stands = [...scores].filter(([, { tasks }]) => tasks.some(([, , , id]) => id !== null)).map(([id]) => id);
    const there = stands.filter((id) => logged.isThere(id, mark));
    steps.same('who is scored', [...results.keys()].sort(byCodeUnits), there);
  }
  for (const [id, result] of results) {
    const score = scores?.get(id)?.score;
    if (score !== undefined) steps.same(`score of ${id}`, result.score, score);
    steps.same(`par of ${id}`, result.par, par);
    const before = parseFixed(result.cash_before, moneyScale);
    steps.same(`cash of ${id} before`, before, result.cashBefore);
    const pay = paid(result.cashBefore, committed.stake, result.score, par);
    steps.same(`cash of ${id} after`, parseFixed(result.cash_after, moneyScale), result.cashBefore + pay);
    steps.same(`payouts to ${id}`, result.paid.map(String).join(' '), String(pay));
  }
}

/** The median of the results is what the league's median is paid for. A league whose baselines begin later has none yet. */
export function checkBaselines({ steps, logged, facts }: CheckedRound): void {
  const { committed, baselines, reversed } = facts;
  if (!committed || !baselines) return;
  const scores = [...logged.results.values()].map((r) => r.score);
  const round = { scores, par: parOf(facts), stake: committed.stake };
  steps.same('baselines of the round', baselines, baselinesOf(round, logged.median.before));
  if (!reversed) return;
  const { cash_before: before, cash_after: after } = baselines.median;
  const gain = parseFixed(after, moneyScale) - parseFixed(before, moneyScale);
  steps.same('what was taken back from the median', logged.median.back, -gain);
}

/** What was taken back of a round leaves everybody who is there with what it had before. */
export function checkReversal({ steps, logged, facts }: CheckedRound): void {
  const { reversed } = facts;
  if (!reversed) return;
  const mark = logged.facts.get('reversed')?.mark ?? 0;
  const there = [...logged.results].filter(([id]) => logged.isThere(id, mark));
  steps.same(
    'from whom the pay was taken back',
    [...logged.reversed.keys()].sort(byCodeUnits),
    there.map(([id]) => id).sort(byCodeUnits),
  );
  steps.same('from how many bots it was taken back', reversed.bots, logged.reversed.size);
  for (const [id, { paid: amounts }] of there)
    steps.same(`what was taken back from ${id}`, logged.reversed.get(id), -amounts.reduce((sum, n) => sum + n, 0n));
}

/** What is shown of the results is what the log has, and what was made again. */
export async function checkResults({ service, steps, round, logged }: CheckedRound, scores: Scores): Promise<void> {
  const path = `/api/leagues/${round.league}/rounds/${round.id}/results`;
  const shown = await pagesOf(service, path, (page: RoundResults) => page.results);
  const known = [...logged.results].toSorted(([a], [b]) => byCodeUnits(a, b));
  steps.same(
    'results as they are shown',
    shown.map((r) => [r.agent_id, r.score, r.cash_before, r.cash_after]),
    known.map(([id, r]) => [id, r.score, r.cash_before, r.cash_after]),
  );
  if (!scores) return;
  for (const { agent_id: id, tasks } of shown)
    steps.same(
      `scores of the tasks of ${id}`,
      tasks.map((t) => [t.task_id, t.score, t.why, t.answer_id]),
      scores.get(id)?.tasks,
    );
}

/** The pay stands in the close, whose lines have the hash that the log has. */
export async function checkClose({ service, steps, round, logged }: CheckedRound): Promise<void> {
  const { close } = logged;
  if (!close) {
    const next = iso(round.closesAt + hourMs);
    steps.unchecked('the pay stands in the close', `there was none since; the next one is at ${next} or later`);
    return;
  }
  const lines = await service.text(`/api/log/closes/${round.league}/${isoDate(close.close)}/board`);
  steps.same(`lines of the close ${isoDate(close.close)}`, sha256(lines), close.board);
  const board = lines.split('\n').slice(0, -1);
  const values = new Map(board.map((text) => JSON.parse(text) as [string, string]));
  for (const [id, cash] of close.cash)
    if (values.has(id) || logged.isThere(id, close.close))
      steps.same(`value of ${id} at the close`, values.get(id), String(cash));
}
