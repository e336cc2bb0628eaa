/** How many codes one file brings at most. */
export const CODES_MAX = 100_000

/** How many files of codes an operator has open at once at most: being read, or waiting for a decision. */
export const CODE_IMPORTS_AT_ONCE_MAX = 3

/** How long what was read of a file is there. */
export const CODE_IMPORT_HOURS = 24
