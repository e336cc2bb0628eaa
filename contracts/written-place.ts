/** Where the server writes the operator's text into a page that was rendered when the app was built. */
export const writtenPlace = '<!--written-->'
