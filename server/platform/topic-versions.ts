import type { Db } from './database.ts'

/** The versions of one topic, for many members in one query; an absent one counts as nothing yet. */
export interface TopicVersionSource {
  /** What the keys are: ids of members, or the parties under which the ledger knows them. */
  by: 'uid' | 'party'
  versions(db: Db, keys: string[]): Promise<Map<string, string>>
}
