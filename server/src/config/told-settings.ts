/** Settings of what the service says of itself in its log (docs/operators/service-log.md). */
import { oneOf, readLogLevel, wholeNumber, type Setting } from './setting.ts';

export const toldSettings = {
  log: {
    variable: 'PAPERTAPE_LOG',
    standard: 'info',
    describe:
      'Least level of the lines of the log on standard output: error, warn, info, debug or off (docs/operators/service-log.md).',
    read: readLogLevel,
  },
  accessLog: {
    variable: 'PAPERTAPE_ACCESS_LOG',
    standard: 'off',
    describe:
      'Whether the log has a line for every request, on or off. Clients stand in it under names that are drawn anew at every start, never under their addresses.',
    read: (text) => oneOf('on', 'off')(text) === 'on',
  },
  slowMs: {
    variable: 'PAPERTAPE_SLOW_STATEMENT_MS',
    standard: '1000',
    describe: 'Milliseconds from which a statement of the database is slow, and in the log; 0 logs all of them.',
    read: (text) => wholeNumber(text, 0, 3_600_000),
  },
} satisfies { readonly [key in string]: Setting<unknown> };
