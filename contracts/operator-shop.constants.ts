/** How many codes one file brings at most. */
export const CODES_MAX = 100_000

/** How many files of codes an operator has open at once at most: being read, or waiting for a decision. */
export const CODE_IMPORTS_AT_ONCE_MAX = 3

/** What an operator says of codes that a restored backup had as unsold: nobody has had them, or they are removed. */
export const RESTORED_ANSWERS = ['use', 'take-back'] as const
export type RestoredAnswer = (typeof RESTORED_ANSWERS)[number]

/** How long what was read of a file is there. */
export const CODE_IMPORT_HOURS = 24
