/** Lines of a log, as whoever reads it has them. */

export interface LogLine {
  readonly time: string;
  readonly level: string;
  readonly message: string;
  readonly [field: string]: unknown;
}

/** Throws on a line that is no JSON object with a time, a level and a message. */
export function logLines(text: string): LogLine[] {
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => {
      const read = JSON.parse(line) as LogLine;
      if (
        ![read.time, read.level, read.message].every((field) => typeof field === 'string') ||
        Number.isNaN(Date.parse(read.time))
      )
        throw new Error(`no line of a log: ${line}`);
      return read;
    });
}

export const saying = (lines: readonly LogLine[], message: string): LogLine[] =>
  lines.filter((line) => line.message === message);
