/** What the operator asked for, and the mark at which each was applied. One function per statement. */
import type { Instant } from '../lib/clock.ts';
import type { RowTable } from '../storage/database.ts';
import type { Db, Trx } from '../storage/storage.ts';
import type { About } from './about.ts';
import type { OperatorAction } from './action.ts';

/** Actions that were not applied yet, in order of id (ids are time-ordered). */
export async function pendingActions(db: Db | Trx): Promise<OperatorAction[]> {
  const rows = await db
    .selectFrom('intake.operator_actions as a')
    .selectAll('a')
    .where((e) =>
      e.not(
        e.exists(
          e.selectFrom('ledger.applied_actions as x').select('x.number').whereRef('x.action_id', '=', 'a.action_id'),
        ),
      ),
    )
    .orderBy('a.action_id')
    .execute();
  return rows.map(operatorAction);
}

export function operatorAction(r: RowTable<'intake.operator_actions'>): OperatorAction {
  return {
    id: r.action_id,
    at: Number(r.at),
    action: r.action as OperatorAction['action'],
    about: { kind: r.about_kind as About['kind'], id: r.about_id },
    reason: r.reason,
    capacity: r.capacity === null ? undefined : Number(r.capacity),
  };
}

/** All actions in order of id, each with the mark at which it was applied; undefined while it waits. */
export async function allActions(
  db: Db | Trx,
): Promise<(OperatorAction & { readonly appliedAt: Instant | undefined })[]> {
  const rows = await db
    .selectFrom('intake.operator_actions as a')
    .leftJoin('ledger.applied_actions as x', 'x.action_id', 'a.action_id')
    .selectAll('a')
    .select('x.at_mark')
    .orderBy('a.action_id')
    .execute();
  return rows.map((r) => ({ ...operatorAction(r), appliedAt: r.at_mark === null ? undefined : Number(r.at_mark) }));
}

export async function countApplied(db: Db | Trx): Promise<number> {
  const row = await db
    .selectFrom('ledger.applied_actions')
    .select((e) => e.fn.countAll<bigint>().as('n'))
    .executeTakeFirstOrThrow();
  return Number(row.n);
}

export async function insertApplied(trx: Trx, number: number, actionId: string, mark: Instant): Promise<void> {
  await trx
    .insertInto('ledger.applied_actions')
    .values({ number: BigInt(number), action_id: actionId, at_mark: BigInt(mark) })
    .execute();
}

export async function insertAction(db: Db, a: OperatorAction): Promise<void> {
  await db
    .insertInto('intake.operator_actions')
    .values({
      action_id: a.id,
      at: BigInt(a.at),
      action: a.action,
      about_kind: a.about.kind,
      about_id: a.about.id,
      reason: a.reason,
      capacity: a.capacity === undefined ? null : BigInt(a.capacity),
    })
    .execute();
}
