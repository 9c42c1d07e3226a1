/** The page at /operator for whoever is not signed in, and the refusal of a form. */
import type { JSX } from 'preact';
import { Layout } from '../html/layout.tsx';
import { deskForm } from './desk-form.ts';

/** Why what was sent was not done. */
export interface Problem {
  readonly status: number;
  readonly detail: string;
}

export function ProblemNotice({ status, detail }: Problem): JSX.Element {
  return (
    <div class="notice" role="alert">
      <p class="status">{status}</p>
      <p>
        <bdi>{detail}</bdi>
      </p>
    </div>
  );
}

export function SignInPage({ problem }: { readonly problem?: Problem }): JSX.Element {
  return (
    <Layout title="Operator · Papertape" description="For the operator of this service.">
      <section class="desk" aria-labelledby="title">
        <h1 id="title">Operator</h1>
        {problem === undefined ? null : <ProblemNotice {...problem} />}
        <form method="post" action="/operator/sign-in">
          {/* Programs that keep passwords want a name to keep this one under. */}
          <input type="text" name="username" value="operator" autocomplete="username" readOnly hidden />
          <label>
            Token
            <input type="password" name={deskForm.token} autocomplete="current-password" required />
          </label>
          <button type="submit">Sign in</button>
        </form>
        <p class="muted">
          It is the value of <code>PAPERTAPE_OPERATOR_TOKEN</code>. You are signed out after an hour without a request,
          after 12 hours, and when the service is started again.
        </p>
      </section>
    </Layout>
  );
}

/** For a form that is none of the page's own. */
export function RefusedPage(problem: Problem): JSX.Element {
  return (
    <Layout title="Not done · Papertape" description="The form was not taken.">
      <section class="desk" aria-labelledby="title">
        <h1 id="title">Not done</h1>
        <ProblemNotice {...problem} />
        <p>
          <a href="/operator">Back to the operator’s page</a>
        </p>
      </section>
    </Layout>
  );
}
