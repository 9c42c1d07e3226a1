/**
 * One run of the real service under faults, from a seed: six bots in two leagues order through HTTP for four hours and a close, while the
 * storage, the disk, connections, endpoints of prices or single steps fail. What a run must keep is checked at its end: every order that
 * was acknowledged is stored once, every refusal was a 503 with Retry-After, whoever was not hit was decided in time, the audit is clean, and
 * whoever does the marks again from outside (`papertape verify LEAGUE`) comes to the same and is told what failed.
 */
import type { Intake } from '../../../src/storage/intake.ts';
import { runVerify } from '../../../src/cli/verify.ts';
import { runAudit } from '../../../src/audit/audit.job.ts';
import { feature } from '../../../src/feature/feature.ts';
import { seededUniform } from '../../../src/lib/seeded-random.ts';
import { createSimulatedSource } from '../../../src/sources/simulated/simulated.ts';
import type { TestEngine } from '../../harness/database.ts';
import { post } from '../../harness/http.ts';
import type { Bot, League, openLeague } from '../../harness/league.ts';
import { patienceMs } from '../../harness/patience.ts';
import { told } from '../../rooms/told.mark.ts';
import { pick } from '../random-market.ts';
import {
  createBreaks,
  failLedger,
  faultKinds,
  pricesThatLie,
  start,
  stepMs,
  StorageFault,
  type FaultKind,
  type Switches,
} from './breaks.ts';

export interface FaultRun {
  readonly faults: readonly FaultKind[];
  readonly orders: number;
  readonly refusals: number;
  /** Attempts to do marks that failed. */
  readonly failedMarks: number;
  readonly incidents: number;
  /** Steps of the verifications that held. */
  readonly verified: number;
  /** What must not be, in words; none in a good run. */
  readonly broken: readonly string[];
}

const steps = 12;
const windowMs = 30 * 60_000;
const leagues = ['spot_crypto', 'multi'];
const symbols = ['BTC-USD', 'ETH-USD', 'SOL-USD'];
const telling = feature({ name: 'telling', atMark: new URL('../../rooms/told.mark.ts', import.meta.url) });

interface Attempt {
  readonly bot: Bot;
  readonly key: string;
  readonly body: object;
  acknowledged: string | undefined;
}

export async function faultRun(seed: number, engine: TestEngine, open: typeof openLeague): Promise<FaultRun> {
  const random = seededUniform(seed * 104_729);
  const kinds = faultKinds.filter((kind) => kind !== 'connections killed' || engine === 'postgres');
  const drawn = [...new Set([kinds[seed % kinds.length] as FaultKind, pick(random, kinds)])];
  // Some faults are written to the database, which a connection that was just ended may refuse: connections are killed last.
  const faults = drawn.toSorted((a, b) => Number(a === 'connections killed') - Number(b === 'connections killed'));
  const on: Switches = { before: false, after: false, inside: false };
  const source = createSimulatedSource({
    seed,
    origin: start,
    ...(faults.includes('prices lie') ? { faults: pricesThatLie(random) } : {}),
  });
  const league = await open({
    start: new Date(start).toISOString(),
    engine,
    source,
    rooms: [telling],
    overrides: {
      // Half of the runs leave their close to several processes, of which there is one.
      engines: async () => seed % 2,
      intake: (real) => ({
        ...real,
        async write(w: Parameters<Intake['write']>[0]) {
          if (on.before) throw new StorageFault('could not extend file: No space left on device');
          await real.write(w);
          if (on.after) throw new StorageFault('the connection was lost after the commit');
        },
      }),
    },
  });
  try {
    return await play(league, { random, faults, on });
  } finally {
    told.fault = undefined;
    await league.close();
  }
}

interface Playing {
  readonly random: () => number;
  readonly faults: readonly FaultKind[];
  readonly on: Switches;
}

