import { Option, type Command } from 'commander'
import type { App } from '../app.ts'
import type { OperatorActor } from '../modules/operators/public.ts'
import { withAppOf } from './acting-operator.ts'
import { grouped } from '../platform/shown-amounts.ts'
import { confirm } from './confirm.ts'
import { listLimit, printHistory } from './print-list.ts'
import { readReason, reasoned } from './read-reason.ts'
import { print, withApp } from './with-app.ts'

type Operations = App['webhookOperations']
type Endpoint = Awaited<ReturnType<Operations['enable']>>
type Delivery = Awaited<ReturnType<Operations['deliveries']>>[number]

/** `crels webhook add|list|rotate|enable|disable|remove|test|deliveries|replay` */
export function webhookCommands(program: Command): void {
  const webhook = program.command('webhook').description('Where events are sent to brands’ servers.')
  webhook
    .command('add <brand> <url>')
    .description('Tell a brand’s server (brand by slug). The secret that signs is shown this once.')
    .option('--events <types...>', 'only these, such as conversion.accepted; all unless given')
    .option('--contact <email>', 'who is mailed when it is switched off')
    .action(
      async (
        brand: string,
        url: string,
        options: { events?: string[]; contact?: string },
        command: Command,
      ) => {
        const input = { brand, url, events: options.events ?? [], contactEmail: options.contact }
        const made = await acting(command, async (it, actor) => await it.add(actor, input))
        print(command, made, [made.id, made.secret])
      },
    )
  webhook
    .command('list [brand]')
    .description('List endpoints, all or a brand’s, with how many messages wait, arrived and failed.')
    .action(async (brand: string | undefined, _, command: Command) => {
      const rows = await withApp(async ({ webhookOperations }) => await webhookOperations.list(brand))
      print(command, rows, rows.length > 0 ? rows.map(endpointLine) : 'None')
    })
  webhook
    .command('rotate <endpointId>')
    .description('Make another secret; the one before signs beside it for 24 hours.')
    .action(async (id: string, _, command: Command) => {
      const made = await acting(command, async (it, actor) => await it.rotate(actor, id))
      print(command, made, made.secret)
    })
  webhook
    .command('enable <endpointId>')
    .description('Switch an endpoint on again; what it missed is sent by replay.')
    .option('--reason <text>', 'why', readReason)
    .action(async (id: string, { reason }: { reason?: string }, command: Command) => {
      const row = await acting(command, async (it, actor) => await it.enable(actor, id, { reason }))
      print(command, row, endpointLine(row))
    })
  reasoned(
    webhook
      .command('disable <endpointId>')
      .description(
        'Switch an endpoint off; what waits for it counts as failed. It says how much that is, and asks.',
      ),
  )
    .option('--yes', 'do it without asking')
    .action(async (id: string, { reason, yes }: { reason: string; yes?: boolean }, command: Command) => {
      const row = await acting(command, async (it, actor) => {
        if (!yes) await askToDisable(await it.find(id))
        return await it.disable(actor, id, { reason })
      })
      print(command, row, endpointLine(row))
    })
  webhook
    .command('remove <endpointId>')
    .description('Remove an endpoint with the list of what was sent to it.')
    .action(async (id: string, _, command: Command) => {
      await acting(command, async (it, actor) => await it.remove(actor, id))
      print(command, { removed: id }, `Removed ${id}`)
    })
  webhook
    .command('test <endpointId>')
    .description('Send a message of the type webhook.test.')
    .action(async (id: string, _, command: Command) => {
      await acting(command, async (it, actor) => await it.test(actor, id))
      print(command, { sending: id }, 'The running site sends it; see webhook deliveries')
    })
  deliveryCommands(webhook)
}

/** Of one that is off by an operator there is nothing to ask. */
async function askToDisable({ id, brand, state, disabledReason, pending }: Endpoint): Promise<void> {
  if (disabledReason === 'by_operator') return
  const act = `Disabling ${id} of ${brand}`
  await confirm(
    [
      state === 'active'
        ? `${act} counts messages that wait as failed: ${grouped(pending)}`
        : `${act} keeps it off: its brand cannot switch it on any more`,
    ],
    {},
  )
}

function deliveryCommands(webhook: Command): void {
  webhook
    .command('deliveries <endpointId>')
    .description('List what was sent to an endpoint, the newest first.')
    .addOption(
      new Option('--state <state>', 'only those in this state').choices(['pending', 'delivered', 'failed']),
    )
    .option('--limit <count>', 'how many at most', '100')
    .action(
      async (
        endpointId: string,
        { state, limit }: { state?: Delivery['state']; limit: string },
        command: Command,
      ) => {
        const shown = listLimit(limit)
        const query = { endpointId, state, limit: shown + 1 }
        const rows = await withApp(async ({ webhookOperations }) => await webhookOperations.deliveries(query))
        printHistory(command, rows, deliveryLine, shown)
      },
    )
  webhook
    .command('replay <endpointId>')
    .description('Send again what failed: one delivery, all since a time, or all.')
    .option('--delivery <deliveryId>', 'only this one')
    .option('--since <time>', 'only messages since then, such as 2026-11-20T08:00Z')
    .option('--all', 'also what was delivered')
    .action(
      async (
        endpointId: string,
        options: { delivery?: string; since?: string; all?: boolean },
        command: Command,
      ) => {
        const since = options.since === undefined ? undefined : new Date(options.since)
        if (since && Number.isNaN(since.getTime())) throw new Error(`${options.since} is not a valid time`)
        const choice = { endpointId, deliveryId: options.delivery, since, all: options.all }
        const replayed = await acting(command, async (it, actor) => await it.replay(actor, choice))
        print(command, { replayed }, `${replayed} to be sent again`)
      },
    )
}

async function acting<T>(
  command: Command,
  act: (operations: Operations, actor: OperatorActor) => Promise<T>,
): Promise<T> {
  return await withAppOf(command, async ({ webhookOperations }, actor) => await act(webhookOperations, actor))
}

function endpointLine({ id, brand, url, events, state, disabledReason, ...counts }: Endpoint): string {
  const { pending, delivered, failed } = counts
  const which = events.length > 0 ? events.join(', ') : 'all events'
  const how = disabledReason ? `${state} (${disabledReason})` : state
  return `${id}  ${brand}  ${how}  ${url}  ${which}: ${pending} pending, ${delivered} delivered, ${failed} failed`
}

function deliveryLine({ id, type, state, attempts, lastStatus, lastError, ...times }: Delivery): string {
  const last = lastError ? `  ${lastError}${lastStatus ? ` ${lastStatus}` : ''}` : ''
  const next = times.nextAttemptAt ? `  next at ${times.nextAttemptAt.toISOString()}` : ''
  return `${id}  ${times.createdAt.toISOString()}  ${type}  ${state} after ${attempts}${last}${next}`
}
