import type { Command } from 'commander'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#testing/database.ts'
import { temporaryFolder } from '#testing/run-folder.ts'
import { commandActs, nameOf } from './command-acts.ts'
import { cliProgram } from './program.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(async () => await database.drop())

/** No command of the database: of the machine, of files, of the keys, or of the whole product, whose start looks after its jobs. */
const others =
  /^(backup make|config|doctor|economy simulate|job list|migrate|payout-run list|restore \w+|upgrade|wal-archive|webhook \w+)$/

function leavesOf(command: Command): Command[] {
  return command.commands.length === 0 ? [command] : command.commands.flatMap(leavesOf)
}

const reading = leavesOf(cliProgram()).filter(
  (command) =>
    commandActs[nameOf(command)] === null &&
    !others.test(nameOf(command)) &&
    command.registeredArguments.every(({ required }) => !required) &&
    command.options.every(({ mandatory }) => !mandatory),
)

test.each(reading.map((command) => nameOf(command)))(
  'crels %s is no act, and writes nothing: it works on a database that cannot be written to',
  async (name) => {
    const url = new URL(database.url)
    url.searchParams.set('options', '-c default_transaction_read_only=on')
    vi.stubEnv('DATABASE_URL', url.href)
    vi.stubEnv('DATA_DIR', temporaryFolder('reading'))
    vi.stubEnv('OPERATOR', '')
    const written = vi.spyOn(process.stdout, 'write').mockReturnValue(true)
    try {
      await expect(cliProgram().parseAsync(name.split(' '), { from: 'user' })).resolves.toBeDefined()
    } finally {
      written.mockRestore()
      vi.unstubAllEnvs()
    }
  },
)
