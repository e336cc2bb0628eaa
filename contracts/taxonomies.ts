/** Platforms a creator's channel can be on. */
export const channelPlatforms = [
  'youtube',
  'tiktok',
  'instagram',
  'x',
  'twitch',
  'podcast',
  'newsletter',
  'blog',
  'facebook',
  'pinterest',
  'linkedin',
  'threads',
  'discord',
] as const
export type ChannelPlatform = (typeof channelPlatforms)[number]

/** What a creator can say of their gender; one of them is not to say. */
export const genders = ['female', 'male', 'non_binary', 'other', 'undisclosed'] as const
export type Gender = (typeof genders)[number]

/** Industries a creator works in. */
export const industries = [
  'beauty',
  'books',
  'business',
  'education',
  'entertainment',
  'family',
  'fashion',
  'finance',
  'fitness',
  'food',
  'gaming',
  'health',
  'home',
  'music',
  'outdoor',
  'photography',
  'software',
  'sports',
  'technology',
  'travel',
] as const
export type Industry = (typeof industries)[number]
