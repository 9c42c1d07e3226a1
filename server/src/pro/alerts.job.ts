/**
 * Alerts by mail. After each mark the events and incidents that came since are read for every bot that wants alerts; that a mail is asked for
 * and up to where the bot was told is one commit, so no kill makes two mails or none. What the mail says is read anew when it is sent: it
 * goes only to a contact that is confirmed then, of a bot whose seat holds then. What happens while no seat holds is passed over.
 */
import type { AlertKind, AlertsView } from 'papertape-contract/alerts';
import { limits } from 'papertape-contract/limits';
import { botById } from '../bots/bots.sql.ts';
import { contactBot } from '../bots/contacts/contacts.sql.ts';
import { erasedContact } from '../bots/erase.sql.ts';
import { mailboxOf } from '../bots/maker.ts';
import type { Makers } from '../bots/read-makers.ts';
import { decodeCursor, encodeCursor, firstCursor } from '../events/cursor.ts';
import type { EventOwner, EventReader } from '../events/read-events.ts';
import type { Universe } from '../league/universe.ts';
import { iso } from '../lib/clock.ts';
import { errorText, type Log } from '../lib/log.ts';
import { startLoop, type Loop } from '../lib/loop.ts';
import type { WrittenMail } from '../mail/mail.ts';
import type { Mails } from '../mail/open-mails.ts';
import { incidentsAfter, lastIncident } from '../operator/incident.sql.ts';
import type { Extras } from '../payments/extras.ts';
import type { Intake } from '../storage/intake.ts';
import type { Db } from '../storage/storage.ts';
import { stored } from '../storage/stored.ts';
import { eventLine, incidentLine } from './alert-lines.ts';
import {
  alertSettingOf,
  alertSettings,
  deleteAlertSetting,
  keepAlertPlace,
  putAlertSetting,
  type AlertSetting,
} from './alerts.sql.ts';

export interface AlertsDeps {
  readonly db: Db;
  readonly intake: Intake;
  readonly makers: Pick<Makers, 'proof'>;
  readonly mails: Mails;
  readonly events: EventReader;
  readonly extras: Pick<Extras, 'of'>;
  readonly universe: Universe;
  readonly log: Log;
  readonly baseUrl: () => string;
  readonly realNow: () => number;
}

export interface Alerts {
  view(botId: string): Promise<AlertsView>;
  /** What happens from now on is told of. No kinds = no alerts. */
  set(bot: EventOwner, kinds: readonly AlertKind[]): Promise<void>;
  /** The bot of a link that ends its alerts; undefined for what the service did not write. */
  stopped(token: string): string | undefined;
  stopAll(botId: string): Promise<void>;
  /** There may be something to tell of. */
  wake(): void;
  start(): void;
  /** Does all that is due. For a clock that is stepped. */
  run(): Promise<void>;
  stop(): Promise<void>;
}

const quietMs = limits.alertMailMinutes * 60_000;
/** Events that a mail tells of. */
const eventsMax = limits.webhookEventsPerDeliveryMax;

/** What a mail is about: which events and incidents, from where on they are read. */
interface Told {
  readonly bot: string;
  readonly from: string;
  readonly events: readonly string[];
  readonly after: number;
  readonly incidents: readonly number[];
}

export function createAlerts(deps: AlertsDeps): Alerts {
  const { db, intake, mails, log, extras, realNow } = deps;
  let loop: Loop | undefined;
  mails.setWriter('alert', (about) => write(deps, JSON.parse(about) as Told));

  async function round(): Promise<number> {
    let nextMs = Number.POSITIVE_INFINITY;
    for (const setting of await alertSettings(db)) {
      const waitMs = setting.nextMailAt - realNow();
      if (waitMs > 0) nextMs = Math.min(nextMs, waitMs);
      else await tell(deps, setting);
    }
    return nextMs;
  }

  return {
    async view(botId) {
      const setting = await alertSettingOf(db, botId);
      const next = setting?.nextMailAt ?? 0;
      return {
        agent_id: botId,
        alerts: [...(setting?.kinds ?? [])],
        state: !setting
          ? 'off'
          : !extras.of(botId).pro
            ? 'no_seat'
            : (await mayMail(deps, botId))
              ? 'on'
              : 'contact_unconfirmed',
        next_mail_after: next > realNow() ? iso(next) : null,
        warnings: [],
      };
    },
    async set(bot, kinds) {
      const { botId, league } = bot;
      const before = await alertSettingOf(db, botId);
      const setting: AlertSetting = before
        ? { ...before, kinds }
        : {
            botId,
            league,
            kinds,
            position: encodeCursor(botId, await deps.events.now(bot)),
            incident: await lastIncident(db),
            nextMailAt: 0,
          };
      await stored(
        intake.write({
          also: (trx) => (kinds.length === 0 ? deleteAlertSetting(trx, botId) : putAlertSetting(trx, setting)),
        }),
        'the alerts; nothing was changed',
      );
    },
    stopped: (token) => botOfToken(deps.makers, token),
    async stopAll(botId) {
      await intake.write({ also: (trx) => deleteAlertSetting(trx, botId) });
    },
    wake: () => loop?.wake(),
    start() {
      loop ??= startLoop({
        round,
        onFault: (e) => log.warn('alerts were not looked for, and will be', { error: errorText(e) }),
        pauseMs: { first: 1_000, max: 60_000 },
        lookMsMax: Number.POSITIVE_INFINITY,
      });
    },
    async run() {
      await round();
    },
    async stop() {
      await loop?.stop();
    },
  };
}

