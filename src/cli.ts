#!/usr/bin/env node
import { runCommand } from './check/command.js';

process.exitCode = await runCommand(process.argv.slice(2), (text) => process.stdout.write(`${text}\n`));
