/** The English words: what all other languages have to say. */
import { nouns } from './en/nouns.ts';
import { island } from './en/island.ts';
import { ownerScript } from './en/owner-script.ts';
import { incidents } from './en/incidents.ts';
import { frame } from './en/frame.tsx';
import { home } from './en/home.tsx';
import { compare } from './en/compare.tsx';
import { league } from './en/league.tsx';
import { bot } from './en/bot.tsx';
import { order } from './en/order.tsx';
import { proof } from './en/proof.tsx';
import { leagues } from './en/leagues.tsx';
import { rounds } from './en/rounds.tsx';
import { entry } from './en/entry.tsx';
import { owner } from './en/owner.tsx';
import { status } from './en/status.tsx';
import { showcase } from './en/showcase.tsx';
import { extras } from './en/extras.tsx';
import { ladder } from './en/ladder.tsx';
import { market } from './en/market.tsx';
import { share } from './en/share.ts';
import { shop } from './en/shop.tsx';

export const en = {
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
