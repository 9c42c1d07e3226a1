/** Asks what became of an order, and loads the page anew once that is something else. A page that nobody looks at asks nothing. */
export function followOrder(part: HTMLElement): void {
  const { live: address = '', liveOf: shown } = part.dataset;
  const askEveryMs = 5_000;
  const look = async (): Promise<void> => {
    if (document.visibilityState === 'visible') {
      const answer = await fetch(address, { headers: { Accept: 'application/json' } });
      const { state, received } = (await answer.json()) as { readonly state: string; readonly received: string };
      if (answer.ok && JSON.stringify([state, received]) !== shown) return location.reload();
    }
    again();
  };
  const again = (): void => void setTimeout(() => void look().catch(again), askEveryMs);
  again();
}
