/** What people come for, by a real browser, from the first click to the last. */
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { needChromium, runCommand, runProgram } from './programs.ts';
import { league, playToClose, withLeague } from './running-league.ts';

const folder = fileURLToPath(new URL('./journeys/', import.meta.url));
const token = 'desk'.repeat(10);

test('a maker enters a bot, saves its key and sees an order fill without loading the page again', async (context) => {
  const chromium = needChromium(context);
  await withLeague(async ({ url }) => {
    const places = JSON.stringify({ service: url, league });
    const { code, output } = await runProgram(join(folder, 'maker.mjs'), [chromium, places]);
    expect(code, output).toBe(0);
    expect(JSON.parse(output.trim().split('\n').at(-1) ?? '')).toEqual({
      complaints: [],
      elsewhere: [],
      file: 'papertape.env',
      order: 200,
      keyIsKept: false,
      closed: true,
      left: '',
    });
  });
});

interface Way {
  readonly width: number;
  readonly board: string;
  readonly bot: string;
  /** Whether the bot's page is headed by the name that stood on the board. */
  readonly named: boolean;
  readonly order: string;
  readonly shown: string;
  readonly copied: string;
}

test('a visitor finds the leader, opens a fill and its proof, and runs the command that was copied there', async (context) => {
  const chromium = needChromium(context);
  await withLeague(async ({ url, enter }) => {
    const bot = await enter('Found By A Visitor');
    const { orderId } = await playToClose(bot);
    const places = JSON.stringify({ service: url });
    const { code, output } = await runProgram(join(folder, 'visitor.mjs'), [chromium, places]);
    expect(code, output).toBe(0);
    const { complaints, elsewhere, ways, tape } = JSON.parse(output.trim().split('\n').at(-1) ?? '') as {
      readonly complaints: readonly string[];
      readonly elsewhere: readonly string[];
      readonly ways: readonly Way[];
      readonly tape: readonly unknown[];
    };
    expect({ complaints, elsewhere }).toEqual({ complaints: [], elsewhere: [] });
    expect(tape).toEqual([
      [503, ''],
      [200, 'text/event-stream; charset=utf-8'],
    ]);
    const command = `papertape verify ${orderId} --url ${url}`;
    const way = { board: `/leagues/${league}`, bot: `/bots/${bot.id}`, named: true, order: `/orders/${orderId}` };
    expect(ways).toEqual([1280, 390].map((width) => ({ width, ...way, shown: command, copied: command })));

    const verified = await runCommand(ways[0]?.copied ?? '');
    expect(verified.code, verified.output).toBe(0);
    expect(verified.output).toMatch(/^verify: All holds\. \d+ steps hold\./m);
    expect(verified.output).toContain(orderId);
  });
});

test('an operator hides a text, and a visitor who loads the page again does not see it', async (context) => {
  const chromium = needChromium(context);
  await withLeague(
    async ({ url, enter }) => {
      const { id, client } = await enter('Hidden By The Operator');
      const description = 'Words that nobody is to read.';
      const reason = 'They tell of a person.';
      await client.setProfile({ description });
      const places = JSON.stringify({ service: url, token, bot: id, description, reason });
      const { code, output } = await runProgram(join(folder, 'operator.mjs'), [chromium, places]);
      expect(code, output).toBe(0);
      expect(JSON.parse(output.trim().split('\n').at(-1) ?? '')).toEqual({
        complaints: [],
        elsewhere: [],
        before: description,
        told: expect.stringContaining(`The description of Hidden By The Operator (${id}) will be hidden.`),
        after: 'Hidden by the operator',
        stillThere: [],
        saysWhy: true,
      });
      await expect(client.setProfile({ description })).rejects.toMatchObject({ code: 'text_hidden' });
    },
    { PAPERTAPE_OPERATOR: 'loopback', PAPERTAPE_OPERATOR_TOKEN: token },
  );
});
