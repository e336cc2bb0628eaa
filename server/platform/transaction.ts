import { AsyncLocalStorage } from 'node:async_hooks'
import type { Db, Tx } from './database.ts'
import { problem } from './http/problems.ts'
import { collectIds } from './ids.ts'
import { inTime, Silence } from './in-time.ts'

const attemptsMax = 3

/** What one transaction may ask beside the database, before it begins anew for each. */
const questionsMax = 6
/** How long an answer from beside the database is waited for, in milliseconds. */
const answerMs = 3_000

/** What a transaction has asked beside the database, while it runs. */
interface Beside {
  answers: ReadonlyMap<string, unknown>
  /** What `newId` made within. */
  madeIds: Set<string>
  isRunning: boolean
}

const beside = new AsyncLocalStorage<Beside>()

/** A transaction ends for a question that is asked of another store, and begins anew with the answer. */
class AskFirst extends Error {
  readonly key: string
  readonly ask: (db: Db) => Promise<unknown>

  constructor(key: string, ask: (db: Db) => Promise<unknown>) {
    super('asked before the transaction, which begins anew')
    this.key = key
    this.ask = ask
  }
}

/**
 * Runs `work` in one READ COMMITTED transaction, again when PostgreSQL chose it to break a deadlock: it left nothing
 * then. `work` touches the database alone, so that running it again is the same as running it once. What it asks of
 * another store by `askedBeside` is asked between two runs of it, so that no lock waits for that; throws `unavailable`
 * where there is no answer in time.
 */
export async function inTransaction<T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> {
  const answers = new Map<string, unknown>()
  for (let attempt = 1; ;) {
    const running: Beside = { answers, madeIds: new Set(), isRunning: true }
    try {
      const transaction = async () => await db.transaction().execute(work)
      return await collectIds(running.madeIds, async () => await beside.run(running, transaction))
    } catch (error) {
      const question = questionOf(error)
      if (question) answers.set(question.key, await answered(question.ask(db)))
      else if (attempt === attemptsMax || !isDeadlock(error)) throw error
      else attempt += 1
    } finally {
      running.isRunning = false
    }
  }
}

/** A step of longer work: a transaction of its own, or of the transaction that all of the work is done in. */
export async function inStep<T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> {
  return db.isTransaction ? await work(db as Tx) : await inTransaction(db, work)
}

/** What `work` answers when it is done, without doing it: in a transaction that is taken back. */
export async function dryRun<T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> {
  try {
    return await inTransaction(db, async (tx) => {
      throw new TakenBack(await work(tx))
    })
  } catch (error) {
    if (error instanceof TakenBack) return error.answer as T
    throw error
  }
}

class TakenBack extends Error {
  readonly answer: unknown
  constructor(answer: unknown) {
    super('a dry run, which is taken back')
    this.answer = answer
  }
}

/**
 * What another store than the database says: `ask`ed at once, but by `inTransaction` between two runs of its work, each
 * `key` once. There `askBefore` may leave something in the database for the next run. What keeps being another question
 * is asked within, as the last resort.
 */
export async function askedBeside<T>(
  key: string,
  ask: () => Promise<T>,
  askBefore: (db: Db) => Promise<T> = ask,
): Promise<T> {
  const running = beside.getStore()
  if (!running?.isRunning) return await ask()
  if (running.answers.has(key)) return running.answers.get(key) as T
  if (running.answers.size >= questionsMax) return await answered(ask())
  throw new AskFirst(key, askBefore)
}

/** Whether an id of ours was made by the transaction that runs, so that no other store knows of it. */
export function isMadeWithin(id: string): boolean {
  const running = beside.getStore()
  return running?.isRunning === true && running.madeIds.has(id)
}

function questionOf(error: unknown): AskFirst | undefined {
  const { cause } = error as { cause?: unknown }
  return [error, cause].find((known) => known instanceof AskFirst)
}

async function answered<T>(answer: Promise<T>): Promise<T> {
  try {
    return await inTime(answer, answerMs)
  } catch (error) {
    if (!(error instanceof Silence)) throw error
    const internal = `a store beside the database did not answer within ${answerMs} ms`
    throw problem('unavailable', { internal, headers: { 'retry-after': '2' } })
  }
}

/**
 * Runs several reads on one snapshot: what one of them counts, the others count too. Of a transaction it is that one's.
 */
export async function inSnapshot<T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> {
  if (db.isTransaction) return await work(db as Tx)
  return await db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only').execute(work)
}

/** `deadlock_detected` and `serialization_failure`, by themselves or as the cause of what a module made of them. */
export function isDeadlock(error: unknown): boolean {
  const { code, cause } = error as { code?: string; cause?: { code?: string } }
  return [code, cause?.code].some((known) => known === '40P01' || known === '40001')
}
