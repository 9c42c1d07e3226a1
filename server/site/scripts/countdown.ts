/** Makes an instant tick towards now on the league's own clock, which may run faster than ours or stand still. */
import { said } from './words.ts';

interface Status {
  readonly time: string;
  readonly clock: { readonly speed: number };
}

export async function tick(element: HTMLTimeElement): Promise<void> {
  const until = Date.parse(element.dateTime);
  const asked = performance.now();
  const answer = await fetch('/api/status');
  if (!answer.ok) return;
  const { time, clock } = (await answer.json()) as Status;
  if (!(clock.speed > 0)) return;
  const began = Date.parse(time);
  const left = (): number => until - (began + (performance.now() - asked) * clock.speed);
  const show = (): void => {
    const seconds = Math.max(0, Math.floor(left() / 1000));
    const two = (n: number): string => String(n).padStart(2, '0');
    element.textContent = `${two(Math.floor(seconds / 3600))}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`;
    element.classList.add('ticking');
    if (seconds > 0) setTimeout(show, 1_000);
    else element.textContent = said.now;
  };
  if (left() > 0) show();
}