async function mayMail({ db, mails }: AlertsDeps, botId: string): Promise<boolean> {
  return mails.isDelivered && (await contactBot(db, botId)) === 'confirmed';
}

/** Page by page until there is something to tell of, or nothing more. */
async function tell(deps: AlertsDeps, setting: AlertSetting): Promise<void> {
  const { db, intake, mails, events, extras, realNow } = deps;
  const { botId, league, kinds } = setting;
  for (let { position, incident } = setting; ;) {
    const page = await events.read({ botId, league }, decodeCursor(botId, position) ?? firstCursor, eventsMax);
    const incidents = await incidentsAfter(db, incident);
    const next = { position: encodeCursor(botId, page.next), incident: incidents.at(-1)?.id ?? incident };
    if (next.position === position && next.incident === incident) return;
    const of = concernedOf(deps, setting);
    const told: Told = {
      bot: botId,
      from: position,
      events: page.events.filter((e) => eventLine(e, kinds) !== undefined).map(({ id }) => id),
      after: incident,
      incidents: incidents.filter((i) => incidentLine(i, kinds, of) !== undefined).map(({ id }) => id),
    };
    const isTold =
      told.events.length + told.incidents.length > 0 && extras.of(botId).pro && (await mayMail(deps, botId));
    await intake.write({
      async also(trx) {
        if (isTold && !(await mails.ask(trx, 'alert', JSON.stringify(told)))) throw new Error('too many mails wait');
        await keepAlertPlace(trx, { ...setting, ...next, nextMailAt: isTold ? realNow() + quietMs : 0 });
      },
    });
    if (isTold) mails.wake();
    if (isTold || !page.more) return;
    ({ position, incident } = next);
  }
}

function concernedOf({ universe }: AlertsDeps, { botId, league }: Pick<AlertSetting, 'botId' | 'league'>) {
  return { botId, league, symbols: new Set(universe.leagues.get(league)?.symbols.keys() ?? []) };
}

async function write(deps: AlertsDeps, told: Told): Promise<WrittenMail | undefined> {
  const { db, events, extras, baseUrl, makers } = deps;
  const setting = await alertSettingOf(db, told.bot);
  const bot = await botById(db, told.bot);
  if (!setting || !bot || bot.contact === erasedContact) return undefined;
  if (!extras.of(bot.botId).pro || !(await mayMail(deps, bot.botId))) return undefined;
  const { botId, league, name } = bot;
  const page = await events.read(
    { botId, league },
    decodeCursor(botId, told.from) ?? firstCursor,
    limits.eventsPerPageMax,
  );
  const incidents = (await incidentsAfter(db, told.after)).filter(({ id }) => told.incidents.includes(id));
  const lines = [
    ...page.events.filter(({ id }) => told.events.includes(id)).map((e) => eventLine(e, setting.kinds)),
    ...incidents.map((i) => incidentLine(i, setting.kinds, concernedOf(deps, bot))),
  ].filter((line) => line !== undefined);
  if (lines.length === 0) return undefined;
  const leave = `${baseUrl()}/alerts/stop/${tokenOf(makers, botId)}`;
  return {
    to: mailboxOf(bot.contact),
    subject: `${name}: ${lines.length} alert${lines.length === 1 ? '' : 's'}`,
    leave,
    text: `${lines.join('\n')}

${baseUrl()}/bots/${botId}

The bot asked for these mails, which its pro seat brings. There is at most one in
${limits.alertMailMinutes} minutes. To end them, open this page and press its button:
${leave}
`,
  };
}

/** Names the bot and proves that the service wrote it; it is stored nowhere and never ends. */
function tokenOf(makers: AlertsDeps['makers'], botId: string): string {
  return `${botId.slice(4)}${makers.proof(`stop the alerts of ${botId}`)}`;
}

function botOfToken(makers: AlertsDeps['makers'], token: string): string | undefined {
  const [, id] = /^([0-9a-v]{16})[\w-]{43}$/.exec(token) ?? [];
  return id !== undefined && tokenOf(makers, `agt_${id}`) === token ? `agt_${id}` : undefined;
}
