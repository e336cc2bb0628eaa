import * as z from 'zod/mini'
import { CLICK_REASONS } from '../rules/click-verdict.ts'
import type { EndpointSchemas } from './endpoint.ts'
import { idSchema } from './ids.ts'
import { isUndo, namedCampaign, namedMember, reasonAlone, textUpTo, whole } from './operator-shapes.ts'
import { pageQuery } from './paging.ts'
import { pageOf, time } from './shapes.ts'

const tag = 'operator'
const code = z.string().check(z.regex(/^[a-z0-9-]{3,40}$/))
/** As it is typed, such as `spam.example`; what it is as the network knows it is answered. */
const host = z.string().check(z.trim(), z.minLength(1), z.maxLength(253))
/** All of a host that many share, such as `github.io`, is meant. */
const isShared = z._default(z.boolean(), false)

export const operatedLink = z.object({
  code: z.string(),
  kind: z.enum(['tracking', 'own', 'share', 'deep']),
  /** As it answers: one that leads to a blocked host is banned, one of a disabled member is off. */
  state: z.enum(['active', 'disabled', 'banned']),
  blockedByHost: z.nullable(z.string()),
  isOwnerDisabled: z.boolean(),
  isRemoved: z.boolean(),
  leadsTo: z.string(),
  owner: namedMember,
  campaign: z.nullable(namedCampaign),
  /** How much it is used: what blocking it touches. */
  clicksIn30Days: whole,
})
export type OperatedLink = z.output<typeof operatedLink>

/** A click as it was recorded: an operator says of it why it did not count. Nothing of it tells who clicked. */
export const operatedClick = z.object({
  id: z.string(),
  /** Of its link, in lower case. */
  code: z.string(),
  at: time,
  isCountable: z.boolean(),
  /** Why it does not count; null where it does. */
  reason: z.nullable(z.enum(CLICK_REASONS)),
  /** ISO 3166; null where it is not known. */
  country: z.nullable(z.string()),
  device: z.enum(['phone', 'tablet', 'desktop', 'other']),
  referrerHost: z.nullable(z.string()),
})
export type OperatedClick = z.output<typeof operatedClick>

/** What blocking a host touches, or taking it off the list gives back: how much of each, and some of it by name. */
export const hostReach = z.object({
  host: z.string(),
  links: whole,
  creators: whole,
  campaigns: whole,
  linkExamples: z.array(z.object({ code: z.string(), leadsTo: z.string() })),
  campaignExamples: z.array(namedCampaign),
})
export type HostReach = z.output<typeof hostReach>

export const blockedHost = z.object({
  host: z.string(),
  reason: z.string(),
  blockedAt: time,
  /** Links that it stops. */
  links: whole,
})
export type BlockedHost = z.output<typeof blockedHost>
export const blockedHostPage = pageOf(blockedHost)

export const operatorLinkSchemas = {
  getOperatedLink: {
    summary: 'A short link by its code: whose it is, where it leads, and how much it is used.',
    tag,
    params: z.object({ code }),
    responses: { 200: operatedLink },
  },
  banLink: {
    summary: 'Turns a link off for breaking the rules; its owner cannot change it.',
    tag,
    params: z.object({ code }),
    ...reasonAlone,
    errors: ['conflict'],
    responses: { 200: operatedLink },
  },
  unbanLink: {
    summary: 'Gives a link back to its owner, as it was.',
    tag,
    params: z.object({ code }),
    ...reasonAlone,
    errors: ['conflict'],
    responses: { 200: operatedLink },
  },
  getOperatedClick: {
    summary: 'A click by its id: when and from where it came, and whether it counts or why not.',
    tag,
    params: z.object({ id: idSchema('click') }),
    responses: { 200: operatedClick },
  },
  listBlockedHosts: {
    summary: 'Hosts that no link may lead to, by name.',
    tag,
    query: z.object({ ...pageQuery }),
    responses: { 200: blockedHostPage },
  },
  previewHostBlock: {
    summary: 'What blocking a host, with all below it, would stop; nothing is changed.',
    tag,
    query: z.object({
      host,
      isShared: z._default(
        z.pipe(
          z.enum(['true', 'false']),
          z.transform((text) => text === 'true'),
        ),
        false,
      ),
    }),
    responses: { 200: hostReach },
  },
  blockHost: {
    summary: 'Blocks a host with all below it: links that lead there stop, until it is taken off the list.',
    tag,
    body: z.strictObject({ host, reason: textUpTo(500), isShared, isUndo }),
    errors: ['conflict'],
    responses: { 200: z.object({ host: z.string(), stopped: whole }) },
  },
  previewHostUnblock: {
    summary: 'What taking a host off the list would give back; nothing is changed.',
    tag,
    params: z.object({ host }),
    responses: { 200: hostReach },
  },
  unblockHost: {
    summary: 'Takes a host off the list: each link that it stopped is what it would be without it.',
    tag,
    params: z.object({ host }),
    ...reasonAlone,
    errors: ['conflict'],
    responses: { 200: z.object({ host: z.string(), returned: whole }) },
  },
} satisfies Record<string, EndpointSchemas>
