import { Command } from 'commander';

export function adminCommand(): Command {
  return new Command('admin');
}
