/**
 * A feature room's one door. A room holds its rules, its SQL, its jobs, its operations, its pages, its loops and its migrations, and says
 * here what the service takes of them; app.ts opens a list of rooms. `Services` is what the room needs of the house: app.ts has it all, and a room
 * names only what its handlers name.
 *
 * Example: a room with one operation.
 *
 *     export const notes = feature({ name: 'notes', migrations: [notesTable], operations: [listNotes] });
 */
import type { AnyOperation } from 'papertape-contract/operation';
import { tags } from 'papertape-contract/operation-facts';
import type { MarkStep } from '../engine/mark-steps.ts';
import type { Migration } from '../storage/migration.ts';
import { coreMigrations } from '../storage/migrations.ts';
import type { AnyPage } from './page.ts';

export interface Feature<Services = never> {
  readonly name: string;
  readonly migrations?: readonly Migration[];
  readonly operations?: readonly AnyOperation<Services>[];
  /** Pages for people, each with its alternate in Markdown. */
  readonly pages?: readonly AnyPage<Services>[];
  /** What goes on in real time beside the requests, from when the service listens. On a stepped clock none is started. */
  readonly loops?: readonly StartLoop<Services>[];
  /**
   * The module whose `atMark` (flow/mark/rooms.ts) says what the room pays at a mark; the engine stores and applies it. No room writes a
   * portfolio. The module is named by its address (lib/module-url.ts), since the engine loads it in a thread of its own.
   */
  readonly atMark?: URL;
}

/** @returns what stops it, when work under way has ended; undefined when the settings want none of it. */
export type StartLoop<Services = never> = (services: Services) => { stop(): Promise<void> } | undefined;

/** Keeps the types of the operations, each with its own path, query, body and answer. */
export function feature<const F extends Feature>(room: F): F {
  return room;
}

/** The schema: the core's, and after it what the rooms keep for themselves. */
export function migrationsOf(rooms: readonly Feature[]): readonly Migration[] {
  return [...coreMigrations, ...rooms.flatMap((room) => room.migrations ?? [])];
}

/** The steps of the rooms that take part in marks. */
export function markStepsOf(rooms: readonly Feature[]): readonly MarkStep[] {
  return rooms.flatMap(({ name, atMark }) => (atMark ? [{ room: name, module: atMark.href }] : []));
}

/** Every operation of the rooms, in the order of the tags and, within one, of the rooms. */
export function operationsOf<Services>(rooms: readonly Feature<Services>[]): readonly AnyOperation<Services>[] {
  const operations = rooms.flatMap((room) => room.operations ?? []);
  return operations.toSorted((a, b) => tagOrder.indexOf(a.tag) - tagOrder.indexOf(b.tag));
}

export function pagesOf<Services>(rooms: readonly Feature<Services>[]): readonly AnyPage<Services>[] {
  return rooms.flatMap((room) => room.pages ?? []);
}

const tagOrder = Object.keys(tags);
