import type { Language } from '#contracts/languages.ts'
import type { Same } from './languages.ts'

/** Languages whose faults are counted and fail nothing: their catalogue is on its way. */
export const unfinished: readonly Language[] = []

/** Names, addresses and words that no language has another for. */
const everywhere = `
  analytics_crels analytics_csv_name campaigns_channel_discord campaigns_channel_facebook
  campaigns_channel_instagram campaigns_channel_linkedin campaigns_channel_pinterest
  campaigns_channel_threads campaigns_channel_tiktok campaigns_channel_twitch campaigns_channel_youtube
  export_file_name finding_filter_reward_lead mail_destination_paypal my_campaigns_qr
  pages_docs_cookies profile_channel_blog profile_channel_discord
  profile_channel_facebook profile_channel_instagram profile_channel_invitation_example
  profile_channel_linkedin profile_channel_newsletter profile_channel_pinterest profile_channel_threads
  profile_channel_tiktok profile_channel_twitch profile_channel_youtube profile_industry_fitness
  profile_industry_software profile_photo_zoom redemptions_iban redemptions_kind_paypal server_category_audio
  server_category_software tax_form_w8ben wallet_csv_name wallet_entry_lead`

/** The texts that are the same in a language as in English, as a native would write them. */
export const sameTexts: Same = {
  es: keysIn(`${everywhere}
  analytics_by_sub brand_test_failed docs_helpful_no exchange_unit_crels monthly_claim_tier
  redemptions_kind_manual`),
  de: keysIn(`${everywhere}
  analytics_by_link analytics_conversions analytics_device_tablet campaigns_terms_version common_optional
  gamification_level_word gamification_reward_boost home_hi layout_links layout_wallet mail_box_code
  mails_shop my_campaigns_conversions pages_crels_wallet points_kind_boost points_level points_level_named
  server_category_beauty server_category_outdoor
  profile_channel_podcast profile_industry_beauty profile_industry_business profile_industry_gaming
  profile_industry_outdoor profile_wallet security_passkey_name security_passkey_unnamed security_passkeys
  shop_address_name shop_fact_limit shop_kind_boost shop_kinds_boost shop_tab_items shortlinks_csv_name
  shortlinks_utm_medium support_from_support wallet_filter wallet_open wallet_recent_all`),
}

function keysIn(text: string): string[] {
  return text.trim().split(/\s+/)
}
