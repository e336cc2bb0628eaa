import type { Plugin } from 'vite'

/** Takes out of the contracts what only the OpenAPI document says: no browser reads it, and it was more than 1 KB. */
export function contractsOfCalls(): Plugin {
  const described =
    /\b(?:summary:\s*(?:'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"|`(?:[^`\\]|\\.)*`)|errors:\s*\[[^\]]*\]|tag(?::\s*'[^']*')?),/g
  return {
    name: 'contracts-of-calls',
    enforce: 'pre',
    transform: (code, id) => (/\/contracts\/[^/]+\.ts$/.test(id) ? code.replaceAll(described, '') : null),
  }
}
