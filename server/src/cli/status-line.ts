/**
 * One line on a terminal that is written over again and again, with whole lines above it; elsewhere the whole lines alone. To standard
 * error, so that results stand alone on standard output.
 */
import type { WriteStream } from 'node:tty';

export interface StatusLine {
  set(text: string): void;
  /** A line that stays. */
  note(text: string): void;
  end(): void;
}

export function createStatusLine(out: Pick<WriteStream, 'write' | 'isTTY' | 'columns'> = process.stderr): StatusLine {
  const clear = '\r\u001B[2K';
  let text = '';
  const draw = (): void => void (out.isTTY && out.write(`${clear}${text.slice(0, out.columns - 1)}`));
  return {
    set(next) {
      if (next === text) return;
      text = next;
      draw();
    },
    note(line) {
      out.write(`${out.isTTY ? clear : ''}${line}\n`);
      draw();
    },
    end() {
      text = '';
      draw();
    },
  };
}
