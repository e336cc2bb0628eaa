import { fileURLToPath } from 'node:url'
import { startProgram } from '#testing/processes.ts'

/** Statements to be run, each once, each in a transaction of its own. */
export interface SqlPlan {
  databaseUrl: string
  /** As many connections, each running its next statement when the last one was committed. */
  connections: number
  text: string
  /** Dealt to the connections in turns. */
  values: unknown[][]
}

const client = fileURLToPath(new URL('sql-client.ts', import.meta.url))

/**
 * Runs statements by the driver alone, from a process of its own, under the role of the product; answers how many were
 * committed a second. Throws when one fails.
 */
export async function sqlLoad(plan: SqlPlan): Promise<{ perSecond: number }> {
  const run = startProgram([process.execPath, client], {}, JSON.stringify(plan))
  const { status, stdout, stderr } = await run.ended
  if (status !== 0) throw new Error(`The SQL client ended: ${stderr}`)
  return JSON.parse(stdout)
}
