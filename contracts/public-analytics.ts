/** What a page knows of product analytics. Nothing of it is secret. */
export interface PublicAnalytics {
  /** Names this installation in messages. */
  writeKey: string
  /** Whether this visitor is asked before anything is sent. */
  asks: boolean
  /** Of the texts that ask for consent: a visitor who agreed to another version is asked again. */
  consentVersion: number
}

/** The `<meta>` in which every page of the server says it, as JSON; without it nothing is sent. */
export const analyticsMetaName = 'analytics'
