export const BOARD_SERVICE_TEXT = {
  tooManyFollowed: (limit: number) => `You follow ${limit} people already`,
  looks: (count: number) => (count === 1 ? '1 look' : `${count} looks`),
  creator: 'Creator',
  noPageYet: 'You have no page yet',
} as const
