import { sql } from 'kysely'
import { bankCountry } from '#rules/payout-destination.ts'
import type { PaperCountries } from '#rules/payout-eligibility.ts'
import type { TaxRegime } from '#rules/tax-profile.ts'
import { lastTaxProfile, openTaxDetails } from '#server/modules/tax/public.ts'
import type { Db } from '#server/platform/database.ts'
import { findDestination } from './destination-queries.ts'
import { openDetails } from './destination-secret.ts'
import type { RedemptionDeps } from './redemption-deps.ts'

type Deps = Pick<RedemptionDeps, 'secret'>

/**
 * Where a member's last tax form says that they reside and live, while forms are asked for, and the country of a bank
 * account of theirs.
 */
export async function countriesOnPaper(
  db: Db,
  { uid, destinationId, regime }: { uid: string; destinationId: string | null; regime: TaxRegime },
  { secret }: Deps,
): Promise<PaperCountries> {
  // Where none is asked for, an old one cannot be replaced by who has moved.
  const form = regime === 'off' ? undefined : await lastTaxProfile(db, uid)
  const destination = destinationId === null ? undefined : await findDestination(db, uid, destinationId)
  return {
    tax_form: form ? countriesOf.form(form, secret) : [],
    bank: destination ? countriesOf.account(destination, secret) : [],
  }
}

/** A tax form or a bank account, as it is kept. */
interface Sealed {
  id: string
  uid: string
  details: string
}

/** One that is in some countries, by their two letters. */
export interface Paper {
  id: string
  uid: string
  countries: string[]
}

/** The papers of active members that are in some countries. */
export interface PapersIn {
  /** Each member's last tax form. */
  forms: Paper[]
  accounts: Paper[]
  /** Whether all were opened: otherwise there may be more. */
  isWhole: boolean
}

const pageSize = 200

/**
 * Opens the last tax form (`withForms`) and the bank accounts of every active member, those of redemptions that wait first,
 * and answers which are in some countries; what is not opened within `limitMs` milliseconds is not looked at. They are
 * sealed, so no query knows: one takes 30 µs, a page 6 ms.
 */
export async function papersIn(
  db: Db,
  countries: readonly string[],
  { withForms, limitMs }: { withForms: boolean; limitMs: number },
  { secret }: Deps,
): Promise<PapersIn> {
  const found: PapersIn = { forms: [], accounts: [], isWhole: true }
  if (countries.length === 0) return found
  const until = performance.now() + limitMs
  const opened = new Set<string>()
  const open = (kind: keyof typeof pages, row: Sealed) => {
    opened.add(row.id)
    try {
      const among = countriesOf[kind](row, secret).filter((one) => countries.includes(one))
      if (among.length === 0) return
      const papers = kind === 'form' ? found.forms : found.accounts
      papers.push({ id: row.id, uid: row.uid, countries: among })
    } catch {
      // Sealed by a key that is gone: who is paid by it is refused anyway.
      found.isWhole = false
    }
  }
  const kinds = withForms ? (['account', 'form'] as const) : (['account'] as const)
  for (const ofWaiting of [true, false])
    for (const kind of kinds)
      for (let after = ''; ;) {
        if (performance.now() >= until) return { ...found, isWhole: false }
        const page = await pages[kind](db, { after, ofWaiting })
        for (const row of page) if (!opened.has(row.id)) open(kind, row)
        if (page.length < pageSize) break
        after = page.at(-1)![kind === 'form' ? 'uid' : 'id']
      }
  return found
}

const countriesOf = {
  form(row: Sealed, secret: Deps['secret']): string[] {
    const { taxResidence, address } = openTaxDetails(secret, row)
    return [taxResidence, address.country]
  },
  account(row: Sealed, secret: Deps['secret']): string[] {
    return [bankCountry(openDetails(secret, row))].filter((country) => country !== undefined)
  },
}

interface Page {
  /** The last key of the page before. */
  after: string
  /** Only those of redemptions that wait for approval or payment. */
  ofWaiting: boolean
}

const waiting = (column: 'uid' | 'destination_id') =>
  sql`(select ${sql.ref(column)} from redemption where state in ('requested', 'approved'))`

const pages = {
  /** By uid. */
  form: async (db: Db, { after, ofWaiting }: Page): Promise<Sealed[]> => {
    const among = ofWaiting ? sql`and t.uid in ${waiting('uid')}` : sql``
    const { rows } = await sql<Sealed>`
      select distinct on (t.uid) t.id, t.uid, t.details
      from tax_profile t join member m on m.uid = t.uid and m.state = 'active'
      where t.uid > ${after} ${among}
      order by t.uid, t.certified_at desc, t.id desc limit ${pageSize}`.execute(db)
    return rows
  },
  /** By id. */
  account: async (db: Db, { after, ofWaiting }: Page): Promise<Sealed[]> => {
    const among = ofWaiting ? sql`and d.id in ${waiting('destination_id')}` : sql``
    const { rows } = await sql<Sealed>`
      select d.id, d.uid, d.details from payout_destination d join member m on m.uid = d.uid and m.state = 'active'
      where d.kind = 'bank' and d.removed_at is null and d.id > ${after} ${among}
      order by d.id limit ${pageSize}`.execute(db)
    return rows
  },
}
