/** Hosts whose mailboxes ignore dots, and the one name under which they are the same. */
const dotless: Record<string, string> = { 'gmail.com': 'gmail.com', 'googlemail.com': 'gmail.com' }

/**
 * An e-mail address as one person's mailbox: lower case, without what follows a plus sign, and for Gmail without
 * dots. For "once per address" only; mail is always sent to the address as it was given.
 */
export function normalEmail(email: string): string {
  const address = email.trim().toLowerCase()
  const at = address.lastIndexOf('@')
  const host = address.slice(at + 1)
  const name = address.slice(0, at).replace(/(?<=.)\+.*$/s, '')
  return dotless[host] ? `${name.replaceAll('.', '')}@${dotless[host]}` : `${name}@${host}`
}
