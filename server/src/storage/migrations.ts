/** The schema, as numbered steps. Never edit a released step: append one. docs/schema.sql is made from what they leave behind. */
import { initialSchema } from './migrations/0001-initial.ts';

export interface Migration {
  readonly name: string;
  readonly statements: (engine: 'sqlite' | 'postgres') => readonly string[];
}

export const migrations: readonly Migration[] = [initialSchema];
