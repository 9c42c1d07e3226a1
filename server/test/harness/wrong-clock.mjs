/**
 * Gives a process a wrong clock: loaded before anything else (`node --import`), in its threads, too. The time of the machine is what it was before, plus the milliseconds of
 * WRONG_CLOCK_MS: Date and the time at which the process began, which are all that Papertape reads (server/src/lib/real-clock.ts).
 */
const wrongMs = Number(process.env['WRONG_CLOCK_MS'] ?? '0');
const RealDate = Date;
const { timeOrigin } = performance;

globalThis.Date = class extends RealDate {
  constructor(...given) {
    super(...(given.length === 0 ? [RealDate.now() + wrongMs] : given));
  }

  static now() {
    return RealDate.now() + wrongMs;
  }
};
Object.defineProperty(performance, 'timeOrigin', { value: timeOrigin + wrongMs });
