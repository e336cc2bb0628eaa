import type { MigrationEffect } from './migration-effects.ts'
import { splitAtCommas } from './sql-statements.ts'

type Does = Pick<MigrationEffect, 'breaks' | 'work'>

/** What each action of an `alter table` does; the first that fits. Null: nothing that keeps anybody waiting. */
const actions: { pattern: RegExp; does: Does | null }[] = [
  // A constraint too: `on conflict` needs it, or it let nothing in that code from before cannot read.
  { pattern: /^drop\b/, does: { breaks: true, work: 'quick' } },
  { pattern: /^rename\b/, does: { breaks: true, work: 'quick' } },
  { pattern: /^alter (?:column )?[\w$]+ (?:set data )?type\b/, does: { breaks: true, work: 'rewrite' } },
  { pattern: /^alter (?:column )?[\w$]+ set not null\b/, does: { breaks: true, work: 'scan' } },
  // Code from before reads no null there.
  { pattern: /^alter (?:column )?[\w$]+ drop not null\b/, does: { breaks: true, work: 'quick' } },
  // Code from before leaves the column out.
  { pattern: /^alter (?:column )?[\w$]+ drop default\b/, does: { breaks: true, work: 'quick' } },
  {
    pattern: /^alter (?:column )?[\w$]+ set (?:default|statistics|storage|compression)\b/,
    does: null,
  },
  { pattern: /^disable (?:trigger|rule)\b/, does: { breaks: true, work: 'quick' } },
  {
    pattern: /^(?:(?:en|dis)able (?:always |replica )?(?:trigger|rule|row level security)|(?:re)?set \()/,
    does: null,
  },
  // Others read and write meanwhile, where nothing else has locked the table (migrationEffects).
  { pattern: /^validate constraint\b/, does: { breaks: false, work: 'scan' } },
  {
    // Rows that are there stay; what code from before writes is refused.
    pattern: /^add (?:constraint [\w$]+ )?(?:check|foreign key|not null)\b[^]*\bnot valid\b/,
    does: { breaks: true, work: 'quick' },
  },
  {
    pattern: /^add (?:constraint [\w$]+ )?(?:unique|primary key)\b[^]*\busing index\b/,
    does: { breaks: true, work: 'quick' },
  },
  {
    pattern: /^add (?:constraint [\w$]+ )?(?:check|foreign key|not null)\b/,
    does: { breaks: true, work: 'scan' },
  },
  {
    pattern: /^add (?:constraint [\w$]+ )?(?:unique|primary key|exclude)\b/,
    does: { breaks: true, work: 'index' },
  },
]

/** What the actions of one `alter table` do, each known by its text alone; null of one that is not known. */
export function actionEffects(text: string): (Does | null)[] {
  const found = splitAtCommas(text).flatMap((action): (Does | null)[] => {
    const known = actions.find(({ pattern }) => pattern.test(action))
    if (known) return known.does ? [known.does] : []
    return /^add\b/.test(action) ? columnEffects(action) : [null]
  })
  // All that is looked at is looked at in one go.
  const scans = found.filter((does) => does?.work === 'scan')
  const one = scans.find((does) => does?.breaks) ?? scans[0]
  return found.filter((does) => does?.work !== 'scan' || does === one)
}

/** What a new column does. One whose rows are not all alike is written into each; what it must be is looked at in each. */
function columnEffects(action: string): Does[] {
  let own = action
  for (let before = ''; before !== own;) {
    before = own
    own = own.replaceAll(/\([^()]*\)/g, '')
  }
  const isFilled = /\bdefault\b|\bgenerated\b/.test(own)
  const differs =
    /\bdefault (?:new_id|gen_random_uuid|uuidv7|random|clock_timestamp|nextval)\b|\bgenerated\b[^]*\b(?:stored|identity)\b|\b(?:big|small)?serial\b/.test(
      own,
    )
  return [
    ...(/\bnot null\b|\bprimary key\b/.test(own) && !isFilled
      ? [{ breaks: true, work: 'quick' } as const]
      : []),
    ...(differs ? [{ breaks: false, work: 'rewrite' } as const] : []),
    ...(/\bunique\b|\bprimary key\b/.test(own) ? [{ breaks: false, work: 'index' } as const] : []),
    ...(/\bcheck\b/.test(own) ? [{ breaks: false, work: 'scan' } as const] : []),
  ]
}
