import type { DemoChannel } from '../demo-content.ts'

// Handles end in "demo" and sites are under .example, so that no address is a real person's.

/** A YouTube channel by its handle. */
export const youtube = (name: string): DemoChannel => on('youtube', `www.youtube.com/@${name}.demo`)

/** A TikTok account by its handle. */
export const tiktok = (name: string): DemoChannel => on('tiktok', `www.tiktok.com/@${name}.demo`)

/** An Instagram account by its name. */
export const instagram = (name: string): DemoChannel => on('instagram', `www.instagram.com/${name}.demo`)

/** A Twitch channel by its name. */
export const twitch = (name: string): DemoChannel => on('twitch', `www.twitch.tv/${name}_demo`)

/** A LinkedIn profile by its name. */
export const linkedin = (name: string): DemoChannel => on('linkedin', `www.linkedin.com/in/${name}-demo`)

/** A Pinterest account by its name. */
export const pinterest = (name: string): DemoChannel => on('pinterest', `www.pinterest.com/${name}_demo`)

/** A podcast by its site. */
export const podcast = (site: string): DemoChannel => on('podcast', `${site}.example`)

/** A newsletter by its site. */
export const newsletter = (site: string): DemoChannel => on('newsletter', `${site}.example`)

/** A blog by its site. */
export const blog = (site: string): DemoChannel => on('blog', `${site}.example`)

function on(platform: DemoChannel['platform'], place: string): DemoChannel {
  return { platform, address: `https://${place}` }
}
