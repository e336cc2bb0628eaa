import { turns } from './turns.ts'

/**
 * Does work on an image when it is its turn, of all in this process: two are read or drawn at once, so that many take
 * turns and not all the memory, and 16 wait, each with what it is made from. Throws `unavailable` where more would.
 */
export const inImageTurn = turns({ atOnce: 2, queueMax: 16 })
