import type { ConversionAnswer, ConversionReport } from '#contracts/conversions.schemas.ts'
import { createHash } from 'node:crypto'
import type { Conversion } from './conversion-queries.ts'

/** A conversion as its brand is told of it, at first and at every repetition. */
export function conversionAnswer({
  id,
  eventId,
  status,
  reason,
  earning,
}: Pick<Conversion, 'id' | 'eventId' | 'status' | 'reason' | 'earning'>): ConversionAnswer {
  const answer: ConversionAnswer = { id, eventId, status }
  if (status !== 'accepted' && reason) answer.reason = reason
  if (status !== 'rejected' && earning)
    answer.earning = {
      id: earning.id,
      crels: earning.crels,
      unlocksAt: earning.unlocksAt.toISOString(),
    }
  return answer
}

/** What must be equal for a report to be the same report: everything in it, a time by its moment. */
export function hashOfReport({ clickId, type, amount, occurredAt }: ConversionReport): string {
  const moment = occurredAt === undefined ? null : new Date(occurredAt).getTime()
  const values = [clickId, type, amount?.currency ?? null, amount?.minor ?? null, moment]
  return createHash('sha256').update(JSON.stringify(values)).digest('hex')
}
