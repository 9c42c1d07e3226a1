// A service that has more to do than it can refuses requests with 503 and says when to come back (docs/operators/operate.md#overload). Two judges
// at once on a small machine make it so, and what they judge is something else: they come back when they were told to.

/** `fetch`, of what may be asked for twice. */
export async function fetchWhenTold(url, init) {
  for (;;) {
    const answer = await fetch(url, init);
    const seconds = Number(answer.headers.get('retry-after'));
    if (answer.status !== 503 || !(seconds > 0)) return answer;
    await new Promise((resolve) => setTimeout(resolve, seconds * 1_000));
  }
}

/**
 * A page is gone to until neither it nor a file of it, up to its load event, is refused for the load. @param again called before each further try.
 */
export async function gotoWhenTold(page, url, again = () => undefined) {
  const { origin } = new URL(url);
  for (;;) {
    await untilNotBusy(origin);
    let isRefused = false;
    const look = (answer) => {
      if (answer.status() === 503 && answer.url().startsWith(`${origin}/`)) isRefused = true;
    };
    page.on('response', look);
    const answer = await page.goto(url);
    page.off('response', look);
    if (!isRefused) return answer;
    again();
  }
}

/** Before a browser goes to a page: it follows links by itself, and shows what it is given. */
export async function untilNotBusy(service) {
  await (await fetchWhenTold(`${service}/leagues`)).arrayBuffer();
}

/** What a page complains of, but for a refusal of a service that the machine leaves no time: the page asks again, or is gone to again, and what it comes to is judged. */
export function keepComplaints(page, complaints) {
  page.on('console', (message) => {
    if (!message.text().includes('status of 503')) complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(String(error)));
}
