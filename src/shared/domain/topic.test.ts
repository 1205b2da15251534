import { describe, expect, test } from 'vitest'
import { formatEpisode, isTopicName, parseTags } from './topic.ts'

test.each([
  ['', []],
  [' , ;', []],
  ['#кино, 红毯、Øre，سينما، 🎉', ['кино', '红毯', 'Øre', 'سينما', '🎉']],
  ['Red Carpet, red-carpet, RED CARPET', ['Red Carpet']],
  ['# street style\nKraków', ['street style', 'Kraków']],
])('the tags in %j are %j', (text, tags) => {
  expect(parseTags(text)).toEqual(tags)
})

test('tags are cut to what a draft can have', () => {
  expect(parseTags('🎉'.repeat(200))).toEqual(['🎉'.repeat(50)])
  expect(parseTags(Array.from({ length: 30 }, (_, index) => `tag ${index}`).join())).toHaveLength(
    20,
  )
})

describe('the episode of a show', () => {
  test.each([
    [2, 3, 'Season 2, episode 3'],
    [2, null, 'Season 2'],
    [null, 3, 'Episode 3'],
    [null, null, ''],
  ])('season %s, episode %s: %j', (season, episode, text) => {
    expect(formatEpisode({ season, episode })).toBe(text)
  })
})

test.each([
  ['Łódź', true],
  ['电影', true],
  ['feed', true],
  ['🎉', true],
  ['...', false],
  ['Gаla', false],
  ['Met\u200BGala', false],
])('%j can be the name of a topic: %s', (name, isName) => {
  expect(isTopicName(name)).toBe(isName)
})
