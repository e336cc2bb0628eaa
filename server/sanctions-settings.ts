import * as z from 'zod'
import { outsideOrigin } from './setting-values.ts'

/** Lists of sanctions as an operator sets them up. */
export interface SanctionsSettings {
  origin: string
  /** Null for a service of one's own, which asks for none. */
  apiKey: string | null
  /** Such as `sanctions`, or the name of a collection of one's own. */
  dataset: string
}

export const sanctionsOrigin = outsideOrigin('https://api.opensanctions.org').or(z.literal(''))

export const sanctionsKey = z
  .string()
  .regex(/^[\w.-]{8,200}$/, 'is the key of the service')
  .or(z.literal(''))

export const sanctionsDataset = z.string().regex(/^[a-z0-9_]{1,100}$/, 'is a name such as sanctions')
