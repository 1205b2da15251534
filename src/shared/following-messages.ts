/** The people a user follows. */
export const FOLLOWING_TEXT = {
  title: 'Following',
  follow: 'Follow',
  followName: (name: string) => `Follow ${name}`,
  follows: 'Following',
  mailHint:
    'No account needed. You confirm by email, get one email a day at most with new looks, and every email has a link to stop them.',
  byMail: 'Follow by email',
  byNotification: 'Notify this browser',
  signIn: 'Sign in and follow',
  followed: (name: string) => `You are following ${name}`,
  nobody: 'You are not following anyone yet.',
  nobodyHint: 'Open a person’s page and press Follow to see their new looks here.',
  newLooks: (count: number) => (count === 1 ? '1 new look' : `${count} new looks`),
  nothingNew: 'Nothing new since your last visit',
  new: 'New',
  earlier: 'Earlier',
  summary: 'At a glance',
  looks: 'Newest looks',
  brands: 'Most worn brands',
  colours: 'Most worn colours',
  notLoaded: 'Couldn’t load the people you follow',
} as const
