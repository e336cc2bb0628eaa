import { Command } from 'commander'
import { generate } from './build/generate.ts'
import { brandCommands } from './cli/brand-commands.ts'
import { campaignCommands } from './cli/campaign-commands.ts'
import { clockCommand } from './cli/clock-command.ts'
import { configCommand } from './cli/config-command.ts'
import { conversionCommands } from './cli/conversion-commands.ts'
import { demoCommands } from './cli/demo-commands.ts'
import { economyCommands } from './cli/economy-commands.ts'
import { failureLine } from './cli/failure-line.ts'
import { invitationCommands } from './cli/invitation-commands.ts'
import { jobCommands } from './cli/job-commands.ts'
import { memberCommands } from './cli/member-commands.ts'
import { migrateCommand } from './cli/migrate-command.ts'
import { rateCommands } from './cli/rate-commands.ts'
import { redemptionCommands } from './cli/redemption-commands.ts'

const program = new Command('crels')
  .description('Operates an installation of Crels.')
  .option('--json', 'answer in JSON, for programs')
  .configureHelp({ showGlobalOptions: true })

for (const add of [
  migrateCommand,
  configCommand,
  demoCommands,
  brandCommands,
  campaignCommands,
  conversionCommands,
  economyCommands,
  memberCommands,
  rateCommands,
  invitationCommands,
  redemptionCommands,
  jobCommands,
  clockCommand,
])
  add(program)

try {
  // What is compiled must be there before a command loads what reads it.
  await generate()
  await program.parseAsync()
} catch (error) {
  process.stderr.write(`${failureLine(error)}\n`)
  process.exitCode = 1
}
