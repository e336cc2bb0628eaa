import type { Watched } from '#rules/alerts.ts'
import { waitingActs } from './modules/operators/public.ts'
import { operatorHome } from './modules/queues/home.ts'
import type { Db } from './platform/database.ts'

/** What the console's home says, and the acts that wait for a second person: what alerts are made of. */
export async function watchQueues(db: Db): Promise<Watched> {
  const { queues, books, auditLog } = await operatorHome(db, {})
  return {
    queues: [
      ...queues.map(({ queue, count, oldestAt }) => ({
        queue,
        count,
        oldestAt: oldestAt === null ? null : new Date(oldestAt),
      })),
      { queue: 'pending-acts', ...(await waitingActs(db)) },
    ],
    books: books && { at: new Date(books.checkedAt), isRight: books.isClean },
    auditLog: auditLog && { at: new Date(auditLog.checkedAt), isRight: auditLog.isWhole },
  }
}
