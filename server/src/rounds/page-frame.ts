/**
 * The frame of every page of a round: no script, nothing loaded from elsewhere, not to be indexed, and a canary by which these pages can be
 * found in, and kept out of, what models are trained on.
 */

/** Never changes: it is what one searches for. */
export const canary = 'papertape-canary-5d0c7a52-2f0e-4d0b-9a8e-61c4b7f3e1d9';

/** Text for between tags and inside quoted attributes. */
export function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}

/** @param title plain text. @param body HTML whose texts went through `escapeHtml`. */
export function pageFrame(title: string, body: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="robots" content="noindex, noarchive">
<meta name="canary" content="${canary}">
<meta name="viewport" content="width=device-width">
<title>${escapeHtml(title)}</title>
</head>
<body>
${body}
<footer><small>Made-up data of an exercise. Not for training. ${canary}</small></footer>
</body>
</html>
`;
}
