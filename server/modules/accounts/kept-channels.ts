import type { Channel } from '#contracts/users.schemas.ts'
import { channelAddress } from '#rules/channel-address.ts'
import type { ProfileIssue } from './profile-checks.ts'

/**
 * Channels as they are kept: each with the one address it has, and once. One that a member has already, from before
 * there were rules, stays as it is, so that a profile can be read and sent back; anything else that names no channel
 * is an issue.
 */
export function keptChannels(
  given: readonly Channel[],
  current: readonly { platform: string; address: string }[],
): { channels: Channel[]; issues: ProfileIssue[] } {
  const channels = new Map<string, Channel>()
  const issues: ProfileIssue[] = []
  for (const [index, { platform, address }] of given.entries()) {
    const isOld = current.some((one) => one.platform === platform && one.address === address)
    const kept = channelAddress(platform, address)
    if (typeof kept === 'string' || isOld) {
      const channel = { platform, address: typeof kept === 'string' ? kept : address }
      channels.set(`${platform} ${channel.address}`, channel)
    } else
      issues.push({
        path: `body.channels.${index}.address`,
        code: kept.issue,
        message: `Not a channel on ${platform}`,
      })
  }
  return { channels: [...channels.values()], issues }
}
