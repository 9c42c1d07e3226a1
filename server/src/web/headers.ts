/** Header fields that stand on every answer, whichever way it is served. */
export const headersOfEveryAnswer: Readonly<Record<string, string>> = {
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Expose-Headers': 'ETag, RateLimit, RateLimit-Policy, Retry-After, Idempotency-Replayed, X-Request-Id',
};
