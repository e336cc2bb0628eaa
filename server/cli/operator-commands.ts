import { Option, type Command } from 'commander'
import { OPERATOR_ROLES, type OperatorRole } from '#rules/operator-permissions.ts'
import type { Operator, OperatorChange } from '../modules/operators/public.ts'
import { grouped } from '../platform/shown-amounts.ts'
import { inActOf, inConfirmedActOf } from './acting-operator.ts'
import { readText, reasoned } from './read-reason.ts'
import { inTransaction, print, withDb } from './with-app.ts'

const operators = async () => await import('../modules/operators/public.ts')

/** `crels operator list|add|invite|role|disable|enable` */
export function operatorCommands(program: Command): void {
  const operator = program
    .command('operator')
    .description('Who operates this installation, and what each may do.')
  operator
    .command('list')
    .description('List the operators, also those who are disabled.')
    .action(async (_, command: Command) => {
      const { listOperators } = await operators()
      const rows = await withDb(listOperators)
      print(command, rows, rows.length > 0 ? rows.map(line) : 'No operators yet: crels operator add')
    })
  operator
    .command('add <email>')
    .description('Add an operator; the first one is an owner, whose way in to the console is printed.')
    .requiredOption('--name <name>', 'as the log names them', (text) =>
      readText(text, { what: 'a name', max: 80 }),
    )
    .addOption(roleOption())
    .action(async (email: string, given: { name: string; role: OperatorRole }, command: Command) => {
      const { addOperator, listOperators } = await operators()
      if ((await withDb(listOperators)).length === 0) return await addFirst(command, { email, ...given })
      const added = await inActOf(
        command,
        async (tx, actor) => await addOperator(tx, actor, { email, ...given }),
      )
      print(command, added, line(added))
    })
  operator
    .command('invite <email>')
    .description('Print the one link by which an operator sets up a passkey or an authenticator app.')
    .action(async (email: string, _, command: Command) => {
      const { inviteOperator } = await operators()
      const { url } = await inActOf(
        command,
        async (tx, actor, config) => await inviteOperator(tx, config, actor, { email }),
      )
      print(command, { email, url }, wayIn(url))
    })
  reasoned(operator.command('role <email>'))
    .description('Give an operator another role.')
    .addOption(roleOption())
    .action(async (email: string, given: { role: OperatorRole; reason: string }, command: Command) => {
      await change(command, { email, ...given })
    })
  reasoned(operator.command('disable <email>'))
    .description('Let an operator do nothing more. It says what that ends and what it leaves, and asks.')
    .option('--yes', 'do it without asking')
    .action(async (email: string, options: { reason: string; yes?: boolean }, command: Command) => {
      await disable(command, email, options)
    })
  reasoned(operator.command('enable <email>'))
    .description('Let a disabled operator act again.')
    .action(async (email: string, { reason }: { reason: string }, command: Command) => {
      await change(command, { email, isDisabled: false, reason })
    })
}

/** Disables an operator, once what the console says of it is agreed to. */
async function disable(
  command: Command,
  email: string,
  { reason, yes }: { reason: string; yes?: boolean },
): Promise<void> {
  const { changeOperator, listOperators } = await operators()
  const { previewDisabling } = await import('../modules/queues/public.ts')
  const changed = await inConfirmedActOf(
    command,
    {
      reach: async (tx) => {
        const found = (await listOperators(tx)).find((one) => one.email === email.trim().toLowerCase())
        // One who is disabled stays as they are, and one who is none is refused by the act.
        return found?.disabledAt === null ? await previewDisabling(tx, found) : null
      },
      act: async (tx, actor) => await changeOperator(tx, actor, { email, isDisabled: true, reason }),
      lines: (left, { name }) =>
        left
          ? [
              `Disabling ${name} ends for good: API keys ${grouped(left.keys)}, proposals ${grouped(left.proposals)}, and every session`,
              `It stays theirs until somebody takes it over: support requests ${grouped(left.requests)}, orders ${grouped(left.orders)}, deletions ${grouped(left.deletions)}`,
            ]
          : [],
    },
    { yes },
  )
  print(command, changed, line(changed))
}

/** The first operator, whom nobody else could invite. */
async function addFirst(
  command: Command,
  given: { email: string; name: string; role: OperatorRole },
): Promise<void> {
  const { addOperator, inviteOperator, operatorActing } = await operators()
  const { added, url } = await inTransaction(async (tx, config) => {
    const added = await addOperator(tx, undefined, given)
    const actor = await operatorActing(tx, added.email)
    return { added, url: (await inviteOperator(tx, config, actor, { email: added.email })).url }
  })
  print(command, { ...added, url }, [line(added), ...wayIn(url)])
}

/** The link of an invitation, and what it is. */
function wayIn(url: string): string[] {
  return [
    url,
    'Open it in a browser to sign in to the console, and give it to no one else. It works once, within 72 hours; used, it replaces all that was signed in with before.',
  ]
}

async function change(command: Command, wish: OperatorChange): Promise<void> {
  const { changeOperator } = await operators()
  const changed = await inActOf(command, async (tx, actor) => await changeOperator(tx, actor, wish))
  print(command, changed, line(changed))
}

function roleOption(): Option {
  return new Option('--role <role>', 'what they are here for').choices(OPERATOR_ROLES).makeOptionMandatory()
}

function line({ email, name, role, disabledAt }: Operator): string {
  return `${email}  ${name}, ${role}${disabledAt ? `, disabled since ${disabledAt.toISOString()}` : ''}`
}
