import { isbot } from 'isbot'

/** What browsers send with a page that nobody has opened yet. */
const isPreview = ({ headers }: Request): boolean =>
  ['sec-purpose', 'purpose', 'x-purpose', 'x-moz'].some((name) =>
    /prefetch|prerender|preview/.test(headers.get(name) ?? ''),
  )

/** Whether nobody looks at the reply: robots, previews, and programs that do not say what they are. */
export const isRobot = (request: Request): boolean => {
  const agent = request.headers.get('user-agent')
  return !agent || isbot(agent) || isPreview(request)
}
