import { expect, test } from 'vitest'
import { readUserAgent } from './user-agent.ts'

const ios = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)'
const android =
  'Mozilla/5.0 (Linux; Android 14; Pixel 8 Build/AP1A; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/131.0.0.0'

// Creators' links are mostly opened inside apps: a person there must count, the app's own preview must not.
test.each([
  ['phone', `${ios} Version/18.1 Mobile/15E148 Safari/604.1`],
  [
    'phone',
    `${ios} Mobile/22B83 Instagram 355.0.0.27.103 (iPhone15,2; iOS 18_1; en_GB; en; scale=3.00; 1179x2556; 654738423)`,
  ],
  [
    'phone',
    `${ios} Mobile/22B83 [FBAN/FBIOS;FBAV/489.0.0.44.103;FBBV/657218439;FBDV/iPhone15,2;FBMD/iPhone]`,
  ],
  ['phone', `${ios} Mobile/22B83 musical_ly_37.0.0 JsSdk/2.0 NetType/WIFI Channel/App Store ByteLocale/en`],
  ['phone', `${ios} Mobile/22B83 Twitter for iPhone/10.68`],
  ['phone', `${ios} Mobile/22B83 [LinkedInApp]/9.30.4051`],
  ['phone', `${ios} Mobile/22B83 Snapchat/13.16.0.36 (like Safari/8619.2.8.10.7, panda)`],
  ['phone', `${ios} Mobile/22B83 [Pinterest/iOS]`],
  ['phone', `${ios} GSA/343.0.695551749 Mobile/15E148 Safari/604.1`],
  [
    'phone',
    `${android} Mobile Safari/537.36 Instagram 356.0.0.41.101 Android (34/14; 420dpi; 1080x2205; Google/google; Pixel 8)`,
  ],
  ['phone', `${android} Mobile Safari/537.36 [FB_IAB/FB4A;FBAV/490.0.0.60.79;]`],
  ['phone', `${android} Mobile Safari/537.36 trill_370003 BytedanceWebview/d8a21c6`],
  [
    'tablet',
    'Mozilla/5.0 (iPad; CPU OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1',
  ],
  [
    'tablet',
    'Mozilla/5.0 (Linux; Android 13; SM-X200) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36',
  ],
  [
    'desktop',
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36 Edg/131.0.0.0',
  ],
  [
    'desktop',
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Safari/605.1.15',
  ],
  [
    'desktop',
    'Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36',
  ],
])('a person on a %s: %s', (device, text) => {
  expect(readUserAgent(text)).toEqual({ isBot: false, isPreviewBot: false, device })
})

test.each([
  'facebookexternalhit/1.1 (+http://www.facebook.com/externalhit_uatext.php)',
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_11_1) AppleWebKit/601.2.4 (KHTML, like Gecko) Version/9.0.1 Safari/601.2.4 facebookexternalhit/1.1 Facebot Twitterbot/1.0',
  'WhatsApp/2.24.22.82 A',
  'TelegramBot (like TwitterBot)',
  'Twitterbot/1.0',
  'Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)',
  'Slack-ImgProxy (+https://api.slack.com/robots)',
  'Mozilla/5.0 (compatible; Discordbot/2.0; +https://discordapp.com)',
  'LinkedInBot/1.0 (compatible; Mozilla/5.0; Apache-HttpClient +http://www.linkedin.com)',
  'Mozilla/5.0 (Windows NT 6.1; WOW64) SkypeUriPreview Preview/0.5 skype-url-preview@microsoft.com',
  'Bluesky Cardyb/1.1; mailto:support@bsky.app',
  'http.rb/5.1.1 (Mastodon/4.2.1; +https://mastodon.social/)',
  'Pinterestbot/1.0 (+http://www.pinterest.com/bot.html)',
])('a link preview: %s', (text) => {
  expect(readUserAgent(text).isPreviewBot).toBe(true)
})

test.each([
  undefined,
  '',
  '  ',
  'curl/8.7.1',
  'python-requests/2.32.3',
  'Go-http-client/2.0',
  'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)',
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) HeadlessChrome/131.0.0.0 Safari/537.36',
  'Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; GPTBot/1.2; +https://openai.com/gptbot)',
])('a program: %s', (text) => {
  expect(readUserAgent(text)).toMatchObject({ isBot: true, isPreviewBot: false })
})

test('judges the same text the same, however long it is', () => {
  const long = `${ios} Mobile/22B83 ${'x'.repeat(10_000)}`
  expect(readUserAgent(long)).toEqual(readUserAgent(long))
  expect(readUserAgent(long).device).toBe('phone')
})
