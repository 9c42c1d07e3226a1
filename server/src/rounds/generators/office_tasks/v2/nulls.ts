/** Bots that do not think: those of version 1, and one that sends the workbook back as it was given. */
import type { NullBot } from '../../../source.ts';
import { nulls as ofFields } from '../v1/nulls.ts';

export const nulls: readonly NullBot[] = [
  ...ofFields,
  {
    name: 'workbook as given',
    answers: ({ tasks, files }) =>
      new Map(
        tasks.flatMap(({ task_id: id }) => {
          const file = files.find(({ name }) => name === `${id}/workbook.xlsx`);
          return file ? [[id, { xlsx: file.bytes.toString('base64') }]] : [];
        }),
      ),
  },
];
