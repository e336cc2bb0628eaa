/** For a query whose answer is said before an act: it is asked anew each time, and the act waits for it. */
export const neverFromMemory = { staleTime: 0, gcTime: 0 } as const
