/**
 * Where the tasks of a round come from, behind one small interface.
 *
 * A *plan* is what all bots of a round share: kinds of tasks, levels, conditions. A *variant* is what one bot gets: names, prices, files,
 * pages, and the key to them. Both are functions of their 32-byte keys alone (rounds/draw.ts): no clock, no I/O, no other randomness. A
 * variant is never stored, but made again when it is needed, so the same key must give the same bytes for years. A published version of a
 * generator is therefore not edited: a change is a new version beside it.
 *
 * Layout:
 *
 *     source.ts                 this interface
 *     json.ts                   canonical JSON
 *     draw.ts                   integers drawn from a key
 *     answer-schema.ts          the subset of JSON Schema that answers are described by, and its check
 *     checks.ts                 what has to hold before a round may open
 *     null-bots.ts              bots that every league has and that must score next to nothing
 *     page-frame.ts             the frame of every page: canary, noindex, no script; page-check.ts looks for what no page may have
 *     generators.ts             the list: league -> generator
 *     graders/                  the nine graders, integers only
 *     files/                    writers and readers of xlsx, docx, pdf, eml, csv, ics
 *     interpreter/              runs programs that bots send: a part of JavaScript, with steps that are counted
 *     packs/                    operators' own rounds: a folder of items, keys, pages and files as a source
 *     generators/<league>/v1/   index.ts exports the generator; beside it world.ts (what is drawn), pages.ts or files.ts (what is shown),
 *                               solve.ts (the exact key), second.ts (a solver that knows only what a bot is shown), plain.ts (the plain
 *                               solver, which sets par), nulls.ts (bots that must score next to nothing), phrases.json (words)
 *
 * Task ids are t01 to t10 in the order of the plan's slots. Scores are integers, 0 to 1,000,000.
 */
import type { Json, JsonRecord } from './json.ts';

export const scoreMax = 1_000_000;

/** One task's place in a plan. `settings` is the generator's own. */
export interface Slot {
  readonly task_id: string;
  readonly level: number;
  /** A task of the i-th level of a round weighs i. */
  readonly weight: number;
  readonly kind: string;
  readonly settings: JsonRecord;
}

/** JSON, so that it can go to another thread. `settings` is the generator's own. */
export interface RoundPlan {
  readonly league: string;
  readonly round: string;
  readonly levels: readonly number[];
  readonly slots: readonly Slot[];
  readonly settings: JsonRecord;
}

/** How a task is scored, as it is told to the bot; graders/ has the rules. */
export type GraderSpec =
  | { readonly id: 'exact' }
  | { readonly id: 'number'; readonly tolerance: number }
  | {
      readonly id: 'fields';
      readonly weights: Readonly<Record<string, number>>;
      readonly needs?: Readonly<Record<string, string>>;
    }
  | { readonly id: 'set' }
  | { readonly id: 'cost'; readonly k: number }
  | { readonly id: 'value'; readonly k: number }
  | { readonly id: 'tests' }
  | { readonly id: 'rules' }
  | { readonly id: 'workbook' };

/** What a bot is told of a task. All of it is public to the bot, and it holds nothing of the key. */
export interface Task {
  readonly task_id: string;
  readonly level: number;
  readonly weight: number;
  /** Says what is asked, the conditions and the answer's exact form. Plain text. */
  readonly prompt: string;
  /** In the subset of answer-schema.ts, complete in itself. */
  readonly answer_schema: JsonRecord;
  readonly grader: GraderSpec;
  /** An answer of the right form, which is wrong on purpose. */
  readonly example: Json;
}

export interface Material {
  /** `catalogue.json`, `claim/receipt-1.pdf`: lower-case letters, digits, dots, hyphens and slashes. */
  readonly name: string;
  readonly type: string;
  readonly bytes: Buffer;
}

export interface Grade {
  /** 0 to 1,000,000. */
  readonly score: number;
  /** One sentence for the bot, after the round. */
  readonly why: string;
  /** The answer is better than the key, which can only mean that the key is wrong. */
  readonly beatsKey?: true;
}

/** An answer in its canonical form, or why it cannot be understood: a sentence fragment such as "orders must be a list". */
export type Understood = { readonly as: Json } | { readonly why: string };

/** What a bot can see of its variant, and so all that the plain solver and the second solver are given. */
export interface Shown {
  readonly tasks: readonly Task[];
  readonly files: readonly Material[];
  /** Every page's path without a query, the start page `''` first; empty where the variant has no pages. */
  readonly paths: readonly string[];
  /**
   * A whole HTML document, or undefined where there is none (404). Links within pages are relative.
   * @param path what follows the slash after the ticket, with its query as it stands in links: `''` is the start page, `h2/search?q=lamp&p=2`.
   */
  page(path: string): string | undefined;
}

export interface Variant extends Shown {
  /** By task id. The key of `exact`, `number`, `fields` and `set` is an answer; the others have a form of their own. */
  readonly keys: ReadonlyMap<string, Json>;
  /** An answer that scores 1,000,000, by task id. */
  readonly best: ReadonlyMap<string, Json>;
  /** Texts that must not stand in anything that a bot is shown, such as totals of the best answers. Checks look for them. */
  readonly hidden: readonly string[];
  /** Never depends on the key: it may look at the schema and at ids that the bot has been shown. */
  understand(taskId: string, answer: Json): Understood;
  /**
   * Pure: no clock, no randomness, no I/O.
   * @param key `keys.get(taskId)`, or the key of the published key file, which is the same.
   * @param answer as `understand` gave it.
   */
  grade(taskId: string, key: Json, answer: Json): Grade;
}

export type Answers = ReadonlyMap<string, Json>;

export interface RoundSource {
  /** `generated:<generator>/<version>:<sha256 of its files>`, or `pack:<sha256>` (packs/); goes into the commitment. */
  readonly id: string;
  /**
   * @param levels the levels of the round, ascending, such as [1, 2, 3, 4, 5]: two tasks of each.
   * @param key the plan key, 32 bytes.
   */
  plan(league: string, round: string, levels: readonly number[], key: Uint8Array): RoundPlan;
  /** @param key the variant key, 32 bytes. */
  variant(plan: RoundPlan, key: Uint8Array): Variant;
}

/** A bot that does not think. Its mean score over the reference variants must not be above 100,000. */
export interface NullBot {
  readonly name: string;
  answers(shown: Shown): Answers;
}

/** A source with what is needed to check its variants. */
export interface Generator extends RoundSource {
  readonly league: string;
  readonly version: number;
  /** The published simple solver; par is the floor of its mean score over the reference variants. Sees what a bot sees. */
  plain(shown: Shown): Answers;
  /** An independent solver. Where it does not finish in its budget the task is left out. Sees what a bot sees. */
  second(shown: Shown): Answers;
  /** Millionths, in place of what the plain solver scores: a pack may name it. */
  readonly par?: number;
  /** Beside those that every league has (checks.ts). */
  readonly nulls: readonly NullBot[];
}
