/** The nonce by which the page lets styles in that a component adds as it runs. */
export const styleNonce =
  document.querySelector<HTMLMetaElement>('meta[property=csp-nonce]')?.nonce ?? undefined

/** Says it where the library looks that keeps a page still behind a dialog. */
export function shareNonce(): void {
  Object.assign(globalThis, { __webpack_nonce__: styleNonce })
}
