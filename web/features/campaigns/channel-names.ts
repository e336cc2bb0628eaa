import { m } from '#messages'
import type { ChannelPlatform } from '#contracts/taxonomies.ts'
import { languageTag } from '#web/ui/language.ts'

const names: Record<ChannelPlatform, () => string> = {
  youtube: m.campaigns_channel_youtube,
  tiktok: m.campaigns_channel_tiktok,
  instagram: m.campaigns_channel_instagram,
  x: m.campaigns_channel_x,
  twitch: m.campaigns_channel_twitch,
  podcast: m.campaigns_channel_podcast,
  newsletter: m.campaigns_channel_newsletter,
  blog: m.campaigns_channel_blog,
  facebook: m.campaigns_channel_facebook,
  pinterest: m.campaigns_channel_pinterest,
  linkedin: m.campaigns_channel_linkedin,
  threads: m.campaigns_channel_threads,
  discord: m.campaigns_channel_discord,
}

const either = new Intl.ListFormat(languageTag, { type: 'disjunction' })

/** A channel by itself, in a list: `YouTube`, `A podcast`. */
export function channelName(platform: ChannelPlatform): string {
  const name = names[platform]()
  return name.charAt(0).toUpperCase() + name.slice(1)
}

/** `YouTube, TikTok or a podcast`: channels of which one is enough. */
export function channelList(channels: readonly string[]): string {
  return either.format(channels.map((channel) => names[channel as ChannelPlatform]?.() ?? channel))
}
