import * as z from 'zod/mini'
import {
  campaignChanges,
  campaignFile,
  type CampaignChanges,
  type CampaignFile,
} from '#contracts/campaign-file.schemas.ts'
import { problem } from '#server/platform/http/problems.ts'

/** Reads a campaign's file. Throws `validation_failed` with a line for each thing that is wrong. */
export function readCampaignFile(value: unknown): CampaignFile {
  return read(campaignFile, value)
}

/** Reads the file of a change. Throws `validation_failed` with a line for each thing that is wrong. */
export function readCampaignChanges(value: unknown): CampaignChanges {
  return read(campaignChanges, value)
}

function read<Output>(schema: z.ZodMiniType<Output>, value: unknown): Output {
  const result = schema.safeParse(value)
  if (result.success) return result.data
  const issues = result.error.issues.map(({ path, code, message }) => ({
    path: path.join('.'),
    code,
    message,
  }))
  throw problem('validation_failed', { detail: z.prettifyError(result.error), members: { issues } })
}
