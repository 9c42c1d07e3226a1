/** Names of the files of days. */

export function dayFileName(date: string): string {
  return `papertape-${date}.jsonl.gz`;
}

/** The date of a file's name; undefined when it is not one of ours. */
export function dateOfFileName(name: string): string | undefined {
  return /^papertape-(\d{4}-\d\d-\d\d)\.jsonl\.gz$/.exec(name)?.[1];
}
