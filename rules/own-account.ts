import { normalEmail } from './normal-email.ts'

/** A member as operators may be named: by any of these in any case, the address as one mailbox. */
export interface KnownAs {
  readonly uid: string
  readonly email: string
  readonly shortId: string
}

/**
 * Whether an operator, by any of their names, is the member: what is decided of the account is then another operator's to
 * decide. An address is the mailbox that it leads to, as at sign-up (`normalEmail`): `ada+1@example.com` is Ada's.
 */
export function isOwnAccount(names: readonly string[], { uid, email, shortId }: KnownAs): boolean {
  const own = new Set([uid, shortId].map((known) => known.toLowerCase()))
  const mailbox = email === '' ? null : normalEmail(email)
  return names.some((name) => {
    const said = name.trim().toLowerCase()
    return own.has(said) ? said !== '' : said.includes('@') && normalEmail(said) === mailbox
  })
}
