import { DRAFT } from '#shared/studio-constants.ts'
import { foldName, findPersonNameProblem } from './person-name.ts'
import { EPISODE_TEXT } from '#shared/look-messages.ts'

/** What looks have in common. An occasion is an event, or a show with its season and episode. */
export const OCCASION_KINDS = ['event', 'show'] as const
export const TOPIC_KINDS = ['tag', ...OCCASION_KINDS] as const
export type TopicKind = (typeof TOPIC_KINDS)[number]
export type Topic = { kind: TopicKind; name: string }

type Episode = { season: number | null; episode: number | null }

/** 'Season 2, episode 3'; empty if neither is known. */
export const formatEpisode = ({ season, episode }: Episode): string => {
  if (season === null) return episode === null ? '' : EPISODE_TEXT.episode(episode)
  return episode === null
    ? EPISODE_TEXT.season(season)
    : EPISODE_TEXT.seasonAndEpisode(season, episode)
}

/** Characters of a tag: each may take two of those that `DRAFT.topicChars` counts. */
const TAG_CHARACTERS = DRAFT.topicChars / 2

/** The tags in a text, such as '#кино, 红毯'. One that folds to the same as an earlier one is left out. */
export const parseTags = (text: string): string[] => {
  const keys = new Set<string>()
  const tags = text.split(/[,\n،、，;]/u).flatMap((part) => {
    const characters = Array.from(part.trim().replace(/^[#＃]+\s*/u, ''))
    const tag = characters.slice(0, TAG_CHARACTERS).join('').trim()
    const key = foldName(tag)
    if (key === '' || keys.has(key)) return []
    keys.add(key)
    return [tag]
  })
  return tags.slice(0, DRAFT.tags)
}

/** Whether readers can tell the name of a topic from others. */
export const isTopicName = (name: string): boolean => {
  const problem = findPersonNameProblem(name)
  return problem === null || problem === 'reserved'
}
