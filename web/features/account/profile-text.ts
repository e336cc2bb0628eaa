import { m } from '#messages'
import {
  channelPlatforms,
  genders,
  industries,
  type ChannelPlatform,
  type Gender,
  type Industry,
} from '#contracts/taxonomies.ts'

const genderNames: Record<Gender, () => string> = {
  female: m.profile_gender_female,
  male: m.profile_gender_male,
  non_binary: m.profile_gender_non_binary,
  other: m.profile_gender_other,
  undisclosed: m.profile_gender_undisclosed,
}

const industryNames: Record<Industry, () => string> = {
  beauty: m.profile_industry_beauty,
  books: m.profile_industry_books,
  business: m.profile_industry_business,
  education: m.profile_industry_education,
  entertainment: m.profile_industry_entertainment,
  family: m.profile_industry_family,
  fashion: m.profile_industry_fashion,
  finance: m.profile_industry_finance,
  fitness: m.profile_industry_fitness,
  food: m.profile_industry_food,
  gaming: m.profile_industry_gaming,
  health: m.profile_industry_health,
  home: m.profile_industry_home,
  music: m.profile_industry_music,
  outdoor: m.profile_industry_outdoor,
  photography: m.profile_industry_photography,
  software: m.profile_industry_software,
  sports: m.profile_industry_sports,
  technology: m.profile_industry_technology,
  travel: m.profile_industry_travel,
}

const platformNames: Record<ChannelPlatform, () => string> = {
  youtube: m.profile_channel_youtube,
  tiktok: m.profile_channel_tiktok,
  instagram: m.profile_channel_instagram,
  x: m.profile_channel_x,
  twitch: m.profile_channel_twitch,
  podcast: m.profile_channel_podcast,
  newsletter: m.profile_channel_newsletter,
  blog: m.profile_channel_blog,
  facebook: m.profile_channel_facebook,
  pinterest: m.profile_channel_pinterest,
  linkedin: m.profile_channel_linkedin,
  threads: m.profile_channel_threads,
  discord: m.profile_channel_discord,
}

export const genderOptions = genders.map((value) => ({ value, label: genderNames[value] }))
export const industryOptions = industries.map((value) => ({ value, label: industryNames[value] }))
export const platformOptions = channelPlatforms.map((value) => ({ value, label: platformNames[value] }))

/** A platform's name; what is not known any more is shown as it is stored. */
export function platformName(platform: string): string {
  return platformNames[platform as ChannelPlatform]?.() ?? platform
}
