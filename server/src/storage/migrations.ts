/** The schema, as numbered steps. Never edit a released step: append one. docs/schema.sql is made from what they leave behind. */
import type { Migration } from './migration.ts';
import { initialSchema } from './migrations/0001-initial.ts';

export const migrations: readonly Migration[] = [initialSchema];
