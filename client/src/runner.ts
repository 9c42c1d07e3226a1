/**
 * Trades a strategy: waits for each instant at which it decides, shows it what the backtest would have shown it then, and sends its weights.
 *
 * One instant is one order, whenever the process dies. The decision is kept before it is sent; it is sent under a key that is made of the bot,
 * the strategy and the instant, with the same digits; and after a restart the bot's own orders are looked through for it first, since the
 * service keeps keys for a day. An instant counts as dealt with when the order is acknowledged, and not before.
 */
import { decide } from './decide.ts';
import { createLiveMarket, iso, type LiveMarket } from './live-market.ts';
import { lookAtOpen } from './open-orders.ts';
import { createPatience, Stopped, type Patience } from './patience.ts';
import type { RunnerDeps, RunnerOptions } from './run-options.ts';
import { sendDecision, type OrderSenderDeps } from './run-order.ts';
import type { RunState } from './run-state.ts';
import { halfHourMs, type Schedule } from './schedule.ts';

/** Longest sleep: clocks drift, and a machine may have slept itself. */
const sleepMsMax = 3_600_000;
/** All bots decide at the same instants: they come spread over this time after it, of the league's clock. */
const spreadMs = 4_000;
const settleMs = 1_000;

interface Work extends OrderSenderDeps {
  readonly options: RunnerOptions;
  readonly market: LiveMarket;
}

/** Resolves when it is told to stop, or with `once` when nothing is due. Rejects when going on would be wrong, with the reason. */
export async function run(deps: RunnerDeps, options: RunnerOptions): Promise<void> {
  const patience = createPatience(deps);
  try {
    const work = await begin(deps, options, patience);
    while (!deps.signal.aborted) {
      if (await doWhatIsDue(work)) continue;
      const clock = await patience.clock();
      const fills = await lookAtOpen(work, clock.lastMark);
      if (options.once) break;
      const next = options.schedule.next(Date.parse(work.state().done) + 1);
      const later = settleMs + deps.random() * spreadMs;
      await patience.sleepUntil(clock, Math.min(next, fills ?? next), later, sleepMsMax);
    }
  } catch (error) {
    if (!(error instanceof Stopped)) throw error;
  }
  const text = deps.signal.aborted ? 'Told to stop: what was decided is kept.' : 'Nothing more is due.';
  deps.tell({ event: 'stop', text });
}

async function begin(deps: RunnerDeps, options: RunnerOptions, patience: Patience): Promise<Work> {
  const { client, store, tell } = deps;
  const { schedule, strategy, historyMs, agentId } = options;
  const { league } = await patience.until(() => client.state());
  let state = (await store.load()) ?? firstState(options, (await patience.clock()).lastMark);
  const save = async (next: RunState): Promise<void> => {
    await store.save(next);
    state = next;
  };
  await save(state);
  let isTold = false;
  const onShort = (): void => {
    const text = 'The strategy looks back further than --history reaches: it gets fewer prices. Name more days.';
    if (!isTold) tell({ event: 'history', text });
    isTold = true;
  };
  const text = `${strategy.name} decides for ${agentId} in ${league}, every ${schedule.text}; dealt with up to ${state.done}.`;
  tell({ event: 'start', text });
  const market = createLiveMarket({ client, league, schedule, historyMs, onShort });
  return { ...deps, options, patience, market, state: () => state, save };
}

function firstState({ schedule, now, url, agentId, strategy, sandbox }: RunnerOptions, lastMark: number): RunState {
  const last = schedule.last(lastMark);
  return {
    version: 1,
    url,
    agent_id: agentId,
    strategy: strategy.name,
    rehearsed: !sandbox,
    done: iso(now ? schedule.last(last - 1) : last),
    outcome: 'before',
    decision: null,
    open: [],
  };
}

/** @returns false when nothing is due. */
async function doWhatIsDue(work: Work): Promise<boolean> {
  const { decision, rehearsed, done } = work.state();
  const { schedule } = work.options;
  if (decision) {
    await sendDecision(work, decision, true);
    return true;
  }
  const due = schedule.last((await work.patience.clock()).lastMark);
  if (!rehearsed) await decideFor(work, due, true);
  else if (due > Date.parse(done)) {
    tellSkipped(work, Date.parse(done), due);
    await decideFor(work, due, false);
  } else return false;
  return true;
}

/** @param sandbox as an order that is a test. */
async function decideFor(work: Work, at: number, sandbox: boolean): Promise<void> {
  const { client, tell, patience, market, options, state, save } = work;
  const shown = await patience.until(() => market.load(at));
  const portfolio = await patience.until(() => client.state());
  const made = await decide(options.strategy, at, shown, portfolio);
  const of = { at: iso(at), sandbox };
  const text = `${sandbox ? 'Test for' : 'Decided for'} ${iso(at)}: ${made.text}`;
  if ('weights' in made) {
    const { weights } = made;
    tell({ event: 'decided', ...of, weights, text });
    await save({ ...state(), decision: { ...of, weights } });
    await sendDecision(work, { ...of, weights }, false);
    return;
  }
  tell({ event: made.outcome === 'nothing' ? 'decided' : 'failed', ...of, text });
  await save(sandbox ? { ...state(), rehearsed: true } : { ...state(), done: iso(at), outcome: made.outcome });
}

/** What passed while the bot was away is told, and not made up: an order of now with the prices of then is nobody's decision. */
function tellSkipped({ tell, options }: Work, done: number, due: number): void {
  const passed = passedBetween(options.schedule, done, due);
  const [first] = passed;
  if (first === undefined) return;
  const text = `${passed.length} earlier instant(s) passed meanwhile, the first ${iso(first)}: they are skipped.`;
  tell({ event: 'skipped', skipped: passed.length, text });
}

function passedBetween(schedule: Schedule, done: number, due: number): number[] {
  const passed: number[] = [];
  for (let t = schedule.next(done + 1); t < due; t = schedule.next(t + 1)) passed.push(t);
  return passed;
}

/** Days of history, in milliseconds. */
export function historyMsOf(days: number): number {
  return days * 48 * halfHourMs;
}
