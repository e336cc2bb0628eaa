import { askedBeside, isMadeWithin } from '#server/platform/transaction.ts'
import type { ColumnStore } from './column-store.ts'
import { keepClicks } from './qualified-clicks.ts'

/**
 * A store of columns as transactions ask it: before they begin, so that no lock waits for it. A click that one asks for
 * pays, or is reported for: it is kept in the database.
 */
export function askOutside(store: ColumnStore): ColumnStore {
  const asked =
    <Given extends unknown[], Answer>(name: keyof ColumnStore, ask: (...given: Given) => Promise<Answer>) =>
    async (...given: Given) =>
      await askedBeside(`${name} ${JSON.stringify(given)}`, async () => await ask(...given))
  return {
    ...store,
    byPart: asked('byPart', store.byPart),
    byOrigin: asked('byOrigin', store.byOrigin),
    quartersOf: asked('quartersOf', store.quartersOf),
    originsOf: asked('originsOf', store.originsOf),
    byLink: asked('byLink', store.byLink),
    countAll: asked('countAll', store.countAll),
    lastVisits: asked('lastVisits', store.lastVisits),
    firstVisit: asked('firstVisit', store.firstVisit),
    byVerdict: async (linkIds, since) => {
      const links = linkIds.filter((id) => !isMadeWithin(id))
      if (links.length === 0) return []
      return await asked('byVerdict', store.byVerdict)(links, since)
    },
    find: async (clickIds) => {
      if (clickIds.length === 0) return []
      const find = async () => await store.find(clickIds)
      return await askedBeside(`find ${clickIds.join(' ')}`, find, async (db) => {
        const found = await find()
        await keepClicks(db, found)
        return found
      })
    },
  }
}
