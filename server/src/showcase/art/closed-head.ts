/** The head that a drawing is sent with as a file of its own: nothing in it runs, loads, styles or leads away. */
export const closedHead = {
  'Content-Security-Policy': "default-src 'none'; style-src 'none'; sandbox",
  'Cross-Origin-Resource-Policy': 'cross-origin',
  'X-Content-Type-Options': 'nosniff',
} as const;
