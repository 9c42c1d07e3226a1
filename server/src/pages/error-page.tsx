/** What a person sees instead of a page, or of an answer that is for programs. */
import type { JSX } from 'preact';
import { Layout } from '../html/layout.tsx';
import { inEnglish } from '../words/language.ts';
import { words } from '../words/words.ts';

export interface ErrorPageProps {
  readonly status: number;
  readonly detail: string;
  /** What to do. */
  readonly fix?: string;
  readonly back: { readonly href: string; readonly text: string };
}

export function ErrorPage({ status, detail, fix, back }: ErrorPageProps): JSX.Element {
  const title =
    titles()[status] ?? (status >= 500 ? words.frame.thatDidNotWork : words.frame.thatRequestCannotBeAnswered);
  return (
    <Layout title={`${title} · Papertape`} description={title}>
      <section class="sorry">
        <p class="status">{status}</p>
        <h1>{title}</h1>
        <p lang={inEnglish()}>
          <bdi>{detail}</bdi>
        </p>
        {fix === undefined ? null : <p lang={inEnglish()}>{fix}</p>}
        <p>
          <a href={back.href}>{inEnglish() === undefined ? back.text : words.frame.goOn}</a>
        </p>
      </section>
    </Layout>
  );
}

const titles = (): Readonly<Record<number, string>> => ({
  404: words.frame.notFound,
  405: words.frame.notInThatWay,
  429: words.frame.tooManyRequests,
  503: words.frame.notNow,
});
