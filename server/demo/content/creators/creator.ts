import type { DemoCreator } from '../demo-content.ts'

/** Completes a creator with the demo address that belongs to the key. */
export function creator(profile: Omit<DemoCreator, 'email'>): DemoCreator {
  return { ...profile, email: `${profile.key}@demo.crels.example` }
}
