import { normalEmail } from './normal-email.ts'

/** A member as operators may be named: by any of these in any case, an address as one mailbox. */
export interface KnownAs {
  readonly uid: string
  readonly email: string
  readonly shortId: string
  /** Addresses of operators that the account had, verified, before its present one. */
  readonly operatorEmails: readonly string[]
}

/**
 * Whether an operator, by any of their names, is the member: what is decided of the account is then another operator's to
 * decide. An address is the mailbox that it leads to, as at sign-up (`normalEmail`): `ada+1@example.com` is Ada's. An
 * account that was theirs stays theirs under another address.
 */
export function isOwnAccount(
  names: readonly string[],
  { uid, email, shortId, operatorEmails }: KnownAs,
): boolean {
  const own = new Set([uid, shortId].map((known) => known.toLowerCase()))
  const mailboxes = new Set([email, ...operatorEmails].filter((known) => known !== '').map(normalEmail))
  return names.some((name) => {
    const said = name.trim().toLowerCase()
    return own.has(said) ? said !== '' : said.includes('@') && mailboxes.has(normalEmail(said))
  })
}
