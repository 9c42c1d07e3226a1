/** Other names of members and parameters, as data: what bots call a member of a body or a parameter that is called otherwise here. */
const otherNames: Readonly<Record<string, string>> = {
  name: 'bot_name botName agent_name agentName username',
  company: 'organization organisation org team owner author',
  contact: 'email e_mail mail contact_email',
  country: 'country_code countryCode nation',
  league: 'league_id leagueId',
  website: 'homepage site url',
  logo_url: 'image avatar picture image_url',
  description: 'bio about summary',
  style: 'strategy',
  pledge_pct: 'pledge pledge_percent giving',
  pledge_cause: 'cause charity',
  open_strategy_url: 'repo repository github git',
  icon: 'emoji',
  url: 'webhook webhook_url callback callback_url endpoint',
  events: 'event types event_types',
  reason: 'note comment rationale',
  weights: 'allocations allocation target_weights targetWeights portfolio positions holdings',
  sandbox: 'test dry_run dryRun paper',
  per_page: 'limit page_size pageSize count size n',
  page: 'page_number pageNumber p',
  symbols: 'symbol tickers ticker pairs assets',
  every: 'interval timeframe resolution step granularity bar',
  from: 'start start_time startTime begin since_date',
  to: 'end end_time endTime until',
  as_of: 'date day close',
  since: 'cursor after last_event_id',
};

const byOtherName = new Map(
  Object.entries(otherNames).flatMap(([name, others]) => others.split(' ').map((other) => [other, name] as const)),
);

/** The member that is meant by another name of it; undefined for a name that is none. */
export function otherMember(name: string): string | undefined {
  return byOtherName.get(name);
}
