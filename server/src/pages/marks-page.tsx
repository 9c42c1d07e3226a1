/** The marks and what the public log had after each: what GET /api/proofs/marks answers, for people. */
import type { JSX } from 'preact';
import type { LogSummary, MarkList } from 'papertape-contract/log';
import type { MarkProof } from 'papertape-contract/proof';
import { count, counted, instantText } from '../html/format.ts';
import { Layout } from '../html/layout.tsx';
import { Facts, Instant } from '../html/parts.tsx';
import { Table } from '../html/table.tsx';
import { words } from '../words/words.ts';

/** @param mark an instant; milliseconds are left out of the address. */
export function markHref(mark: string): string {
  return `/marks/${mark.replace('.000Z', 'Z')}`;
}

interface MarksPageProps {
  readonly list: MarkList;
  readonly before: string | undefined;
  readonly log: LogSummary;
}

export function MarksPage({ list, before, log }: MarksPageProps): JSX.Element {
  const query = before === undefined ? '' : `?before=${encodeURIComponent(before)}`;
  return (
    <Layout
      title={words.proof.marksPapertape}
      description={words.proof.everyFiveMinutesThePast}
      json={`/api/proofs/marks${query}`}
    >
      <section class="intro" aria-labelledby="marks-title">
        <h1 id="marks-title">{words.proof.canThePastBeChanged}</h1>
        <p class="lead">{words.proof.notWithoutBeingSeenEvery}</p>
        <p>
          {log.witnesses === 0
            ? words.proof.noWitnessOutsideIsAsked
            : words.proof.ofOutsideSignedTheNewest(log.witnessed, counted(log.witnesses, 'witness'))}{' '}
          <a href="/docs/bots/log">{words.proof.howToCheckIt}</a>
        </p>
      </section>
      <section aria-labelledby="roots">
        <h2 id="roots">{words.proof.marks}</h2>
        {list.marks.length === 0 ? (
          <p class="empty">{before === undefined ? words.proof.noMarkIsDoneYet : words.proof.thereIsNoneBeforeThat}</p>
        ) : (
          <Table
            labelledBy="roots"
            folds
            caption={words.proof.aRootIsShownBy(
              before === undefined ? words.proof.theNewestFirst : words.proof.before(instantText(before)),
            )}
            columns={[
              { head: words.proof.mark },
              { n: words.proof.entries },
              { n: words.proof.added },
              words.proof.root,
            ]}
            rows={list.marks.map((m) => [
              <a href={markHref(m.mark)}>
                <Instant iso={m.mark} />
              </a>,
              count(m.size),
              count(m.entries),
              <code>{m.root.slice(0, 16)}</code>,
            ])}
          />
        )}
        {list.next === null ? null : (
          <nav class="pager" aria-label={words.proof.pagesOfMarks}>
            <a rel="next" href={`/marks?before=${encodeURIComponent(list.next)}`}>
              {words.proof.olderMarks}
            </a>
          </nav>
        )}
      </section>
    </Layout>
  );
}

/** Readings that are longer are cut: the JSON has them whole. */
const readingCharactersMax = 2_000;

export function MarkPage({ proof }: { readonly proof: MarkProof }): JSX.Element {
  const { mark, log, readings } = proof;
  const json = `/api/proofs/marks/${mark}`;
  return (
    <Layout
      title={words.proof.markOfPapertape(instantText(mark))}
      description={words.proof.whatWasReadAtAnd(instantText(mark))}
      json={json}
    >
      <section class="intro" aria-labelledby="mark-title">
        <p class="crumbs">
          <a href="/marks">{words.proof.marks}</a>
        </p>
        <h1 id="mark-title">{words.proof.theMarkOf(<Instant iso={mark} />)}</h1>
        <p class="lead">{words.proof.whatWasReadThenIs(count(log.index), counted(log.size, 'entry'))}</p>
      </section>
      <Facts
        kind="facts"
        facts={[
          [words.proof.entry, count(log.index)],
          [words.proof.entriesAfterTheMark, count(log.size)],
          [words.proof.hashesOnThePathTo, count(log.path.length)],
        ]}
      />
      <section aria-labelledby="root">
        <h2 id="root">{words.proof.rootAndEntry}</h2>
        <p>
          <code class="hash">{log.root}</code>
        </p>
        <pre class="raw" tabIndex={0} aria-label={words.proof.theEntryOneLineOf}>
          {log.entry}
        </pre>
      </section>
      <section aria-labelledby="check">
        <h2 id="check">{words.proof.howToCheckIt}</h2>
        <p>{proof.how}</p>
        <p>
          <a href={json}>{words.proof.allOfItAsJson}</a>,{' '}
          <a href={`/api/log/checkpoints/${mark}`}>{words.proof.theSignedRoot}</a>,{' '}
          <a href="/docs/bots/proof">{words.proof.whatTheWordsMean}</a>
        </p>
      </section>
      <section aria-labelledby="readings">
        <h2 id="readings">{words.proof.readings}</h2>
        {readings.length === 0 ? (
          <p class="empty">{words.proof.nothingCouldBeReadAt}</p>
        ) : (
          readings.map((r) => (
            <figure key={`${r.mark} ${r.attempt}`}>
              <figcaption>
                {words.proof.ofWord(<Instant iso={r.mark} />, r.attempt === 0 ? '' : words.proof.lateAnswer(r.attempt))}
              </figcaption>
              <pre class="raw" tabIndex={0} aria-label={words.proof.readingsOf(instantText(r.mark))}>
                {r.text.length > readingCharactersMax ? `${r.text.slice(0, readingCharactersMax)}…` : r.text}
              </pre>
            </figure>
          ))
        )}
      </section>
    </Layout>
  );
}
