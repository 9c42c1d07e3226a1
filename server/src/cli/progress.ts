/** Progress of a long run: a bar on a terminal, a plain line now and then elsewhere. To standard error, so that results stand alone on standard output. */
import type { WriteStream } from 'node:tty';

export interface Progress {
  /** @param done of `total`; `note` in a few words. */
  update(done: number, note: string): void;
  /** Clears the bar, or writes the last line. */
  end(): void;
}

export interface ProgressOptions {
  readonly total: number;
  /** Real milliseconds. */
  readonly now: () => number;
  readonly out?: Pick<WriteStream, 'write' | 'isTTY' | 'columns'>;
}

const redrawMsMin = 100;
const lineMsMin = 5_000;
const barWidth = 30;

export function createProgress({ total, now, out = process.stderr }: ProgressOptions): Progress {
  const started = now();
  let shown = started - lineMsMin;
  const left = (done: number): string => {
    if (done === 0) return '';
    const seconds = Math.round(((now() - started) / 1000) * (total / done - 1));
    return `${seconds} s left`;
  };
  const percent = (done: number): string => `${Math.floor((done / total) * 100)}%`.padStart(4);
  return {
    update(done, note) {
      if (now() - shown < (out.isTTY ? redrawMsMin : lineMsMin)) return;
      shown = now();
      if (out.isTTY) {
        const full = Math.round((done / total) * barWidth);
        const text = `${'█'.repeat(full)}${'░'.repeat(barWidth - full)}${percent(done)}  ${note}  ${left(done)}`;
        out.write(`\r\u001B[2K${text.slice(0, out.columns - 1)}`);
      } else out.write(`${percent(done)}  ${note}  ${left(done)}\n`);
    },
    end() {
      if (out.isTTY) out.write('\r\u001B[2K');
    },
  };
}

/** One line on a terminal that is written over again and again, with whole lines above it; elsewhere the whole lines alone. */
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
