/** Networks that take a link by an address of theirs. */
export const shareNetworks = [
  'x',
  'facebook',
  'whatsapp',
  'telegram',
  'linkedin',
  'threads',
  'bluesky',
  'reddit',
  'pinterest',
] as const
export type ShareNetwork = (typeof shareNetworks)[number]
