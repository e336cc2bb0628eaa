import { expect, it } from 'vitest'
import * as messages from '#messages'
import { pageRoutes, titleKey, type PageId, type PageRoute } from '#contracts/page-routes.ts'

it('has a title in the catalogue for every page', () => {
  const ids = Object.keys(pageRoutes) as PageId[]
  const keys = ids.flatMap((id) => {
    const { only = [''] }: PageRoute = pageRoutes[id]
    return only.map((value) => titleKey(id, { value }))
  })
  expect(keys.filter((key) => !(key in messages))).toEqual([])
  expect(ids).toHaveLength(47)
})
