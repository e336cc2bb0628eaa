import type { Command } from 'commander'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { OPERATOR_ACTS } from '#rules/operator-permissions.ts'
import { addOperator, listAuditEntries } from '#server/modules/operators/public.ts'
import { inTransaction } from '#server/platform/transaction.ts'
import { createTestDatabase, type TestDatabase } from '#testing/database.ts'
import { testActor } from '#testing/operators.ts'
import { actorOf, recordAct } from './acting-operator.ts'
import { actOfCommand, commandActs, isByMachine, keepsInstallation } from './command-acts.ts'
import { cliProgram } from './program.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
  await inTransaction(database.db, async (tx) => {
    for (const role of ['owner', 'read-only'] as const)
      await addOperator(tx, testActor, { email: `${role}@crels.example`, name: role, role })
  })
})
afterAll(async () => await database.drop())

/** Every command by its name, such as `brand key create`. */
function commandsOf(program: Command): Map<string, Command> {
  const found = new Map<string, Command>()
  const visit = (command: Command, path: string) => {
    if (command.commands.length === 0) found.set(path.trim(), command)
    for (const below of command.commands) visit(below, `${path} ${below.name()}`)
  }
  visit(program, '')
  return found
}

const commands = commandsOf(cliProgram())
const acts = Object.entries(commandActs).filter(([, act]) => act !== null)

test('every command says in a sentence what it does, and is an act or none', () => {
  for (const [path, command] of commands)
    expect(command.helpInformation()).toMatch(new RegExp(`^Usage: crels ${path} .*\n\n\\w.+\\.\n`, 's'))
  expect([...commands.keys()].sort()).toEqual(Object.keys(commandActs).sort())
  // What only a person in the console does has no command.
  const ofConsole =
    /^(session|factor|operator-key|act|deletion)\.|^tax\.open$|\.assign$|^support\.reopen$|^redemption\.clear-match$|^mail\.(test|arrived)$|^brand\.(ask|contact|record-answer)$|^economy\.keep$|^list\.export$|^shop\.take-back-codes$|^member\.(note|stop-payouts|allow-payouts|undo-payout-stop|export|erase|view-as)$/
  const byCommand = OPERATOR_ACTS.filter((act) => !ofConsole.test(act))
  expect([...new Set(acts.map(([, act]) => act))].sort()).toEqual(byCommand.sort())
})

const installationActs = acts.filter(([path]) => keepsInstallation(commands.get(path)!))

test.each(acts.filter((act) => act[0] !== 'operator add' && !installationActs.includes(act)))(
  'crels %s needs an operator whose role allows %s',
  async (path, act) => {
    vi.stubEnv('OPERATOR', '')
    const program = cliProgram()
    const command = commandsOf(program).get(path)!
    const given = command.registeredArguments.map(({ argChoices }) => argChoices?.[0] ?? 'x')
    const options = command.options
      .filter(({ mandatory }) => mandatory)
      .flatMap(({ long, argChoices }) => [long!, argChoices?.[0] ?? 'x'])
    const args = [...path.split(' '), ...given, ...options]
    await expect(program.parseAsync(args, { from: 'user' })).rejects.toThrow('Say who acts: --as you@')
    vi.unstubAllEnvs()
    expect(actOfCommand(command)).toBe(act)
    const reader = { operator: 'read-only@crels.example' }
    const refusal = `The role read-only does not allow ${act}.`
    await expect(actorOf(command, database.db, reader)).rejects.toThrow(refusal)
    const owner = await actorOf(command, database.db, { operator: 'owner@crels.example' })
    expect(owner).toMatchObject({ via: 'command', role: 'owner' })
  },
)

test.each(installationActs)(
  'crels %s is an entry %s: by the command where there is no operator, else by one it names',
  async (path, act) => {
    const given = (as?: string) => {
      const command = commandsOf(cliProgram()).get(path)!
      command.setOptionValue('as', as)
      return command
    }
    const record = async (db: TestDatabase['db'], as?: string) =>
      await recordAct(given(as), db, { operator: null }, { target: 'test' })
    const last = async (db: TestDatabase['db']) => (await listAuditEntries(db, { limit: 1 }))[0]
    const empty = await createTestDatabase()
    try {
      await record(empty.db)
      expect(await last(empty.db)).toMatchObject({ action: act, by: `crels ${path}`, via: 'job' })
    } finally {
      await empty.drop()
    }
    if (isByMachine(given())) await record(database.db)
    else await expect(record(database.db)).rejects.toThrow('Say who acts: --as you@')
    await expect(record(database.db, 'read-only@crels.example')).rejects.toThrow('does not allow')
    await record(database.db, 'owner@crels.example')
    expect(await last(database.db)).toMatchObject({ action: act, by: 'owner', via: 'command' })
  },
)
