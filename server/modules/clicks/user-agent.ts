import { isBot } from 'isbot'
import { BoundedMap } from './bounded-map.ts'

export type Device = 'phone' | 'tablet' | 'desktop' | 'other'

/** What a user agent says about who visits. */
export interface UserAgent {
  /** A crawler or another program, or nothing was sent. */
  isBot: boolean
  /** Builds the preview of a link in a message or post. */
  isPreviewBot: boolean
  device: Device
}

/** Programs that fetch a link to show what is behind it. A visit in an app’s own browser is a person’s. */
const previews =
  /facebookexternalhit|facebookcatalog|facebot|meta-externalfetcher|twitterbot|slackbot|slack-imgproxy|discordbot|telegrambot|^whatsapp\/|linkedinbot|pinterestbot|redditbot|skypeuripreview|bingpreview|microsoftpreview|microsoft office|ms-office|teamsbot|snap url preview|kakaotalk-scrap|line-poker|viber|vkshare|embedly|iframely|cardyb|bluesky|mastodon|pleroma|misskey|akkoma|lemmy|matrix|synapse|mattermost|rocket\.chat|zoom(?:bot|app)|tumblr\/|xing-contenttab|flipboardproxy|google-pagerenderer|googlemessages|quora link preview|nuzzel|w3c_validator|outbrain|vercelbot|bitlybot|opengraph|link ?preview/i

const known = new BoundedMap<string, UserAgent>(5_000)

/** Reads a user agent; the same one again costs a look-up (isbot's expression takes some microseconds). */
export function readUserAgent(text: string | undefined): UserAgent {
  const name = text ?? ''
  // A cache of other people's long strings is bounded in bytes as well.
  if (name.length > 512) return judge(name.slice(0, 2_048))
  const found = known.get(name)
  if (found) return found
  const judged = judge(name)
  known.set(name, judged)
  return judged
}

function judge(name: string): UserAgent {
  return {
    isBot: name.trim() === '' || isBot(name),
    isPreviewBot: previews.test(name),
    device: deviceOf(name),
  }
}

function deviceOf(name: string): Device {
  if (/ipad|tablet|playbook/i.test(name)) return 'tablet'
  if (/mobi|iphone|ipod|phone/i.test(name)) return 'phone'
  if (/android|silk/i.test(name)) return 'tablet'
  return /windows nt|macintosh|x11|cros|linux/i.test(name) ? 'desktop' : 'other'
}
