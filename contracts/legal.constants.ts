/** The legal pages, each at `/docs/{document}`. */
export const legalDocuments = ['terms', 'privacy', 'cookies'] as const
export type LegalDocument = (typeof legalDocuments)[number]

/** Those that a member agrees to. */
export const agreedDocuments = ['terms', 'privacy'] as const satisfies readonly LegalDocument[]
export type AgreedDocument = (typeof agreedDocuments)[number]
