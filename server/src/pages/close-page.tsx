/** What a day was worth: the prices of a close, for people. */
import type { JSX } from 'preact';
import type { CloseProof, UsedPrice } from 'papertape-contract/proof';
import { dateText, groupedDollars } from '../html/format.ts';
import { Layout } from '../html/layout.tsx';
import { Facts, Instant, PriceSource } from '../html/parts.tsx';
import { Table } from '../html/table.tsx';
import { boardHref, leagueImage, LeagueLink, leagueName } from './links.tsx';
import { markHref } from './marks-page.tsx';
import { words } from '../words/words.ts';

const states = (): Readonly<Record<UsedPrice['state'], string>> => ({
  agreed: words.proof.twoPoolsAgreed,
  apart: words.proof.twoPoolsDifferedTooMuch,
  unavailable: words.proof.couldNotBeRead,
  frozen: words.proof.suspendedAtItsLastAgreed,
  stale: words.proof.atItsLastAgreedPrice,
});

export function ClosePage({
  close,
  clockSpeed,
}: {
  readonly close: CloseProof;
  readonly clockSpeed: number;
}): JSX.Element {
  const { league, date, voided, prices, windows } = close;
  const title = words.proof.closeOf(leagueName(league), dateText(date));
  const json = `/api/closes/${league}/${date}/proof`;
  return (
    <Layout
      title={`${title} · Papertape`}
      description={words.proof.thePricesByWhichThe(title)}
      json={json}
      share={leagueImage(close.league)}
    >
      <section class="intro" aria-labelledby="close-title">
        <p class="crumbs">
          <LeagueLink league={league} />
        </p>
        <h1 id="close-title">{words.proof.closeOf2(dateText(date))}</h1>
        <p class="lead">{words.proof.thePricesByWhichEvery(leagueName(league), <Instant iso={close.close} />)}</p>
        <PriceSource source={close.price_source} clockSpeed={clockSpeed} />
        {voided === null ? null : <p class="notice">{words.proof.thisCloseWasVoidedAnd(<bdi>{voided.reason}</bdi>)}</p>}
      </section>
      <Facts
        kind="facts"
        facts={[
          [words.proof.boardOfThatDay, <a href={boardHref(league, 1, { as_of: date })}>{words.proof.whoStoodWhere}</a>],
          [words.proof.sealedBy, <a href={markHref(close.close)}>{words.proof.itsMark}</a>],
          [words.proof.evidence, <a href={json}>{words.proof.readingsAndBlocksAsJson}</a>],
          [words.proof.how, <a href="/docs/bots/proof">{words.proof.howToMakeItAgain}</a>],
        ]}
      />
      <section aria-labelledby="prices">
        <h2 id="prices">{words.proof.prices}</h2>
        {prices.length === 0 ? (
          <p class="empty">{words.proof.noSymbolOfThisLeague}</p>
        ) : (
          <Table
            labelledBy="prices"
            caption={words.proof.meanOfThe30Minutes(windows.length > 1 ? words.proof.aPriceThatWasNot : '')}
            columns={[{ head: words.proof.symbol }, { n: words.proof.price }, words.proof.how]}
            rows={prices.map((p) => [p.symbol, p.usd === null ? null : groupedDollars(p.usd), states()[p.state]])}
          />
        )}
      </section>
    </Layout>
  );
}
