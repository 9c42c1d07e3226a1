/** Names of the fields of the forms at the operator's page. */
export const deskForm = { token: 'token', formKey: 'form_key', act: 'act', reason: 'reason', sure: 'sure' } as const;

/** What a form says; what it does not have is empty. */
export function readForm(bytes: Buffer): (name: string) => string {
  const form = new URLSearchParams(bytes.toString('utf8'));
  return (name) => form.get(name) ?? '';
}
