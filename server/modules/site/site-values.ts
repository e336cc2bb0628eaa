import { sql } from 'kysely'
import { siteLines, type SiteLine } from '#contracts/operator-site.constants.ts'
import type { OperatedSite } from '#contracts/operator-site.schemas.ts'
import { isZone } from '#rules/local-date.ts'
import type { Db, Tx } from '#server/platform/database.ts'
import {
  authorOf,
  changedMeanwhile,
  operate,
  requireOwnAgain,
  type OperatorActor,
} from '#server/modules/operators/public.ts'
import { filesPrefix } from '#server/platform/files/stored-files.ts'
import { problem } from '#server/platform/http/problems.ts'

/** What an operator says of the site, with what it is for. */
export const siteValueNames = {
  'site.name': 'what the site is called, in at most 24 characters; by default Crels',
  'site.logo': 'the image of its logo, by `crels site logo`; by default the mark of Crels',
  'site.zone': 'the time zone of operators, such as Europe/Berlin; by default UTC',
  'operator.name': 'who runs the site, in full: the company or the person',
  'operator.address': 'their postal address, in one line',
  'operator.contact': 'how to reach them about anything legal, such as an e-mail address',
  'operator.law': 'the law that applies, such as “the laws of Portugal”',
  'operator.processors': 'the companies that work with members’ data for them, with what for',
} as const
export type SiteValueName = keyof typeof siteValueNames

/** A value that was set, or null where the default is in force again. */
export interface SiteChange {
  name: SiteValueName
  value: string | null
  author: string
  setAt: Date
}

export function isSiteValueName(name: string): name is SiteValueName {
  return Object.hasOwn(siteValueNames, name)
}

/** What is in force, by name; what the operator never set is not there. */
export async function siteValues(db: Db): Promise<Partial<Record<SiteValueName, string>>> {
  const { rows } = await sql<{ name: string; value: string | null }>`
    select distinct on (name) name, value from site_value order by name, id desc`.execute(db)
  return Object.fromEntries(
    rows
      .filter(({ name, value }) => value !== null && isSiteValueName(name))
      .map(({ name, value }) => [name, value]),
  )
}

/** Whether an operator ever set a value, be it that the default holds. */
export async function wasEverSaid(db: Db, name: SiteValueName): Promise<boolean> {
  const { rows } = await sql<{ was: boolean }>`
    select exists (select from site_value where name = ${name}) as was`.execute(db)
  return rows[0]!.was
}

/**
 * Sets a value for what comes after, null for the default. Throws `validation_failed` for what is not one line of text,
 * for a zone that there is not and for the logo, which is an image (`putSiteLogo`), and `forbidden` where the operator's
 * role does not allow it.
 */
export async function setSiteValue(
  tx: Tx,
  actor: OperatorActor,
  { name, value }: Pick<SiteChange, 'name' | 'value'>,
): Promise<void> {
  if (name === 'site.logo')
    throw problem('validation_failed', { detail: 'The logo is an image: crels site logo.' })
  if (value !== null) requireLine(name, value)
  await changeSiteValue(tx, actor, { name, value })
}

/**
 * The same from the value that was seen. Throws `conflict` where another operator set it meanwhile, also to the same.
 */
export async function replaceSiteLine(
  tx: Tx,
  actor: OperatorActor,
  { name, value, seen }: { name: SiteLine; value: string | null; seen: string | null },
): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`site ${name}`}, 0))`.execute(tx)
  const now = (await siteValues(tx))[name] ?? null
  if (now !== seen) {
    const again = { action: 'site.set', target: name, after: { value } } as const
    return await requireOwnAgain(tx, actor, { ...again, detail: changedMeanwhile('this') })
  }
  if (now === value) return
  await setSiteValue(tx, actor, { name, value })
}

/** What the console shows of the site. */
export async function operatedSite(db: Db): Promise<OperatedSite> {
  const values = await siteValues(db)
  const logo = values['site.logo']
  return {
    lines: siteLines.map((name) => ({ name, value: values[name] ?? null })),
    logoURL: logo === undefined ? null : filesPrefix + logo,
    changes: (await siteHistory(db, 20)).map(({ name, value, author, setAt }) => ({
      name,
      value: name === 'site.logo' ? null : value,
      author,
      setAt: setAt.toISOString(),
    })),
  }
}

/** Writes a value that was judged as an act, and answers what it was before. */
export async function changeSiteValue(
  tx: Tx,
  actor: OperatorActor,
  { name, value }: Pick<SiteChange, 'name' | 'value'>,
): Promise<string | null> {
  const before = (await siteValues(tx))[name] ?? null
  await operate(tx, actor, { action: 'site.set', target: name, before: { value: before }, after: { value } })
  const author = authorOf(actor)
  await sql`insert into site_value (name, value, author) values (${name}, ${value}, ${author})`.execute(tx)
  return before
}

/** Every change, the newest first. */
export async function siteHistory(db: Db, limit: number): Promise<SiteChange[]> {
  const { rows } = await sql<SiteChange>`
    select name, value, author, set_at as "setAt" from site_value order by id desc limit ${limit}`.execute(db)
  return rows
}

function requireLine(name: SiteValueName, value: string): void {
  // It stands in headers, titles and templates.
  if (name === 'site.name' && !/^[^<>{}"\\]{1,24}$/u.test(value))
    throw problem('validation_failed', {
      detail: `${name} has at most 24 characters, none of them < > { } " or \\.`,
    })
  if (name === 'site.zone' && !isZone(value))
    throw problem('validation_failed', {
      detail: `${name} is a time zone of the IANA database, such as Europe/Berlin.`,
    })
  // Nor does it turn the direction of the text around it.
  if (value.trim() === value && /^[^\p{Cc}\u200e\u200f\u202a-\u202e\u2066-\u2069]{1,500}$/u.test(value))
    return
  throw problem('validation_failed', { detail: `${name} is one line of at most 500 characters.` })
}
