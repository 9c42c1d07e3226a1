/** Versions of the rules and since when each was in force. One function per statement. */
import type { Instant } from '../lib/clock.ts';
import type { Db, Trx } from '../storage/storage.ts';

/** One time that a version came into force. */
export interface RulesInForce {
  /** Counts from 1. */
  readonly number: number;
  readonly version: string;
  readonly ruleBook: string;
  /** Orders that arrive from then on carry it. */
  readonly from: Instant;
  /** The first mark that is done under it. */
  readonly firstMark: Instant;
}

/** All of them, oldest first: one for every start with other rules than before. */
export async function allRules(db: Db | Trx): Promise<RulesInForce[]> {
  const rows = await db
    .selectFrom('ledger.rules_versions')
    .select(['number', 'rules_version', 'rule_book', 'in_force_from', 'first_mark'])
    .orderBy('number')
    .execute();
  return rows.map((r) => ({
    number: Number(r.number),
    version: r.rules_version,
    ruleBook: r.rule_book,
    from: Number(r.in_force_from),
    firstMark: Number(r.first_mark),
  }));
}

/** The texts of some entries, by their number. */
export async function rulesTexts(db: Db | Trx, numbers: readonly number[]): Promise<Map<number, string>> {
  if (numbers.length === 0) return new Map();
  const rows = await db
    .selectFrom('ledger.rules_versions')
    .select(['number', 'rules'])
    .where('number', 'in', numbers.map(BigInt))
    .execute();
  return new Map(rows.map((r) => [Number(r.number), r.rules]));
}

export async function insertRules(db: Db | Trx, rules: RulesInForce & { readonly text: string }): Promise<void> {
  await db
    .insertInto('ledger.rules_versions')
    .values({
      number: BigInt(rules.number),
      rules_version: rules.version,
      rule_book: rules.ruleBook,
      in_force_from: BigInt(rules.from),
      first_mark: BigInt(rules.firstMark),
      rules: rules.text,
    })
    .execute();
}
