import { createContext } from 'react'

/** Crels for a dollar, as a page knows them, for the dollars on campaigns' cards; null while it is not known. */
export const CardRate = createContext<string | null>(null)
