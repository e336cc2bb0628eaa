import * as z from 'zod/mini'
import { time } from './shapes.ts'

export const appeal = z.object({
  /** What the member said. */
  message: z.string(),
  at: time,
  /** Open until the earning is decided: granted, it is pending then; refused, it is reversed. */
  state: z.enum(['open', 'granted', 'refused']),
  /** What whoever decided said, if anything. */
  answer: z.nullable(z.string()),
  answeredAt: z.nullable(time),
})
export type Appeal = z.output<typeof appeal>
