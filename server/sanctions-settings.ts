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

const sanctionsOrigin = outsideOrigin('https://api.opensanctions.org').or(z.literal(''))

const sanctionsKey = z
  .string()
  .regex(/^[\w.-]{8,200}$/, 'is the key of the service')
  .or(z.literal(''))

const sanctionsDataset = z.string().regex(/^[a-z0-9_]{1,100}$/, 'is a name such as sanctions')

/** The settings of lists of sanctions. */
export const sanctionsSettings = {
  SANCTIONS_ORIGIN: {
    schema: sanctionsOrigin,
    default: '',
    doc: 'Where lists of sanctions are asked for each member before a payout, by the matching API of OpenSanctions or of a yente of your own; empty asks none.',
  },
  SANCTIONS_API_KEY: {
    schema: sanctionsKey,
    default: '',
    doc: 'The key of that service; a service of your own may want none.',
    secret: true,
  },
  SANCTIONS_DATASET: {
    schema: sanctionsDataset,
    default: 'sanctions',
    doc: 'Which of its collections is looked through.',
  },
} as const
