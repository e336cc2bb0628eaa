import { m } from '#messages'
import type { ChannelPlatform } from '#contracts/taxonomies.ts'
import { channelAddress, hasHandles, siteOf } from '#rules/channel-address.ts'
import { platformName } from './profile-text.ts'

/** What is wrong with what was typed for a channel, in a sentence that helps; null when nothing is. */
export function channelIssue(platform: ChannelPlatform, typed: string): string | null {
  const kept = channelAddress(platform, typed)
  if (typeof kept === 'string') return null
  if (kept.issue === 'missing')
    return hasHandles(platform) ? m.profile_channel_address_missing() : ownAddress(platform)
  if (kept.issue === 'too_long') return m.profile_channel_address_too_long()
  const site = siteOf(platform)
  if (site === null) return ownAddress(platform)
  if (kept.issue === 'other_site' && kept.platform)
    return m.profile_channel_other_platform({ other: platformName(kept.platform), site })
  if (!hasHandles(platform)) return ownAddress(platform)
  return kept.issue === 'not_a_channel'
    ? m.profile_channel_not_a_channel({ site })
    : m.profile_channel_other_site({ site })
}

/** How an address on a platform looks. */
export function channelExample(platform: ChannelPlatform): string {
  if (hasHandles(platform)) return m.profile_channel_address_example()
  return siteOf(platform) ? m.profile_channel_invitation_example() : m.profile_channel_page_example()
}

function ownAddress(platform: ChannelPlatform): string {
  return siteOf(platform) ? m.profile_channel_not_an_invitation() : m.profile_channel_not_an_address()
}
