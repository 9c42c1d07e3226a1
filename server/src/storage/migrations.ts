/** The core's schema. Never edit a released step: append one. docs/contributing/schema.sql is made from what all steps leave behind. */
import type { Migration } from './migration.ts';
import { initialSchema } from './migrations/0001-initial.ts';
import { gate } from './migrations/0002-gate.ts';
import { timedGate } from './migrations/0003-timed-gate.ts';
import { cluster } from './migrations/0004-cluster.ts';
import { noClockTold } from './migrations/0005-no-clock-told.ts';
import { takeOrders } from './migrations/0006-take-orders.ts';
import { openMarks } from './migrations/0007-open-marks.ts';
import { kinds } from './migrations/0008-kinds.ts';
import { oneLookAnOrder } from './migrations/0009-one-look-an-order.ts';

export const coreMigrations: readonly Migration[] = [
  initialSchema,
  gate,
  timedGate,
  cluster,
  noClockTold,
  takeOrders,
  openMarks,
  kinds,
  oneLookAnOrder,
];
