import { endpoint } from './endpoint.ts'
import type { operatorEconomySchemas } from './operator-economy.schemas.ts'

const economy = '/api/v1/operator/economy'
const pauses = '/api/v1/operator/pauses'

export const getOperatedEconomy = endpoint<typeof operatorEconomySchemas.getOperatedEconomy>()({
  id: 'getOperatedEconomy',
  method: 'GET',
  path: economy,
  access: 'operator',
  permission: 'read',
})

export const listEconomyVersions = endpoint<typeof operatorEconomySchemas.listEconomyVersions>()({
  id: 'listEconomyVersions',
  method: 'GET',
  path: `${economy}/versions`,
  access: 'operator',
  permission: 'read',
})

export const listPlatforms = endpoint<typeof operatorEconomySchemas.listPlatforms>()({
  id: 'listPlatforms',
  method: 'GET',
  path: `${economy}/platforms`,
  access: 'operator',
  permission: 'read',
})

export const simulateEconomy = endpoint<typeof operatorEconomySchemas.simulateEconomy>()({
  id: 'simulateEconomy',
  method: 'POST',
  path: `${economy}/simulations`,
  access: 'operator',
  permission: 'read.money',
  changesNothing: true,
})

export const addEconomyVersion = endpoint<typeof operatorEconomySchemas.addEconomyVersion>()({
  id: 'addEconomyVersion',
  method: 'POST',
  path: `${economy}/versions`,
  access: 'operator',
  permission: 'economy.set',
  recentProof: true,
})

export const listRates = endpoint<typeof operatorEconomySchemas.listRates>()({
  id: 'listRates',
  method: 'GET',
  path: '/api/v1/operator/exchange/rates',
  access: 'operator',
  permission: 'read',
})

export const listPauses = endpoint<typeof operatorEconomySchemas.listPauses>()({
  id: 'listPauses',
  method: 'GET',
  path: pauses,
  access: 'operator',
  permission: 'read',
})

export const pauseExchange = endpoint<typeof operatorEconomySchemas.pauseExchange>()({
  id: 'pauseExchange',
  method: 'POST',
  path: `${pauses}/exchange/pause`,
  access: 'operator',
  permission: 'exchange.pause',
})

export const resumeExchange = endpoint<typeof operatorEconomySchemas.resumeExchange>()({
  id: 'resumeExchange',
  method: 'POST',
  path: `${pauses}/exchange/resumption`,
  access: 'operator',
  permission: 'exchange.resume',
  recentProof: true,
})

export const pauseRedemptions = endpoint<typeof operatorEconomySchemas.pauseRedemptions>()({
  id: 'pauseRedemptions',
  method: 'POST',
  path: `${pauses}/redemption/pause`,
  access: 'operator',
  permission: 'redemption.pause',
})

export const resumeRedemptions = endpoint<typeof operatorEconomySchemas.resumeRedemptions>()({
  id: 'resumeRedemptions',
  method: 'POST',
  path: `${pauses}/redemption/resumption`,
  access: 'operator',
  permission: 'redemption.resume',
  recentProof: true,
})

export const pausePayouts = endpoint<typeof operatorEconomySchemas.pausePayouts>()({
  id: 'pausePayouts',
  method: 'POST',
  path: `${pauses}/payout/pause`,
  access: 'operator',
  permission: 'payout.pause',
})

export const resumePayouts = endpoint<typeof operatorEconomySchemas.resumePayouts>()({
  id: 'resumePayouts',
  method: 'POST',
  path: `${pauses}/payout/resumption`,
  access: 'operator',
  permission: 'payout.resume',
  recentProof: true,
})

export const pauseSignUps = endpoint<typeof operatorEconomySchemas.pauseSignUps>()({
  id: 'pauseSignUps',
  method: 'POST',
  path: `${pauses}/sign-up/pause`,
  access: 'operator',
  permission: 'sign-up.pause',
})

export const resumeSignUps = endpoint<typeof operatorEconomySchemas.resumeSignUps>()({
  id: 'resumeSignUps',
  method: 'POST',
  path: `${pauses}/sign-up/resumption`,
  access: 'operator',
  permission: 'sign-up.resume',
})

export const pauseLinkCreation = endpoint<typeof operatorEconomySchemas.pauseLinkCreation>()({
  id: 'pauseLinkCreation',
  method: 'POST',
  path: `${pauses}/link-creation/pause`,
  access: 'operator',
  permission: 'link-creation.pause',
})

export const resumeLinkCreation = endpoint<typeof operatorEconomySchemas.resumeLinkCreation>()({
  id: 'resumeLinkCreation',
  method: 'POST',
  path: `${pauses}/link-creation/resumption`,
  access: 'operator',
  permission: 'link-creation.resume',
})
