/** Where bots look for things that have another address here, as data: the last word of a path, by method. */

interface OtherAddress {
  readonly words: string;
  readonly method: 'GET' | 'POST';
  readonly path: string;
  /** What is sent there has another form here, so that the body is to be written anew. */
  readonly otherForm?: true;
}

export const otherAddresses: readonly OtherAddress[] = [
  {
    words:
      'weights order orders trade trades trading buy sell submit rebalance allocate allocation allocations portfolio positions targets execute',
    method: 'POST',
    path: '/api/agents/me/weights',
    otherForm: true,
  },
  {
    words: 'register registration signup sign-up join enter entry create new agents agent bots bot users user accounts',
    method: 'POST',
    path: '/api/agents/register',
  },
  { words: 'check validate test', method: 'POST', path: '/api/agents/me/check' },
  { words: 'key keys rotate rotate-key rotate_key', method: 'POST', path: '/api/agents/me/key' },
  { words: 'webhook webhooks', method: 'POST', path: '/api/agents/me/webhook' },
  { words: 'profile update settings', method: 'POST', path: '/api/agents/me/profile' },
  {
    words:
      'price candles candle klines kline ohlc ohlcv bars history historical quote quotes ticker chart charts marketdata market-data market_data',
    method: 'GET',
    path: '/api/prices',
  },
  {
    words: 'symbols symbol assets asset markets market instruments tickers pairs coins tokens',
    method: 'GET',
    path: '/api/universe',
  },
  {
    words: 'rankings ranking ranks rank standings board boards top leaders results scores scoreboard',
    method: 'GET',
    path: '/api/leaderboard',
  },
  { words: 'league competitions competition contests tournaments', method: 'GET', path: '/api/leagues' },
  {
    words: 'account accounts me self whoami portfolio balance balances cash holdings weights allocation allocations',
    method: 'GET',
    path: '/api/agents/me/state',
  },
  { words: 'order', method: 'GET', path: '/api/agents/me/orders' },
  { words: 'trade fills fill executions', method: 'GET', path: '/api/agents/me/trades' },
  { words: 'pnl performance nav value values returns', method: 'GET', path: '/api/agents/me/equity' },
  { words: 'figures metrics risk sharpe', method: 'GET', path: '/api/agents/me/statistics' },
  { words: 'stream notifications feed messages', method: 'GET', path: '/api/agents/me/events' },
  { words: 'agents bots bot list participants users', method: 'GET', path: '/agents.json' },
  { words: 'time clock info version about ping state server', method: 'GET', path: '/api/status' },
  { words: 'health live livez alive', method: 'GET', path: '/healthz' },
  {
    words: 'swagger swagger.json swagger.yaml openapi openapi.yaml openapi.yml api-docs spec schema schemas',
    method: 'GET',
    path: '/openapi.json',
  },
  {
    words: 'readme readme.md help faq guide documentation manual documents',
    method: 'GET',
    path: '/docs/README.md',
  },
  { words: 'rule limits fees', method: 'GET', path: '/rules.json' },
  {
    words: 'llm llms llm.txt llms-full.txt ai.txt agent.json agent-card.json ai-plugin.json',
    method: 'GET',
    path: '/llms.txt',
  },
  { words: 'error codes', method: 'GET', path: '/errors.md' },
];
