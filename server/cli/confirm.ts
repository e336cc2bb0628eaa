import { createInterface } from 'node:readline/promises'
import { shownText } from './shown-text.ts'

/**
 * Goes on only when what an act will touch is agreed to: by `--yes`, or by `y` at a terminal after it was shown there.
 * Otherwise it is shown on standard error, and this throws before anything has happened.
 */
export async function confirm(lines: string[], { yes = false }: { yes?: boolean }): Promise<void> {
  if (yes) return
  for (const line of lines) process.stderr.write(`${shownText(line)}\n`)
  if (process.stdin.isTTY && process.stderr.isTTY) {
    const terminal = createInterface({ input: process.stdin, output: process.stderr })
    const answer = await terminal.question('Do it? [y/N] ').finally(() => terminal.close())
    if (/^y(es)?$/i.test(answer.trim())) return
  }
  throw new Error('Nothing is changed: add --yes to do it')
}
