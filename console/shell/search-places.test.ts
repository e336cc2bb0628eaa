import { expect, test } from 'vitest'
import { consolePath, matchConsole } from '#contracts/console-routes.ts'
import { SEARCH_KINDS, searchReaders } from '#contracts/operator-search.constants.ts'
import { mayOperate, OPERATOR_ROLES } from '#rules/operator-permissions.ts'
import { screens } from '../screens.ts'
import { searchPlaces } from './search-places.ts'

const found = { id: 'id_1', name: '/s/tea', detail: '/s/tea' }

test.each(SEARCH_KINDS)(
  'what is found of %s leads to a screen that each role who finds it may open',
  (kind) => {
    const [path] = (consolePath + searchPlaces[kind](found)).split('?')
    const screen = matchConsole(path!)
    expect(screen).toBeDefined()
    const { permission } = screens[screen!]
    for (const role of OPERATOR_ROLES)
      if (mayOperate(role, searchReaders[kind]))
        expect([role, permission && mayOperate(role, permission)]).toEqual([role, true])
  },
)

test('a link and a click lead to the link by its code', () => {
  expect(searchPlaces.link(found)).toBe('/links?code=tea')
  expect(searchPlaces.click({ ...found, name: 'clk_1', id: 'clk_1' })).toBe('/links?code=tea&click=clk_1')
})
