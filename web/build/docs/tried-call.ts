/** A call of the reference that a reader can send from there: one that reads, and answers JSON. */
export interface TriedCall {
  id: string
  /** With its parameters in braces. */
  path: string
  parameters: { name: string; isInPath: boolean; isRequired: boolean }[]
  /** Sent with the reader's own access token. */
  isMine: boolean
}
