/** Header fields that stand on every answer, whichever way it is served. */
export const headersOfEveryAnswer: Readonly<Record<string, string>> = {
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  // Of what is opened by itself nothing is run or loaded; pages have a policy of their own.
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Expose-Headers':
    'ETag, Link, RateLimit, RateLimit-Policy, Retry-After, Idempotency-Replayed, X-Request-Id',
};
