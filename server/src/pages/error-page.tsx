/** What a person sees instead of a page. */
import type { JSX } from 'preact';
import { Layout } from '../html/layout.tsx';

export interface ErrorPageProps {
  readonly status: number;
  readonly detail: string;
  readonly back: { readonly href: string; readonly text: string };
}

export function ErrorPage({ status, detail, back }: ErrorPageProps): JSX.Element {
  const title = status === 404 ? 'Not found' : 'That request cannot be answered';
  return (
    <Layout title={`${title} · Papertape`} description={title}>
      <section class="sorry">
        <p class="status">{status}</p>
        <h1>{title}</h1>
        <p>
          <bdi>{detail}</bdi>
        </p>
        <p>
          <a href={back.href}>{back.text}</a>
        </p>
      </section>
    </Layout>
  );
}
