import { drawCode, type RandomBytes } from './code-alphabet.ts'

/** Requests in a day from one network, and in an hour. */
export const SUPPORT_NETWORK_DAY_MAX = 20
export const SUPPORT_NETWORK_HOUR_MAX = 8

/** Requests in a day with one address of a visitor, and messages of a member. */
export const SUPPORT_ADDRESS_DAY_MAX = 10
export const SUPPORT_MEMBER_DAY_MAX = 20

/** Pictures in a day from one network: each request may have two, and some are refused or changed. */
export const SUPPORT_PICTURES_DAY_MAX = 60

/** Days after an answer in which the asker may go on; then the request closes by itself. */
export const SUPPORT_ANSWERED_DAYS = 30

/** Characters of the name of a request. */
export const SUPPORT_REFERENCE_LENGTH = 8

/** Draws the name by which people speak of a request. Unique only where the database says so. */
export function drawSupportReference(randomBytes: RandomBytes): string {
  return drawCode(SUPPORT_REFERENCE_LENGTH, randomBytes)
}

/** `7K3M-9QXD`: as mails and screens write it. */
export function supportReferenceText(reference: string): string {
  const upper = reference.toUpperCase()
  return `${upper.slice(0, 4)}-${upper.slice(4)}`
}

/** The reference in what a person typed, with or without its hyphen; null where it is none. */
export function readSupportReference(text: string): string | null {
  const bare = text.trim().toLowerCase().replace(/^#/, '').replace('-', '')
  return /^[2-9a-z]{8}$/.test(bare) ? bare : null
}
