import type { Command } from 'commander'
import type { App } from '../app.ts'
import type { Config } from '../config.ts'
import type { Act, LogReader, OperatorActor, PersonActor } from '../modules/operators/public.ts'
import type { Db, Tx } from '../platform/database.ts'
import type { Secret } from '../platform/secret.ts'
import { takeSiteZoneFrom } from '../platform/site-zone.ts'
import { undoable } from '../platform/undoable.ts'
import { confirm } from './confirm.ts'
import { actOfCommand, isByMachine, nameOf, operatorNamed, permissionsOfCommand } from './command-acts.ts'
import { inSealingTransaction, inTransaction, withApp } from './with-app.ts'

/**
 * Runs `work` in a transaction, with the operator whom `--as` or the setting OPERATOR names. A person who runs
 * commands can read every key of the installation: the name says who acted, and proves nothing.
 */
export async function inActOf<T>(
  command: Command,
  work: (tx: Tx, actor: PersonActor, config: Config) => Promise<T>,
): Promise<T> {
  return await inTransaction(async (tx, config) => await work(tx, await actorOf(command, tx, config), config))
}

/** An act that says what it touches before it is done. */
interface AskedAct<D, R, T> {
  /** What it touches, read before it, as the operator may read it. */
  reach: (tx: Tx, deps: D, actor: PersonActor) => Promise<R>
  act: (tx: Tx, actor: OperatorActor, deps: D) => Promise<T>
  /** What to agree to, by that and what the act would answer; no line where there is nothing to ask. */
  lines: (reach: R, would: T) => string[]
}

/**
 * `inActOf` once the lines are agreed to, as `confirm` has it. To know them the act is done and undone first: what would be
 * refused is refused without a question. With `yes` nothing is tried.
 */
export async function inConfirmedActOf<R, T>(
  command: Command,
  asked: AskedAct<Config, R, T>,
  options: { yes?: boolean },
): Promise<T> {
  return await onceAgreedTo(asked, options, async (work) => await inActOf(command, work))
}

/** The same with the keys that seal, for what it touches. */
export async function inConfirmedSealingActOf<R, T>(
  command: Command,
  asked: AskedAct<SealingDeps, R, T>,
  options: { yes?: boolean },
): Promise<T> {
  return await onceAgreedTo(asked, options, async (work) => await inSealingActOf(command, work))
}

async function onceAgreedTo<D, R, T>(
  { reach, act, lines }: AskedAct<D, R, T>,
  options: { yes?: boolean },
  inAct: <A>(work: (tx: Tx, actor: PersonActor, deps: D) => Promise<A>) => Promise<A>,
): Promise<T> {
  if (!options.yes) {
    const asked = await undoable<string[]>(async (undo) =>
      inAct(async (tx, actor, deps) => undo(lines(await reach(tx, deps, actor), await act(tx, actor, deps)))),
    )
    if (asked.length > 0) await confirm(asked, options)
  }
  return await inAct(act)
}

/** The keys that seal, and the settings. */
interface SealingDeps {
  secret: Secret
  config: Config
}

/** `inActOf` with the keys that seal. */
export async function inSealingActOf<T>(
  command: Command,
  work: (tx: Tx, actor: PersonActor, deps: SealingDeps) => Promise<T>,
): Promise<T> {
  return await inSealingTransaction(
    async (tx, secret, config) => await work(tx, await actorOf(command, tx, config), { secret, config }),
  )
}

/**
 * Reads a list of persons, such as `support`, and records the look in the log: in the console the role of who signed in
 * permits the list, and a command has only the name it is given.
 */
export async function lookAtList<T>(
  command: Command,
  list: string,
  read: (tx: Tx) => Promise<T>,
): Promise<T> {
  return await inActOf(command, async (tx, actor) => {
    await recordLook(tx, actor, { command, list })
    return await read(tx)
  })
}

/** `lookAtList` of what is sealed, with the keys that open it and who reads. */
export async function lookAtSealedList<T>(
  command: Command,
  list: string,
  read: (tx: Tx, by: LogReader) => Promise<T>,
): Promise<T> {
  return await inSealingActOf(command, async (tx, actor, { secret }) => {
    await recordLook(tx, actor, { command, list })
    return await read(tx, { reader: actor, secret })
  })
}

async function recordLook(
  tx: Tx,
  actor: OperatorActor,
  { command, list }: { command: Command; list: string },
): Promise<void> {
  const action = actOfCommand(command)
  if (!action) throw new Error(`crels ${nameOf(command)} is no act`)
  const { operate } = await import('../modules/operators/public.ts')
  await operate(tx, actor, { action, target: list })
}

/** Runs `work` with the product and the operator who acts; what it does writes its act in its own transaction. */
export async function withAppOf<T>(
  command: Command,
  work: (app: App, actor: PersonActor) => Promise<T>,
): Promise<T> {
  return await withApp(async (app) => await work(app, await actorOf(command, app.db, app.config)))
}

/**
 * The operator whom the command names. Throws where it names none, one who does not act any more, or one whose role does
 * not allow what the command does.
 */
export async function actorOf(
  command: Command,
  db: Db,
  config: { operator: string | null },
): Promise<PersonActor> {
  const email = operatorNamed(command, config.operator)
  // What refuses says a time as the console does.
  const { siteValues } = await import('../modules/site/public.ts')
  const { 'site.zone': zone } = await siteValues(db)
  if (zone !== undefined) takeSiteZoneFrom(() => zone)
  const { operatorActing, requireRole } = await import('../modules/operators/public.ts')
  const actor = await operatorActing(db, email)
  for (const permission of permissionsOfCommand(command)) requireRole(actor, permission)
  return actor
}

/**
 * Writes the act of a command that keeps the installation, before it does what takes more than one transaction. By the
 * operator it names; by the command itself where there is no operator yet, or where a machine runs it. Throws where an
 * operator is to be named, or their role does not allow it. Answers whom the entry names.
 */
export async function recordAct(
  command: Command,
  db: Db,
  config: { operator: string | null },
  act: Omit<Act, 'action' | 'reason'>,
): Promise<string> {
  return await db.transaction().execute(async (tx) => await recordActIn(tx, command, config, act))
}

/** The same in the transaction of what it did. */
export async function recordActIn(
  tx: Tx,
  command: Command,
  config: { operator: string | null },
  act: Omit<Act, 'action' | 'reason'>,
): Promise<string> {
  const action = actOfCommand(command)
  if (!action) throw new Error(`crels ${nameOf(command)} is no act`)
  const { authorOf, listOperators, operate } = await import('../modules/operators/public.ts')
  const isNamed = Boolean(command.optsWithGlobals<{ as?: string }>().as ?? config.operator)
  const needsNoName = isByMachine(command) || (await listOperators(tx)).length === 0
  const actor: OperatorActor =
    !isNamed && needsNoName
      ? { via: 'job', source: `crels ${nameOf(command)}` }
      : await actorOf(command, tx, config)
  await operate(tx, actor, { action, ...act })
  return authorOf(actor)
}
