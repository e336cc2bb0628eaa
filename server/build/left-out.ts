/** Whether a file below what a release is made of is not in it: what only tests need, and an installation's own values. */
export const isLeftOut = (file: string): boolean =>
  /\.(?:test|fixture)\.tsx?$/.test(file) ||
  /^(?:docs\/images|server\/economy-model)(?:\/|$)/.test(file) ||
  holdsSecrets(file)

const holdsSecrets = (file: string) => /(?:^|\/)(?:\.env(?:\.(?!example$)[^/]*)?|secret\.yaml)$/.test(file)
