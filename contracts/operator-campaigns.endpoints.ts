import { endpoint } from './endpoint.ts'
import type { operatorCampaignSchemas } from './operator-campaigns.schemas.ts'

const campaigns = '/api/v1/operator/campaigns'
const campaign = `${campaigns}/{id}`

export const listOperatedCampaigns = endpoint<typeof operatorCampaignSchemas.listOperatedCampaigns>()({
  id: 'listOperatedCampaigns',
  method: 'GET',
  path: campaigns,
  access: 'operator',
  permission: 'read',
})

export const getOperatedCampaign = endpoint<typeof operatorCampaignSchemas.getOperatedCampaign>()({
  id: 'getOperatedCampaign',
  method: 'GET',
  path: campaign,
  access: 'operator',
  permission: 'read',
})

export const previewCampaign = endpoint<typeof operatorCampaignSchemas.previewCampaign>()({
  id: 'previewCampaign',
  method: 'GET',
  path: `${campaign}/preview`,
  access: 'operator',
  permission: 'read',
})

export const previewCampaignChange = endpoint<typeof operatorCampaignSchemas.previewCampaignChange>()({
  id: 'previewCampaignChange',
  method: 'POST',
  path: `${campaign}/change-preview`,
  access: 'operator',
  permission: 'read',
  changesNothing: true,
})

export const listCampaignVersions = endpoint<typeof operatorCampaignSchemas.listCampaignVersions>()({
  id: 'listCampaignVersions',
  method: 'GET',
  path: `${campaign}/versions`,
  access: 'operator',
  permission: 'read',
})

export const moveOperatedCampaign = endpoint<typeof operatorCampaignSchemas.moveOperatedCampaign>()({
  id: 'moveOperatedCampaign',
  method: 'POST',
  path: `${campaign}/state`,
  access: 'operator',
  permission: 'campaign.state',
})

export const topUpOperatedCampaign = endpoint<typeof operatorCampaignSchemas.topUpOperatedCampaign>()({
  id: 'topUpOperatedCampaign',
  method: 'POST',
  path: `${campaign}/top-ups`,
  access: 'operator',
  permission: 'campaign.top-up',
  recentProof: true,
})

export const reduceOperatedCampaignBudget = endpoint<
  typeof operatorCampaignSchemas.reduceOperatedCampaignBudget
>()({
  id: 'reduceOperatedCampaignBudget',
  method: 'POST',
  path: `${campaign}/budget-reductions`,
  access: 'operator',
  permission: 'campaign.reduce-budget',
  recentProof: true,
})

export const duplicateOperatedCampaign = endpoint<typeof operatorCampaignSchemas.duplicateOperatedCampaign>()(
  {
    id: 'duplicateOperatedCampaign',
    method: 'POST',
    path: `${campaign}/duplicates`,
    access: 'operator',
    permission: 'campaign.create',
    idempotent: true,
  },
)

export const getCampaignChoices = endpoint<typeof operatorCampaignSchemas.getCampaignChoices>()({
  id: 'getCampaignChoices',
  method: 'GET',
  path: '/api/v1/operator/campaign-choices',
  access: 'operator',
  permission: 'read',
})

export const drawCampaignPreview = endpoint<typeof operatorCampaignSchemas.drawCampaignPreview>()({
  id: 'drawCampaignPreview',
  method: 'POST',
  path: '/api/v1/operator/campaign-previews',
  access: 'operator',
  permission: 'read',
  changesNothing: true,
})

export const createOperatedCampaign = endpoint<typeof operatorCampaignSchemas.createOperatedCampaign>()({
  id: 'createOperatedCampaign',
  method: 'POST',
  path: campaigns,
  access: 'operator',
  permission: 'campaign.create',
  idempotent: true,
})

export const editOperatedCampaign = endpoint<typeof operatorCampaignSchemas.editOperatedCampaign>()({
  id: 'editOperatedCampaign',
  method: 'PATCH',
  path: campaign,
  access: 'operator',
  permission: 'campaign.edit',
})

export const putOperatedCampaignPicture = endpoint<
  typeof operatorCampaignSchemas.putOperatedCampaignPicture
>()({
  id: 'putOperatedCampaignPicture',
  method: 'PUT',
  path: `${campaign}/picture`,
  access: 'operator',
  permission: 'campaign.picture',
})

export const removeOperatedCampaignPicture = endpoint<
  typeof operatorCampaignSchemas.removeOperatedCampaignPicture
>()({
  id: 'removeOperatedCampaignPicture',
  method: 'DELETE',
  path: `${campaign}/picture`,
  access: 'operator',
  permission: 'campaign.picture',
})

/** For good, also of a campaign that is over: no endpoint brings it back. */
export const eraseOperatedCampaignPicture = endpoint<
  typeof operatorCampaignSchemas.eraseOperatedCampaignPicture
>()({
  id: 'eraseOperatedCampaignPicture',
  method: 'POST',
  path: `${campaign}/picture-erasures`,
  access: 'operator',
  permission: 'campaign.erase-picture',
})
