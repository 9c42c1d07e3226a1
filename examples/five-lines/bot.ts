import { createClient } from 'papertape-client';
const { PAPERTAPE_URL: baseUrl = '', PAPERTAPE_AGENT_ID: agentId, PAPERTAPE_API_KEY: apiKey } = process.env;
const bot = createClient({ baseUrl, agentId, apiKey });
const order = await bot.weights({ 'BTC-USD': 0.6, 'ETH-USD': 0.4 }, { reason: 'Sixty, forty.' });
console.log((await order.filled()).message);
