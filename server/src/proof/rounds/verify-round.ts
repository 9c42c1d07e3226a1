/**
 * A round of a task league, computed again from outside: the public log and what the service publishes of it in, steps out. Commitment, secret
 * and beacon make the seed; the generator of this program makes tasks, files and keys of it once more; the published sheets are held
 * against the receipts of the log, and graded; the pay is held against the log and the close.
 */
import type { RoundView } from 'papertape-contract/round';
import { iso, type Instant } from '../../lib/clock.ts';
import { sha256 } from '../../lib/hash.ts';
import { markMs } from '../../lib/time.ts';
import type { Round } from '../../rounds/calendar.ts';
import { beaconOf, parOf, readFacts } from '../../rounds/facts.ts';
import type { Generators } from '../../rounds/maker.ts';
import { packSourcePattern } from '../../rounds/packs/bundle.ts';
import { packOf } from '../../rounds/packs/store.ts';
import { commitmentOf } from '../../rounds/seed.ts';
import type { Generator } from '../../rounds/source.ts';
import type { Service } from '../check/service.ts';
import type { Steps } from '../check/steps.ts';
import { createFacts } from '../follow/replay/facts.ts';
import { verifyLog, type LogOptions } from '../follow/verify-log.ts';
import { checkBaselines, checkClose, checkPay, checkResults, checkReversal } from './check-pay.ts';
import { scoresAgain } from './check-sheets.ts';
import type { CheckedRound } from './checked-round.ts';
import { createRoundReader } from './logged-round.ts';

export interface VerifyRoundOptions extends Omit<LogOptions, 'kept'> {
  /** By league. */
  readonly generators: Generators;
}

/** @returns what must be known though all holds. */
export async function verifyRound(
  service: Service,
  steps: Steps,
  round: Round,
  { generators, ...options }: VerifyRoundOptions,
): Promise<string> {
  const reader = createRoundReader(round);
  const opened = await verifyLog(service, steps, options, async (marked) => reader.add(marked));
  if (!opened) return '';
  opened.follower.tellUnwitnessed();
  const logged = reader.read();
  const facts = readFacts([...logged.facts].map(([name, { text }]) => ({ name, text })));
  const checked: CheckedRound = { service, steps, round, logged, facts };
  await steps.part('what is shown of the round', async () => await checkShown(checked));
  if (!facts.committed) {
    steps.unchecked(`${round.name} of ${round.league}`, 'the log has no commitment to it');
    return '';
  }
  await steps.part('the commitment', () => checkCommitted(checked));
  await steps.part('the beacon', async () => await checkBeacon(checked));
  await steps.part('the entrants', () => {
    if (facts.opened) steps.same('bots that were in the league at the opening', facts.opened.entrants, logged.present);
  });
  if (facts.void) {
    steps.same('results of a void round', logged.results.size, 0);
    return `The round is void: ${facts.void.reason}. Its secret stays unknown.`;
  }
  if (!facts.scored || !facts.keyed || !facts.opened) {
    steps.unchecked('tasks, scores and pay', 'the round is not scored yet: its secret is told then');
    return '';
  }
  const scores = await scoresAgain(checked, await sourceOf(checked, generators));
  await steps.part('the pay', () => checkPay(checked, scores));
  await steps.part('the baselines', () => checkBaselines(checked));
  await steps.part('what was taken back', () => checkReversal(checked));
  await steps.part('the results', async () => await checkResults(checked, scores));
  await steps.part('the close', async () => await checkClose(checked));
  const told = `${round.name} of ${round.league}: ${logged.results.size} bots were scored, par is ${parOf(facts)}.`;
  return facts.reversed ? `${told} The pay was taken back: ${facts.reversed.reason}` : told;
}

/** The generator of this program, or the pack that the service published with the scores. */
async function sourceOf(
  { service, steps, round, facts: { committed } }: CheckedRound,
  generators: Generators,
): Promise<Generator | undefined> {
  const { source = '' } = committed ?? {};
  if (!packSourcePattern.test(source)) return await generators.get(round.league, source);
  let pack: Generator | undefined;
  await steps.part('the pack', async () => {
    pack = await packOf(source, await service.text(`/rounds/${round.id}/pack`));
    steps.same('the published pack is the one that was committed to', pack?.id, source);
  });
  return pack;
}

async function checkShown({ service, steps, round, logged, facts }: CheckedRound): Promise<void> {
  const view = await service.get<RoundView>(`/api/leagues/${round.league}/rounds/${round.id}`);
  const told = { ...facts, ...(facts.opened ? { opened: { entrants: facts.opened.entrants.length } } : {}) };
  steps.same('what is shown of the round is what the log has', view.facts, told);
  const named = [view.round, view.round_id, view.opens_at, view.closes_at];
  steps.same('name and instants', named, [round.name, round.id, iso(round.opensAt), iso(round.closesAt)]);
  steps.same('facts that stand twice in the log', logged.twice, []);
}

function checkCommitted({ steps, round, logged, facts: { committed, scored } }: CheckedRound): void {
  if (!committed) return;
  const { source, levels, items, stake, secret_sha256: secretHash } = committed;
  const mark = (name: string): Instant => logged.facts.get(name)?.mark ?? 0;
  steps.same('mark of the commitment, a day ahead', iso(mark('committed')), iso(round.committedAt));
  const computed = commitmentOf(round, { source, levels, items, stake, secretHash });
  steps.same('the commitment', committed.commitment, computed);
  steps.same(
    'the commitment names the round',
    [committed.round, committed.opens_at, committed.closes_at],
    [round.name, iso(round.opensAt), iso(round.closesAt)],
  );
  steps.same('the levels follow from the week before', levels, logged.levels);
  if (scored) steps.same('the secret', sha256(Buffer.from(scored.secret, 'hex')), secretHash);
  const isInTime = (name: string, from: Instant): void => {
    if (logged.facts.has(name)) steps.same(`${name} is not noted early`, mark(name) >= from, true);
  };
  isInTime('opened', round.opensAt);
  isInTime('keyed', round.opensAt);
  isInTime('closed', round.closesAt);
  isInTime('scored', round.closesAt + markMs);
  if (logged.facts.has('keyed'))
    steps.same('the keys were pinned before the close', mark('keyed') < round.closesAt, true);
}

async function checkBeacon({ service, steps, logged, facts: { beacon } }: CheckedRound): Promise<void> {
  if (!beacon) return;
  const { readings } = logged;
  steps.same('mark of the beacon', logged.facts.get('beacon')?.mark, readings?.mark);
  if (!readings) return;
  const rows = await createFacts(service).readings(readings.mark, readings.hash);
  const [own] = rows.filter((row) => row.mark === readings.mark);
  if (own) steps.same('the beacon', beacon, beaconOf(own.readings));
  else steps.differs('the beacon', beacon.beacon, 'nothing was read at its mark');
  if (beacon.of === 'readings') steps.note('The beacon was made of prices that an operator may foresee.');
}
