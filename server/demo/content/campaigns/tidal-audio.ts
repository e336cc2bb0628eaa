import { brandCampaigns } from './brand-campaigns.ts'
import { europe } from './regions.ts'
import { terms } from './terms.ts'

/** Tidal Audio: headphones, microphones, a listening test, refurbished units and a headset to come. */
export const tidalAudioCampaigns = brandCampaigns('tidal-audio', [
  {
    key: 'tidal-headphones',
    category: 'audio',
    title: '7% of every headphone sale',
    summary:
      'Over-ear and in-ear models with the measured curve of each unit in the box. Reviewers may keep what they test.',
    publicTitle: 'Headphones with their measured curve',
    publicDescription: 'Over-ear and in-ear headphones with the measured curve of each unit in the box.',
    captions: [
      'They put the measurement of my pair in the box.',
      'Pads on two screws. I will have these for years.',
    ],
    terms: terms`
      ## What counts
      - All headphones on the current list, wired or wireless, and pads or cables bought along with them.
      - Orders up to 30 days after the click. The net price counts, without tax and delivery.

      ## What does not
      - Refurbished units and B-stock.
      - Bulk orders by schools and studios.
      - Orders that a customer cancels because the colour is out; please check before you recommend one.

      ## Testing fairly
      Ask for a test unit and tell us what you compare it with. We never see your text before it is published. Graphs must name the rig they were measured on.

      ## No
      Seeding links into forum threads without saying who you are, and “unboxing” videos with somebody else’s footage.

      ## Disclosure
      Say whether the unit was bought, lent or given, and that the tracking link pays. Two facts, two sentences.

      ## Hold
      By law our customers have 14 days to change their mind, so earnings are held for 14 days. Returns reverse the earning in full.
    `,
    landingPath: '/headphones',
    reward: { saleBps: 700 },
    basketUsdCents: [7900, 34_900],
    holdDays: 14,
    budgetCrels: 130_000,
    startDay: -220,
  },
  {
    key: 'tidal-microphones',
    category: 'audio',
    title: 'Earn 115 crels a microphone sale',
    summary:
      'Two broadcast microphones for people who talk for a living. Best heard, so bring a channel with sound.',
    publicTitle: 'Broadcast microphones for talkers',
    publicDescription: 'Two broadcast microphones for people who talk for a living.',
    captions: ['You are hearing it right now: Tidal Audio.', 'My voice, minus my kitchen.'],
    terms: terms`
      ## The reward
      Paid per microphone, the desk model and the travel model alike. An order of two for an interview set-up is two earnings. Clicks stay valid for 30 days.

      ## Without reward
      - Stands, arms and foam on their own.
      - Microphones hired out for events.
      - Sales to the station or network you work for.

      ## Let it be heard
      Record a passage in the room you always use, with no processing, and offer the file. A listener who hears the fan in the background trusts the rest. Podcast, YouTube or Twitch is required for this reason.

      ## Good manners
      Compare at matched loudness. Do not run our name as a hashtag in unrelated streams. Voice clones reading the advertisement are not accepted.

      ## Marking it
      A spoken note before the first mention, and the word “advertisement” in the show notes where the link is.

      ## When you are paid
      After a hold of 30 days. If a microphone comes back within them, we reverse its earning; faulty ones are exchanged and stay yours.
    `,
    landingPath: '/microphones',
    reward: { saleCrels: 115 },
    basketUsdCents: [16_900, 22_900],
    budgetCrels: 92_000,
    requiredChannels: ['podcast', 'youtube', 'twitch'],
    startDay: -100,
  },
  {
    key: 'tidal-listening-test',
    category: 'audio',
    title: '8 crels for every finished listening test',
    summary:
      'Four minutes, six short passages, and a drawing of how you hear. People like to share theirs, which does half the work.',
    publicTitle: 'A four-minute listening test',
    publicDescription: 'Six short passages and a drawing of how you hear.',
    captions: ['This is a drawing of how I hear. Show me yours.', 'Four minutes, headphones on.'],
    terms: terms`
      ## Finished means
      All six passages answered with headphones on, which the page checks with one quiet tone, and an e-mail address confirmed for the drawing. It has to happen within 30 days of the click.

      ## Not finished
      - Tests left before the sixth passage.
      - A second test by the same person within half a year.
      - Tests taken with the answers from a video. They are easy to recognise.

      ## Sharing
      Post your own drawing, guess your friends’, make it a duel on stream. Every drawing has a share picture; add your tracking link beside it, since the picture carries none.

      ## Not for this
      The test is no medical examination. Please do not call it a hearing check, and never diagnose a viewer.

      ## A word to viewers
      “Ad” in the caption will do here, if it comes before the link.

      ## Hold
      7 days, in which we sort out automated runs. What is left is yours, and there is nothing a customer could return.
    `,
    landingPath: '/listen',
    reward: { leadCrels: 8 },
    holdDays: 7,
    budgetCrels: 16_000,
    perMemberCapCrels: 400,
    startDay: -21,
    joiningBonusPoints: 25,
  },
  {
    key: 'tidal-refurbished',
    category: 'audio',
    title: '11% of every refurbished sale',
    summary:
      'Returned units, taken apart, cleaned and measured again. The batch of this season has found its owners.',
    publicTitle: 'Headphones measured a second time',
    publicDescription: 'Returned units, taken apart, cleaned and measured again.',
    captions: [
      'Second-hand, measured twice, and mine.',
      'Taken apart, cleaned, measured again. Mine sound new.',
    ],
    terms: terms`
      ## Counted
      Units from the refurbished page, with their new measurement sheet, if bought within 30 days of your click and before the batch ran out.

      ## Not counted
      - New units, even when the refurbished one was sold out a minute earlier.
      - Trade-in credits.
      - Parts for people who repair their own, though we love them.

      ## Writing about used gear
      Grade, age of battery and length of warranty belong in every recommendation. If you did not handle the unit, link to its sheet. Never show a stock photograph as the actual item.

      ## Ruled out
      Auction listings, marketplace copies, alerts sent to people who did not subscribe to them.

      ## Your disclosure
      In deal posts readers expect an interest and forgive it, provided it is stated. Put it in the headline or directly underneath.

      ## Settlement
      The hold of 30 days runs on after the campaign’s end, so earnings from its last days unlock in their own time. Returned units are reversed.
    `,
    landingPath: '/refurbished',
    reward: { saleBps: 1100 },
    basketUsdCents: [5900, 19_900],
    budgetCrels: 48_000,
    countries: europe,
    startDay: -150,
    endDay: -40,
    intent: 'ended',
  },
  {
    key: 'tidal-undertow',
    category: 'games',
    title: 'Earn 90 crels a headset sale',
    summary:
      'Undertow is our first headset for games: light, wired, and honest about where the footsteps are. It opens within days.',
    publicTitle: 'Undertow, an honest headset for games',
    publicDescription: 'Light, wired, and honest about where the footsteps are.',
    captions: ['I heard him coming. That is the review.', 'A headset that weighs less than my excuses.'],
    terms: terms`
      ## From opening day
      Each Undertow headset sold pays once. Orders have 30 days from the click. The waiting list does not pay by itself, but those on it who click your link on opening day count as yours.

      ## Never
      - Orders by teams under contract with us.
      - Headsets won in a tournament.
      - Sales in shops, with or without your name at the till.

      ## Streams and servers
      Twitch, YouTube or Discord. Ask the owner before posting in a server you do not run. A loadout page, a panel below the stream and a pinned message are the places that work.

      ## Fair play
      No claim that the headset raises a rank. No sound clips from games whose publishers forbid it. No spoilers from tournament practice rooms.

      ## Show it is an ad
      The platform’s branded-content switch must be on for the full stream, and chat commands begin with “ad”.

      ## Hold
      30 days from the order. A return reverses the earning, a firmware complaint that support resolves does not.
    `,
    landingPath: '/undertow',
    reward: { saleCrels: 90 },
    basketUsdCents: [12_900, 14_900],
    budgetCrels: 90_000,
    requiredChannels: ['twitch', 'youtube', 'discord'],
    startDay: 5,
    endDay: 95,
    joiningBonusPoints: 50,
    intent: 'scheduled',
  },
])
