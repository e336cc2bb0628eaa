import { Command } from 'commander'
import { generate } from './build/generate.ts'
import { startLine } from './platform/start-line.ts'

await generate()
const { brandCommands } = await import('./cli/brand-commands.ts')
const { campaignCommands } = await import('./cli/campaign-commands.ts')
const { clockCommand } = await import('./cli/clock-command.ts')
const { configCommand } = await import('./cli/config-command.ts')
const { conversionCommands } = await import('./cli/conversion-commands.ts')
const { demoCommands } = await import('./cli/demo-commands.ts')
const { jobCommands } = await import('./cli/job-commands.ts')
const { migrateCommand } = await import('./cli/migrate-command.ts')

const program = new Command('crels')
  .description('Operates an installation of Crels.')
  .option('--json', 'answer in JSON, for programs')
  .showHelpAfterError()
  .configureHelp({ showGlobalOptions: true })

for (const add of [
  migrateCommand,
  configCommand,
  demoCommands,
  brandCommands,
  campaignCommands,
  conversionCommands,
  jobCommands,
  clockCommand,
])
  add(program)

try {
  await program.parseAsync()
} catch (error) {
  process.stderr.write(`${startLine(error) ?? (error as Error).message}\n`)
  process.exitCode = 1
}
