/** `papertape admin`: what only the operator decides. Writes into the data; a running service does it at its next mark. */
import { Command } from 'commander';
import { readSettings } from '../config/config.ts';
import { environment } from '../config/env.ts';
import type { SymbolActionKind } from '../operator/action.ts';
import { outboxFolder } from '../mail/outbox.ts';
import { checkReason, type LeagueSwitch } from '../operator/checks.ts';
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
} from '../desk/admin-acts.ts';
import { exportContact } from '../desk/contact-export.ts';
import { eraseWho } from '../desk/erase-contact.ts';
import { addModeration } from './admin-moderation.ts';
import { addShowcase } from './admin-showcase.ts';
import { addRounds } from './admin-rounds.ts';
import { addPayments } from './admin-payments.ts';
import { inquiriesText } from '../desk/inquiries-text.ts';
import { subscribersText } from '../desk/subscribers-text.ts';
import { actionsText, incidentsText } from './admin-log.ts';
import { withLeague } from './with-league.ts';

interface WithReason {
  readonly reason: string;
}

export function adminCommand(): Command {
  const admin = new Command('admin').description(
    'Decisions of the operator. They work while the service runs (DATA_DIR or DATABASE_URL, as the service has it), and stand in the public incident log.',
  );
  const command = (name: string, what: string): Command =>
    admin.command(name).description(`${what}.`).requiredOption('--reason <text>', 'why, for everyone to read');

  for (const action of Object.keys(symbolActions) as SymbolActionKind[]) {
    command(action, symbolActions[action].what)
      .argument('<symbol>', 'such as DOGE-USD')
      .action((symbol: string, o: WithReason) => act(o, (db, reason) => actOnSymbol(db, action, symbol, reason)));
  }
  for (const action of Object.keys(leagueActions) as LeagueSwitch[]) {
    command(action.replace('_', '-'), leagueActions[action].what)
      .argument('<league>', 'such as spot_crypto')
      .action((league: string, o: WithReason) => act(o, (db, reason) => actOnLeague(db, action, league, reason)));
  }
  command('set-capacity', 'Set how many seats each tier of a league has; never fewer than are taken or kept')
    .argument('<league>', 'such as spot_crypto')
    .argument('<seats>', 'such as 120')
    .action((league: string, seats: string, o: WithReason) =>
      act(o, (db, reason) => setCapacity(db, league, seats, reason)),
    );
  command('retire', 'Retire a bot for good, as its owner could: its seat is free, its record stands')
    .argument('<agent_id>', 'such as agt_0000000000000000')
    .action((botId: string, o: WithReason) => act(o, (db, reason) => retireBot(db, botId, reason)));
  addModeration(command, act);
  addPayments(admin, command, act);
  addShowcase(admin, command, act);
  addRounds(command, act);
  command(
    'void-close',
    'Void the latest close of a league: it counts for nothing, and all goes on from the one before it',
  )
    .argument('<league>', 'such as spot_crypto')
    .argument('<date>', 'the date of the close, such as 2026-11-23')
    .action((league: string, date: string, o: WithReason) =>
      act(o, async (db, reason) => askToVoid(db, { league, date, reason }, await readStanding(db))),
    );

  command(
    'end-market',
    'End a simulated market for good: no orders from the next mark on, and half an hour later its secret seed is published',
  ).action((o: WithReason) => act(o, endMarket));

  aboutContact(
    admin,
    'erase',
    'Erase a mail address and its mails, at once; its bots and their records stay',
    eraseWho,
  );
  aboutContact(
    admin,
    'export-contact',
    'Write everything that is stored about a maker to standard output, as a JSON document for whoever asks for it',
    exportContact,
  );
  list(admin, 'incidents', 'List the public incident log, and what waits for the next mark', incidentsText);
  list(admin, 'inquiries', 'List what sponsors asked for, the oldest first', inquiriesText);
  admin
    .command('subscribers')
    .description('List who gets the newsletter, the earliest first.')
    .option('--json', 'as JSON')
    .option('--csv', 'as CSV')
    .action(async ({ json = false, csv = false }: { json?: boolean; csv?: boolean }) => {
      const format = json ? 'json' : csv ? 'csv' : 'lines';
      await withLeague(environment(), async ({ db }) => process.stdout.write(await subscribersText(db, format)));
    });
  list(admin, 'actions', 'List everything that was asked for, and what became of it', actionsText);
  return admin;
}

async function act({ reason }: WithReason, ask: (db: Db, reason: string) => Promise<string>): Promise<void> {
  const text = checkReason(reason);
  await withLeague(environment(), async ({ db }) => process.stdout.write(await ask(db, text)));
}

/** @param act changes nothing for anybody else, so it needs no reason. */
function aboutContact(
  admin: Command,
  name: string,
  what: string,
  act: (db: Db, who: string, outbox: string) => Promise<string>,
): void {
  admin
    .command(name)
    .description(`${what}.`)
    .argument('<who>', 'a mail address or a maker_id')
    .action(async (who: string) => {
      const env = environment();
      const outbox = outboxFolder(readSettings(env).config);
      await withLeague(env, async ({ db }) => process.stdout.write(await act(db, who, outbox)));
    });
}

function list(admin: Command, name: string, what: string, text: (db: Db, json: boolean) => Promise<string>): void {
  admin
    .command(name)
    .description(`${what}.`)
    .option('--json', 'as JSON')
    .action(async ({ json = false }: { json?: boolean }) => {
      await withLeague(environment(), async ({ db }) => process.stdout.write(await text(db, json)));
    });
}
