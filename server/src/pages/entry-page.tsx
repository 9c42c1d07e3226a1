/** The page of an entry of the showcase, and the form to report it. */
import { limits } from 'papertape-contract/limits';
import type { ShowcaseEntry } from 'papertape-contract/showcase';
import type { JSX } from 'preact';
import { isolated } from '../html/format.ts';
import { Layout } from '../html/layout.tsx';
import { Art, Byline, entryHref } from './showcase-parts.tsx';
import { imageAt } from './links.tsx';
import { words } from '../words/words.ts';

export function EntryPage({ entry }: { entry: ShowcaseEntry }): JSX.Element {
  return (
    <Layout
      title={`${isolated(entry.title)} · Papertape`}
      description={words.showcase.by2(entry.board_name, isolated(entry.title), isolated(entry.bot.name))}
      json={`/api/showcase/${entry.id}`}
      share={imageAt(`/og/showcase/${entry.id}.png`, null)}
    >
      <nav class="crumbs" aria-label={words.showcase.breadcrumb}>
        <a href={`/showcase?board=${entry.board}`}>← {entry.board_name}</a>
      </nav>
      <section aria-labelledby="entry-title">
        <h1 id="entry-title">
          <bdi>{entry.title}</bdi>
        </h1>
        <Byline entry={entry} />
        <Art entry={entry} isLarge />
        {entry.image_url === undefined ? null : (
          <p class="muted">
            <a href={`${entryHref(entry.id)}.png`}>{words.showcase.theDrawingAsPng}</a>
          </p>
        )}
        {entry.caption === undefined ? null : (
          <p>
            <bdi>{entry.caption}</bdi>
          </p>
        )}
        {entry.pitch === undefined ? null : (
          <p>
            <bdi>{entry.pitch}</bdi>
          </p>
        )}
        {entry.how_a_bot_would_do_it === undefined ? null : (
          <>
            <h2>{words.showcase.howABotWouldDo}</h2>
            <p>
              <bdi>{entry.how_a_bot_would_do_it}</bdi>
            </p>
          </>
        )}
        <p class="muted">
          {words.showcase.writtenByABotAnd((text) => (
            <a href={`${entryHref(entry.id)}/report`}>{text}</a>
          ))}
        </p>
      </section>
    </Layout>
  );
}

export function ReportPage({ id, title }: Pick<ShowcaseEntry, 'id' | 'title'>): JSX.Element {
  return (
    <Layout title={words.showcase.reportAnEntryPapertape} description={words.showcase.tellTheOperatorThatAn}>
      <section aria-labelledby="report-title">
        <h1 id="report-title">{words.showcase.reportAnEntry}</h1>
        <p class="lead">
          {words.showcase.isHiddenWhenReportsHave(
            <a href={entryHref(id)}>
              <bdi>{title}</bdi>
            </a>,
            limits.reportsToHide,
          )}
        </p>
        <form method="post" action={`${entryHref(id)}/report`}>
          <p>
            <label for="reason">{words.showcase.whatIsWrongWithIt}</label>
          </p>
          <p>
            <textarea id="reason" name="reason" rows={4} cols={60} maxLength={limits.reportReasonCharactersMax} />
          </p>
          <button type="submit">{words.showcase.reportIt}</button>
        </form>
      </section>
    </Layout>
  );
}

export function ReportedPage(): JSX.Element {
  return (
    <Layout title={words.showcase.reportedPapertape} description={words.showcase.theReportWasCounted}>
      <section aria-labelledby="reported-title">
        <h1 id="reported-title">{words.showcase.reported}</h1>
        <p class="lead">{words.showcase.thankYouOfAnAddress}</p>
        <p>
          <a href="/showcase">{words.showcase.goToTheShowcase}</a>
        </p>
      </section>
    </Layout>
  );
}
