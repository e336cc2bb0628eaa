import type { Command } from 'commander'
import { recordOutcome } from '../platform/job-outcomes.ts'
import { recordAct } from './acting-operator.ts'
import { parseObject } from './read-input.ts'
import { print, withApp } from './with-app.ts'

/** `crels job list` and `crels job run <name>` */
export function jobCommands(program: Command): void {
  const job = program.command('job').description('The jobs that run by themselves.')
  job
    .command('list')
    .description('Name every job, when it runs and what it does.')
    .action(async (_, command: Command) => {
      const jobs = await withApp(async (app) =>
        app.jobs.list().map(({ name, cron, doc }) => ({ name, cron: cron ?? null, doc })),
      )
      print(
        command,
        jobs,
        jobs.map(({ name, cron, doc }) => `${name.padEnd(24)} ${(cron ?? 'when needed').padEnd(14)} ${doc}`),
      )
    })
  job
    .command('run <name>')
    .description('Run a job now, in this process; what it answers is kept as a worker’s is.')
    .option('--data <json>', 'its data', '{}')
    .action(async (name: string, { data }: { data: string }, command: Command) => {
      const input = parseObject(data, '--data')
      const result =
        (await withApp(async (app) => {
          await recordAct(command, app.db, app.config, { target: name })
          const output = await app.jobs.run(name, input)
          await recordOutcome(app.db, name, output)
          return output
        })) ?? null
      print(command, { job: name, result }, `${name}: ${result === null ? 'done' : JSON.stringify(result)}`)
    })
}
