/** A person who is to be paid, as lists are asked for them. */
export interface Screened {
  /** Every name by which they are known here, each once. */
  names: string[]
  /** `YYYY-MM-DD`; none where no birthday is known. */
  birthDates: string[]
  /** ISO 3166-1 alpha-2. */
  countries: string[]
}

/** An entry of a list that may be the same person. */
export interface ListMatch {
  /** As the service calls it. */
  id: string
  name: string
  /** How alike they are, of 100. */
  score: number
  /** Where it is listed, such as `us_ofac_sdn`. */
  lists: string[]
}

/** A service that has lists of sanctions. Another one implements this. */
export interface SanctionsLists {
  /** Kept with each answer: what was asked, without a secret. */
  name: string
  /** Who may be the same person, the most alike first. Throws where there is no answer that can be read. */
  find(person: Screened): Promise<ListMatch[]>
  /** Throws where it cannot be asked. */
  check(): Promise<void>
}
