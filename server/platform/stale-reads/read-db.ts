import type { Db } from '../database.ts'

/**
 * A database that is only read, and whose answers may be some seconds old: a replica's. No function that writes, locks or
 * opens a transaction takes it, since it is no `Db`; a `Db` can be given where it is wanted. The files that may name it
 * are listed in `.dependency-cruiser.json` (docs/decisions/094-some-reads-may-be-seconds-old.md).
 */
export type ReadDb = Pick<Db, 'selectFrom' | 'getExecutor'>
