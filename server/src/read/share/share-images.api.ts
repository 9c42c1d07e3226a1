/** Share images: what a link to a page looks like where it is passed on, 1200 by 630 as PNG. */
import { limits } from 'papertape-contract/limits';
import { document, unlisted } from 'papertape-contract/operation';
import { kept } from 'papertape-contract/replies';
import { ApiError } from 'papertape-contract/errors';
import { makerIdPattern } from '../../bots/maker.ts';
import { startValueCents } from '../../flow/rank/rank.ts';
import { leagueById } from '../../league/catalogue.ts';
import { shown } from '../../lib/text.ts';
import { botCard, homeCard, leagueCard, makerCard } from '../../pages/share-cards.ts';
import { cardFonts } from '../../pictures/card-fonts.ts';
import type { Pictures } from '../../pictures/open-pictures.ts';
import { shareImage, shareImageHeaders } from '../../pictures/share-image.ts';
import { inLanguage } from '../../words/language.ts';
import { languageQuery } from '../../words/language-query.ts';
import { boardView } from '../board-view.ts';
import { botView, equityView } from '../bot-view.ts';
import { fullest } from '../home.page.tsx';
import { leagueCatalogue } from '../league-view.ts';
import { makerView } from '../maker-view.ts';
import { fileOfBot } from '../public-bot.ts';
import type { ReadDeps } from '../deps.ts';

type Deps = ReadDeps & { readonly pictures: Pictures };

const shape = {
  freshness: 'kept',
  headers: shareImageHeaders,
  query: languageQuery,
  answer: document('image/png'),
} as const;

const startValue = startValueCents / 100;
/** Rows that are asked for: more have no line on a card. */
const firstRows = { page: 1, per_page: 5 };

async function boardOfNow(deps: Deps, league: string) {
  const { db, clock, market, weekRankings, payments } = deps;
  const of = { now: clock.now(), priceSource: market.info, baseUrl: deps.baseUrl(), weekRankings };
  return await boardView(db, { league, ...firstRows, ...of, extras: payments.extras });
}

const getHomeImage = unlisted({
  ...shape,
  path: '/og/home.png',
  handle: async ({ query: { lang } }, deps: Deps) =>
    kept('*', async () => {
      const board = await boardOfNow(deps, fullest(await leagueCatalogue(deps.leagues)));
      return await shareImage(
        deps.pictures,
        inLanguage(lang, () => homeCard(cardFonts, { board, startValue })),
      );
    }),
});

const getLeagueImage = unlisted({
  ...shape,
  path: '/og/leagues/{league}.png',
  async handle({ params: { league }, query: { lang } }, deps: Deps) {
    if (!leagueById.has(league))
      throw new ApiError('not_found', `There is no league "${shown(league)}".`, { fix: 'GET /api/leagues lists all.' });
    return kept(league, async () => {
      const board = await boardOfNow(deps, league);
      return await shareImage(
        deps.pictures,
        inLanguage(lang, () => leagueCard(cardFonts, { board, startValue })),
      );
    });
  },
});

const getBotImage = unlisted({
  ...shape,
  path: '/og/bots/{agent_id}.png',
  async handle({ params, query: { lang } }, deps: Deps) {
    const { db, market, baseUrl, payments } = deps;
    const bot = await fileOfBot(db, params.agent_id);
    return kept(bot.league, async () => {
      const view = await botView(db, bot, market, baseUrl(), payments.extras);
      const equity = await equityView(db, bot.botId, market.info);
      return await shareImage(
        deps.pictures,
        inLanguage(lang, () => botCard(cardFonts, view, equity)),
      );
    });
  },
});

const getMakerImage = unlisted({
  ...shape,
  path: '/og/makers/{maker_id}.png',
  async handle({ params: { maker_id: id }, query: { lang } }, { db, market, baseUrl, pictures }: Deps) {
    return kept('*', async () => {
      const at = { page: 1, per_page: limits.perPageDefault };
      const maker = makerIdPattern.test(id) ? await makerView(db, id, at, market.info, baseUrl()) : undefined;
      if (!maker) throw new ApiError('not_found', `There is no maker "${shown(id)}".`);
      return await shareImage(
        pictures,
        inLanguage(lang, () => makerCard(cardFonts, maker)),
      );
    });
  },
});

export const shareImages = [getHomeImage, getLeagueImage, getBotImage, getMakerImage];
