import { Readable } from 'node:stream'
import { failureLine } from '#server/cli/failure-line.ts'
import { cliProgram } from '#server/cli/program.ts'
import { keepFilesPrivate } from '#server/platform/private-files.ts'

/** What a command is given; it answers how it ended. */
export interface Order {
  args: string[]
  env: NodeJS.ProcessEnv
  input?: string
}

/** Where `process.exit` ends a command: the program goes on to the next. */
class Exit extends Error {}

// What server/cli.ts does, command after command in one program: loading all of Crels takes most of a command's time.
keepFilesPrivate()
let written = { stdout: '', stderr: '' }
for (const stream of ['stdout', 'stderr'] as const)
  process[stream].write = (text: string | Uint8Array, ...rest: unknown[]): boolean => {
    written[stream] += text.toString()
    for (const done of rest) if (typeof done === 'function') done()
    return true
  }
process.exit = (code) => {
  process.exitCode = code
  throw new Exit()
}

process.on('message', (order: Order) => void run(order))

async function run({ args, env, input = '' }: Order): Promise<void> {
  written = { stdout: '', stderr: '' }
  process.exitCode = 0
  process.env = env
  Object.defineProperty(process, 'stdin', { value: Readable.from([input]), configurable: true })
  try {
    await cliProgram().parseAsync(args, { from: 'user' })
  } catch (error) {
    if (!(error instanceof Exit)) {
      written.stderr += `${failureLine(error)}\n`
      process.exitCode = 1
    }
  }
  process.send!({ ...written, status: process.exitCode, signal: null })
}
