import { Command } from 'commander';

export function auditCommand(): Command {
  return new Command('audit');
}
