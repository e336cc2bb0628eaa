import type { Watched } from '#rules/alerts.ts'
import { operatorHome, provedFrom } from './modules/queues/home.ts'
import type { Db } from './platform/database.ts'

/** What the console's home says: what alerts are made of. */
export async function watchQueues(db: Db): Promise<Watched> {
  const { queues, books, auditLog } = await operatorHome(db, { hoursOf: {}, withMoney: false })
  return {
    provedFrom: await provedFrom(db),
    queues: queues.map(({ queue, count, oldestAt }) => ({
      queue,
      count,
      oldestAt: oldestAt === null ? null : new Date(oldestAt),
    })),
    books: books && { at: new Date(books.checkedAt), isRight: books.isClean },
    auditLog: auditLog && {
      at: new Date(auditLog.checkedAt),
      isRight: auditLog.isWhole,
      last: auditLog.head === null ? null : { entry: auditLog.entries, hash: auditLog.head },
    },
  }
}
