import { normalEmail } from './normal-email.ts'

/** Where a payout can go. */
export const DESTINATION_KINDS = ['paypal', 'bank', 'gift_card', 'manual'] as const

export type DestinationKind = (typeof DESTINATION_KINDS)[number]

/** What is needed to pay there. A bank account is named by IBAN, or by the routing number of a bank in the US. */
export type DestinationDetails =
  | { kind: 'paypal'; email: string }
  | { kind: 'bank'; holder: string; iban: string; bic?: string }
  | { kind: 'bank'; holder: string; routingNumber: string; accountNumber: string }
  | { kind: 'gift_card'; email: string }
  | { kind: 'manual'; instructions: string }

/** An IBAN as it is stored: no spaces, capitals. */
export function plainIban(iban: string): string {
  return iban.replaceAll(/[\s-]/g, '').toUpperCase()
}

/** Details as they are stored and paid to, however they were typed: an IBAN and a BIC without spaces, in capitals. */
export function plainDetails(details: DestinationDetails): DestinationDetails {
  if (details.kind !== 'bank' || !('iban' in details)) return details
  const { bic, ...bank } = details
  return { ...bank, iban: plainIban(bank.iban), ...(bic && { bic: bic.toUpperCase() }) }
}

/** The part of some details whose check digits are wrong; undefined where none are. */
export function wrongDigits(details: DestinationDetails): 'iban' | 'routingNumber' | undefined {
  if (details.kind !== 'bank') return undefined
  if ('iban' in details) return isIban(details.iban) ? undefined : 'iban'
  return isRoutingNumber(details.routingNumber) ? undefined : 'routingNumber'
}

/** Whether a text is an IBAN: its form, and its check digits (ISO 13616, modulo 97). */
export function isIban(text: string): boolean {
  const iban = plainIban(text)
  if (!/^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/.test(iban)) return false
  const digits = [...(iban.slice(4) + iban.slice(0, 4))].map((sign) => Number.parseInt(sign, 36)).join('')
  return BigInt(digits) % 97n === 1n
}

/** Whether a text is the routing number of a bank in the US: nine digits whose weighted sum is a multiple of ten. */
export function isRoutingNumber(text: string): boolean {
  if (!/^\d{9}$/.test(text) || text === '000000000') return false
  const weights = [3, 7, 1]
  const sum = [...text].reduce((total, digit, index) => total + Number(digit) * weights[index % 3]!, 0)
  return sum % 10 === 0
}

/** The country of a bank account, by its two letters; undefined of what is no bank account. */
export function bankCountry(details: DestinationDetails): string | undefined {
  if (details.kind !== 'bank') return undefined
  return 'iban' in details ? plainIban(details.iban).slice(0, 2) : 'US'
}

/** What a screen shows of a destination: enough to distinguish two, too little to pay to. */
export function destinationHint(details: DestinationDetails): string {
  switch (details.kind) {
    case 'paypal':
    case 'gift_card':
      return maskedEmail(details.email)
    case 'bank':
      return `…${('iban' in details ? details.iban : details.accountNumber).slice(-4)}`
    case 'manual':
      return '…'
  }
}

/**
 * Of a destination that is an e-mail address, the same address as its mailbox is known (`normalEmail`); undefined of
 * others. PayPal may have two accounts in one mailbox, which are two places of one person.
 */
export function inOneMailbox(details: DestinationDetails): DestinationDetails | undefined {
  return 'email' in details ? { ...details, email: normalEmail(details.email) } : undefined
}

/** The details as one text, the same for the same place however it was typed: what fingerprints are made of. */
export function samePlaceText(details: DestinationDetails): string {
  switch (details.kind) {
    case 'paypal':
    case 'gift_card':
      // One mailbox is one person, whatever it is used for.
      return `email ${details.email.toLowerCase()}`
    case 'bank':
      return 'iban' in details
        ? `iban ${plainIban(details.iban)}`
        : `us ${details.routingNumber} ${details.accountNumber}`
    case 'manual':
      return `manual ${details.instructions.replaceAll(/\s+/g, ' ').trim().toLowerCase()}`
  }
}

function maskedEmail(email: string): string {
  const [name = '', domain = ''] = email.split('@')
  return `${name.slice(0, 1)}…@${domain}`
}
