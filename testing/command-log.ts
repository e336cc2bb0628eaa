import { afterAll, expect } from 'vitest'
import { commandActs } from '../server/cli/command-acts.ts'
import { askServer } from './ask-server.ts'
import { runCommand, type Run } from './commands.ts'

interface Ran {
  command: string
  /** What its entries say was done. */
  actions: string[]
}

/**
 * `runCommand`, with a look at what each command that succeeds leaves in the log of acts: at the end of the file each that
 * is none has left nothing, and each that is an act an entry of it, once or more, since the same again changes nothing.
 * Of the database that the commands work on, or of none where they have another. `silent` are acts that have none here.
 */
export function loggedCommands(
  databaseOf: (settings: Record<string, string>) => string | undefined | Promise<string | undefined>,
  { silent = [] }: { silent?: string[] } = {},
): Run {
  const ran: Ran[] = []
  let last: Promise<unknown> = Promise.resolve()
  afterAll(() => {
    const actOf = ({ command }: Ran) => commandActs[command]
    expect(ran.filter((one) => actOf(one) === null && one.actions.length > 0)).toEqual([])
    const logged = new Set(
      ran.filter((one) => one.actions.includes(actOf(one) ?? '')).map(({ command }) => command),
    )
    const unlogged = ran.filter((one) => actOf(one) && !logged.has(one.command))
    expect(unlogged.filter(({ command }) => !silent.includes(command))).toEqual([])
  })
  return async (args, settings, input) => {
    const answer = last.then(async () => {
      const url = await databaseOf(settings)
      const command = nameIn(args)
      if (url === undefined || command === undefined) return await runCommand(args, settings, input)
      const before = await lastEntry(url)
      const ended = await runCommand(args, settings, input)
      if (ended.status === 0 && !args.includes('--dry-run') && !args.includes('--help'))
        ran.push({ command, actions: await actionsSince(url, before) })
      return ended
    })
    last = answer.catch(() => {})
    return await answer
  }
}

/** The command that the arguments call, such as `brand key create`. */
function nameIn(args: string[]): string | undefined {
  return [4, 3, 2, 1]
    .map((words) => args.slice(0, words).join(' '))
    .find((name) => Object.hasOwn(commandActs, name))
}

async function lastEntry(url: string): Promise<number> {
  return (await askServer<{ seq: number }>(url, 'select seq::int as seq from audit_head'))[0]!.seq
}

/** By commands: the site beside them works on. */
async function actionsSince(url: string, seq: number): Promise<string[]> {
  const rows = await askServer<{ action: string }>(
    url,
    `select action from audit_entry where seq > $1 and (via = 'command' or source like 'crels %') order by seq`,
    { values: [seq] },
  )
  return rows.map(({ action }) => action)
}
