/** The French words. */
import type { en } from './en.ts';
import { nouns } from './fr/nouns.ts';
import { island } from './fr/island.ts';
import { ownerScript } from './fr/owner-script.ts';
import { incidents } from './fr/incidents.ts';
import { frame } from './fr/frame.tsx';
import { home } from './fr/home.tsx';
import { compare } from './fr/compare.tsx';
import { league } from './fr/league.tsx';
import { bot } from './fr/bot.tsx';
import { order } from './fr/order.tsx';
import { proof } from './fr/proof.tsx';
import { leagues } from './fr/leagues.tsx';
import { rounds } from './fr/rounds.tsx';
import { entry } from './fr/entry.tsx';
import { owner } from './fr/owner.tsx';
import { status } from './fr/status.tsx';
import { showcase } from './fr/showcase.tsx';
import { extras } from './fr/extras.tsx';
import { ladder } from './fr/ladder.tsx';
import { market } from './fr/market.tsx';
import { share } from './fr/share.ts';
import { shop } from './fr/shop.tsx';

export const fr: typeof en = {
  nouns,
  incidents,
  island,
  ownerScript,
  frame,
  home,
  compare,
  league,
  bot,
  order,
  proof,
  leagues,
  rounds,
  entry,
  owner,
  status,
  showcase,
  extras,
  ladder,
  market,
  share,
  shop,
};
