import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { PROFILE_ITEMS, profileCompletion, type CompletableProfile } from './profile-completion.ts'

const complete = {
  fullName: 'Ada Lovelace',
  email: 'ada@example.com',
  displayName: 'Ada',
  birthday: '1990-12-10',
  gender: 'female',
  countryOfResidence: 'GB',
  industries: ['technology'],
  channels: ['youtube'],
} satisfies CompletableProfile

const firstFields = (count: number): CompletableProfile =>
  Object.fromEntries(Object.entries(complete).slice(0, count))

describe('profile completion', () => {
  test('has eight labels, in order', () => {
    expect(PROFILE_ITEMS.map(({ field, label }) => `${field}: ${label}`)).toEqual([
      'fullName: Full Name',
      'email: Email Address',
      'displayName: Display Name',
      'birthday: Date of Birth',
      'gender: Gender',
      'countryOfResidence: Country of Residence',
      'industries: Industries (at least one)',
      'channels: Channels (at least one)',
    ])
  })

  test.each([
    [0, 0],
    [1, 13],
    [2, 25],
    [3, 38],
    [4, 50],
    [5, 63],
    [6, 75],
    [7, 88],
    [8, 100],
  ])('of %i items is %i %%', (count, percentage) => {
    expect(profileCompletion(firstFields(count)).completionPercentage).toBe(percentage)
  })

  test('is complete with all eight, and with nothing less', () => {
    expect(profileCompletion(complete)).toEqual({
      isComplete: true,
      completionPercentage: 100,
      missingFields: [],
      completedFields: PROFILE_ITEMS,
    })
    for (const { field, label } of PROFILE_ITEMS) {
      const completion = profileCompletion({ ...complete, [field]: undefined })
      expect(completion.isComplete).toBe(false)
      expect(completion.missingFields).toEqual([{ field, label }])
    }
  })

  test.each(['', ' ', '\t\n', '\u00a0', null, undefined])('counts %j as missing', (blank) => {
    expect(profileCompletion({ ...complete, gender: blank }).missingFields).toEqual([
      { field: 'gender', label: 'Gender' },
    ])
  })

  test('takes a channel with platform and address for an entry', () => {
    const channels = [{ platform: 'youtube', address: 'https://youtube.example/@ada' }]
    expect(profileCompletion({ ...complete, channels }).isComplete).toBe(true)
  })

  test.each([[[]], [['']], [['  ', '']], [null]])('counts the list %j as missing', (list) => {
    expect(profileCompletion({ ...complete, channels: list }).missingFields).toEqual([
      { field: 'channels', label: 'Channels (at least one)' },
    ])
  })

  test('puts every item in exactly one list, whatever the profile', () => {
    const text = fc.option(fc.string(), { nil: null })
    const list = fc.option(fc.array(fc.string()), { nil: null })
    const profile = fc.record(
      {
        fullName: text,
        email: text,
        displayName: text,
        birthday: text,
        gender: text,
        countryOfResidence: text,
        industries: list,
        channels: list,
      },
      { requiredKeys: [] },
    )
    fc.assert(
      fc.property(profile, (value) => {
        const { missingFields, completedFields, isComplete } = profileCompletion(value)
        const fields = [...missingFields, ...completedFields].map(({ field }) => field)
        expect(fields.toSorted()).toEqual(PROFILE_ITEMS.map(({ field }) => field).toSorted())
        expect(isComplete).toBe(completedFields.length === 8)
      }),
    )
  })
})
