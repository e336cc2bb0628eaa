import { randomInt } from 'node:crypto'
import { sql } from 'kysely'
import { forgetFactorDevices } from '../device-proof.ts'
import type { IdentityDeps } from '../identity-deps.ts'
import type { IdentityDb } from '../identity-queries.ts'
import type { PasswordHasher } from '../password-hash.ts'

/** How many recovery codes an account gets at a time. */
export const recoveryCodeCount = 10

/** Without letters that look like a digit or like each other. */
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const selectorLength = 2
const secretLength = 10

/** Codes that are hashed and not kept yet: hashing takes a while, and no transaction waits for it. */
export interface NewRecoveryCodes {
  /** As a person writes them: `XXXX-XXXX-XXXX`. */
  readable: string[]
  rows: { selector: string; hash: string }[]
}

/** Ten codes: two characters that find each, and 50 bits of chance. */
export async function newRecoveryCodes(hasher: PasswordHasher): Promise<NewRecoveryCodes> {
  const selectors = new Set<string>()
  while (selectors.size < recoveryCodeCount) selectors.add(randomText(selectorLength))
  const codes = [...selectors].map((selector) => ({ selector, rest: randomText(secretLength) }))
  return {
    readable: codes.map(({ selector, rest }) => (selector + rest).replace(/(.{4})(?=.)/g, '$1-')),
    rows: await Promise.all(
      codes.map(async ({ selector, rest }) => ({ selector, hash: await hasher.hash(rest) })),
    ),
  }
}

/** Makes these the account's only recovery codes. */
export async function replaceRecoveryCodes(
  tx: IdentityDb,
  uid: string,
  { rows }: Pick<NewRecoveryCodes, 'rows'>,
): Promise<void> {
  await deleteRecoveryCodes(tx, uid)
  for (const { selector, hash } of rows)
    await sql`
      insert into recovery_code (uid, selector, code_hash) values (${uid}, ${selector}, ${hash})`.execute(tx)
}

/**
 * What comes with a second factor: these codes where the account has none that works, as a person writes them. Null where
 * it has some: they stay.
 */
export async function giveRecoveryCodes(
  tx: IdentityDb,
  uid: string,
  codes: NewRecoveryCodes,
): Promise<string[] | null> {
  if ((await recoveryCodesLeft(tx, uid)) > 0) return null
  await replaceRecoveryCodes(tx, uid, codes)
  return codes.readable
}

/** No recovery code of the account works any more. */
async function deleteRecoveryCodes(tx: IdentityDb, uid: string): Promise<void> {
  await sql`delete from recovery_code where uid = ${uid}`.execute(tx)
}

/** What goes with the last second factor: its recovery codes, and that browsers passed one. */
export async function endSecondStep(tx: IdentityDb, uid: string): Promise<void> {
  await deleteRecoveryCodes(tx, uid)
  await forgetFactorDevices(tx, uid)
}

/** How many of the account's codes still work. */
export async function recoveryCodesLeft(db: IdentityDb, uid: string): Promise<number> {
  const { rows } = await sql<{ left: number }>`
    select count(*)::int as left from recovery_code where uid = ${uid} and used_at is null`.execute(db)
  return rows[0]!.left
}

/** Whether this is an unused recovery code of the account: the same single hash whatever it says. */
export async function findRecoveryCode(
  { identityDb, hasher }: Pick<IdentityDeps, 'identityDb' | 'hasher'>,
  uid: string,
  typed: string,
): Promise<{ selector: string } | undefined> {
  const code = readTyped(typed)
  const [selector, rest] = [code.slice(0, selectorLength), code.slice(selectorLength)]
  const { rows } = await sql<{ hash: string }>`
    select code_hash as hash from recovery_code
    where uid = ${uid} and selector = ${selector} and used_at is null`.execute(identityDb)
  const hash = rows[0]?.hash
  const matches = await hasher.verify({ hash: hash ?? (await hasher.decoy()), password: rest })
  return hash !== undefined && matches ? { selector } : undefined
}

/** Uses the code up; false where another request did. */
export async function takeRecoveryCode(tx: IdentityDb, uid: string, selector: string): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update recovery_code set used_at = now()
    where uid = ${uid} and selector = ${selector} and used_at is null`.execute(tx)
  return numAffectedRows === 1n
}

/** As people type it: any case, with or without dashes, and with letters that look like digits. */
function readTyped(typed: string): string {
  return typed
    .toUpperCase()
    .replace(/[^0-9A-Z]/g, '')
    .replaceAll('O', '0')
    .replace(/[IL]/g, '1')
}

function randomText(length: number): string {
  return Array.from({ length }, () => alphabet[randomInt(alphabet.length)]).join('')
}
