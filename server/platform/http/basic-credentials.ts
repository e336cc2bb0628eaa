/**
 * User and password of HTTP's basic authentication, by the value of an `Authorization` header; undefined where it is
 * another one. Without a colon the whole is both: some senders have only one of them.
 */
export function basicCredentials(authorization = ''): { user: string; password: string } | undefined {
  const [, sent] = /^basic +(.+)$/i.exec(authorization) ?? []
  if (!sent) return undefined
  const pair = Buffer.from(sent, 'base64').toString('utf8')
  return { user: pair.replace(/:.*$/s, ''), password: pair.slice(pair.indexOf(':') + 1) }
}