async function play(league: League, { random, faults, on }: Playing): Promise<FaultRun> {
  failLedger(league, random, on);
  const bots: Bot[] = [];
  for (let i = 0; i < 6; i++) bots.push(await league.enter({ league: leagues[Math.floor(i / 3)] as string }));
  const victim = pick(random, bots);
  const attempts: Attempt[] = [];
  const broken: string[] = [];
  let refusals = 0;
  let failedMarks = 0;
  const send = async (attempt: Attempt): Promise<void> => {
    const { bot, key, body } = attempt;
    const headers = { 'idempotency-key': key };
    const answer = await post(league, `/api/agents/${bot.id}/weights`, body, { key: bot.key, headers });
    if (answer.status === 200) attempt.acknowledged = (answer.json as { order_id: string }).order_id;
    else {
      refusals++;
      if (answer.status !== 503 || !answer.headers.has('retry-after'))
        broken.push(
          `a refusal with ${answer.status}, Retry-After ${answer.headers.get('retry-after')}: ${answer.text}`,
        );
    }
  };
  const advance = async (to: number): Promise<void> => {
    try {
      await league.advanceTo(to);
    } catch {
      failedMarks++;
    }
  };

  const breaks = createBreaks(league, victim, on);
  const [from, to] = [2 + Math.floor(random() * 4), 7 + Math.floor(random() * 3)];
  for (let step = 1; step <= steps; step++) {
    if (step === from) for (const fault of faults) await breaks[fault]?.begin();
    for (const bot of bots) {
      if (random() < 0.4) continue;
      const shares = Object.fromEntries(symbols.map((s) => [s, Math.floor(random() * 3_000) / 10_000]));
      const body = {
        date: new Date(league.now()).toISOString().slice(0, 10),
        weights: shares,
        sandbox: random() < 0.2,
      };
      attempts.push({ bot, key: `run-${step}-${bot.id}`, body, acknowledged: undefined });
    }
    for (const attempt of attempts) if (attempt.acknowledged === undefined) await send(attempt);
    await advance(start + step * stepMs);
    if (step === to) for (const fault of faults) await breaks[fault]?.end();
  }
  await advance(start + steps * stepMs + 1);
  // After a failed commit the intake refuses for a second of real time, and says so: a client asks again.
  const giveUpAt = performance.now() + patienceMs;
  const open = (): Attempt[] => attempts.filter((a) => a.acknowledged === undefined);
  while (open().length > 0 && performance.now() < giveUpAt) {
    for (const attempt of open()) await send(attempt);
    if (open().length > 0) await new Promise((resolve) => setTimeout(resolve, 50));
  }
  await advance(start + steps * stepMs + 2 * windowMs);

  const own = faults.some((f) => f === 'bot cannot be read' || f === 'fill cannot be stored') ? victim.id : undefined;
  const isOnTime = !faults.some((f) =>
    ['ledger fails inside', 'disk full', 'connections killed', 'prices lie'].includes(f),
  );
  broken.push(...(await whatBroke(league, attempts, { victim: own, isOnTime })));
  const { n: incidents } = await league.app.storage.db
    .selectFrom('ledger.incidents')
    .select((e) => e.fn.countAll<bigint>().as('n'))
    .executeTakeFirstOrThrow();
  let verified = 0;
  for (const of of leagues) {
    const told = await verifyLeague(league, of);
    verified += told.ok;
    broken.push(...told.broken);
  }
  return { faults, orders: attempts.length, refusals, failedMarks, incidents: Number(incidents), verified, broken };
}

/** What a verification of the whole league says, and whether its last sentence names all that failed in it. */
async function verifyLeague(
  { url, app: { storage } }: League,
  league: string,
): Promise<{ ok: number; broken: string[] }> {
  const lines: string[] = [];
  await runVerify(league, { url, json: true, write: (line) => lines.push(line) });
  const steps = lines.map((line) => JSON.parse(line) as { readonly status?: string; readonly what?: string });
  const { ok, sentence } = JSON.parse(lines.at(-1) ?? '') as { readonly ok: number; readonly sentence: string };
  const broken = steps
    .filter(({ status }) => status === 'differs' || status === 'unchecked')
    .slice(0, 3)
    .map((step) => `verify ${league}: ${JSON.stringify(step)}`);
  const failed = await storage.db
    .selectFrom('ledger.incidents as i')
    .leftJoin('intake.bots as a', 'a.agent_id', 'i.about_id')
    .select(['i.about_id'])
    .where('i.kind', 'in', ['set_aside', 'value_kept', 'close_missed'])
    .where((e) =>
      e.or([e('a.league', '=', league), e('i.about_kind', '=', 'room'), e('i.about_id', 'like', `${league}/%`)]),
    )
    .orderBy('i.incident_id')
    .limit(5)
    .execute();
  for (const { about_id: id } of failed)
    if (!sentence.includes(id)) broken.push(`verify ${league} does not name ${id}`);
  return { ok, broken };
}

interface Expected {
  /** The bot that was hit, if one was. */
  readonly victim: string | undefined;
  /** Whether every other order must have been decided when its window ended. */
  readonly isOnTime: boolean;
}

async function whatBroke(
  league: League,
  attempts: readonly Attempt[],
  { victim, isOnTime }: Expected,
): Promise<string[]> {
  const { storage } = league.app;
  const broken: string[] = [];
  const orders = await storage.db.selectFrom('intake.orders').select(['order_id', 'agent_id']).execute();
  const stored = new Set(orders.map((o) => o.order_id));
  for (const { key, acknowledged } of attempts) {
    if (acknowledged === undefined) broken.push(`${key} was never taken`);
    else if (!stored.has(acknowledged)) broken.push(`${key} was acknowledged as ${acknowledged} and is lost`);
  }
  if (orders.length !== attempts.length)
    broken.push(`${attempts.length} orders were sent, ${orders.length} are stored`);
  const fills = await storage.db
    .selectFrom('ledger.fills')
    .select(['order_id', 'agent_id', 'window_start', 'at_mark'])
    .execute();
  if (fills.length !== orders.length) broken.push(`of ${orders.length} orders ${fills.length} were decided`);
  for (const f of fills) {
    const late = Number(f.at_mark - f.window_start) - windowMs;
    if (isOnTime && late !== 0 && f.agent_id !== victim) broken.push(`${f.order_id} was decided ${late} ms late`);
  }
  const { differences } = await runAudit(storage);
  broken.push(...differences.slice(0, 3).map((d) => `audit: ${JSON.stringify(d)}`));
  return broken;
}
