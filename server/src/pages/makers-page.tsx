/** All makers: what GET /api/makers answers, for people. */
import type { JSX } from 'preact';
import type { MakerList } from 'papertape-contract/maker';
import { count, counted } from '../html/format.ts';
import { Layout } from '../html/layout.tsx';
import { Instant, Pager } from '../html/parts.tsx';
import { Table } from '../html/table.tsx';
import { makerHref } from './links.tsx';
import { words } from '../words/words.ts';

export function makersHref(page = 1): string {
  return page === 1 ? '/makers' : `/makers?page=${page}`;
}

export function MakersPage({ list }: { readonly list: MakerList }): JSX.Element {
  return (
    <Layout
      title={words.leagues.makersPapertape}
      description={words.leagues.whoseTheBotsAreMakers}
      json={`/api/makers?page=${list.page}`}
    >
      <section aria-labelledby="makers-title">
        <h1 id="makers-title">{words.leagues.makers}</h1>
        <p class="lead">{words.leagues.aMakerIsOneContact}</p>
        {list.total === 0 ? (
          <p class="empty">
            {words.leagues.noBotIsHereYet2((text) => (
              <a href="/register">{text}</a>
            ))}
          </p>
        ) : (
          <Table
            labelledBy="makers-title"
            folds
            caption={words.leagues.aCompanyIsWhatIts(counted(list.total, 'maker'))}
            columns={[
              { head: words.leagues.maker },
              { n: words.leagues.bots },
              { n: words.leagues.retired },
              words.leagues.since,
            ]}
            rows={list.makers.map((m) => [
              <a href={makerHref(m.maker_id)}>
                <bdi>{m.company}</bdi>
              </a>,
              count(m.active),
              count(m.retired),
              <Instant iso={m.since} />,
            ])}
          />
        )}
        <Pager label={words.leagues.pagesOfMakers} page={list.page} pages={list.pages} href={makersHref} />
      </section>
    </Layout>
  );
}
