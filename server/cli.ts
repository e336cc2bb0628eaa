import { generate } from './build/generate.ts'
import { failureLine } from './cli/failure-line.ts'
import { cliProgram } from './cli/program.ts'
import { keepFilesPrivate } from './platform/private-files.ts'

try {
  // What is compiled must be there before a command loads what reads it.
  await generate()
  keepFilesPrivate()
  await cliProgram().parseAsync()
} catch (error) {
  process.stderr.write(`${failureLine(error)}\n`)
  process.exitCode = 1
}
