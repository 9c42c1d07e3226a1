/** Settings of the public log: its key, its name, its witnesses (docs/operators/public-log.md). */
import { configuredWitness, type ConfiguredWitness } from '../tlog/ask-witness.ts';
import { isKeyName } from '../tlog/note.ts';
import { wrong, type Setting } from './setting.ts';

export const logSettings = {
  logKeyFile: {
    variable: 'PAPERTAPE_LOG_KEY_FILE',
    standard: 'log.key in DATA_DIR',
    describe:
      'File of the key that signs the public log (docs/operators/public-log.md), made at the first start, readable by its owner only. Keep a copy, apart from the database: the data cannot be served on without it.',
    fallback: undefined,
    read: (text) => (text.endsWith('/') ? wrong('must be a file, such as /var/lib/papertape/log.key') : text),
  },
  logOrigin: {
    variable: 'PAPERTAPE_LOG_ORIGIN',
    standard: 'host and path of BASE_URL',
    describe:
      'Name of the public log, such as league.example: counts at the first start, and is kept with the key from then on.',
    fallback: undefined,
    read: (text) =>
      isKeyName(text) && text.length <= 200
        ? text
        : wrong('must be a name without spaces and "+", such as league.example'),
  },
  witnesses: {
    variable: 'PAPERTAPE_WITNESSES',
    standard: 'unset: nobody is asked',
    describe:
      'Witnesses that are asked to cosign the public log, each as its address and its key with a space between them, commas between witnesses: https://witness.example witness.example+1a2b3c4d+BASE64.',
    fallback: [],
    read: readWitnesses,
  },
} satisfies { readonly [key in string]: Setting<unknown> };

function readWitnesses(text: string): readonly ConfiguredWitness[] {
  return text.split(',').map((entry) => {
    const [url = '', vkey = '', ...more] = entry.trim().split(/\s+/);
    const witness = more.length === 0 ? configuredWitness(vkey, url) : undefined;
    return (
      witness ?? wrong('must be addresses and keys, such as https://witness.example witness.example+1a2b3c4d+BASE64')
    );
  });
}
