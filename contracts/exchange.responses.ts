import * as z from 'zod/mini'
import { time } from './shapes.ts'

export const usdToCrels = z.object({ value: z.number().check(z.positive()), asOf: time })
export type UsdToCrels = z.output<typeof usdToCrels>

export const exchangeResponses = { getUsdToCrels: { 200: usdToCrels } }
