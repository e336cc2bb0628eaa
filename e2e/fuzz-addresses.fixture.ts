import fc from 'fast-check'
import { nastyTexts } from './nasty-texts.fixture.ts'

const markup = ['<script>x</script>', '"><script>x', "'-alert(1)-'", '</title><script>x', '<svg/onload=x>']

/** As they may stand in a request line: what is no visible ASCII is encoded, but for what is odd on purpose. */
const written = [
  '/evil.example',
  '//evil.example/',
  String.raw`\evil.example`,
  'https://evil.example',
  '@evil.example',
  '%2F%2Fevil.example',
  '%5cevil.example',
  '%0d%0aset-cookie:a=b',
  '%0d%0a%0d%0a<script>x',
  '../../../../etc/passwd',
  '..%2f..%2f..%2fpackage.json',
  '%2e%2e/%2e%2e/package.json',
  '....//....//etc/passwd',
  '%252e%252e%252f',
  '.git/config',
  '.env',
  '%',
  '%zz',
  '%00',
  '%ff',
  '%C0%AE',
  '%ED%A0%80',
  '%u0041',
  ';a=b',
  '*',
  '#x',
  '!$&()[]{}|^`~',
  'a'.repeat(41),
  'a'.repeat(10_000),
  '%41'.repeat(3000),
  'a/'.repeat(500),
  '/'.repeat(200),
  ...markup,
]

const encoded = fc
  .oneof(
    fc.constantFrom(...nastyTexts, ...markup),
    fc.string({ unit: 'binary', maxLength: 40 }),
    fc.string({ unit: 'grapheme', maxLength: 40 }),
  )
  .map((text) => encodeURIComponent(text.toWellFormed()).slice(0, 9000))

/** A piece of a path, encoded as a browser does or not at all; never with a `?`, a space or a control character. */
export const oddPathTexts: fc.Arbitrary<string> = fc.oneof(
  encoded,
  fc.constantFrom(...written),
  fc.string({ unit: 'grapheme-ascii', maxLength: 60 }).map((text) => text.replaceAll(/[\s?#]/g, '')),
)

/** A query string, or none: `sub` and `redirect` with rubbish, names that repeat, and nothing that is one. */
export const oddQueries: fc.Arbitrary<string> = fc.oneof(
  fc.constant(''),
  fc
    .array(
      fc.tuple(
        fc.constantFrom(
          'sub',
          'sub',
          'sub[]',
          'redirect',
          'crels_click',
          'url',
          'utm_source',
          '__proto__',
          '',
        ),
        fc.oneof(encoded, fc.constantFrom(...written.map((text) => text.replaceAll('#', '')))),
      ),
      { minLength: 1, maxLength: 3 },
    )
    .map((pairs) => `?${pairs.map(([name, value]) => `${name}=${value}`).join('&')}`),
  fc.constantFrom('?', '??', '?&&&', '?=', '?%', '?sub', '?sub=a&sub=b'),
)
