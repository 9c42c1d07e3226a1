/** Texts that the operator hid: the notice stands in the bot's row, and what stood there is kept beside it. One function per statement. */
import type { PublishedText, TextName } from '../operator/moderation.ts';
import { publishedTexts } from '../operator/moderation.ts';
import { findRow, findRows } from '../storage/find.ts';
import type { Db, Trx } from '../storage/storage.ts';

/** All of them. */
export async function allHiddenTexts(db: Db | Trx): Promise<TextName[]> {
  const rows = await findRows(db, 'intake.hidden_texts', {}, 'agent_id', 'field');
  return rows.map((r) => ({ botId: r.agent_id, text: r.field as PublishedText }));
}

/** Those of a bot, by name. */
export async function hiddenTextsOf(db: Db | Trx, botId: string): Promise<PublishedText[]> {
  const rows = await findRows(db, 'intake.hidden_texts', { agent_id: botId }, 'field');
  return rows.map((r) => r.field as PublishedText);
}

/** The text of a bot, hidden or not; undefined where there is no such bot. */
export async function publishedText(db: Db | Trx, { botId, text }: TextName): Promise<string | null | undefined> {
  const hidden = await findRow(db, 'intake.hidden_texts', { agent_id: botId, field: text });
  if (hidden) return hidden.text;
  return (await findRow(db, 'intake.bots', { agent_id: botId }))?.[text];
}

/** Puts the notice in the place of a text. One that is hidden stays so. */
export async function hideText(trx: Trx, { botId, text }: TextName): Promise<void> {
  const bot = await findRow(trx, 'intake.bots', { agent_id: botId });
  if (!bot || (await findRow(trx, 'intake.hidden_texts', { agent_id: botId, field: text }))) return;
  await trx.insertInto('intake.hidden_texts').values({ agent_id: botId, field: text, text: bot[text] }).execute();
  await putText(trx, { botId, text }, bot[text] === null ? null : publishedTexts[text]);
}

/** Puts the text back in its place. One that is not hidden stays as it is. */
export async function showText(trx: Trx, { botId, text }: TextName): Promise<void> {
  const hidden = await findRow(trx, 'intake.hidden_texts', { agent_id: botId, field: text });
  if (!hidden) return;
  await putText(trx, { botId, text }, hidden.text);
  await trx.deleteFrom('intake.hidden_texts').where('agent_id', '=', botId).where('field', '=', text).execute();
}

async function putText(trx: Trx, { botId, text }: TextName, value: string | null): Promise<void> {
  await trx
    .updateTable('intake.bots')
    .set({ [text]: value })
    .where('agent_id', '=', botId)
    .execute();
}
