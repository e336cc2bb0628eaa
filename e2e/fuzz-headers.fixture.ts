import { validateHeaderValue } from 'node:http'
import fc from 'fast-check'

const long = 'x'.repeat(4000)

const rubbish: Record<string, string[]> = {
  'idempotency-key': ['', ' ', 'a', 'ä', '\u0001', 'x'.repeat(201), long, '"', 'once'],
  accept: ['', '*/*;q=0', 'text/csv', 'text/csv;q=0.0', 'a,,,;;', 'application/json;v=' + long, ',text/csv;'],
  'accept-language': ['', '*', 'de-DE,en;q=x', 'x'.repeat(300), '-,_'],
  'accept-encoding': ['', 'br;q=9', 'identity;q=0', '*;q=0', 'gzip, gzip', long],
  'content-encoding': ['gzip', 'br', 'nonsense'],
  'content-type': ['', 'application/json; charset=utf-16', 'application/json;', 'json', '; ;', long, 'a/b/c'],
  range: [
    'bytes=0-0',
    'bytes=-1',
    'bytes=9-1',
    'bytes=0-0,2-3,4-5',
    'lines=1',
    'bytes=99999999999999999999-',
  ],
  'if-none-match': ['*', 'W/"x"', '"'.repeat(50)],
  'if-modified-since': ['never', 'Thu, 01 Jan 1970 00:00:00 GMT', '9'.repeat(50)],
  'x-forwarded-for': ['1.2.3.4', '::1, ::', "';--", long, '999.1.1.1', 'unknown'],
  'x-forwarded-host': ['evil.example', '', 'a:99999', '[::'],
  'x-forwarded-proto': ['https', 'https,http', 'javascript'],
  forwarded: ['for=1.2.3.4;host=evil.example', ';;='],
  cookie: ['crels_session=', 'crels_session=x.y', 'crels_session=%', ';;;=', `a=${long}`, 'crels_session="'],
  origin: ['null', 'https://evil.example', '', ':'],
  'sec-fetch-site': ['cross-site', '', 'x'],
  'user-agent': ['', long, '\u00ff', 'curl/8'],
  referer: ['', 'https://', 'javascript:1', '//', long],
  'sec-purpose': ['prefetch', 'x'],
  expect: ['100-continue'],
  te: ['trailers', 'x'],
  'x-http-method-override': ['DELETE'],
  upgrade: ['h2c', 'websocket'],
}

/** A few headers that are rubbish, odd or foreign, none of them the bearer. */
export const oddHeaders: fc.Arbitrary<Record<string, string>> = fc
  .array(
    fc.oneof(
      ...Object.entries(rubbish).map(([name, values]) =>
        fc.tuple(fc.constant(name), fc.constantFrom(...values)),
      ),
    ),
    { minLength: 1, maxLength: 3 },
  )
  .map(Object.fromEntries)

/** Those that Node's client sends over a socket. */
export const sendableHeaders = oddHeaders.filter((headers) => {
  try {
    for (const [name, value] of Object.entries(headers)) validateHeaderValue(name, value)
    return true
  } catch {
    return false
  }
})
