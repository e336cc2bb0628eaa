import { searchAsOperator } from '#contracts/operator-search.endpoints.ts'
import { bind } from '#server/platform/http/bind.ts'
import type { Module } from '#server/platform/module.ts'
import { search } from './search.ts'

/** The search of the console. */
export const operatorSearchModule: Module = {
  routes: [
    bind(searchAsOperator, async ({ db, actor, query }) => ({ items: await search(db, actor, query.q) })),
  ],
}
