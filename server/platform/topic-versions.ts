import type { Db } from './database.ts'

/** The versions of one topic, for many members in one query; an absent one counts as nothing yet. */
export interface TopicVersionSource {
  /** What the keys are: ids of members, or the subjects under which the ledger knows them. */
  by: 'uid' | 'subject'
  versions(db: Db, keys: string[]): Promise<Map<string, string>>
}
