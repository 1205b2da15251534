import { expect, it } from 'vitest'
import { parseJudgements, readJudgements, scoreByEye } from './judged-boxes.ts'

const find = (kind: string, score: number, [x0, y0, x1, y1]: [number, number, number, number]) => ({
  kind,
  score,
  category: 'bags' as const,
  box: { x0, y0, x1, y1 },
})

it('counts what labels or the eye call right, once, and what nobody has looked at', () => {
  const judged = parseJudgements(
    'a.jpg bag 0 0 10 10 right\na.jpg bag 0 0 10 11 right\na.jpg hat 50 50 60 60 wrong\n',
  ).get('a.jpg')
  expect(
    scoreByEye([
      {
        shown: [find('top', 0.9, [20, 0, 40, 40]), find('hat', 0.8, [50, 50, 60, 60])],
        offered: [
          find('bag', 0.4, [0, 0, 10, 9]),
          find('bag', 0.3, [0, 0, 10, 10]),
          find('belt', 0.3, [20, 20, 40, 24]),
        ],
        items: [{ kind: 'top', box: { x0: 20, y0: 0, x1: 40, y1: 42 } }],
        judged: judged ?? [],
      },
    ]),
  ).toEqual({
    items: 2,
    shown: { boxes: 2, right: 1, unjudged: 0 },
    offered: { boxes: 3, right: 1, unjudged: 1 },
  })
})

it('reads the judgements of the held-out photos, and refuses a line that is none', async () => {
  const boxes = [...(await readJudgements()).values()].flat()
  expect(boxes.length).toBeGreaterThan(600)
  expect(() => parseJudgements('a.jpg bag 0 0 10 perhaps')).toThrow('Not a judged box')
})
