/** The public log of the service as the service tells of it. Its entries: log-entries.ts. */
import { z } from 'zod';

export const logWitness = z
  .object({
    name: z.string().describe("The name of the witness's key."),
    key: z.string().describe('Its key: the vkey of C2SP signed-note.'),
    url: z.string(),
    size: z
      .number()
      .nullable()
      .describe('Entries of the newest checkpoint that it cosigned; null while it has cosigned none.'),
    at: z.string().nullable().describe('When it cosigned that.'),
    is_current: z.boolean().describe('Has it cosigned the newest checkpoint?'),
  })
  .meta({ id: 'LogWitness' });
export type LogWitness = z.infer<typeof logWitness>;

export const logSummary = z
  .object({
    size: z.number().describe('Entries.'),
    mark: z.string().nullable().describe('The mark that its last entries belong to; null before the first one.'),
    problem: z
      .string()
      .nullable()
      .describe('Why nothing is signed: the data was set back behind what was signed. Null while all is well.'),
    done_seconds: z.number().nullable().describe('How long after its instant the newest mark was done.'),
    witnesses: z.number().describe('Witnesses that are asked.'),
    witnessed: z.number().describe('Of these, how many cosigned the newest checkpoint.'),
    witnessed_at: z.string().nullable().describe('When the last of them did; null when none has.'),
  })
  .meta({ id: 'LogSummary', description: 'The public log, and who outside saw it (/docs/bots/log.md).' });
export type LogSummary = z.infer<typeof logSummary>;

export const logView = z
  .object({
    origin: z.string().describe('The name of the log, in the first line of its checkpoints.'),
    key: z.string().describe('The key that signs them: the vkey of C2SP signed-note.'),
    size: z.number().describe('Entries.'),
    root: z.string().describe('The root over them, hex.'),
    mark: z.string().nullable(),
    witnesses: z.array(logWitness),
    checkpoint_url: z.string(),
    how: z.string(),
  })
  .meta({ id: 'LogView', description: 'The public log of the service (/docs/bots/log.md).' });
export type LogView = z.infer<typeof logView>;

export const logHead = z
  .object({
    mark: z.string(),
    size: z.number().describe('Entries after the mark.'),
    root: z.string().describe('The root over them, hex.'),
  })
  .meta({ id: 'LogHead', description: 'The public log after a mark; GET /api/log/checkpoints/{mark} has it signed.' });
export type LogHead = z.infer<typeof logHead>;

export const logHeads = z
  .object({ date: z.string(), heads: z.array(logHead).describe('In order.') })
  .meta({ id: 'LogHeads', description: 'The public log after each mark of a day, UTC.' });
export type LogHeads = z.infer<typeof logHeads>;

export const logTimes = z
  .object({
    date: z.string(),
    final: z.boolean(),
    witnesses: z.array(z.object({ name: z.string(), key: z.string() })),
    marks: z.array(
      z.object({
        mark: z.string(),
        done_at: z.string().describe('By the clock of the service.'),
        witnesses: z
          .array(
            z.object({
              name: z.string(),
              at: z.string(),
              mark: z.string().describe('The mark whose tree it cosigned: this one, or a later one.'),
              line: z.string().describe('The cosignature, as it stands below the checkpoint of `mark`.'),
            }),
          )
          .describe('The first time of each within a day after the mark.'),
      }),
    ),
  })
  .meta({ id: 'LogTimes', description: 'When the marks of a day were done, and seen by witnesses.' });
export type LogTimes = z.infer<typeof logTimes>;

export const markSeen = z
  .object({
    mark: z.string(),
    done_at: z.string(),
    first_witness_at: z.string().nullable(),
    last_witness_at: z.string().nullable(),
    late: z.boolean(),
  })
  .meta({ id: 'MarkSeen', description: 'When a mark was done and seen: GET /api/log/times/{date}.' });
export type MarkSeen = z.infer<typeof markSeen>;

export const logInclusion = z
  .object({
    index: z.number().describe('Of the entry, counted from 0.'),
    entry: z.string().describe('The entry itself: one line of JSON.'),
    size: z.number().describe('Entries of the tree that the path leads to: that of the mark.'),
    root: z.string().describe('Its root, hex: compare it with that of GET /api/log/checkpoints/{mark}.'),
    path: z.array(z.string()).describe('Inclusion proof as in RFC 6962: hashes in hex, lowest first.'),
  })
  .meta({ id: 'LogInclusion', description: 'Shows that an entry stands in the public log.' });
export type LogInclusion = z.infer<typeof logInclusion>;

export const listedMark = z
  .object({
    mark: z.string(),
    done_at: z.string().describe('By the clock of the service.'),
    size: z.number().describe('Entries of the public log after the mark.'),
    entries: z.number().describe('Of these, how many the mark added.'),
    root: z.string().describe('The root over them, hex.'),
    proof: z.string().describe('Where its readings and their place in the log are.'),
  })
  .meta({ id: 'ListedMark' });
export type ListedMark = z.infer<typeof listedMark>;

export const markList = z
  .object({
    marks: z.array(listedMark).describe('The newest first.'),
    next: z.string().nullable().describe('`before` of the next page; null on the last one.'),
  })
  .meta({ id: 'MarkList', description: 'What the public log had after each mark.' });
export type MarkList = z.infer<typeof markList>;
