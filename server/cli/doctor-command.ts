import type { Command } from 'commander'
import { readConfig } from '../config.ts'
import { print } from './with-app.ts'

/** `crels doctor` */
export function doctorCommand(program: Command): void {
  program
    .command('doctor')
    .description(
      'Look at what an operator can get wrong; status 1 where there is a problem. Changes nothing.',
    )
    .action(async (_, command: Command) => {
      const { examine } = await import('../doctor/examine.ts')
      const found = await examine(readConfig())
      const width = Math.max(...found.map(({ name }) => name.length))
      print(
        command,
        found,
        found.map(({ name, verdict, says }) => `${marks[verdict]} ${name.padEnd(width)}  ${says}`),
      )
      if (found.some(({ verdict }) => verdict === 'problem')) process.exitCode = 1
    })
}

const marks = { ok: 'ok      ', warning: 'warning ', problem: 'PROBLEM ', 'not checked': '-       ' }
