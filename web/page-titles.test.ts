import { expect, it } from 'vitest'
import * as messages from '#messages'
import { pageRoutes, titleKey, type PageId } from '#contracts/page-routes.ts'

it('has a title in the catalogue for every page', () => {
  const ids = Object.keys(pageRoutes) as PageId[]
  const missing = ids.filter((id) => !(titleKey(id) in messages))
  expect(missing).toEqual([])
  expect(ids).toHaveLength(46)
})
