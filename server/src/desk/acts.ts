/**
 * The acts that the page at /operator has a form for. Each is a command of `papertape admin` under its own name, and does the same by the
 * same function.
 */
import type { SymbolActionKind } from '../operator/action.ts';
import type { LeagueSwitch } from '../operator/checks.ts';
import type { Db } from '../storage/storage.ts';
import {
  actOnLeague,
  actOnSymbol,
  askToVoid,
  endMarket,
  leagueActions,
  readStanding,
  retireBot,
  setCapacity,
  symbolActions,
} from './admin-acts.ts';
import { exportContact } from './contact-export.ts';
import { eraseWho } from './erase-contact.ts';
import { reverseRound, strikeTask, voidRound } from './round-acts.ts';
import { inquiriesText } from './inquiries-text.ts';
import { subscribersText } from './subscribers-text.ts';
import { actOnEntry, entryActions, reportedText } from './showcase-acts.ts';
import { actOnBan, actOnText, banActions, reinstateBot, textActions } from './moderation-acts.ts';

/** What a form asks for beside the reason. */
export type ActField =
  | 'symbol'
  | 'league'
  | 'seats'
  | 'agent_id'
  | 'date'
  | 'who'
  | 'text'
  | 'entry'
  | 'round'
  | 'task';

export interface Act {
  /** As the command is called. */
  readonly name: string;
  /** What it does: a sentence without its full stop. */
  readonly what: string;
  readonly fields: readonly ActField[];
  /** Nothing undoes it: the form wants a second yes. */
  readonly isForGood: boolean;
  /** What changes nothing for anybody else needs no reason, is in no public log, and is done at once. */
  readonly isPublic?: false;
  /** The name of the file, where what it returns is a document. */
  readonly file?: string;
  /** @returns what to tell the operator. Throws SetupError when it cannot be done. */
  readonly run: (db: Db, given: Readonly<Record<ActField, string>>, reason: string, outbox: string) => Promise<string>;
}

export const acts: readonly Act[] = [
  ...(Object.keys(symbolActions) as SymbolActionKind[]).map((kind): Act => ({
    name: kind,
    what: symbolActions[kind].what,
    fields: ['symbol'],
    isForGood: kind === 'delist',
    run: (db, { symbol }, reason) => actOnSymbol(db, kind, symbol, reason),
  })),
  ...(Object.keys(leagueActions) as LeagueSwitch[]).map((kind): Act => ({
    name: kind.replace('_', '-'),
    what: leagueActions[kind].what,
    fields: ['league'],
    isForGood: false,
    run: (db, { league }, reason) => actOnLeague(db, kind, league, reason),
  })),
  {
    name: 'set-capacity',
    what: 'Set how many seats each tier of a league has; never fewer than are taken or kept',
    fields: ['league', 'seats'],
    isForGood: false,
    run: (db, { league, seats }, reason) => setCapacity(db, league, seats, reason),
  },
  {
    name: 'retire',
    what: 'Retire a bot for good, as its owner could: its seat is free, its record stands',
    fields: ['agent_id'],
    isForGood: true,
    run: (db, { agent_id: botId }, reason) => retireBot(db, botId, reason),
  },
  ...(Object.keys(banActions) as (keyof typeof banActions)[]).map((kind): Act => ({
    name: kind,
    what: banActions[kind],
    fields: ['who'],
    isForGood: false,
    run: (db, { who }, reason) => actOnBan(db, kind, who, reason),
  })),
  ...(Object.keys(textActions) as (keyof typeof textActions)[]).map((kind): Act => ({
    name: kind.replace('_', '-'),
    what: textActions[kind],
    fields: ['agent_id', 'text'],
    isForGood: false,
    run: (db, { agent_id: botId, text }, reason) => actOnText(db, kind, { botId, text, reason }),
  })),
  ...(Object.keys(entryActions) as (keyof typeof entryActions)[]).map((kind): Act => ({
    name: kind.replace('_', '-'),
    what: entryActions[kind],
    fields: ['entry'],
    isForGood: false,
    run: (db, { entry }, reason) => actOnEntry(db, kind, entry, reason),
  })),
  {
    name: 'showcase',
    what: 'Entries of the showcase that were reported or decided on, as a JSON document',
    fields: [],
    isForGood: false,
    isPublic: false,
    file: 'showcase.json',
    run: (db) => reportedText(db),
  },
  {
    name: 'reinstate',
    what: 'Take back that the operator retired a bot, until the next close',
    fields: ['agent_id'],
    isForGood: false,
    run: (db, { agent_id: botId }, reason) => reinstateBot(db, botId, reason),
  },
  {
    name: 'void-close',
    what: 'Void the latest close of a league: it counts for nothing, and all goes on from the one before it',
    fields: ['league', 'date'],
    isForGood: true,
    run: async (db, { league, date }, reason) => askToVoid(db, { league, date, reason }, await readStanding(db)),
  },
  {
    name: 'void-round',
    what: 'Void a round of tasks that is not scored yet: nobody is paid for it',
    fields: ['league', 'round'],
    isForGood: true,
    run: (db, { league, round }, reason) => voidRound(db, { league, round, reason }),
  },
  {
    name: 'strike-task',
    what: 'Strike a task of an open round: it weighs nothing for anybody',
    fields: ['league', 'round', 'task'],
    isForGood: true,
    run: (db, { league, round, task }, reason) => strikeTask(db, { league, round, task, reason }),
  },
  {
    name: 'reverse-round',
    what: 'Take back what a round paid, until the next round of its league is scored',
    fields: ['league', 'round'],
    isForGood: true,
    run: (db, { league, round }, reason) => reverseRound(db, { league, round, reason }),
  },
  {
    name: 'end-market',
    what: 'End a simulated market for good: no orders from the next mark on, and half an hour later its secret seed is published',
    fields: [],
    isForGood: true,
    run: (db, _, reason) => endMarket(db, reason),
  },
  {
    name: 'inquiries',
    what: 'What sponsors asked for, the oldest first, as a JSON document',
    fields: [],
    isForGood: false,
    isPublic: false,
    file: 'inquiries.json',
    run: (db) => inquiriesText(db, true),
  },
  {
    name: 'subscribers',
    what: 'Who gets the newsletter, the earliest first, as a JSON document',
    fields: [],
    isForGood: false,
    isPublic: false,
    file: 'subscribers.json',
    run: (db) => subscribersText(db, 'json'),
  },
  {
    name: 'export-contact',
    what: 'Everything that is stored about a maker, as a JSON document for whoever asks for it',
    fields: ['who'],
    isForGood: false,
    isPublic: false,
    file: 'contact.json',
    run: (db, { who }, _, outbox) => exportContact(db, who, outbox),
  },
  {
    name: 'erase',
    what: 'Erase a mail address and its mails, at once; its bots and their records stay',
    fields: ['who'],
    isForGood: true,
    isPublic: false,
    run: (db, { who }, _, outbox) => eraseWho(db, who, outbox),
  },
];

export const actByName: ReadonlyMap<string, Act> = new Map(acts.map((act) => [act.name, act]));
