/** Addresses of the pages of bots and makers. */

export function botHref(botId: string, page = 1): string {
  return `/bots/${botId}${page === 1 ? '' : `?page=${page}`}`;
}

export function makerHref(makerId: string, page = 1): string {
  return `/makers/${makerId}${page === 1 ? '' : `?page=${page}`}`;
}
