import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { channelPlatforms, type ChannelPlatform } from '#contracts/taxonomies.ts'
import { channelAddress, hasHandles, shownAddress, siteOf } from './channel-address.ts'

describe('one channel has one address, however it was typed', () => {
  test.each<[ChannelPlatform, string, string[]]>([
    [
      'youtube',
      'https://www.youtube.com/@ola',
      ['@ola', 'ola', ' @Ola ', 'youtube.com/@ola', 'https://m.youtube.com/@ola/videos?view=0#top'],
    ],
    [
      'youtube',
      'https://www.youtube.com/@øla·nord',
      ['@øla·nord', 'https://youtube.com/@%C3%B8la%C2%B7nord'],
    ],
    [
      'youtube',
      'https://www.youtube.com/channel/UCabcdefghijklmnopqrstuv',
      ['https://www.youtube.com/channel/UCabcdefghijklmnopqrstuv/about'],
    ],
    ['youtube', 'https://www.youtube.com/c/OlaCooks', ['youtube.com/c/OlaCooks']],
    ['tiktok', 'https://www.tiktok.com/@ola.n', ['ola.n', '@ola.n', 'http://tiktok.com/@ola.n?lang=en']],
    [
      'instagram',
      'https://www.instagram.com/ola.n',
      ['@ola.n', 'instagram.com/Ola.N/', '//instagram.com/ola.n/reels'],
    ],
    [
      'x',
      'https://x.com/ola_n',
      ['@ola_n', 'https://twitter.com/Ola_N', 'mobile.twitter.com/ola_n/status/1'],
    ],
    ['twitch', 'https://www.twitch.tv/ola_n', ['ola_n', 'twitch.tv/ola_n']],
    ['facebook', 'https://www.facebook.com/ola.nordmann', ['ola.nordmann', 'fb.com/ola.nordmann']],
    ['facebook', 'https://www.facebook.com/profile.php?id=123', ['facebook.com/profile.php?id=123&sk=about']],
    ['facebook', 'https://www.facebook.com/people/Ola/123', ['https://de-de.facebook.com/people/Ola/123/']],
    [
      'pinterest',
      'https://www.pinterest.com/ola',
      ['ola', 'https://www.pinterest.de/ola/', 'pinterest.co.uk/ola'],
    ],
    ['linkedin', 'https://www.linkedin.com/in/ola-n', ['ola-n', 'https://no.linkedin.com/in/ola-n/']],
    ['linkedin', 'https://www.linkedin.com/company/ola-as', ['linkedin.com/company/ola-as/posts']],
    ['threads', 'https://www.threads.com/@ola', ['@ola', 'https://www.threads.net/@ola']],
    [
      'discord',
      'https://discord.com/invite/aBc123',
      ['discord.gg/aBc123', 'https://discord.com/invite/aBc123'],
    ],
    ['discord', 'https://discord.com/servers/ola-1', ['discord.com/servers/ola-1']],
    [
      'blog',
      'https://ola.example',
      ['ola.example', 'ola.example?', 'https://ola.example/', 'HTTPS://OLA.example#top'],
    ],
    ['blog', 'http://ola.example/a?b=c', ['http://ola.example/a?b=c']],
    ['podcast', 'https://pod.example/ola', ['pod.example/ola']],
    ['newsletter', 'https://xn--la-kka.example', ['øla.example']],
  ])('%s: %s', (platform, kept, typed) => {
    for (const text of [kept, ...typed]) expect(channelAddress(platform, text), text).toBe(kept)
  })
})

describe('what names no channel is refused with the reason', () => {
  test.each<[ChannelPlatform, string, object]>([
    ['youtube', '  ', { issue: 'missing' }],
    ['youtube', 'ab', { issue: 'not_a_channel' }],
    ['youtube', 'two words', { issue: 'not_a_channel' }],
    ['youtube', 'youtube.com', { issue: 'not_a_channel' }],
    ['youtube', 'https://www.youtube.com/watch?v=dQw4w9WgXcQ', { issue: 'not_a_channel' }],
    ['youtube', 'https://www.youtube.com/@%ff', { issue: 'not_a_channel' }],
    ['youtube', 'https://www.youtube.com.evil.example/@ola', { issue: 'other_site', platform: null }],
    ['youtube', 'https://evil.example/youtube.com/@ola', { issue: 'other_site', platform: null }],
    ['youtube', 'https://instagram.com/ola', { issue: 'other_site', platform: 'instagram' }],
    ['youtube', 'https://youtube.com@evil.example/@ola', { issue: 'not_an_address' }],
    ['youtube', 'javascript:alert(1)', { issue: 'not_an_address' }],
    ['instagram', 'https://www.instagram.com/p/abc', { issue: 'not_a_channel' }],
    ['instagram', 'instagram.com', { issue: 'not_a_channel' }],
    ['instagram', '..', { issue: 'not_a_channel' }],
    ['x', '@a_name_that_is_long', { issue: 'not_a_channel' }],
    ['x', 'https://x.com/home', { issue: 'not_a_channel' }],
    ['discord', '@ola', { issue: 'not_a_channel' }],
    ['discord', 'https://discord.com/invite/', { issue: 'not_a_channel' }],
    ['blog', 'ola', { issue: 'not_an_address' }],
    ['blog', '@ola', { issue: 'not_an_address' }],
    ['blog', 'ftp://ola.example', { issue: 'not_an_address' }],
    ['blog', 'https://user:secret@ola.example', { issue: 'not_an_address' }],
    ['blog', 'http://127.0.0.1/', { issue: 'not_an_address' }],
    ['blog', 'http://[::1]/', { issue: 'not_an_address' }],
    ['blog', 'https://localhost', { issue: 'not_an_address' }],
    ['blog', `ola.example/${'a'.repeat(300)}`, { issue: 'too_long' }],
  ])('%s: %s', (platform, typed, issue) => {
    expect(channelAddress(platform, typed)).toEqual(issue)
  })
})

const parts = fc.constantFrom(
  'https://',
  'http://',
  '@',
  '/',
  '.',
  'www.',
  'youtube.com',
  'instagram.com',
  'ola',
  '?',
  '#',
  '%',
  '%2F',
  ' ',
  ':',
  '\\',
  'é',
)
const typed = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 60 }),
  fc.webUrl(),
  fc.array(parts, { maxLength: 8 }).map((of) => of.join('')),
)

test('whatever is typed: no failure, and what is kept is a web address of the platform that is kept as it is', () => {
  fc.assert(
    fc.property(fc.constantFrom(...channelPlatforms), typed, (platform, text) => {
      const kept = channelAddress(platform, text)
      if (typeof kept !== 'string') return
      expect(channelAddress(platform, kept)).toBe(kept)
      const url = new URL(kept)
      expect(url.protocol).toMatch(/^https?:$/)
      expect(url.username + url.password + url.port).toBe('')
      const site = siteOf(platform)
      if (site) expect(url.hostname.replace('www.', '')).toBe(site)
    }),
    { numRuns: 500 },
  )
})

test('says platforms and addresses as people do', () => {
  expect(channelPlatforms.filter((platform) => siteOf(platform) === null)).toEqual([
    'podcast',
    'newsletter',
    'blog',
  ])
  expect(channelPlatforms.filter((platform) => !hasHandles(platform))).toEqual([
    'podcast',
    'newsletter',
    'blog',
    'discord',
  ])
  expect(shownAddress('https://www.youtube.com/@ola')).toBe('youtube.com/@ola')
})
