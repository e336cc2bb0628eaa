/**
 * The latest birthday of a person who is `years` old on `today`; both days are `YYYY-MM-DD`. Who was born on 29
 * February has their birthday on 1 March of common years.
 */
export function latestBirthday(today: string, years: number): string {
  const year = String(Number(today.slice(0, 4)) - years).padStart(4, '0')
  const day = today.slice(4)
  // Text is compared, and 29 February of a common year stands between 28 February and 1 March all the same.
  return year + day
}

/** Whole years that a person born on `birthday` is old on `today`, as `latestBirthday` counts them. */
export function ageOn(today: string, birthday: string): number {
  const years = Number(today.slice(0, 4)) - Number(birthday.slice(0, 4))
  return today.slice(4) < birthday.slice(4) ? years - 1 : years
}
