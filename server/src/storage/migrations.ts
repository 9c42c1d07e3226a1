/** The core's schema. Never edit a released step: append one. docs/contributing/schema.sql is made from what all steps leave behind. */
import type { Migration } from './migration.ts';
import { initialSchema } from './migrations/0001-initial.ts';

export const coreMigrations: readonly Migration[] = [initialSchema];
