/** Versions of the rules and since when each was in force. One function per statement. */
import { findRows } from '../storage/find.ts';
import { mapping, type ValueOf } from '../storage/mapping.ts';
import type { Db, Trx } from '../storage/storage.ts';

const names = { rules_version: 'version', in_force_from: 'from', rules: 'text' } as const;
const { toRow } = mapping('ledger.rules_versions', names);

type StoredRules = ValueOf<'ledger.rules_versions', typeof names>;

/**
 * One time that a version came into force. Its number counts from 1, orders that arrive at `from` or later carry it, and `firstMark` is
 * the first mark that is done under it.
 */
export type RulesInForce = Omit<StoredRules, 'text'>;

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
  const rows = await findRows(db, 'ledger.rules_versions', { number: numbers });
  return new Map(rows.map((r) => [Number(r.number), r.rules]));
}

export async function insertRules(db: Db | Trx, rules: StoredRules): Promise<void> {
  await db.insertInto('ledger.rules_versions').values(toRow(rules)).execute();
}
