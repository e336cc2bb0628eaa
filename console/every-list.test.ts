import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

/**
 * Lists of the console that have no file of their own, by the source that draws them: how many, and why. Facts about one
 * thing (`Facts`, `Stats`, `Timeline`) are no list.
 */
const without: Record<string, readonly [count: number, why: string]> = {
  'screens/audit/audit-proof.tsx': [1, 'what a check found broken, and crels audit check says it whole'],
  'screens/brands/brand-acts.tsx': [1, 'what an act will touch, before it is confirmed'],
  'screens/brands/campaign-versions.tsx': [1, 'the lines of one text that differ'],
  'screens/brands/campaign-wizard.tsx': [1, 'steps of a form'],
  'screens/brands/erase-picture-act.tsx': [1, 'what an act will touch, before it is confirmed'],
  'screens/economy/rate.tsx': [1, 'the last few of All rates, which has a file'],
  'screens/exports/exports.tsx': [1, 'each line is a file'],
  'screens/faq/topic-card.tsx': [1, 'the file above all topics has these'],
  'screens/home/demo-card.tsx': [1, 'how to sign in to the demo data'],
  'screens/home/setup-card.tsx': [1, 'what is left of the first run'],
  'screens/inboxes/report-links.tsx': [1, 'what one report names; the list of reports has a file'],
  'screens/inboxes/request-detail.tsx': [1, 'one conversation'],
  'screens/inboxes/request-pictures.tsx': [1, 'pictures'],
  'screens/links/host-reach.tsx': [1, 'what an act will touch, before it is confirmed'],
  'screens/member/member-campaigns.tsx': [1, 'its GrowingList has a file of the whole list'],
  'screens/member/member-cards.tsx': [4, 'their GrowingLists have files of the whole lists'],
  'screens/operators/disabling.tsx': [1, 'what an act will touch, before it is confirmed'],
  'screens/payouts/new-run-dialog.tsx': [1, 'what was left out of a run that was just drafted'],
  'screens/redemptions/screening.tsx': [1, 'whom a name looks like, for one decision'],
  'screens/shop/code-imports.tsx': [1, 'the first refused lines, of which each import has a file'],
  'ui/facts.tsx': [1, 'what happened to one thing'],
  'ui/order-lines.tsx': [1, 'an order that is not saved yet'],
  'ui/table/act-outcomes.tsx': [1, 'what became of the act that was just done'],
}

const sources = new Map(
  globSync('**/*.tsx', { cwd: import.meta.dirname })
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => path !== 'ui/card.tsx' && path !== 'ui/table/rows-table.tsx')
    .map((path) => [path, readFileSync(`${import.meta.dirname}/${path}`, 'utf8')]),
)

const count = (text: string, pattern: RegExp) => text.match(pattern)?.length ?? 0

test('every list of the console has a file, or a reason why not', () => {
  const found = [...sources].flatMap(([path, text]) => {
    // The compiler asks every `Lines` for its file, or for null.
    const unfiled =
      count(text, /<Lines file=\{null\}/g) +
      count(text, /<(ul|ol)\b/g) +
      Math.max(0, count(text, /<(Table>|table\b)/g) - count(text, /<FileButton\s+(name=|\{\.{3})/g))
    return unfiled > 0 ? [[path, unfiled] as const] : []
  })
  expect(Object.fromEntries(found)).toEqual(
    Object.fromEntries(Object.entries(without).map(([path, [times]]) => [path, times])),
  )
})

test('every column list of a table has columns for its file', () => {
  const tables = [...sources].filter(([, text]) => /: (readonly )?TableColumn<.+>\[\] = \[/.test(text))
  expect(tables.length).toBeGreaterThan(20)
  expect(tables.filter(([, text]) => !text.includes('csv:')).map(([path]) => path)).toEqual([])
})
