const names: Record<string, string> = {
  youtube: 'YouTube',
  tiktok: 'TikTok',
  x: 'X',
  linkedin: 'LinkedIn',
  github: 'GitHub',
  whatsapp: 'WhatsApp',
}

/** A platform as it writes its own name; an unknown one has its words capitalised. */
export function platformName(platform: string): string {
  return (
    names[platform] ??
    platform.replaceAll(/(?:^|-)([a-z0-9])/g, (_, letter: string) => ` ${letter.toUpperCase()}`).trim()
  )
}
