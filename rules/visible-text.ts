/** A name is what it looks like: no control characters, and none that turn the direction of the text around it. */
export const visibleText = /^[^\p{Cc}\u200e\u200f\u202a-\u202e\u2066-\u2069]*$/u
