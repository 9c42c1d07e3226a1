/** What the operator asked for, and the mark at which each was applied. One function per statement. */
import type { Instant } from '../lib/clock.ts';
import { countRows } from '../storage/find.ts';
import type { RowTable } from '../storage/database.ts';
import { mapping } from '../storage/mapping.ts';
import type { Db, Trx } from '../storage/storage.ts';
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

const { toValue, toRow } = mapping('intake.operator_actions', { action_id: 'id' });

export function operatorAction(row: RowTable<'intake.operator_actions'>): OperatorAction {
  const { aboutKind, aboutId, capacity, ...action } = toValue(row);
  return { ...action, about: { kind: aboutKind, id: aboutId }, capacity: capacity ?? undefined } as OperatorAction;
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

/** Those that were applied, in that order. */
export async function actionsApplied(db: Db | Trx): Promise<(OperatorAction & { readonly appliedAt: Instant })[]> {
  const rows = await db
    .selectFrom('ledger.applied_actions as x')
    .innerJoin('intake.operator_actions as a', 'a.action_id', 'x.action_id')
    .selectAll('a')
    .select('x.at_mark')
    .orderBy('x.number')
    .execute();
  return rows.map((r) => ({ ...operatorAction(r), appliedAt: Number(r.at_mark) }));
}

export async function countApplied(db: Db | Trx): Promise<number> {
  return await countRows(db, 'ledger.applied_actions');
}

export async function insertApplied(trx: Trx, number: number, actionId: string, mark: Instant): Promise<void> {
  await trx
    .insertInto('ledger.applied_actions')
    .values({ number: BigInt(number), action_id: actionId, at_mark: BigInt(mark) })
    .execute();
}

export async function insertAction(db: Db, { about, capacity, ...action }: OperatorAction): Promise<void> {
  const row = toRow({ ...action, aboutKind: about.kind, aboutId: about.id, capacity: capacity ?? null });
  await db.insertInto('intake.operator_actions').values(row).execute();
}
