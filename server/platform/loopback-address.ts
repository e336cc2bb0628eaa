/** The address of what listens at a host and port, for a process of the same machine. */
export function loopbackAddress(host: string, port: number): string {
  const at = host === '0.0.0.0' ? '127.0.0.1' : host === '::' ? '::1' : host
  return `http://${at.includes(':') ? `[${at}]` : at}:${port}`
}
