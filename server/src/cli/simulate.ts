import { Command } from 'commander';

export function simulateCommand(): Command {
  return new Command('simulate');
}
