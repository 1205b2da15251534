/** What an operator has to say so that a refused feed can be read. */
export const FEED_QUESTIONS = {
  title: 'Which column has the titles?',
  price: 'Which column has the prices?',
  currency: 'Which currency are the prices in?',
  link: 'What is the address of an item’s page?',
  shop: 'Which shop are the items from?',
  categories: 'Which of its categories are fashion?',
  seller: 'Is it the same shop?',
} as const
export type FeedQuestion = keyof typeof FEED_QUESTIONS

/** The questions that a refusal ends with. */
export const listFeedQuestions = (refusal: string): FeedQuestion[] =>
  (Object.keys(FEED_QUESTIONS) as FeedQuestion[]).filter((name) =>
    refusal.includes(FEED_QUESTIONS[name]),
  )
