/** What the service keeps of the public log beside the engine's tables: its keys, and what witnesses signed. One function per statement. */
import type { Instant } from '../lib/clock.ts';
import type { LogKey } from '../engine/log.sql.ts';
import type { Db, Trx } from '../storage/storage.ts';

export async function insertKey(db: Db, { number, at, key, signature }: LogKey): Promise<void> {
  await db
    .insertInto('intake.log_keys')
    .values({ number: BigInt(number), at: BigInt(at), vkey: key, signature })
    .execute();
}

export interface Cosignature {
  /** Entries of the checkpoint. */
  readonly size: number;
  /** The name of the witness's key. */
  readonly witness: string;
  readonly at: Instant;
  /** Line of the signed note. */
  readonly line: string;
}

/** A witness that signs a checkpoint again replaces what it signed. */
export async function keepCosignature(db: Db | Trx, { size, witness, at, line }: Cosignature): Promise<void> {
  await db
    .insertInto('intake.log_cosignatures')
    .values({ size: BigInt(size), witness, at: BigInt(at), line })
    .onConflict((c) => c.columns(['size', 'witness']).doUpdateSet({ at: BigInt(at), line }))
    .execute();
}

interface CosignatureRow {
  readonly size: bigint;
  readonly witness: string;
  readonly at: bigint;
  readonly line: string;
}

function cosignature(r: CosignatureRow): Cosignature {
  return { size: Number(r.size), witness: r.witness, at: Number(r.at), line: r.line };
}

/** Of the checkpoint of a size, by witness. */
export async function cosignaturesOf(db: Db, size: number): Promise<Cosignature[]> {
  const rows = await db
    .selectFrom('intake.log_cosignatures')
    .selectAll()
    .where('size', '=', BigInt(size))
    .orderBy('witness')
    .execute();
  return rows.map(cosignature);
}

/** The largest checkpoint that a witness signed; undefined when it signed none. */
export async function lastCosignature(db: Db, witness: string): Promise<Cosignature | undefined> {
  const row = await db
    .selectFrom('intake.log_cosignatures')
    .selectAll()
    .where('witness', '=', witness)
    .orderBy('size', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row && cosignature(row);
}
