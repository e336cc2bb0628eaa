import { beforeAll, expect, test } from 'vitest'
import { paths } from '#contracts/paths.ts'
import { viewports, type Visit } from '#testing/browser.ts'
import { createMember } from '#testing/members.ts'
import { outOfReach, withoutEdges } from './reach.fixture.ts'
import { complete, settle, tooWide } from './route-looks.fixture.ts'
import { openSite, site, visitAs } from './site.fixture.ts'

openSite()

let member: Visit
beforeAll(async () => {
  member = await visitAs(await createMember(site))
})

/** Pages with forms, long lists, bars at their edges, and a column that stays. */
const looked = [
  paths.home,
  paths.crels('wallet'),
  paths.crels('exchange'),
  paths.campaigns,
  paths.points,
  paths.profile,
  paths.shortlinks,
  paths.performanceAnalytics,
  paths.help,
  paths.faq,
  paths.doc('get-started/understand-crels'),
]

test.each(looked)(
  'on %s the focus is always seen, help is where it always is, and neither zoom nor forced colours take anything away',
  async (path) => {
    const { page, consoleErrors } = member
    await page.goto(path)
    await page.getByRole('heading', { level: 1 }).first().waitFor()
    await complete(page)
    for (const size of [viewports.phone, viewports.desktop]) {
      await settle(page, size, 'light')
      expect(await outOfReach(page), `${size.width} px`).toEqual([])
    }
    // A screen of 1280 px at 200 %; 400 % is 320 px, where every route is looked at (route-looks.fixture.ts).
    await settle(page, { width: 640, height: 400 }, 'light')
    await expect.poll(async () => await tooWide(page)).toEqual([])
    expect(await withoutEdges(page)).toEqual([])
    expect(consoleErrors).toEqual([])
  },
)
