import type * as z from 'zod/mini'
import { accountSecurityResponses } from './account-security.responses.ts'
import { analyticsResponses } from './analytics.responses.ts'
import { campaignResponses } from './campaigns.responses.ts'
import { conversionClaimResponses } from './conversion-claims.responses.ts'
import { conversionResponses } from './conversions.responses.ts'
import { earningResponses } from './earnings.responses.ts'
import { enrolmentResponses } from './enrolments.responses.ts'
import { exchangeResponses } from './exchange.responses.ts'
import { friendResponses } from './friends.responses.ts'
import { gamificationResponses } from './gamification.responses.ts'
import { identityResponses } from './identity.responses.ts'
import { leavingResponses } from './leaving.responses.ts'
import { linkPreviewResponses } from './link-preview.responses.ts'
import { mailChoiceResponses } from './mail-choices.responses.ts'
import { memberExportResponses } from './member-export.responses.ts'
import { openApiResponses } from './openapi.responses.ts'
import { passkeyResponses } from './passkeys.responses.ts'
import { pointsResponses } from './points.responses.ts'
import { rewardResponses } from './rewards.responses.ts'
import { redemptionResponses } from './redemptions.responses.ts'
import { secondFactorResponses } from './second-factor.responses.ts'
import { sessionResponses } from './sessions.responses.ts'
import { shortlinkResponses } from './shortlinks.responses.ts'
import { socialResponses } from './social.responses.ts'
import { socialShareResponses } from './social-share.responses.ts'
import { streamResponses } from './stream.responses.ts'
import { userResponses } from './users.responses.ts'
import { walletResponses } from './wallet.responses.ts'
import { webhookResponses } from './webhooks.responses.ts'

/** The schema of every successful answer: endpoint id → status → schema; null is an answer without a body, or a file. */
export const responses: Record<string, Record<number, z.ZodMiniType | null>> = {
  ...accountSecurityResponses,
  ...analyticsResponses,
  ...campaignResponses,
  ...conversionResponses,
  ...conversionClaimResponses,
  ...earningResponses,
  ...enrolmentResponses,
  ...exchangeResponses,
  ...friendResponses,
  ...gamificationResponses,
  ...identityResponses,
  ...leavingResponses,
  ...linkPreviewResponses,
  ...mailChoiceResponses,
  ...memberExportResponses,
  ...openApiResponses,
  ...passkeyResponses,
  ...pointsResponses,
  ...rewardResponses,
  ...redemptionResponses,
  ...secondFactorResponses,
  ...sessionResponses,
  ...shortlinkResponses,
  ...socialResponses,
  ...socialShareResponses,
  ...streamResponses,
  ...userResponses,
  ...walletResponses,
  ...webhookResponses,
}
