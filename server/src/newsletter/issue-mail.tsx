/** An issue as a mail: the same as HTML and as text. The HTML loads nothing, so nobody learns that it was read. */
import { renderToString } from 'preact-render-to-string';
import type { Issue } from './issue.ts';
import { noMoney } from './issue-lines.ts';
import { IssueSections } from './issue-sections.tsx';
import { issueText } from './issue-text.ts';

export interface IssueLinks {
  readonly baseUrl: string;
  /** The page that takes the reader off the list. */
  readonly leave: string;
}

export function issueMail(
  issue: Issue,
  { baseUrl, leave }: IssueLinks,
): { readonly subject: string; readonly text: string; readonly html: string } {
  const page = `${baseUrl}/newsletter/${issue.week}`;
  const subject = `Papertape, ${issue.week}`;
  const element = (
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <title>{subject}</title>
      </head>
      <body style="font-family: sans-serif; line-height: 1.5; max-width: 40em">
        <h1>
          <a href={page}>{subject}</a>
        </h1>
        <p>
          {issue.from} to {issue.to}
        </p>
        {issue.caution === null ? null : <p>{issue.caution}</p>}
        <IssueSections issue={issue} />
        <p>{noMoney}</p>
        <p>
          <a href={leave}>Leave the list</a>
        </p>
      </body>
    </html>
  );
  // Within a text a quotation mark is an entity, so these are the links of the sections and nothing else.
  const html = `<!doctype html>\n${renderToString(element)}\n`.replaceAll('href="/', `href="${baseUrl}/`);
  return { subject, html, text: issueText(issue, { page, leave }) };
}
