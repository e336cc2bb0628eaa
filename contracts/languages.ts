/** The languages the product speaks, as their catalogues and builds are called, in the order they are offered. */
export const languages = ['en', 'es', 'de'] as const

export type Language = (typeof languages)[number]

/** What is spoken to who has named none of them. */
export const defaultLanguage: Language = 'en'
